"""What is measured of each request: a handful of whole numbers, exact under every policy."""

from __future__ import annotations

from enum import StrEnum

from inspector.analysis.expectations import included_ids
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.request import Request


class Fact(StrEnum):
    """One whole number about one request under one policy."""

    MET = "met"  # entries of must_include that are in
    USED = "used"  # tokens injected, overhead included
    TOTAL = "total"  # tokens that might be
    CARDS = "cards"  # cards injected
    SUPPRESSED = "suppressed"  # cards kept out because the file they come from is inlined
    INLINED = "inlined"  # files whose whole text is in
    LISTED = "listed"  # files of which one line is in


FACTS = tuple(Fact)


def facts_of(report: InjectionReport) -> tuple[int, ...]:
    """Return the facts of one report, in the order of ``FACTS``."""
    modes = [choice.mode for choice in report.materialization.files]
    present = included_ids(report)
    return (
        sum(bool(present.intersection(ids)) for ids in asked_for(report.prepared.request)),
        report.total_tokens_used,
        report.budget.total_budget,
        len(report.tiers.ranks),
        report.cards_suppressed,
        modes.count(Mode.INLINED),
        modes.count(Mode.LISTED),
    )


def asked_for(request: Request) -> tuple[tuple[str, ...], ...]:
    """Return the entries of ``must_include``, each as the ids of which one is enough."""
    if request.expect is None:
        return ()
    return tuple(
        (entry,) if isinstance(entry, str) else entry for entry in request.expect.must_include
    )
