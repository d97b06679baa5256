"""The record of what context discipline did: a hot state, a check of an output, a series."""

from __future__ import annotations

from typing import Any

from inspector.core.discipline import DisciplineReport
from inspector.core.ledger import Number
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import ResultPart, kept, kept_rows, result_from
from inspector.session.discipline_stage import DisciplineStage
from inspector.stage import Part
from inspector.stages.discipline.results import (
    DiffCheckFile,
    DisciplineResultFile,
    PromptRow,
    RegressionRow,
    diff_check_result,
    discipline_result,
)
from inspector.stages.discipline.runs import DisciplineResult


def discipline_record(
    result: DisciplineResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: steps, fields and broken limits by name; no value of any field.

    A check has its verdict only, because its reason and its paths quote the output.
    """
    report, check, session = result.report, result.check, result.session
    stage = session.discipline
    if report is None and check is None and not stage.turns:
        return None
    return run_record(
        stage="discipline",
        recorded_at=recorded_at,
        title=title_of(session, Part.DISCIPLINE),
        inputs=_inputs(stage, known or InputFingerprints()),
        configuration=_configuration(stage) | {"sources": sources(session)},
        result={
            "state": None if report is None else _state(report),
            "prompt": None
            if result.prompt is None
            else _kept(PromptRow, result.prompt, tokens=result.prompt_tokens),
            "check": None
            if check is None
            else kept(DiffCheckFile, diff_check_result(check)) | {"paths": len(check.paths)},
            "regressions": [
                _kept(RegressionRow, one, timestamp="", session_id="") for one in result.regressions
            ],
            "problems": problem_codes(result.problems),
        },
        metrics={
            **_state_metrics(report),
            "prompt_passed": None if result.prompt is None else result.prompt.passed,
            "prompt_tokens": result.prompt_tokens,
            "output_valid": None if check is None else check.valid,
            "turns": len(stage.turns) or None,
            "regressions": len(result.regressions) if stage.turns else None,
        },
        verdicts={} if report is None else verdict_counts(report.ledger.entries),
    )


def _inputs(stage: DisciplineStage, known: InputFingerprints) -> dict[str, str]:
    return {
        "hot_state": known.of("hot_state", stage.hot_state),
        "output": known.of("output", stage.output, lambda one: one.model_dump(mode="json")),
        "turns": known.of(
            "turns", stage.turns, lambda turns: [one.model_dump(mode="json") for one in turns]
        ),
    }


def _configuration(stage: DisciplineStage) -> dict[str, Any]:
    return stage.model_dump(mode="json", exclude={"hot_state", "output", "turns"}) | {
        "output": {"mode": stage.output.mode, "force_check": stage.output.force_check}
    }


def _state(report: DisciplineReport) -> dict[str, Any]:
    plain = discipline_result(report, with_contents=False)
    return kept(DisciplineResultFile, plain) | {"ledger": kept_rows(report.ledger.entries)}


def _state_metrics(report: DisciplineReport | None) -> dict[str, Number | None]:
    if report is None:
        return {}
    return {
        "type": report.type.value,
        "tokens": report.tokens,
        "original_tokens": report.original_tokens,
        "counted_tokens": report.counted_tokens,
        "over_limit": report.over_limit,
        "balances": report.ledger.balances,
    }


def _kept(model: type[ResultPart], source: object, **others: Any) -> dict[str, Any]:
    return kept(model, result_from(model, source, **others).model_dump(mode="json"))
