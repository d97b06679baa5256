"""Which one changed input would explain how a manifest differs from its replay.

A manifest does not say what it was made from, but its numbers tell what to try: each suspect is the
session with one thing changed, and it is run. One that makes differing rows agree and no other row
differ is a cause of those rows. Nothing is concluded from likeness alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from inspector.analysis.audit.contents import (
    BUCKET,
    KNOWLEDGE,
    SUPPRESSED,
    TOTAL,
    USED,
    Contents,
    contents_of,
)
from inspector.analysis.audit.replay import Key, Replay, RowDifference, replay
from inspector.analysis.comparison.attribution import Cause, CauseKind
from inspector.analysis.comparison.differences import differences
from inspector.core.injection.card import Attribution
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.request import RelevanceScores
from inspector.core.injection.settings import DEFAULT_SETTINGS, Strategy
from inspector.core.tokens import available_counters
from inspector.session.edits import (
    set_model_field,
    set_policy_fields,
    set_request_field,
    set_settings,
    set_strategy,
)
from inspector.session.session import Session
from inspector.session.store import Edit

Run = Callable[[Session], InjectionReport | None]
"""Runs a session; None where it cannot be run. Raises whatever ends the search."""

NOT_FOUND = Cause(CauseKind.NOT_FOUND, ())
_MOST_DIRECT_TARGETS = 8
_PASSED_ON = {"trace_id", "timestamp", "canonical_name", "bucket_title", *Attribution.model_fields}


def causes_of(value: Any, done: Replay, session: Session, run: Run) -> Mapping[Key, Cause]:
    """Return the cause of each difference that one changed input explains.

    What is not in the result was changed by something else: after the run, or by several inputs
    at once. ``done`` is the replay of ``session``.
    """
    if not any(map(_is_decided, done.differences)):
        return {}
    found: dict[Key, list[Session]] = {}
    differing = done.by_key.keys()
    best = len(differing) + 1
    for suspect in suspects(contents_of(value), done, session):
        report = run(suspect)
        if report is None or not _may_explain(value, report, differing):
            continue
        left = replay(value, report).by_key.keys()
        if not left < differing:
            continue
        if len(left) < best:  # what explains less than another does not explain
            best, found = len(left), {}
        if len(left) == best:
            for key in differing - left:
                found.setdefault(key, []).append(suspect)
    return {key: _cause(session, ways) for key, ways in found.items()}


def _is_decided(one: RowDifference) -> bool:
    """Whether a difference is about what a run decides, not about what it only passes on."""
    return not one.fields or any(field.field not in _PASSED_ON for field in one.fields)


def _may_explain(value: Any, report: InjectionReport, differing: Set[Key]) -> bool:
    """Whether no number of the head differs that agreed before: quicker than comparing all rows."""
    given = value if isinstance(value, dict) else {}
    budget = report.budget
    head = {
        TOTAL: budget.total_budget,
        KNOWLEDGE: budget.knowledge_card_budget,
        BUCKET: budget.bucket_budget,
        USED: report.total_tokens_used,
        SUPPRESSED: report.cards_suppressed,
    }
    return all(
        given.get(name) == number or ("manifest", name) in differing
        for name, number in head.items()
    )


def _cause(session: Session, ways: list[Session]) -> Cause:
    sets = [differences(session, way) for way in ways]
    if len(sets) == 1:
        kind = CauseKind.ALONE if len(sets[0]) == 1 else CauseKind.TOGETHER
        return Cause(kind, sets[0])
    single = tuple(dict.fromkeys(some[0] for some in sets if len(some) == 1))
    if not single:
        return Cause(CauseKind.TOGETHER, sets[0])
    return Cause(CauseKind.ALONE if len(single) == 1 else CauseKind.EITHER, single)


def suspects(contents: Contents, done: Replay, session: Session) -> Iterator[Session]:
    """Yield the sessions to try, those that the manifest's own numbers point at first."""
    seen: list[Session] = [session]
    edits = (*_of_numbers(contents, done), *_of_choices(session), *_of_counters(done, session))
    for edit in edits:
        try:
            changed = edit(session)
        except ValidationError:  # a number of the manifest that no input can have
            continue
        if changed.request != session.request and changed.requests:
            changed = replace(changed, requests=())
        if changed not in seen:
            seen.append(changed)
            yield changed


def _of_numbers(contents: Contents, done: Replay) -> Iterator[Edit]:
    """Yield what would give the manifest's own budgets."""
    total, knowledge, bucket = map(contents.number, (TOTAL, KNOWLEDGE, BUCKET))
    budget = done.report.budget
    if total is None or knowledge is None or bucket is None or total < 0:
        return
    if total != budget.total_budget:
        yield set_policy_fields({"max_injection_tokens_absolute": total})
        if budget.remaining > 0:
            part = min(1.0, (total + 0.5) / budget.remaining)
            yield set_policy_fields({"max_injection_tokens_pct_of_context": part})
        part = done.report.policy.max_injection_tokens_pct_of_context
        if part > 0:
            used = int(budget.model_context_window - (total + 0.5) / part)
            yield set_request_field("tokens_used_before", used)
    elif (knowledge, bucket) != (budget.knowledge_card_budget, budget.bucket_budget) and total:
        share = min(1.0, round((knowledge + 0.5) / total, 4))
        other = min(1.0, round((bucket + 0.5) / total, 4))
        yield set_policy_fields({"knowledge_card_share_default": share})
        yield set_policy_fields({"bucket_content_share_default": other})
        yield set_policy_fields({"min_knowledge_card_tokens": knowledge})
        yield set_policy_fields({"min_bucket_tokens": bucket})
        yield set_policy_fields(
            {
                "knowledge_card_share_default": share,
                "bucket_content_share_default": round(1 - share, 4),
            }
        )


def _of_choices(session: Session) -> Iterator[Edit]:
    """Yield other strategies, targets, scores, settings, counters, and the default policy."""
    request = session.request
    for strategy in Strategy:
        yield set_strategy(strategy)
    if request is not None:
        yield set_request_field("direct_target_refs", ())
        for bucket in session.candidates.buckets[:_MOST_DIRECT_TARGETS]:
            yield set_request_field("direct_target_refs", (bucket.bucket_id,))
        yield set_request_field("relevance", RelevanceScores())
        yield set_request_field("tokens_used_before", 0)
    yield set_settings(DEFAULT_SETTINGS)
    for field, value in DEFAULT_POLICY.model_dump().items():
        yield set_policy_fields({field: value})


def _of_counters(done: Replay, session: Session) -> Iterator[Edit]:
    """Yield other counters, which count the whole set again, where a count differs."""
    counts = any(field.field == "token_count" for one in done.differences for field in one.fields)
    if session.request is not None and counts:
        for counter in available_counters():
            yield set_model_field("encoding", counter)
