"""One file as the index has it and as the cache keeps it, and what a kept fact depends on."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable

import inspector
from inspector.project.cache import CachedFile
from inspector.project.code import ParsedSource, parse_source
from inspector.project.contents import Refused, SourceText, Stamp
from inspector.project.index import Encoding, IndexedFile, ParseState
from inspector.project.packing import (
    outline_key,
    packed_facts,
    packed_symbols,
    unpacked_facts,
    unpacked_symbols,
)
from inspector.project.paths import in_bytes
from inspector.resources import MissingResourceError


@dataclass(frozen=True, slots=True)
class Record:
    """A file of the index with what its relations are made from.

    ``facts`` and ``outline`` are None where no grammar read the file.
    """

    file: IndexedFile
    facts: bytes | None = None
    outline: str | None = None

    def parsed(self) -> ParsedSource | None:
        """Return what the file says about itself. Raises ``UnpackError``."""
        if self.facts is None:
            return None
        return unpacked_facts(self.file.path, self.file.symbols, self.facts)

    def cached(self, stamp: Stamp) -> CachedFile:
        """Return the record as the cache keeps it."""
        file = self.file
        return CachedFile(
            path=file.path,
            stamp=stamp,
            hash=file.hash,
            encoding=file.encoding,
            byte_size=file.byte_size,
            line_count=file.line_count,
            exclusion=file.exclusion,
            detail=file.detail,
            language=file.language,
            parse=file.parse,
            symbols=packed_symbols(file.symbols) if file.symbols else None,
            facts=self.facts,
            outline=self.outline,
        )


def record_from(cached: CachedFile) -> Record:
    """Return what the cache kept as a record. Raises ``UnpackError``."""
    symbols = cached.symbols
    file = IndexedFile(
        path=cached.path,
        byte_size=cached.byte_size,
        hash=cached.hash,
        encoding=cached.encoding,
        line_count=cached.line_count,
        language=cached.language,
        parse=cached.parse,
        symbols=() if symbols is None else unpacked_symbols(cached.path, symbols),
        exclusion=cached.exclusion,
        detail=cached.detail,
    )
    return Record(file, cached.facts, cached.outline)


def record_of(path: str, source: SourceText | Refused) -> Record:
    """Return what reading a file gave as a record; a text is parsed."""
    if isinstance(source, Refused):
        return Record(
            IndexedFile(
                path=path,
                byte_size=source.byte_size,
                hash=source.hash,
                encoding=Encoding.UNKNOWN,
                line_count=0,
                exclusion=source.exclusion,
                detail=source.detail,
            )
        )
    parsed = parse_source(path, source.text)
    file = IndexedFile(
        path=path,
        byte_size=source.byte_size,
        hash=source.hash,
        encoding=source.encoding,
        line_count=source.line_count,
        language=None if parsed is None else str(parsed.language),
        parse=ParseState.NO_GRAMMAR if parsed is None else parsed.parse,
        symbols=() if parsed is None else parsed.symbols,
    )
    if parsed is None:
        return Record(file)
    facts = packed_facts(parsed)
    return Record(file, facts, outline_key(parsed.symbols, facts))


def parsed_sources(records: Iterable[Record]) -> dict[str, ParsedSource]:
    """Return what each file says about itself, in bytewise order of path.

    Facts that were just packed are whole; facts from a cache were read with their symbols. Raises
    ``UnpackError``.
    """
    parsed = (record.parsed() for record in records)
    found = [source for source in parsed if source is not None]
    return {one.path: one for one in sorted(found, key=lambda one: in_bytes(one.path))}


_FORMAT = 1
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
    # A frozen program has its sources with it as data.
    for name, data in _sources_of_the_room():
        digest.update(f" {name} {hashlib.sha256(data).hexdigest()}".encode())
    return digest.hexdigest()


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError as error:
        raise MissingResourceError(
            f"The version of {package} cannot be told. Install the program again."
        ) from error


def _sources_of_the_room() -> list[tuple[str, bytes]]:
    found = _sources(resources.files("inspector.project"))
    if not found:
        raise MissingResourceError(
            "The sources of inspector.project are missing. Install the program again."
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
