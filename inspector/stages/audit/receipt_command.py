"""``inspector verify receipts.jsonl``: every receipt of a file replayed from itself.

And what conditions of ``inspector verify`` are about, of a manifest as of a receipt.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.contents import TOTAL, USED
from inspector.analysis.audit.receipts import ReceiptVerdict
from inspector.analysis.checks import Condition, MeasuredRequest, Metric
from inspector.cli.checks import check_facts, checked, finish_checks
from inspector.cli.output import (
    BAD_INPUT,
    BAD_USAGE,
    DONE,
    FAILED,
    report_line,
    report_problems,
    write_text,
)
from inspector.cli.result_options import JSON
from inspector.core.reasons import Verdict
from inspector.core.receipts.decided import verdict_of
from inspector.files.findings import Findings
from inspector.files.receipts import cut_line
from inspector.files.source import read_source
from inspector.stages.audit.receipts import receipts_result, verdict_lines, verdicts_of
from inspector.stages.audit.summary import request_of


def measured_manifest(audit: Audit) -> MeasuredRequest:
    """Return what is measured of the manifest of an audit."""
    contents = audit.contents
    dropped = sum(
        verdict_of((None, row.entry.suppression_reason)) is Verdict.DROPPED
        for row in contents.readable_cards
        if row.entry.suppressed and row.entry.suppression_reason
    )
    budget = contents.number(TOTAL), contents.number(USED)
    return _measured(request_of(audit.value), dropped, *budget)


def measured_receipts(verdicts: Iterable[ReceiptVerdict]) -> Iterator[MeasuredRequest]:
    """Yield what is measured of each receipt that can be read."""
    for one in verdicts:
        if one.outcome is not None and one.totals is not None:
            totals = one.totals
            yield _measured(one.trace_id, totals.dropped, totals.total, totals.used)


def _measured(name: str, dropped: int, total: int | None, used: int | None) -> MeasuredRequest:
    values = {Metric.DROPPED: float(dropped)}
    if used is not None:
        values[Metric.TOKENS] = float(used)
        if total:
            values[Metric.USED] = used / total
    return MeasuredRequest(name, values)


def verify_receipts(options: argparse.Namespace, conditions: Sequence[Condition]) -> int:
    """Print the verdicts; 1 where a receipt failed, or was not replayed and that is not allowed."""
    if options.report or options.bundle or options.sign:
        report_line("inspector verify: --report, --bundle and --sign are for manifests")
        return BAD_USAGE
    found = Findings()
    source = read_source(options.file, found)
    report_problems(found.problems())
    if source is None:
        return BAD_INPUT
    data, cut = source.data, cut_line(source.data, options.file)
    if cut is not None:
        report_problems((cut,))
        data = data.rpartition(b"\n")[0]
    verdicts = list(verdicts_of(data))
    measured = list(measured_receipts(verdicts))
    checks = checked(options, conditions, measured)
    if options.format == JSON:
        result = receipts_result(options.file, verdicts, cut=cut is not None)
        result |= {"checks": check_facts(checks)} if conditions else {}
        text = json.dumps(result, indent=2, ensure_ascii=False)
    else:
        text = "\n".join(verdict_lines(options.file, verdicts))
    write_text(options.output, text + "\n")
    outcomes = {one.outcome for one in verdicts}
    missing = Outcome.NOT_REPLAYED in outcomes and not options.allow_unreplayed
    code = FAILED if Outcome.FAILED in outcomes or missing else DONE
    return finish_checks("verify", options, checks, measured, code)
