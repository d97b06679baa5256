"""The record of an assembly."""

from __future__ import annotations

from typing import Any

from inspector.analysis.assembly_runs import AssemblyResult
from inspector.files.assemblies import assembly_result
from inspector.files.history import RunRecord, Stage
from inspector.files.recording.fingerprints import InputFingerprints
from inspector.files.recording.injection import injection_configuration, injection_inputs
from inspector.files.recording.parts import (
    made_record,
    picked,
    problem_codes,
    row,
    title_of,
    verdict_counts,
)
from inspector.session.session import Part

_KEPT = (
    "trace_id",
    "counter",
    "decision",
    "window",
    "response_token_reserve",
    "hard_limit_tokens",
    "soft_limit_tokens",
    "tokens_used_before",
    "used",
    "over",
    "unused_span",
    "reserve_span",
    "balances",
)
_OF_PIECE = ("id", "kind", "group", "tokens", "layout", "span")


def assembly_record(
    result: AssemblyResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: the eight steps with their pieces, and the ledger; no text of any."""
    assembly, session = result.assembly, result.session
    if assembly is None or session.request is None:
        return None
    request = session.request
    known = known or InputFingerprints()
    stage = session.assembly
    plain = assembly_result(assembly)
    return made_record(
        stage=Stage.ASSEMBLY,
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
        result=picked(plain, _KEPT)
        | {
            "judgements": [entry.reason.code for entry in assembly.judgements],
            "steps": [
                {
                    "step": step["step"],
                    "tokens": step["tokens"],
                    "span": step["span"],
                    "pieces": [picked(piece, _OF_PIECE) for piece in step["pieces"]],
                }
                for step in plain["steps"]
            ],
            "ledger": [row(entry) for entry in assembly.ledger.entries],
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
