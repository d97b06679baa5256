"""What a cached fact depends on beside the bytes of its file."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

import inspector
from inspector.resources import MissingResourceError

_FORMAT = 1
PARTS = ("code", "project")
"""The parts of the builder whose sources count. A frozen program has them with it as data."""
PACKAGES = (
    "chardet",
    "tree-sitter",
    "tree-sitter-c",
    "tree-sitter-c-sharp",
    "tree-sitter-cpp",
    "tree-sitter-go",
    "tree-sitter-java",
    "tree-sitter-javascript",
    "tree-sitter-python",
    "tree-sitter-rust",
    "tree-sitter-typescript",
)
"""The packages whose versions count. A frozen program has their metadata with it."""


@cache
def facts_version() -> str:
    """Return what changes, as hex digits, when the same bytes may give other facts.

    The program's own rules are among it, so that a checkout that is being worked on never trusts
    what an earlier state of it found. Raises ``MissingResourceError`` where sources or versions
    cannot be told: a key without them would stay the same when it must not.
    """
    digest = hashlib.sha256(
        f"{_FORMAT} {inspector.__version__} {unicodedata.unidata_version}".encode()
    )
    for package in PACKAGES:
        digest.update(f" {package} {_version(package)}".encode())
    for part in PARTS:
        for name, data in _sources_of(part):
            digest.update(f" {name} {hashlib.sha256(data).hexdigest()}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise MissingResourceError(
            f"The version of {package} cannot be told. Install the program again."
        ) from error


def _sources_of(part: str) -> list[tuple[str, bytes]]:
    found = _sources(resources.files("inspector.core.builder") / part)
    if not found:
        raise MissingResourceError(
            f"The sources of the builder's {part} are missing. Install the program again."
        )
    return found


def _sources(folder: Traversable) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    if folder.is_dir():
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                found += _sources(entry)
            elif entry.name.endswith(".py"):
                found.append((entry.name, entry.read_bytes()))
    return found
