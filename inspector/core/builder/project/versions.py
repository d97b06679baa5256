"""What a cached fact depends on beside the bytes of its file."""

from __future__ import annotations

import hashlib
import unicodedata
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

import inspector

_FORMAT = 1
_PACKAGES = (
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


@cache
def facts_version() -> str:
    """Return what changes, as hex digits, when the same bytes may give other facts.

    The program's own rules are among it, so that a checkout that is being worked on never trusts
    what an earlier state of it found.
    """
    digest = hashlib.sha256(
        f"{_FORMAT} {inspector.__version__} {unicodedata.unidata_version}".encode()
    )
    for package in _PACKAGES:
        digest.update(f" {package} {_version(package)}".encode())
    for part in ("code", "project"):
        for name, data in _sources(resources.files("inspector.core.builder") / part):
            digest.update(f" {name} {hashlib.sha256(data).hexdigest()}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # a frozen program, whose own version stands for it
        return ""


def _sources(folder: Traversable) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    if folder.is_dir():
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                found += _sources(entry)
            elif entry.name.endswith((".py", ".scm")):
                found.append((entry.name, entry.read_bytes()))
    return found
