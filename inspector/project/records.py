"""One file as the index has it, and as the cache keeps it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.project.cache import CachedFile
from inspector.project.code import ParsedSource, parse_source
from inspector.project.contents import Stamp
from inspector.project.index import Encoding, IndexedFile, ParseState
from inspector.project.packing import (
    outline_key,
    packed_facts,
    packed_symbols,
    unpacked_facts,
    unpacked_symbols,
)
from inspector.project.paths import in_bytes
from inspector.project.texts import Refused, SourceText


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
