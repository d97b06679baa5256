"""The record of a timeline: its numbers, never its texts."""

from __future__ import annotations

from typing import Any

from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    title_of,
)
from inspector.stage import Part
from inspector.stages.timeline.runs import TimelineResult


def timeline_record(
    result: TimelineResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: totals, cost and compactions; no text and no name of a block."""
    report = result.report
    if report is None:
        return None
    known = known or InputFingerprints()
    peak = report.peak
    return run_record(
        stage="timeline",
        recorded_at=recorded_at,
        title=title_of(result.session, Part.TIMELINE) or report.log.title,
        inputs={"log": known.of("log", report.log, _totals)},
        configuration=result.stage.model_dump(mode="json", exclude={"log"}),
        result={
            "requests": [row.total for row in report.requests],
            "compactions": [[one.before, one.after] for one in report.compactions],
            "problems": problem_codes(result.problems),
        },
        metrics={
            "requests": len(report.requests),
            "input_tokens": report.sent,
            "peak": 0 if peak is None else peak.total,
            "cost": report.cost,
            "compactions": len(report.compactions),
            "misses": len(report.misses),
            "balances": report.balances,
        },
        verdicts={},
    )


def _totals(log: Any) -> Any:
    return [
        [one.id, None if one.usage is None else one.usage.sent, len(one.came)]
        for one in log.requests
    ]
