"""``inspector verify receipts.jsonl``: every receipt of a file replayed from itself."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.checks import Condition
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
from inspector.files.findings import Findings
from inspector.files.receipts import cut_line
from inspector.files.source import read_source
from inspector.stages.audit.measures import measured_receipts
from inspector.stages.audit.receipts import receipts_result, verdict_lines, verdicts_of


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
