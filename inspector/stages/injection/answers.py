"""A run as JSON values, and what a model is answered about it over the Model Context Protocol."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from inspector.analysis.corpus.single_policy import corpus_row
from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.quantities import quantities
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.rendering import joined_counts
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.manifest_json import manifest_sha256
from inspector.core.tokens import UncountableTextError, counter_by_name
from inspector.files.result_rows import within
from inspector.session.edits import set_fields
from inspector.session.session import Session
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
