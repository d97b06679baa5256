"""The record of a build."""

from __future__ import annotations

from collections import Counter
from pathlib import PurePath
from typing import Any

from inspector.core.builder.report import BundleReport
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    picked,
    problem_codes,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.result_rows import kept, kept_rows
from inspector.project.secrets.telling import plain_without_secrets, without_secrets
from inspector.stage import Part
from inspector.stages.builder.results import BuildResult, build_result, decision_of
from inspector.stages.builder.runs import BuilderResult

_OF_BUDGET = (
    "estimated_input_tokens",
    "max_input_tokens",
    "soft_limit_tokens",
    "hard_limit_tokens",
    "reserve_output_tokens",
    "decision",
)


def builder_record(
    result: BuilderResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: paths, numbers, fingerprints and verdicts.

    Neither contents of files nor what the request says in words is among them, and of a secret
    nothing but how many of a kind there were. Names and rules are told without secrets.
    """
    report, session = result.report, result.session
    if report is None:
        return None
    stage = session.builder
    known = known or InputFingerprints()
    plain = build_result(report)
    request = stage.request
    return run_record(
        stage="builder",
        recorded_at=recorded_at,
        title=without_secrets(title_of(session, Part.BUILDER, PurePath(stage.root).name)),
        inputs={
            "index": report.index.fingerprint,
            "request": known.of("build-request", request, _dumped),
            "config": known.of("builder-config", stage.config, _dumped),
        },
        configuration=plain_without_secrets(
            {
                "purpose": request.purpose.value,
                "model": _dumped(request.model),
                "config": _dumped(stage.config),
                "estimator": report.estimator,
                "scanner": report.scanner,
                "sources": sources(session),
            }
        ),
        result=kept(BuildResult, plain)
        | {
            "refusal": plain["refusal"] and plain["refusal"]["reason"],
            "budget": picked(plain["budget"], _OF_BUDGET),
            "fingerprints": plain["manifest"]["fingerprints"],
            "redactions": _redactions(report),
            "ledger": kept_rows(report.ledger.entries),
            "problems": problem_codes(result.problems),
        },
        metrics={
            "purpose": request.purpose.value,
            "model": without_secrets(request.model.model),
            "decision": decision_of(report),
            "refusal": plain["refusal"] and plain["refusal"]["code"],
            "estimated_input_tokens": report.budget.estimated_input_tokens,
            "soft_limit_tokens": report.budget.soft_limit_tokens,
            "hard_limit_tokens": report.budget.hard_limit_tokens,
            "files_indexed": len(report.index.files),
            "files_included": len(report.manifest.selection.included_files),
            "redactions": len(report.redactions.redactions),
            "balances": report.ledger.balances,
        },
        verdicts=verdict_counts(report.ledger.entries),
    )


def _redactions(report: BundleReport) -> list[dict[str, Any]]:
    """Count what was taken out by what was done and why."""
    counts = Counter((one.type.value, one.reason.value) for one in report.redactions.redactions)
    return [
        {"type": kind, "reason": reason, "count": count}
        for (kind, reason), count in sorted(counts.items())
    ]


def _dumped(value: Any) -> Any:
    return value.model_dump(mode="json")
