"""The table of all files of a project; only what is looked at is worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from inspector.core.builder.fates import FateKind, FileFate
from inspector.core.builder.ranked import RankedFile
from inspector.present.builder.columns import (
    FATE_LABELS,
    PRIORITY,
    PRIORITY_LABELS,
    TOKENS,
    WHY,
    number_column,
    path_column,
)
from inspector.present.builder.keys import file_key
from inspector.present.builder.names import LEVEL_WORDS
from inspector.present.builder.shown import Shown
from inspector.present.table import (
    Codes,
    Column,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
)
from inspector.project.index import IndexedFile

FILE_COLUMNS = (
    path_column("Relative to the project's folder."),
    Column("fate", "Fate", "What became of the file.", Kind.ENUM, ("state",), width=13),
    PRIORITY,
    TOKENS,
    number_column("needed", "Whole", "Tokens that the whole file takes.", 7),
    number_column("score", "Score", "Sum of its weights and penalties.", 6),
    number_column("rank", "Rank", "1 is the highest.", 6, visible=False),
    Column("level", "Sent as", "How much of it is sent.", Kind.ENUM, width=14, visible=False),
    Column("rule", "Hard rule", "What keeps it out whatever asks for it.", Kind.ENUM,
           ("exclusion",), width=14, visible=False),
    number_column("bytes", "Bytes", "Its size when it was indexed.", 9, aliases=("size",)),
    number_column("lines", "Lines", "Its lines when it was indexed.", 7, visible=False),
    Column("language", "Language", "Of its grammar.", Kind.ENUM, width=11, visible=False),
    Column("encoding", "Encoding", "How its bytes are text.", Kind.ENUM, width=11, visible=False),
    number_column("symbols", "Symbols", "Definitions in it.", 7, visible=False),
    WHY,
)  # fmt: skip

Value = TypeVar("Value")
Cell = TypeVar("Cell")

_FATE_CODES = {kind: code for code, kind in enumerate(FateKind)}


def file_table(shown: Shown) -> TableData:
    """Return every path of the project; keys are ``file:path``."""
    paths = tuple(shown.fates)
    kinds = np.array([_FATE_CODES[kind] for kind in shown.fates.values()], dtype=np.uint8)

    def some_of(places: Rows) -> list[str]:
        return [paths[place] for place in places.tolist()]

    def numbers(cell: Callable[[str], int | None]) -> Lazy:
        return Lazy(
            lambda: _numbers([cell(path) for path in paths]),
            lambda places: _numbers([cell(path) for path in some_of(places)]),
        )

    def of_fate(cell: Callable[[FileFate], int | None]) -> Lazy:
        return numbers(lambda path: _maybe(shown.fate(path), cell))

    def of_rank(cell: Callable[[RankedFile], int | None]) -> Lazy:
        return numbers(lambda path: _maybe(shown.ranks.get(path), cell))

    def of_file(cell: Callable[[IndexedFile], int | None]) -> Lazy:
        return numbers(lambda path: _maybe(shown.file(path), cell))

    def fate_words(cell: Callable[[FileFate], str], known: tuple[str, ...] = ()) -> Lazy:
        return Lazy(lambda: _codes([_maybe(shown.fate(path), cell) or "" for path in paths], known))

    def file_words(cell: Callable[[IndexedFile], str]) -> Lazy:
        return Lazy(lambda: _codes([_maybe(shown.file(path), cell) or "" for path in paths], ()))

    def sentences(places: Rows) -> Values:
        return Texts([shown.sentence(path) for path in some_of(places)])

    return TableData(
        FILE_COLUMNS,
        tuple(file_key(path) for path in paths),
        {
            "path": Texts(paths),
            "fate": Codes(kinds, FATE_LABELS),
            "priority": fate_words(lambda fate: fate.priority or "", PRIORITY_LABELS),
            "tokens": of_fate(lambda fate: fate.tokens or None),
            "needed": of_fate(lambda fate: fate.needed),
            "score": of_rank(lambda ranked: ranked.score),
            "rank": of_rank(lambda ranked: ranked.rank),
            "level": fate_words(lambda fate: LEVEL_WORDS[fate.level] if fate.level else ""),
            "rule": fate_words(lambda fate: fate.exclusion or ""),
            "bytes": of_file(lambda file: file.byte_size),
            "lines": of_file(lambda file: file.line_count),
            "language": file_words(lambda file: file.language or ""),
            "encoding": file_words(lambda file: file.encoding.value),
            "symbols": of_file(lambda file: len(file.symbols)),
            "why": Lazy(lambda: Texts([shown.sentence(path) for path in paths]), sentences),
        },
    )


def _maybe(value: Value | None, cell: Callable[[Value], Cell]) -> Cell | None:
    return None if value is None else cell(value)


def _numbers(values: Sequence[int | None]) -> Numbers:
    present = np.array([value is not None for value in values], dtype=np.bool_)
    return Numbers(np.array([value or 0 for value in values], dtype=np.int64), present)


def _codes(words: Sequence[str], known: tuple[str, ...]) -> Codes:
    labels = known or tuple(sorted({*words, ""}))
    place = {label: code for code, label in enumerate(labels)}
    return Codes(np.array([place[word] for word in words], dtype=np.uint16), labels)
