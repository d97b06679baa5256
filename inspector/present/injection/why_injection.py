"""Why any subject of an injection got its verdict: cards, files, backgrounds, balance rows."""

from __future__ import annotations

from inspector.core.injection.report import InjectionReport
from inspector.present.injection.why import Why, budget_steps, explanation
from inspector.present.injection.why_card import why_card
from inspector.present.injection.why_content import why_background, why_file

_EXPLAIN = {"card": why_card, "file": why_file, "background": why_background}


def why_injection(report: InjectionReport, key: str) -> Why | None:
    """Explain the subject ``kind:id``; None when the run has no such subject."""
    kind, _, subject = key.partition(":")
    if kind in _EXPLAIN:
        return _EXPLAIN[kind](report, key, subject)
    if kind == "balance":
        for entry in report.ledger.parts[3]:
            if entry.subject == subject:
                return explanation(key, entry, budget_steps(report))
    return None
