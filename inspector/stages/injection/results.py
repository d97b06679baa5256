"""A run as other programs get it: as JSON, as answers to a model, as a record in the history."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import cached_property
from typing import Any

import numpy as np
from pydantic import ValidationError

from inspector.analysis.corpus.single_policy import CorpusRow, corpus_row
from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionResult, InjectionRuns
from inspector.analysis.quantities import quantities
from inspector.core.candidates.request import Request, default_request
from inspector.core.canonical import canonical_json
from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.rendering import joined_counts
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.manifest_json import manifest_canonical, manifest_sha256
from inspector.core.tokens import UncountableTextError, counter_by_name
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
from inspector.files.result_rows import kept_rows, within
from inspector.session.edits import set_fields
from inspector.session.session import Session
from inspector.stage import Part
from inspector.stages.injection.policy_effects import policy_effects


def joined_values(report: InjectionReport) -> list[dict[str, object]]:
    """Return each half counted as one text beside the sum of its parts.

    A half whose texts were left out of the set, or have no count together, is left out.
    """
    tokens = counter_by_name(report.prepared.counted.counter_name)
    try:
        counts = joined_counts(report, tokens)
    except UncountableTextError:
        return []
    return [asdict(one) | {"difference": one.difference} for one in counts]


def run_result(report: InjectionReport) -> dict[str, object]:
    """Return what ``inspector run --json`` prints of a run."""

    independent = independent_run(report)
    return corpus_row(report).values() | {
        "strategy": report.strategy.value,
        "overrides": report.overrides.count,
        "counter": report.prepared.counted.counter_name,
        "manifest_fingerprint": manifest_sha256(report),
        "independent": asdict(independent) | {"freed": independent.saved},
        "policy_effects": [
            {"field": one.field, "value": getattr(report.policy, one.field)}
            | {"effective_tokens": one.effective, "binds": one.binds, "why": one.why}
            for one in policy_effects(report)
        ],
        "joined": joined_values(report),
        "quantities": {one.key: value for one, value in quantities(report, independent)},
    }


_CLOSE = 5
_WHAT_IFS = ("top_k", "relevance_floor")


class Answers:
    """What is answered about a session, as values of JSON."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @cached_property
    def _report(self) -> InjectionReport:
        return _report_of(self._session)

    def budget(self) -> dict[str, Any]:
        """Give the result of the run: budget, halves, what is used, counts, what limits it."""
        result = run_result(self._report)
        groups: dict[tuple[str, str], list[LedgerEntry]] = {}
        for row in self._report.ledger.entries:
            groups.setdefault((row.verdict.value, row.reason.code), []).append(row)
        result["groups"] = [
            {
                "verdict": verdict,
                "reason": reason,
                "rows": len(rows),
                "tokens": sum(row.tokens for row in rows),
            }
            for (verdict, reason), rows in groups.items()
        ]
        return within(result, "groups", "quantities")

    def explain(self, subject: str) -> dict[str, Any]:
        """Give the row of a card, a file (bucket:file) or a bucket, with its sentence and numbers.

        A name that several rows have gives all of them; one that none has, the closest ids.
        """
        rows = [row for row in self._report.ledger.entries if subject in (row.subject, row.name)]
        if not rows:
            ids = [row.subject for row in self._report.ledger.entries]
            close = difflib.get_close_matches(subject, ids, _CLOSE, cutoff=0.3)
            return {"rows": [], "message": f"Nothing is called {subject!r}.", "close": close}
        given = [row.to_json() | {"detail": dict(row.detail)} for row in rows]
        return within({"rows": given}, "rows")

    def what_if(self, changes: Mapping[str, float]) -> dict[str, Any]:
        """Give what a changed policy would do: totals before and after, and each row it changes.

        Names are fields of the policy, or ``top_k`` and ``relevance_floor``.
        """
        known = {*UnifiedContextBudgetPolicy.model_fields, *_WHAT_IFS} - {"schema_version"}
        if not changes or not changes.keys() <= known:
            return {"message": "Name fields to change.", "fields": sorted(known)}
        try:
            changed = set_fields(dict(changes))(self._session)
        except ValidationError as error:
            found = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, found["loc"]))
            return {"message": f"Such a policy cannot be: {where}: {found['msg']}"}
        report = _report_of(changed)
        before = {row.subject: row for row in self._report.ledger.entries}
        rows = [
            {"subject": row.subject, "name": row.name}
            | {"before": _state(before.get(row.subject)), "after": _state(row)}
            for row in report.ledger.entries
            if row.kind != "balance" and _state(before.get(row.subject)) != _state(row)
        ]
        totals = {
            when: {
                "total_budget": one.budget.total_budget,
                "knowledge_budget": one.budget.knowledge_card_budget,
                "bucket_budget": one.budget.bucket_budget,
                "used": one.total_tokens_used,
            }
            for when, one in (("before", self._report), ("after", report))
        }
        return within({**totals, "changed": len(rows), "rows": rows}, "rows")


def _report_of(session: Session) -> InjectionReport:
    report = InjectionRuns().run(session).report
    if report is None:
        raise ValueError("the files hold no candidates that could be run")
    return report


def _state(row: LedgerEntry | None) -> list[Any] | None:
    return None if row is None else [row.verdict.value, row.reason.code, row.tokens]


def answers_of(session: Session) -> tuple[Callable[..., dict[str, Any]], ...]:
    """Return the questions there are about a session."""
    answers = Answers(session)
    return answers.budget, answers.explain, answers.what_if


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
    title = title_of(result.session, Part.REQUEST, request.trace_id)
    if request == default_request():
        title = title_of(result.session, Part.CANDIDATES, title)
    return run_record(
        stage="injection",
        recorded_at=recorded_at,
        title=_marked(title, result.session),
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
