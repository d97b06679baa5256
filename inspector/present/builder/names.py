"""What people call the values of the builder."""

from __future__ import annotations

from inspector.core.builder.fates import FateKind
from inspector.core.builder.fit_steps import FitAction
from inspector.core.builder.ranked import TermKind, TieBreak
from inspector.language import tr
from inspector.project.code.slices import SliceLevel

FATE_WORDS = {
    FateKind.INCLUDED: "whole",
    FateKind.SLICED: "cut",
    FateKind.REDACTED: "redacted",
    FateKind.REMOVED: "removed",
    FateKind.OPTIONAL: "optional",
    FateKind.EXCLUDED: "never sent",
    FateKind.REFUSED: "refused",
    FateKind.NO_CANDIDATE: "not asked for",
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
