"""One file as the index has it and as the cache keeps it, and the parsing of many."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from importlib import metadata, resources
from importlib.resources.abc import Traversable
from multiprocessing import get_context
from typing import Self

import inspector
from inspector.project.cache import CachedFile
from inspector.project.code import ParsedSource, parse_source
from inspector.project.code.facts import (
    outline_key,
    packed_facts,
    packed_symbols,
    unpacked_facts,
    unpacked_symbols,
)
from inspector.project.contents import Refused, SourceText, Stamp
from inspector.project.index import Encoding, IndexedFile, ParseState
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


_Source = tuple[str, SourceText | Refused]

_ALONE = 1_000_000  # characters that are parsed before a process could have started
_BATCH = 200_000  # characters that a process gets at a time


class Parsers:
    """Makes records of files; ``processes`` is how many may work on them, 1 for none but this one.

    To be closed, as a context manager: nothing goes on behind it.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._done = 0
        self._pool: ProcessPoolExecutor | None = None
        self._batch = _Batch()

    @property
    def are_away(self) -> bool:
        """Whether records are made elsewhere, so that they are worth waiting for together."""
        return self._pool is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def record(self, path: str, source: SourceText | Refused) -> Callable[[], Record]:
        """Return what gives the record of a file, once it is called."""
        length = 0 if isinstance(source, Refused) else len(source.text)
        if self._processes < 2 or self._done < _ALONE:
            self._done += length
            record = record_of(path, source)
            return lambda: record
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"))
        batch, place = self._batch, self._batch.add(path, source, length)
        if batch.length >= _BATCH:
            self._send()

        def wait() -> Record:
            if batch.sent is None:
                self._send()
            return batch.records()[place]

        return wait

    def _send(self) -> None:
        assert self._pool is not None
        self._batch.send(self._pool)
        self._batch = _Batch()


class _Batch:
    """Some files that one process parses."""

    def __init__(self) -> None:
        self.length = 0
        self.sent: Future[list[Record]] | None = None
        self._sources: list[_Source] = []
        self._records: list[Record] | None = None

    def add(self, path: str, source: SourceText | Refused, length: int) -> int:
        """Take a file in; return its place."""
        self._sources.append((path, source))
        self.length += length
        return len(self._sources) - 1

    def send(self, pool: ProcessPoolExecutor) -> None:
        """Let a process parse the files."""
        try:
            self.sent = pool.submit(_parsed, self._sources)
        except BrokenProcessPool as error:
            self.sent = Future()
            self.sent.set_exception(error)

    def records(self) -> list[Record]:
        """Return the records; where the process was lost, they are made here."""
        if self._records is None:
            assert self.sent is not None
            try:
                self._records = self.sent.result()
            except BrokenProcessPool:
                self._records = _parsed(self._sources)
            self._sources = []
        return self._records


def _parsed(sources: list[_Source]) -> list[Record]:
    return [record_of(path, source) for path, source in sources]
