"""What people call the values of the builder.

Columns that several tables of a build have.

How fates and priorities are drawn: a colour and a shape or pattern each.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from inspector.core.builder.candidates import TermKind
from inspector.core.builder.outputs import Priority
from inspector.core.builder.ranking import TieBreak
from inspector.core.builder.report import FateKind, FitAction
from inspector.language import tr, tr_n
from inspector.present.palette import Colors, Look, Shape
from inspector.present.table import Column, Elide, Kind
from inspector.project.code.slices import SliceLevel

FATE_WORDS = {
    FateKind.INCLUDED: "whole",
    FateKind.SLICED: "cut",
    FateKind.REDACTED: "redacted",
    FateKind.REMOVED: "removed",
    FateKind.OPTIONAL: "optional",
    FateKind.EXCLUDED: "blocked",
    FateKind.REFUSED: "refused",
    FateKind.NO_CANDIDATE: "not referenced",
}

LEVEL_WORDS = {
    SliceLevel.FULL_FILE: "whole file",
    SliceLevel.TARGET_REGION_ONLY: "named definitions only",
    SliceLevel.SIGNATURES_ONLY: "signatures only",
    SliceLevel.SUMMARY_ONLY: "one line",
}

TERM_WORDS = {
    TermKind.TARGET_FILE: "target file",
    TermKind.TARGET_SYMBOL: "defines a target symbol",
    TermKind.DIRECT_DEPENDENCY: "direct dependency",
    TermKind.BASE_TYPE: "base type or interface",
    TermKind.CALLER_OR_CALLEE: "caller or callee",
    TermKind.CONFIGURATION: "configuration",
    TermKind.EVERYTHING_ELSE: "everything else",
    TermKind.SIGNALS: "signals",
    TermKind.SIZE_PENALTY: "size",
    TermKind.DISTANCE_PENALTY: "distance",
    TermKind.DUPLICATE_PENALTY: "shown by another block already",
}

TIE_WORDS = {
    TieBreak.FIRST: tr("nothing ranks higher"),
    TieBreak.SCORE: tr("a lower score than the one before"),
    TieBreak.HOPS: tr("the same score as the one before, and more steps from a target"),
    TieBreak.SIZE: tr("the same score and steps as the one before, and larger"),
    TieBreak.PATH: tr("the same in all but the path, which comes later"),
}

FIT_WORDS = {
    FitAction.ESTIMATE: "everything that was asked for",
    FitAction.REMOVE_OPTIONAL: "remove optional context",
    FitAction.REMOVE_SECONDARY: "remove a block of P2",
    FitAction.SLICE_RELATED: "slice a block of P1",
    FitAction.SUMMARISE_RELATED: "cut a block of P1 to one line",
    FitAction.REMOVE_RELATED: "remove a block of P1",
    FitAction.KEEP_RELATED: "keep a block of P1 whole",
    FitAction.SLICE_TARGET: "slice a target",
    FitAction.KEEP_TARGET: "keep a target whole",
    FitAction.REFUSE: "refuse",
    FitAction.MAKE_ROOM: "make room",
    FitAction.BRING_BACK: "bring back",
    FitAction.NAME_LEFT_OUT: "name what is left out",
}


FATE_LABELS = tuple(FATE_WORDS[kind] for kind in FateKind)
PRIORITY_LABELS = ("", *(priority.value for priority in Priority))


def path_column(help_text: str, width: int = 34) -> Column:
    """Return the column of a file's path."""
    return Column("path", "Path", help_text, Kind.TEXT, ("file", "name"), width=width,
                  elide=Elide.MIDDLE)  # fmt: skip


def number_column(column_id: str, title: str, help_text: str, width: int, **more: Any) -> Column:
    """Return a column of whole numbers; ``more`` is passed on."""
    return Column(column_id, title, help_text, Kind.INTEGER, width=width, **more)


TOKENS = number_column("tokens", "Tokens", "Tokens of its block, heading and fence included.", 7)
PRIORITY = Column("priority", "Priority", "How much it is needed: P0 to P3.", Kind.ENUM, width=7)
WHY = Column("why", "Why", "The reason in one sentence.", Kind.TEXT, ("sentence",), width=70)


# The verdict whose colour a fate has, and its own shape.
_FATES = {
    FateKind.INCLUDED: ("included", Shape.DISC),
    FateKind.SLICED: ("reduced", Shape.HALF),
    FateKind.REDACTED: ("suppressed", Shape.DIAMOND),
    FateKind.REMOVED: ("dropped", Shape.RING),
    FateKind.OPTIONAL: ("dropped", Shape.DOTTED),
    FateKind.EXCLUDED: ("excluded", Shape.CROSS),
    FateKind.REFUSED: ("refused", Shape.STOP),
    FateKind.NO_CANDIDATE: ("balance", Shape.DOTTED),
}

PRIORITY_FILLS = {
    Priority.P0: "verdict:reduced-fill",
    Priority.P1: "verdict:included-fill",
    Priority.P2: "part:listed-fill",
    Priority.P3: "verdict:suppressed-fill",
}
"""The colour of a priority's blocks, as pictures name it."""

PRIORITY_TITLES = {
    Priority.P0: tr("P0 required"),
    Priority.P1: tr("P1 direct dependency"),
    Priority.P2: tr("P2 around"),
    Priority.P3: tr("P3 optional"),
}


def fate_look(colors: Colors, kind: FateKind) -> Look:
    """Return the look of a fate."""
    verdict, shape = _FATES[kind]
    return replace(colors.verdicts[verdict], shape=shape)


def fate_looks(colors: Colors) -> dict[str, Look]:
    """Return the looks by what people call the fates, for tables."""
    return {FATE_WORDS[kind]: fate_look(colors, kind) for kind in FateKind}


def lines_text(lines: int) -> str:
    """Return a number of lines."""
    return tr_n("{lines:,} line", "{lines:,} lines", lines, lines=lines)


def definitions_text(number: int) -> str:
    """Return a number of definitions."""
    return tr_n("{number:,} definition", "{number:,} definitions", number, number=number)
