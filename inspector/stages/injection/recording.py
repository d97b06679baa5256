"""The record of an injection, and of one request of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from inspector.analysis.corpus.single_policy import CorpusRow, corpus_row
from inspector.analysis.injection_runs import InjectionResult
from inspector.core.candidates.request import Request
from inspector.core.canonical import canonical_json
from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.injection.report import InjectionReport
from inspector.core.manifest_json import manifest_canonical
from inspector.files.history import RunRecord
from inspector.files.recording import (
    InputFingerprints,
    label,
    run_record,
    sources,
    title_of,
    verdict_counts,
)
from inspector.files.requests import overrides_fields
from inspector.files.result_rows import kept_rows
from inspector.session.session import Session
from inspector.stage import Part


def injection_record(
    result: InjectionResult, recorded_at: str, known: InputFingerprints | None = None
) -> RunRecord | None:
    """Return the record: the manifest, and the ledger's rows that are not of cards.

    What a manifest says about cards is all that the ledger does, but for the sums.
    """
    report, request = result.report, result.session.request
    if report is None or request is None:
        return None
    numbers = corpus_row(report)
    return run_record(
        stage="injection",
        recorded_at=recorded_at,
        title=_marked(title_of(result.session, Part.REQUEST, request.trace_id), result.session),
        inputs=injection_inputs(result.session, request, known or InputFingerprints()),
        configuration=injection_configuration(result.session, request),
        result=_result(report),
        metrics=_metrics(numbers, request),
        verdicts=_verdicts(report),
    )


def corpus_record(
    numbers: CorpusRow,
    session: Session,
    request: Request,
    recorded_at: str,
    series: str,
    known: InputFingerprints,
) -> RunRecord:
    """Return the record of one request of a corpus: its numbers. ``series`` names the corpus."""
    return run_record(
        stage="corpus",
        recorded_at=recorded_at,
        title=_marked(label(request.trace_id), session),
        inputs=injection_inputs(session, request, known),
        configuration=injection_configuration(session, request),
        result=numbers.values(),
        metrics=_metrics(numbers, request),
        verdicts={
            "included": numbers.injected,
            "suppressed": numbers.suppressed,
            "dropped": numbers.dropped,
        },
        series=label(series),
    )


def injection_inputs(
    session: Session, request: Request, known: InputFingerprints
) -> dict[str, str]:
    """Return the fingerprints of what an injection is made from."""
    inputs = {
        "policy": known.of("policy", session.policy, _dumped),
        "candidates": known.of_candidates(session.candidates),
        "request": known.of("request", request, _dumped),
        "settings": known.of("settings", session.settings, _dumped),
    }
    if session.overrides:
        inputs["overrides"] = known.of("overrides", session.overrides, _dumped)
    return inputs


def injection_configuration(session: Session, request: Request) -> dict[str, Any]:
    """Return how an injection was run."""
    what_if = {"overrides": overrides_fields(session.overrides)} if session.overrides else {}
    return {
        **what_if,
        "strategy": session.strategy.value,
        "policy": _dumped(session.policy),
        "settings": _dumped(session.settings),
        "model": _dumped(request.model),
        "sources": sources(session),
    }


def _marked(title: str, session: Session) -> str:
    """Return a title that says that overrides held."""
    return label(f"What-if: {title}") if session.overrides else title


def _dumped(value: Any) -> Any:
    return value.model_dump(mode="json")


def _result(report: InjectionReport) -> Iterator[bytes]:
    """Yield the canonical JSON of the manifest and the other rows, as quickly as a manifest's.

    With an object for each card, a run of 100,000 took the interpreter for a second and a half.
    """
    _, *others = report.ledger.parts
    yield b'{"manifest":'
    yield from manifest_canonical(report)
    yield b',"rows":'
    yield canonical_json(kept_rows(entry for part in others for entry in part))
    yield b"}"


def _verdicts(report: InjectionReport) -> dict[str, int]:
    """Count as the ledger would, without making a row of every card."""
    _, *others = report.ledger.parts
    counts = Counter(verdict_counts(entry for part in others for entry in part))
    codes = np.bincount(report.card_rows.verdicts, minlength=len(VERDICT_LABELS)).tolist()
    counts.update(dict(zip(VERDICT_LABELS, codes, strict=True)))
    return {verdict: count for verdict, count in counts.items() if count}


def _metrics(numbers: CorpusRow, request: Request) -> dict[str, int | float | str | None]:
    return {
        **numbers.values(),
        "model": request.model.name,
        "context_window": request.model.context_window,
    }
