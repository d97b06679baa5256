"""What conditions of ``inspector verify`` are about: of a manifest, and of a receipt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit.contents import TOTAL, USED
from inspector.analysis.audit.receipts import ReceiptVerdict
from inspector.analysis.checks import Measured, Metric
from inspector.core.reasons import Verdict
from inspector.core.receipts.decided import verdict_of
from inspector.stages.audit.summary import request_of


def measured_manifest(audit: Audit) -> Measured:
    """Return what is measured of the manifest of an audit."""
    contents = audit.contents
    dropped = sum(
        verdict_of((None, row.entry.suppression_reason)) is Verdict.DROPPED
        for row in contents.readable_cards
        if row.entry.suppressed and row.entry.suppression_reason
    )
    budget = contents.number(TOTAL), contents.number(USED)
    return _measured(request_of(audit.value), dropped, *budget)


def measured_receipts(verdicts: Iterable[ReceiptVerdict]) -> Iterator[Measured]:
    """Yield what is measured of each receipt that can be read."""
    for one in verdicts:
        if one.outcome is not None and one.totals is not None:
            totals = one.totals
            yield _measured(one.trace_id, totals.dropped, totals.total, totals.used)


def _measured(name: str, dropped: int, total: int | None, used: int | None) -> Measured:
    values = {Metric.DROPPED: float(dropped)}
    if used is not None:
        values[Metric.TOKENS] = float(used)
        if total:
            values[Metric.USED] = used / total
    return Measured(name, values)
