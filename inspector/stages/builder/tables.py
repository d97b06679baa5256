"""Tables of a build: files, ranking, blocks, redactions, steps of fitting, the ledger.

The table of all files of a project; only what is looked at is worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import StrEnum
from operator import attrgetter
from typing import TypeVar

import numpy as np

from inspector.core.builder.candidates import TermKind
from inspector.core.builder.ranking import RankedFile
from inspector.core.builder.report import FateKind, FileFate
from inspector.language import tr
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
)
from inspector.present.table.spec import ledger_table, table_of
from inspector.project.index import IndexedFile
from inspector.stages.builder.shown import Shown, file_key, redaction_key, step_key
from inspector.stages.builder.words import (
    FATE_LABELS,
    FATE_WORDS,
    FIT_WORDS,
    LEVEL_WORDS,
    PRIORITY,
    PRIORITY_LABELS,
    TERM_WORDS,
    TOKENS,
    WHY,
    number_column,
    path_column,
)

FILE_COLUMNS = (
    path_column("Relative to the project's folder."),
    Column("fate", "Verdict", "What became of the file.", Kind.ENUM, ("state",), width=13),
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
            lambda: Numbers.whole([cell(path) for path in paths]),
            lambda places: Numbers.whole([cell(path) for path in some_of(places)]),
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


def _codes(words: Sequence[str], known: tuple[str, ...]) -> Codes:
    labels = known or tuple(sorted({*words, ""}))
    place = {label: code for code, label in enumerate(labels)}
    return Codes(np.array([place[word] for word in words], dtype=np.uint16), labels)


class BuilderTable(StrEnum):
    """The tables, by the names of their panels."""

    FILES = "builder-files"
    RANKING = "builder-ranking"
    BLOCKS = "builder-blocks"
    REDACTIONS = "builder-redactions"
    FIT = "builder-fit"
    LEDGER = "builder-ledger"


TITLES = {
    BuilderTable.FILES: tr("Files"),
    BuilderTable.RANKING: tr("Ranking"),
    BuilderTable.BLOCKS: tr("Blocks"),
    BuilderTable.REDACTIONS: tr("Redactions"),
    BuilderTable.FIT: tr("Fit"),
    BuilderTable.LEDGER: tr("Ledger"),
}


def _points(kind: TermKind, title: str) -> Column:
    what = tr("Points for: {what}.", what=tr(TERM_WORDS[kind]))
    return number_column(
        kind.value, title, what, 5,
        of=lambda file: next((term.points for term in file.terms if term.kind is kind), None),
    )  # fmt: skip


def _words(value: StrEnum) -> str:
    return value.replace("_", " ")


BLOCK_COLUMNS = (
    number_column("place", "Place", "Its place in the bundle.", 5, of=lambda row: row[0]),
    replace(PRIORITY, labels=PRIORITY_LABELS, of=lambda row: row[1].block.priority),
    Column("type", "Type", "What the block holds.", Kind.ENUM, width=13,
           of=lambda row: row[1].block.block_type.value),
    Column("block", "Block", "Its heading.", Kind.TEXT, ("title", "name"), width=44,
           elide=Elide.MIDDLE, of=lambda row: row[1].block.title),
    replace(TOKENS, of=lambda row: row[1].tokens),
    number_column("start", "Starts at", "Code points of the rendered text before it.", 9,
                  of=lambda row: row[1].start),
    number_column("end", "Ends at", "Code points up to its end.", 9, visible=False,
                  of=lambda row: row[1].end),
    Column("source", "Source", "Where its content comes from.", Kind.ENUM, width=11,
           of=lambda row: row[1].block.meta.source.value),
    Column("symbol", "Symbol", "The definition that it holds.", Kind.TEXT, width=18, visible=False,
           of=lambda row: row[1].block.meta.symbol),
    Column("hash", "SHA-256", "Of the file's bytes.", Kind.TEXT, width=18, visible=False,
           of=lambda row: row[1].block.meta.hash),
    Column("encoding", "Encoding", "How its bytes are text.", Kind.ENUM, width=11, visible=False,
           of=lambda row: row[1].block.meta.encoding.value),
    number_column("bytes", "Bytes", "Size of the file.", 9, visible=False,
                  of=lambda row: row[1].block.meta.byte_size),
    number_column("lines", "Lines", "Lines of the file.", 7, visible=False,
                  of=lambda row: row[1].block.meta.line_count),
)  # fmt: skip

REDACTION_COLUMNS = (
    Column("what", "What", "What was done.", Kind.ENUM, ("type",), width=17,
           of=lambda one: _words(one.type)),
    Column("path", "Where", "The path, or the title of a block.", Kind.TEXT, ("target", "file"),
           width=36, elide=Elide.MIDDLE, of=attrgetter("target")),
    Column("reason", "Reason", "Why it was taken out.", Kind.ENUM, width=11,
           of=lambda one: _words(one.reason)),
    Column("details", "Details", "Places and kinds, never values.", Kind.TEXT, width=60,
           of=attrgetter("details")),
)  # fmt: skip

FIT_COLUMNS = (
    number_column("step", "Step", "Its place.", 5, of=attrgetter("number")),
    Column("action", "Action", "What was tried.", Kind.ENUM, width=26,
           of=lambda step: FIT_WORDS[step.action]),
    replace(path_column("The file that it was done to.", 28), of=attrgetter("path")),
    number_column("before", "Before", "Tokens of everything before it.", 8,
                  of=attrgetter("tokens_before")),
    number_column("after", "After", "Tokens of everything after it.", 8, aliases=("tokens",),
                  of=attrgetter("tokens_after")),
    number_column("saved", "Saved", "Tokens that it saved.", 7, of=attrgetter("saved")),
    number_column("over", "Over", "Tokens above the hard limit after it.", 7,
                  of=lambda step: max(0, step.tokens_after - step.hard_limit)),
    replace(WHY, of=attrgetter("sentence")),
)  # fmt: skip


def builder_table(table: BuilderTable, shown: Shown) -> TableData:
    """Return a table of a build."""
    return _MAKERS[table](shown)


def row_count(table: BuilderTable, shown: Shown) -> int:
    """Return how many rows a table has, without making it."""
    report = shown.report
    counts = {
        BuilderTable.FILES: len(shown.fates),
        BuilderTable.RANKING: len(report.ranking),
        BuilderTable.BLOCKS: len(report.blocks),
        BuilderTable.REDACTIONS: len(report.redactions.redactions),
        BuilderTable.FIT: len(report.fit_steps),
        BuilderTable.LEDGER: len(report.ledger.entries),
    }
    return counts[table]


def rank_table(shown: Shown) -> TableData:
    """Return candidates by rank, with what every rule gives or takes; keys are ``file:path``."""
    columns = (
        number_column("rank", "Rank", "1 is the highest.", 5, of=attrgetter("rank")),
        replace(path_column("Relative to the project's folder.", 30), of=attrgetter("path")),
        Column("fate", "Verdict", "What became of the file.", Kind.ENUM, ("state",), width=11,
               labels=FATE_LABELS, of=lambda file: FATE_WORDS[shown.fates[file.path]]),
        number_column("score", "Score", "Weights and penalties together.", 6,
                      of=attrgetter("score")),
        _points(TermKind.TARGET_FILE, "Target"),
        _points(TermKind.TARGET_SYMBOL, "Symbol"),
        _points(TermKind.DIRECT_DEPENDENCY, "Import"),
        _points(TermKind.BASE_TYPE, "Base"),
        _points(TermKind.CALLER_OR_CALLEE, "Call"),
        _points(TermKind.CONFIGURATION, "Config"),
        _points(TermKind.SIZE_PENALTY, "Size"),
        _points(TermKind.DISTANCE_PENALTY, "Distance"),
        _points(TermKind.DUPLICATE_PENALTY, "Duplicate"),
        number_column("hops", "Hops", "Steps along relations from a target.", 5,
                      of=attrgetter("hops")),
        replace(PRIORITY, labels=PRIORITY_LABELS, of=attrgetter("priority")),
        Column("asked_as", "Because", "The strongest reason to look at it.", Kind.ENUM,
               ("because",), width=12, of=lambda file: _words(file.reason)),
        Column("tie", "Behind the one before by", "What decided its place.", Kind.ENUM, width=12,
               visible=False, of=lambda file: file.tie_break.value),
        number_column("bytes", "Bytes", "Its size when it was indexed.", 9, visible=False,
                      of=attrgetter("byte_size")),
    )  # fmt: skip
    ranking = shown.report.ranking
    return table_of(columns, [file_key(file.path) for file in ranking], ranking)


def block_table(shown: Shown) -> TableData:
    """Return the blocks of the bundle in order; keys are those of the ledger."""
    blocks = shown.report.blocks
    keys = list(shown.entries)[: len(blocks)]  # the ledger begins with them, in the same order
    return table_of(BLOCK_COLUMNS, keys, enumerate(blocks, 1))


def redaction_table(shown: Shown) -> TableData:
    """Return everything that was taken out; keys are ``redaction:place``."""
    found = shown.report.redactions.redactions
    return table_of(REDACTION_COLUMNS, [redaction_key(at) for at in range(len(found))], found)


def fit_table(shown: Shown) -> TableData:
    """Return the steps of fitting; keys are ``fit:number``."""
    steps = shown.report.fit_steps
    return table_of(FIT_COLUMNS, [step_key(step.number) for step in steps], steps)


def _ledger(shown: Shown) -> TableData:
    return ledger_table(shown.report.ledger)


_MAKERS = {
    BuilderTable.FILES: file_table,
    BuilderTable.RANKING: rank_table,
    BuilderTable.BLOCKS: block_table,
    BuilderTable.REDACTIONS: redaction_table,
    BuilderTable.FIT: fit_table,
    BuilderTable.LEDGER: _ledger,
}
