"""Facts, symbols and relations as few bytes, and back.

Packed values hold what the index holds: names, places and signatures, never contents.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import msgspec

from inspector.project.code import ParsedSource
from inspector.project.index import Relation, RelationKind, Symbol, SymbolKind

_Row = tuple[str, SymbolKind, int, int, str, bool]
_Columns = tuple[list[str], list[list[int]]]

_SYMBOLS = msgspec.msgpack.Decoder(list[_Row])
_PARSED = msgspec.msgpack.Decoder(ParsedSource)
_RELATIONS = msgspec.msgpack.Decoder(_Columns)
_KINDS = tuple(RelationKind)
_QUICK = 1  # the level of compression; more takes longer and saves little


class UnpackError(ValueError):
    """The bytes are not what was packed."""


def packed_symbols(symbols: Iterable[Symbol]) -> bytes:
    """Return the symbols of one file; their common path is not kept."""
    return msgspec.msgpack.encode(
        [
            (s.qualified_name, s.kind, s.start_line, s.end_line, s.signature, s.parsed_cleanly)
            for s in symbols
        ]
    )


def unpacked_symbols(path: str, data: bytes) -> tuple[Symbol, ...]:
    """Return the symbols of a file. Raises ``UnpackError``."""
    try:
        return tuple(Symbol(path, *row) for row in _SYMBOLS.decode(data))
    except msgspec.MsgspecError as error:
        raise UnpackError("these are no symbols") from error


def packed_facts(parsed: ParsedSource) -> bytes:
    """Return what a file says about itself, but for its symbols."""
    return zlib.compress(msgspec.msgpack.encode(replace(parsed, symbols=())), _QUICK)


def unpacked_facts(path: str, symbols: tuple[Symbol, ...], data: bytes) -> ParsedSource:
    """Return what a file says about itself. Raises ``UnpackError``."""
    try:
        parsed = _PARSED.decode(zlib.decompress(data))
    except (msgspec.MsgspecError, zlib.error) as error:
        raise UnpackError("these are no facts") from error
    if parsed.path != path:
        raise UnpackError("these are the facts of another file")
    return replace(parsed, symbols=symbols)


def outline_key(symbols: Iterable[Symbol], facts: bytes) -> str:
    """Return a hash, in hex, of all that relations depend on: names and uses, but no lines."""
    names = msgspec.msgpack.encode([(s.qualified_name, s.kind) for s in symbols])
    return hashlib.sha256(hashlib.sha256(names).digest() + facts).hexdigest()


def packed_relations(relations: Iterable[Relation]) -> bytes:
    """Return relations, each name in them once."""
    places: dict[str, int] = {}

    def place(name: str) -> int:
        return places.setdefault(name, len(places))

    rows = [
        (
            place(r.source_path),
            place(r.source_symbol),
            _KINDS.index(r.kind),
            place(r.target_path),
            place(r.target_symbol),
        )
        for r in relations
    ]
    columns = [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * 5
    return zlib.compress(msgspec.msgpack.encode((list(places), columns)), _QUICK)


def unpacked_relations(data: bytes) -> tuple[Relation, ...]:
    """Return relations, sharing the names in them. Raises ``UnpackError``."""
    try:
        names, columns = _RELATIONS.decode(zlib.decompress(data))
        tables: tuple[Any, ...] = (names, names, _KINDS, names, names)
        named = (
            map(table.__getitem__, column) for table, column in zip(tables, columns, strict=True)
        )
        return tuple(map(Relation, *named))
    except (msgspec.MsgspecError, zlib.error, IndexError, ValueError, TypeError) as error:
        raise UnpackError("these are no relations") from error
