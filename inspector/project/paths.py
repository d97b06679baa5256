"""Paths below a project's root: one plain spelling for each, and a reason for all others.

A path is relative, has slashes, and is in NFC. What could mean another place on another system
(drives, backslashes, ``..``), or could not be shown on one line, is no path.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass

LONGEST_NAME = 255
"""Bytes of UTF-8 that a name may have; no common file system takes more."""

LONGEST_PATH = 4096
"""Bytes of UTF-8 that a path may have."""

_DRIVE = re.compile(r"[A-Za-z]:")
# Control characters, invisible and direction-changing ones, lone surrogates, separators of lines
# and paragraphs: a name with them reads as another one, or as two.
_UNCLEAR = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class BadPath:
    """Why a text is no path of the project."""

    detail: str


def parts_of(path: str) -> tuple[str, ...] | BadPath:
    """Split a path that somebody asked for into names, in NFC.

    Empty parts and ``.`` say nothing and are left out; ``..`` is never resolved.
    """
    plain = unicodedata.normalize("NFC", path)
    parts = tuple(part for part in plain.split("/") if part not in {"", "."})
    wrong = wrong_with_path(plain)
    if wrong is None:
        wrong = wrong_with_path("/".join(parts)) if parts else "the path is the root itself"
    for part in parts:
        wrong = wrong or wrong_with_name(part)
    if wrong is None and len("/".join(parts).encode()) > LONGEST_PATH:
        wrong = PATH_TOO_LONG
    return parts if wrong is None else BadPath(wrong)


def wrong_with_path(path: str) -> str | None:
    """Say why a text can be no path, as far as its beginning tells; None where it can."""
    if not path:
        return "the path is empty"
    if path.startswith("/"):
        return "the path is absolute"
    if _DRIVE.match(path):
        return "the path starts with a drive"
    return wrong_with_name(path.partition("/")[0])


def wrong_with_name(name: str) -> str | None:
    """Say why a name can be no part of a path, None where it can."""
    if name == "..":
        return "the path has .."
    if "\\" in name:
        return "the path has a backslash"
    if not (name.isascii() and name.isprintable()) and any(
        unicodedata.category(char) in _UNCLEAR for char in name
    ):
        return "the name has control, invisible or undecodable characters"
    return _NAME_TOO_LONG if len(name.encode()) > LONGEST_NAME else None


_NAME_TOO_LONG = f"the name has more than {LONGEST_NAME} bytes"
PATH_TOO_LONG = f"the path has more than {LONGEST_PATH:,} bytes"


def shown_path(path: str) -> str:
    """Return any path as one printable line; two different paths never look the same."""
    if path.isascii() and path.isprintable() and "\\" not in path:
        return path
    return "".join(
        char.encode("unicode_escape").decode()
        if char == "\\" or unicodedata.category(char) in _UNCLEAR
        else char
        for char in path
    )


def name_of(on_disk: str) -> str:
    """Return what a path calls an entry of a folder: its bytes as UTF-8, in NFC.

    The names that Python gives depend on the locale. Bytes that are no UTF-8 stay lone surrogates.
    """
    if on_disk.isascii():
        return on_disk
    name = os.fsencode(on_disk).decode("utf-8", "surrogateescape")
    return unicodedata.normalize("NFC", name)


def caseless(name: str) -> str:
    """Return what a file system that ignores case and composition takes a name for."""
    if name.isascii():
        return name.lower()
    folded = unicodedata.normalize("NFD", name).casefold()
    return unicodedata.normalize("NFC", folded)


def in_bytes(path: str) -> bytes:
    """Return the key that puts paths in bytewise order (Builder INV-CONTEXT-1)."""
    return path.encode("utf-8", "surrogateescape")
