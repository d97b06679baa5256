"""What people call the values of the builder, how they look, and a build in a few lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from inspector.core.builder.candidates import TermKind
from inspector.core.builder.inputs import ModelLimits
from inspector.core.builder.outputs import BudgetDecision, Priority
from inspector.core.builder.ranking import TieBreak
from inspector.core.builder.report import BundleReport, FateKind, FitAction
from inspector.core.reasons import Verdict
from inspector.language import tr, tr_n
from inspector.present.palette import Colors, Look, Shape
from inspector.present.shares import share_text
from inspector.present.table import Column, Elide, Kind
from inspector.project.code.slices import SliceLevel
from inspector.project.index import ProjectIndex
from inspector.stage import filled
from inspector.stages.builder.runs import BuildPhase

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


_VERDICTS = {
    BudgetDecision.OK: (Verdict.INCLUDED, "ready"),
    BudgetDecision.WARN_SOFT_LIMIT: (Verdict.DROPPED, "warning"),
    BudgetDecision.REFUSE_HARD_LIMIT: (Verdict.REFUSED, "refused"),
}
DECISIONS = {
    BudgetDecision.OK: tr("ok"),
    BudgetDecision.WARN_SOFT_LIMIT: tr("above the soft limit"),
    BudgetDecision.REFUSE_HARD_LIMIT: tr("above the hard limit"),
}


def decision_chip(report: BundleReport) -> tuple[Verdict, str]:
    """Return the verdict whose look a decision has, and the word for it."""
    decision = BudgetDecision.REFUSE_HARD_LIMIT if report.refused else report.budget.decision
    return _VERDICTS[decision]


def status_line(report: BundleReport) -> str:
    """Return the outcome in one line."""
    budget = report.budget
    files = len(report.manifest.selection.included_files)
    closes = tr("reconciled") if report.ledger.balances else tr("balance does NOT close")
    prints = report.manifest.fingerprints
    if report.refusal is not None:
        first = tr("refused: {code}", code=report.refusal.code)
    else:
        first = tr(
            "{estimated_input_tokens:,} of {hard_limit_tokens:,} tokens ({decisions})",
            estimated_input_tokens=budget.estimated_input_tokens,
            hard_limit_tokens=budget.hard_limit_tokens,
            decisions=DECISIONS[budget.decision],
        )
    what = tr_n("1 file", "{files:,} files", files, files=files)
    return f"{first} · {what} · {closes} · {report.estimator} · {prints.bundle_fingerprint[:12]}…"


def banner(report: BundleReport) -> str:
    """Return what was decided, with its numbers."""
    budget = report.budget
    if report.refusal is not None:
        return tr("Refused: {code}", code=report.refusal.code)
    tokens, hard = budget.estimated_input_tokens, budget.hard_limit_tokens
    share = f", {share_text(tokens / hard)}" if hard else ""
    fit = {
        BudgetDecision.OK: tr("within the soft limit"),
        BudgetDecision.WARN_SOFT_LIMIT: tr("above the soft limit"),
        BudgetDecision.REFUSE_HARD_LIMIT: tr("above the hard limit"),
    }[budget.decision]
    return tr(
        "{tokens:,} of {hard:,} tokens{share} · {fit}",
        tokens=tokens,
        hard=hard,
        share=share,
        fit=fit,
    )


def phase_text(phase: BuildPhase, done: int, total: int) -> str:
    """Return what a run is doing, and how far it is."""
    if phase is BuildPhase.INDEXING:
        if total:
            return tr("Indexing the project: {done:,} of {total:,} files", done=done, total=total)
        return tr("Looking through the folders …")
    if phase is BuildPhase.LOADING_RULES:
        return tr("Loading the rules that find secrets …")
    return (
        tr("Building: {done:,} texts looked through for secrets", done=done)
        if done
        else tr("Building …")
    )


def token_flow(result: Any) -> str:
    """Say how many tokens the bundle has, and how many it may have."""
    report = result.result.report
    if report is None:
        return ""
    if report.refused:
        return tr("refused")
    return filled(report.budget.estimated_input_tokens, report.budget.hard_limit_tokens)


def index_text(index: ProjectIndex | None, root: str) -> str:
    """Return what is known of a project, in numbers."""
    if not root:
        return tr("Choose a folder, or drop one here.")
    if index is None:
        return tr("Not indexed.")
    excluded = Counter(file.exclusion for file in index.files.values() if file.exclusion)
    symbols = sum(len(file.symbols) for file in index.files.values())
    files, related = len(index.files), len(index.relations)
    parts = [
        tr_n("{files:,} path", "{files:,} paths", files, files=files),
        tr_n("{symbols:,} symbol", "{symbols:,} symbols", symbols, symbols=symbols),
        tr_n("{related:,} relation", "{related:,} relations", related, related=related),
        tr("{sum:,} blocked", sum=sum(excluded.values())),
    ]
    return " · ".join(parts)


def limits_text(limits: ModelLimits) -> str:
    """Return the hard limit, which follows from the others."""
    return tr("hard {hard_limit_tokens:,}", hard_limit_tokens=limits.hard_limit_tokens)
