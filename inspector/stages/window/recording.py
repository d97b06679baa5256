"""The record of a placement."""

from __future__ import annotations

from typing import Any

from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import kept, kept_rows
from inspector.session.window_stage import WindowStage
from inspector.stage import Part
from inspector.stages.window.results import PlacementResult, placement_result
from inspector.stages.window.runs import WindowResult


def window_record(
    result: WindowResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: every chunk's numbers and the ledger; not its content or metadata."""
    report, session = result.report, result.session
    if report is None:
        return None
    stage = session.window
    known = known or InputFingerprints()
    return run_record(
        stage="window",
        recorded_at=recorded_at,
        title=title_of(session, Part.WINDOW),
        inputs={"chunks": known.of("chunks", stage.chunks, _chunks)},
        configuration=_settings(stage) | {"sources": sources(session)},
        result=kept(PlacementResult, placement_result(report))
        | {
            "ledger": kept_rows(report.ledger.entries),
            "problems": problem_codes(result.problems),
        },
        metrics={
            "chunks": len(report.allocations),
            "allocated": len(report.allocated),
            "dropped": len(report.dropped),
            "available_tokens": report.outcome.available_tokens,
            "used": report.total_tokens_used,
            "prioritization_score": report.metrics.prioritization_score,
            "balances": report.ledger.balances,
        },
        verdicts=verdict_counts(report.ledger.entries),
    )


def _chunks(chunks: Any) -> Any:
    return [chunk.model_dump(mode="json") for chunk in chunks]


def _settings(stage: WindowStage) -> dict[str, Any]:
    return stage.model_dump(mode="json", exclude={"chunks"})
