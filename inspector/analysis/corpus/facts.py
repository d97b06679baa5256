"""What is measured of each request: a handful of whole numbers, exact under every policy."""

from __future__ import annotations

from enum import StrEnum

from inspector.analysis import quantities as q
from inspector.analysis.expectations import included_ids
from inspector.core.candidates.request import Request
from inspector.core.injection.report import InjectionReport


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
_QUANTITIES = (
    q.TOKENS_USED,
    q.TOTAL_BUDGET,
    q.CARDS_INJECTED,
    q.CARDS_SUPPRESSED,
    q.FILES_INLINED,
    q.FILES_LISTED,
)  # the facts but the first


def facts_of(report: InjectionReport) -> tuple[int, ...]:
    """Return the facts of one report, in the order of ``FACTS``."""
    present = included_ids(report)
    met = sum(bool(present.intersection(ids)) for ids in asked_for(report.prepared.request))
    return (met, *(one.of(report) for one in _QUANTITIES))


def asked_for(request: Request) -> tuple[tuple[str, ...], ...]:
    """Return the entries of ``must_include``, each as the ids of which one is enough."""
    if request.expect is None:
        return ()
    return tuple(
        (entry,) if isinstance(entry, str) else entry for entry in request.expect.must_include
    )
