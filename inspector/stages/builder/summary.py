"""A build in a line: for its banner, and for the line below the window.

What the inputs of the builder say beside their fields.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from inspector.core.builder.inputs import ModelLimits
from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.report import BundleReport
from inspector.core.reasons import Verdict
from inspector.language import tr, tr_n
from inspector.present.shares import share_text
from inspector.project.index import ProjectIndex
from inspector.stage import filled
from inspector.stages.builder.runs import BuildPhase

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
