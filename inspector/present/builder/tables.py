"""Tables of a build: files, ranking, blocks, redactions, steps of fitting, the ledger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

import numpy as np

from inspector.core.builder.fates import FateKind
from inspector.core.builder.outputs import Priority
from inspector.core.builder.ranked import RankedFile, TermKind
from inspector.core.reasons import Verdict
from inspector.present.builder.keys import entry_key, file_key, redaction_key, step_key
from inspector.present.builder.names import FATE_WORDS, FIT_WORDS, LEVEL_WORDS, TERM_WORDS
from inspector.present.builder.shown import Shown
from inspector.present.discipline.row_table import row_table
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


class BuilderTable(StrEnum):
    """The tables, by the names of their panels."""

    FILES = "builder-files"
    RANKING = "builder-ranking"
    BLOCKS = "builder-blocks"
    REDACTIONS = "builder-redactions"
    FIT = "builder-fit"
    LEDGER = "builder-ledger"


TITLES = {
    BuilderTable.FILES: "Files",
    BuilderTable.RANKING: "Ranking",
    BuilderTable.BLOCKS: "Blocks",
    BuilderTable.REDACTIONS: "Redactions",
    BuilderTable.FIT: "Fit",
    BuilderTable.LEDGER: "Ledger",
}


def _path(help_text: str, width: int = 34) -> Column:
    return Column("path", "Path", help_text, Kind.TEXT, ("file", "name"), width=width,
                  elide=Elide.MIDDLE)  # fmt: skip


def _number(column_id: str, title: str, help_text: str, width: int, **more: Any) -> Column:
    return Column(column_id, title, help_text, Kind.INTEGER, width=width, **more)


def _points(kind: TermKind, title: str) -> Column:
    return _number(kind.value, title, f"Points for: {TERM_WORDS[kind]}.", 5)


_TOKENS = _number("tokens", "Tokens", "Tokens of its block, heading and fence included.", 7)
_PRIORITY = Column("priority", "Priority", "How much it is needed: P0 to P3.", Kind.ENUM, width=7)
_WHY = Column("why", "Why", "The reason in one sentence.", Kind.TEXT, ("sentence",), width=70)

FILE_COLUMNS = (
    _path("Relative to the project's folder."),
    Column("fate", "Fate", "What became of the file.", Kind.ENUM, ("state",), width=13),
    _PRIORITY,
    _TOKENS,
    _number("needed", "Whole", "Tokens that the whole file takes.", 7),
    _number("score", "Score", "Sum of its weights and penalties.", 6),
    _number("rank", "Rank", "1 is the highest.", 6, visible=False),
    Column("level", "Sent as", "How much of it is sent.", Kind.ENUM, width=14, visible=False),
    Column("rule", "Hard rule", "What keeps it out whatever asks for it.", Kind.ENUM,
           ("exclusion",), width=14, visible=False),
    _number("bytes", "Bytes", "Its size when it was indexed.", 9, aliases=("size",)),
    _number("lines", "Lines", "Its lines when it was indexed.", 7, visible=False),
    Column("language", "Language", "Of its grammar.", Kind.ENUM, width=11, visible=False),
    Column("encoding", "Encoding", "How its bytes are text.", Kind.ENUM, width=11, visible=False),
    _number("symbols", "Symbols", "Definitions in it.", 7, visible=False),
    _WHY,
)  # fmt: skip

RANK_COLUMNS = (
    _number("rank", "Rank", "1 is the highest.", 5),
    _path("Relative to the project's folder.", 30),
    Column("fate", "Fate", "What became of the file.", Kind.ENUM, ("state",), width=11),
    _number("score", "Score", "Weights and penalties together.", 6),
    _points(TermKind.TARGET_FILE, "Target"),
    _points(TermKind.TARGET_SYMBOL, "Symbol"),
    _points(TermKind.DIRECT_DEPENDENCY, "Import"),
    _points(TermKind.BASE_TYPE, "Base"),
    _points(TermKind.CALLER_OR_CALLEE, "Call"),
    _points(TermKind.CONFIGURATION, "Config"),
    _points(TermKind.SIZE_PENALTY, "Size"),
    _points(TermKind.DISTANCE_PENALTY, "Distance"),
    _points(TermKind.DUPLICATE_PENALTY, "Duplicate"),
    _number("hops", "Hops", "Steps along relations from a target.", 5),
    _PRIORITY,
    Column("asked_as", "Because", "The strongest reason to look at it.", Kind.ENUM, ("because",),
           width=12),
    Column("tie", "Behind the one before by", "What decided its place.", Kind.ENUM, width=12,
           visible=False),
    _number("bytes", "Bytes", "Its size when it was indexed.", 9, visible=False),
)  # fmt: skip

BLOCK_COLUMNS = (
    _number("place", "Place", "Its place in the bundle.", 5),
    _PRIORITY,
    Column("type", "Type", "What the block holds.", Kind.ENUM, width=13),
    Column("block", "Block", "Its heading.", Kind.TEXT, ("title", "name"), width=44,
           elide=Elide.MIDDLE),
    _TOKENS,
    _number("start", "Starts at", "Code points of the rendered text before it.", 9),
    _number("end", "Ends at", "Code points of the rendered text up to its end.", 9, visible=False),
    Column("source", "Source", "Where its content comes from.", Kind.ENUM, width=11),
    Column("hash", "SHA-256", "Of the file's bytes.", Kind.TEXT, width=18, visible=False),
)  # fmt: skip

REDACTION_COLUMNS = (
    Column("what", "What", "What was done.", Kind.ENUM, ("type",), width=17),
    Column("path", "Where", "The path, or the title of a block.", Kind.TEXT, ("target", "file"),
           width=36, elide=Elide.MIDDLE),
    Column("reason", "Reason", "Why it was taken out.", Kind.ENUM, width=11),
    Column("details", "Details", "Places and kinds, never values.", Kind.TEXT, width=60),
)  # fmt: skip

FIT_COLUMNS = (
    _number("step", "Step", "Its place.", 5),
    Column("action", "Action", "What was tried.", Kind.ENUM, width=26),
    _path("The file that it was done to.", 28),
    _number("before", "Before", "Tokens of everything before it.", 8),
    _number("after", "After", "Tokens of everything after it.", 8, aliases=("tokens",)),
    _number("saved", "Saved", "Tokens that it saved.", 7),
    _number("over", "Over", "Tokens above the hard limit after it.", 7),
    _WHY,
)

LEDGER_COLUMNS = (
    Column("name", "Row", "A block, a candidate, or what closes the sum.", Kind.TEXT,
           ("path", "file"), width=34, elide=Elide.MIDDLE),
    Column("kind", "Kind", "What the row is about.", Kind.ENUM, width=9),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=11),
    Column("account", "Priority", "Its priority.", Kind.ENUM, ("priority",), width=8),
    _number("tokens", "Tokens", "What it takes of the hard limit.", 8),
    _number("needed", "Needed", "What it asked for.", 8),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, width=22,
           visible=False),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, width=22, visible=False),
    _WHY,
)  # fmt: skip

_FATE_LABELS = tuple(FATE_WORDS[kind] for kind in FateKind)
_PRIORITIES = ("", *(priority.value for priority in Priority))


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


def file_table(shown: Shown) -> TableData:
    """Return every path of the project; keys are ``file:path``."""
    paths = tuple(shown.fates)
    fates, files, ranks = shown.report.fates, shown.index.files, shown.ranks

    def texts(cell: Callable[[str], str]) -> Lazy:
        def some(places: Rows) -> Values:
            return Texts([cell(paths[place]) for place in places.tolist()])

        return Lazy(lambda: Texts([cell(path) for path in paths]), some)

    def numbers(cell: Callable[[str], int | None]) -> Lazy:
        def some(places: Rows) -> Values:
            return _numbers([cell(paths[place]) for place in places.tolist()])

        return Lazy(lambda: _numbers([cell(path) for path in paths]), some)

    def labels(cell: Callable[[str], str], known: tuple[str, ...] = ()) -> Lazy:
        return Lazy(lambda: _codes([cell(path) for path in paths], known))

    kinds = [_FATE_CODES[kind] for kind in shown.fates.values()]
    return TableData(
        FILE_COLUMNS,
        tuple(file_key(path) for path in paths),
        {
            "path": Texts(paths),
            "fate": Codes(np.array(kinds, dtype=np.uint8), _FATE_LABELS),
            "priority": labels(lambda path: fates[path].priority or "", _PRIORITIES),
            "tokens": numbers(lambda path: fates[path].tokens or None),
            "needed": numbers(lambda path: fates[path].needed),
            "score": numbers(lambda path: ranks[path].score if path in ranks else None),
            "rank": numbers(lambda path: ranks[path].rank if path in ranks else None),
            "level": labels(lambda path: _level(shown, path)),
            "rule": labels(lambda path: fates[path].exclusion or ""),
            "bytes": numbers(lambda path: files[path].byte_size if path in files else None),
            "lines": numbers(lambda path: files[path].line_count if path in files else None),
            "language": labels(lambda path: (files[path].language or "") if path in files else ""),
            "encoding": labels(lambda path: files[path].encoding.value if path in files else ""),
            "symbols": numbers(lambda path: len(files[path].symbols) if path in files else None),
            "why": texts(shown.sentence),
        },
    )


_FATE_CODES = {kind: code for code, kind in enumerate(FateKind)}


def _level(shown: Shown, path: str) -> str:
    level = shown.report.fates[path].level
    return "" if level is None else LEVEL_WORDS[level]


def _numbers(values: Sequence[int | None]) -> Numbers:
    present = np.array([value is not None for value in values], dtype=np.bool_)
    return Numbers(np.array([value or 0 for value in values], dtype=np.int64), present)


def _codes(words: Sequence[str], known: tuple[str, ...]) -> Codes:
    labels = known or tuple(sorted({*words, ""}))
    place = {label: code for code, label in enumerate(labels)}
    return Codes(np.array([place[word] for word in words], dtype=np.uint16), labels)


def rank_table(shown: Shown) -> TableData:
    """Return candidates by rank, with what every rule gives or takes; keys are ``file:path``."""
    rows = {file_key(file.path): _rank_row(shown, file) for file in shown.report.ranking}
    return row_table(RANK_COLUMNS, rows, {"fate": _FATE_LABELS, "priority": _PRIORITIES})


def _rank_row(shown: Shown, file: RankedFile) -> tuple[Any, ...]:
    points = {term.kind: term.points for term in file.terms}
    terms = [points.get(TermKind(column.id)) for column in RANK_COLUMNS if column.id in _TERMS]
    return (
        file.rank,
        file.path,
        FATE_WORDS[shown.report.fates[file.path].kind],
        file.score,
        *terms,
        file.hops,
        file.priority.value,
        file.reason.value.replace("_", " "),
        file.tie_break.value,
        file.byte_size,
    )


_TERMS = frozenset(kind.value for kind in TermKind)


def block_table(shown: Shown) -> TableData:
    """Return the blocks of the bundle in order; keys are those of the ledger."""
    keys = list(shown.entries)  # the ledger begins with the blocks, in the same order
    rows = {
        key: (
            place,
            one.block.priority.value,
            one.block.block_type.value,
            one.block.title,
            one.tokens,
            one.start,
            one.end,
            one.block.meta.source.value,
            one.block.meta.hash,
        )
        for place, (key, one) in enumerate(zip(keys, shown.report.blocks, strict=False), 1)
    }
    return row_table(BLOCK_COLUMNS, rows, {"priority": _PRIORITIES})


def redaction_table(shown: Shown) -> TableData:
    """Return everything that was taken out; keys are ``redaction:place``."""
    rows = {
        redaction_key(place): (
            one.type.value.replace("_", " "),
            one.target,
            one.reason.value.replace("_", " "),
            one.details,
        )
        for place, one in enumerate(shown.report.redactions.redactions)
    }
    return row_table(REDACTION_COLUMNS, rows)


def fit_table(shown: Shown) -> TableData:
    """Return the steps of fitting; keys are ``fit:number``."""
    rows = {
        step_key(step.number): (
            step.number,
            FIT_WORDS[step.action],
            step.path,
            step.tokens_before,
            step.tokens_after,
            step.saved,
            max(0, step.tokens_after - step.hard_limit),
            step.sentence,
        )
        for step in shown.report.fit_steps
    }
    return row_table(FIT_COLUMNS, rows)


def ledger_table(shown: Shown) -> TableData:
    """Return every row of the ledger; the tokens add up to the hard limit."""
    rows = {
        entry_key(entry): (
            entry.name,
            entry.kind,
            entry.verdict.value,
            entry.account,
            entry.tokens,
            entry.needed,
            entry.reason.code,
            entry.rule,
            entry.sentence,
        )
        for entry in shown.report.ledger.entries
    }
    return row_table(LEDGER_COLUMNS, rows, {"verdict": tuple(one.value for one in Verdict)})


_MAKERS = {
    BuilderTable.FILES: file_table,
    BuilderTable.RANKING: rank_table,
    BuilderTable.BLOCKS: block_table,
    BuilderTable.REDACTIONS: redaction_table,
    BuilderTable.FIT: fit_table,
    BuilderTable.LEDGER: ledger_table,
}
