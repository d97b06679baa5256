"""Why any subject of an injection got its verdict: cards, files, backgrounds, balance rows."""

from __future__ import annotations

from inspector.core.injection.report import InjectionReport
from inspector.present.injection.why import Why
from inspector.present.injection.why_balance import why_balance
from inspector.present.injection.why_card import why_card
from inspector.present.injection.why_content import why_background, why_file

_EXPLAIN = {
    "card": why_card,
    "file": why_file,
    "background": why_background,
    "balance": why_balance,
}


def why_injection(report: InjectionReport, key: str) -> Why | None:
    """Explain the subject ``kind:id``; None when the run has no such subject."""
    kind, _, subject = key.partition(":")
    explain = _EXPLAIN.get(kind)
    return None if explain is None else explain(report, key, subject)
