"""A build in a line: for its banner, and for the line below the window."""

from __future__ import annotations

from inspector.analysis.builder_runs import BuildPhase
from inspector.core.builder.outputs import BudgetDecision
from inspector.core.builder.report import BundleReport
from inspector.core.reasons import Verdict

_VERDICTS = {
    BudgetDecision.OK: (Verdict.INCLUDED, "ready"),
    BudgetDecision.WARN_SOFT_LIMIT: (Verdict.DROPPED, "warning"),
    BudgetDecision.REFUSE_HARD_LIMIT: (Verdict.REFUSED, "refused"),
}
DECISIONS = {
    BudgetDecision.OK: "ok",
    BudgetDecision.WARN_SOFT_LIMIT: "above the soft limit",
    BudgetDecision.REFUSE_HARD_LIMIT: "above the hard limit",
}


def decision_chip(report: BundleReport) -> tuple[Verdict, str]:
    """Return the verdict whose look a decision has, and the word for it."""
    decision = BudgetDecision.REFUSE_HARD_LIMIT if report.refused else report.budget.decision
    return _VERDICTS[decision]


def status_line(report: BundleReport) -> str:
    """Return the outcome in one line."""
    budget = report.budget
    files = len(report.manifest.selection.included_files)
    closes = "balance closes" if report.ledger.balances else "balance does NOT close"
    prints = report.manifest.fingerprints
    if report.refusal is not None:
        first = f"refused: {report.refusal.code}"
    else:
        first = (
            f"{budget.estimated_input_tokens:,} of {budget.hard_limit_tokens:,} tokens"
            f" ({DECISIONS[budget.decision]})"
        )
    what = f"{files:,} files" if files != 1 else "1 file"
    return f"{first} · {what} · {closes} · {report.estimator} · {prints.bundle_fingerprint[:12]}…"


def banner(report: BundleReport) -> str:
    """Return what was decided, with its numbers."""
    budget = report.budget
    if report.refusal is not None:
        return f"Refused: {report.refusal.code}"
    tokens, hard = budget.estimated_input_tokens, budget.hard_limit_tokens
    share = f", {tokens * 100 // hard} %" if hard else ""
    fit = {
        BudgetDecision.OK: "within the soft limit",
        BudgetDecision.WARN_SOFT_LIMIT: "above the soft limit",
        BudgetDecision.REFUSE_HARD_LIMIT: "above the hard limit",
    }[budget.decision]
    return f"{tokens:,} of {hard:,} tokens{share} · {fit}"


def phase_text(phase: BuildPhase, done: int, total: int) -> str:
    """Return what a run is doing, and how far it is."""
    if phase is BuildPhase.INDEXING:
        if total:
            return f"Indexing the project: {done:,} of {total:,} files"
        return "Looking through the folders …"
    if phase is BuildPhase.LOADING_RULES:
        return "Loading the rules that find secrets …"
    return f"Building: {done:,} texts looked through for secrets" if done else "Building …"
