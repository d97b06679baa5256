"""What is kept of a build: its artifacts as files, and its record in the history."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any

from inspector.core.arguments import require
from inspector.core.builder.report import BundleReport
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity
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
from inspector.files.saving import json_bytes, save_bytes
from inspector.files.source import PathLike, shown
from inspector.project.secrets.redaction import plain_without_secrets, without_secrets
from inspector.stage import Part
from inspector.stages.builder.results import BuildResult, build_result, decision_of
from inspector.stages.builder.runs import BuilderResult

BUNDLE = "bundle.json"
MANIFEST = "manifest.json"
REDACTIONS = "redactions.json"
BUDGET = "budget.json"
CONTEXT = "context.txt"


def artifact_files(report: BundleReport) -> dict[str, bytes]:
    """Return the files of a build by their names. A refused one has no bundle and no context.

    ``context.txt`` is what a model gets, to the letter; the other files are JSON.
    """
    files = {
        MANIFEST: _bytes(report.manifest),
        REDACTIONS: _bytes(report.redactions),
        BUDGET: _bytes(report.budget),
    }
    if report.bundle is not None:
        files[CONTEXT] = context_bytes(report)
        files[BUNDLE] = _bytes(report.bundle)
    return files


def context_bytes(report: BundleReport) -> bytes:
    """Return what a model gets, in UTF-8; half of a surrogate pair is written as an escape."""
    require(BundleReport, report=report)
    return report.rendered.encode("utf-8", "backslashreplace")


def save_artifacts(
    report: BundleReport, folder: PathLike, *, context: bool = False
) -> tuple[Problem, ...]:
    """Write the artifacts into a folder; return the problems, none when all are written.

    One that cannot be written does not keep the others from it, but for the bundle: it comes last,
    so that one that is there has its manifest beside it. What a build before
    left and this one does not have is removed: a refused build leaves no bundle behind (Builder
    INV-CONTEXT-4). ``context.txt`` is written only when it is asked for.
    """
    require(BundleReport, report=report)
    require(str | os.PathLike, folder=folder)
    files = artifact_files(report)
    if not context:
        files.pop(CONTEXT, None)
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name in (BUNDLE, CONTEXT):  # also where there is a new one: never beside old ones
            with suppress(FileNotFoundError):
                os.unlink(place / name)  # noqa: PTH108  # a link is removed, not followed
    except (OSError, ValueError) as error:
        return (_no_folder(error, shown(folder)),)
    problems: tuple[Problem, ...] = ()
    for name, data in files.items():
        if not (problems and name in (BUNDLE, CONTEXT)):
            problems += save_bytes(data, place / name)
    return problems


def _bytes(artifact: Document) -> bytes:
    return json_bytes(artifact.model_dump(mode="json"))


def _no_folder(error: OSError | ValueError, name: str) -> Problem:
    reason = error.strerror if isinstance(error, OSError) else "the path holds a NUL character"
    return Problem(
        Severity.ERROR,
        "file.not-written",
        f"The folder for the artifacts cannot be used: {reason}.",
        "Choose another folder, or change its permissions.",
        Place(name),
    )


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
