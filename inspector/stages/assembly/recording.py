"""The record of an assembly."""

from __future__ import annotations

from typing import Any

from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    problem_codes,
    run_record,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import kept, kept_rows
from inspector.stage import Part
from inspector.stages.assembly import results as assemblies
from inspector.stages.assembly.runs import AssemblyRun
from inspector.stages.injection.recording import injection_configuration, injection_inputs


def assembly_record(
    result: AssemblyRun, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: the eight steps with their pieces, and the ledger; no text of any."""
    assembly, session = result.assembly, result.session
    if assembly is None or session.request is None:
        return None
    request = session.request
    known = known or InputFingerprints()
    stage = session.assembly
    return run_record(
        stage="assembly",
        recorded_at=recorded_at,
        title=title_of(session, Part.REQUEST, request.trace_id),
        inputs=injection_inputs(session, request, known)
        | {
            part: known.of(part, value, _dumped)
            for part, value in (
                ("assembly", stage),
                ("relevance", session.relevance),
                ("discipline", session.discipline),
            )
        },
        configuration=injection_configuration(session, request)
        | {"assembly": stage.model_dump(mode="json", exclude={"items"})},
        result=kept(assemblies.AssemblyResult, assemblies.assembly_result(assembly))
        | {
            "judgements": [entry.reason.code for entry in assembly.judgements],
            "ledger": kept_rows(assembly.ledger.entries),
            "problems": problem_codes(result.problems),
        },
        metrics={
            "trace_id": request.trace_id,
            "model": request.model.name,
            "decision": assembly.decision.value,
            "window": assembly.limits.window,
            "used": assembly.used,
            "over": assembly.over,
            "tokens_used_before": assembly.tokens_used_before,
            "balances": assembly.ledger.balances,
        },
        verdicts=verdict_counts(assembly.ledger.entries),
    )


def _dumped(value: Any) -> Any:
    return value.model_dump(mode="json")
