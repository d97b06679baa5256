"""Which changed inputs would explain how a manifest differs from its replay.

A manifest does not say what it was made from, but it tells what to try: the names, scores and
candidates that it lists, then one thing that its numbers point at. Each suspect is the session
with that changed, and it is replayed. What makes differing rows agree, and no other row differ, is
a cause of those rows. Nothing is concluded from likeness alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from inspector.analysis.audit.contents import (
    BUCKET,
    KNOWLEDGE,
    TOTAL,
    Contents,
    contents_of,
)
from inspector.analysis.audit.plain_inputs import PlainRequest
from inspector.analysis.audit.plain_step import plain_budget
from inspector.analysis.audit.replay import Key, Replay, RowChange, replay
from inspector.analysis.comparison.attribution import CauseKind, ChangeCause
from inspector.analysis.comparison.differences import differences
from inspector.core.candidates.card import Attribution
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import RelevanceScores, Request
from inspector.core.injection.manifest import ManifestCard
from inspector.core.injection.policy import (
    CEILING_OF_KIND,
    DEFAULT_POLICY,
    DEFAULT_SETTINGS,
    Strategy,
)
from inspector.core.tokens import TokenCounter, available_counters
from inspector.session.edits import (
    set_at,
    set_policy_fields,
    set_settings,
    set_strategy,
)
from inspector.session.session import Session
from inspector.session.store import Edit

CounterOf = Callable[[Session], TokenCounter]
"""Returns what counts a session's tokens. Raises whatever ends the search."""

_MOST_DIRECT_TARGETS = 8


@dataclass(frozen=True)
class Explanation:
    """What changed inputs explain of a replay's differences.

    ``causes`` name the inputs, for rows that something decided; ``explained`` are all rows that
    other inputs lead to, ``order`` whether they lead to the order of the cards. ``elsewhere`` says
    that the manifest is about another request or lists candidates that the inputs do not have, so
    that there is nothing to compare.
    """

    causes: Mapping[Key, ChangeCause] = field(default_factory=dict)
    explained: Set[Key] = frozenset()
    order: bool = False
    elsewhere: bool = False


UNEXPLAINED = Explanation()


def explain(value: Any, done: Replay, counter: CounterOf) -> Explanation:
    """Return what changed inputs explain of the differences of a replay.

    What nothing explains was changed after the run, or by several inputs at once.
    """
    if done.reproduces:
        return UNEXPLAINED
    if ("manifest", "trace_id") in done.by_key or _lists_others(done):
        return Explanation(elsewhere=True)
    done = replace(done, session=_with_one_set(done.session))
    left, base, found = done, done.session, Explanation()
    for as_listed in _listed(done.session, value):
        tried = replay(value, as_listed, counter(as_listed))
        if _explains(tried, done):
            left, base = tried, as_listed
            gone = done.by_key.keys() - tried.by_key.keys()
            decided = differences(done.session, as_listed)
            kind = CauseKind.ALONE if len(decided) == 1 else CauseKind.TOGETHER
            causes = dict.fromkeys(gone, ChangeCause(kind, decided)) if decided else {}
            found = Explanation(causes, gone, tried.moved is None)
            break
    if left.reproduces:
        return found
    more = _causes_of(value, left, base, counter)
    order = found.order or left.moved is None
    return Explanation({**more, **found.causes}, found.explained | more.keys(), order)


def _with_one_set(session: Session) -> Session:
    """Return the session with what its request chooses from as its candidate set."""
    request = session.request
    if request is None or request.candidates is None:
        return session
    chosen = request.choices(session.candidates)
    plain = request.model_copy(update={"candidates": None})
    return replace(session, request=plain, requests=(), candidates=chosen)


def _lists_others(done: Replay) -> bool:
    """Whether the manifest lists a candidate that the inputs do not have at all."""
    known = {("card", row["node_id"]) for row in done.plain.manifest["knowledge_cards"]}
    known |= {("bucket", row["bucket_id"]) for row in done.plain.manifest["bucket_cards"]}
    return any(
        one.change is RowChange.EXTRA and one.key not in known and not one.subject.startswith("#")
        for one in done.differences
    )


def _explains(tried: Replay, done: Replay) -> bool:
    """Whether a replay has fewer of the differences, and none that was not there."""
    moved = tried.moved is not None and done.moved is None
    fewer = tried.by_key.keys() < done.by_key.keys() or (
        tried.by_key.keys() == done.by_key.keys() and done.moved is not None and tried.moved is None
    )
    return fewer and not moved


_NAMES = ("canonical_name", *Attribution.model_fields)


def _listed(session: Session, value: Any) -> Iterator[Session]:
    """Yield the session with what a manifest only passes on as it has it.

    First with all of it: time, names, kinds, scores, and the candidates that it lists. Then with
    what decides nothing: time, names and attribution.
    """
    contents = contents_of(value)
    cards = {row.entry.node_id: row.entry for row in contents.readable_cards}
    buckets = {row.entry.bucket_id: row.entry for row in contents.readable_buckets}
    for everything in (True, False):
        names = ("node_kind", "relevance_score", *_NAMES) if everything else _NAMES
        scored = session.request.relevance.cards if session.request else {}
        own_cards = session.candidates.knowledge_cards
        kept = [
            _as_in(card, cards.get(card.node_id), _NAMES if card.node_id in scored else names)
            for card in own_cards
            if not everything or card.node_id in cards
        ]
        own_buckets = tuple(
            _as_in(bucket, buckets.get(bucket.bucket_id), ("bucket_title",))
            for bucket in session.candidates.buckets
            if not everything or bucket.bucket_id in buckets
        )
        changed = {"knowledge_cards": columns_of(kept), "buckets": own_buckets}
        request = _request_of(session, value, cards if everything else {})
        candidates = session.candidates.model_copy(update=changed)
        yield replace(session, request=request, requests=(), candidates=candidates)


def _as_in(record: Any, row: BaseModel | None, names: tuple[str, ...]) -> Any:
    """Return a candidate with some fields as a row of the manifest has them."""
    if row is None:
        return record
    changed = {
        name: getattr(row, name) for name in names if getattr(row, name) != getattr(record, name)
    }
    return record.model_copy(update=changed) if changed else record


def _request_of(session: Session, value: Any, cards: Mapping[str, ManifestCard]) -> Request | None:
    """Return the request at the manifest's time, with scores as some of its cards have them."""
    request = session.request
    if request is None:
        return None
    scores = dict(request.relevance.cards)
    scores |= {name: cards[name].relevance_score for name in scores if name in cards}
    relevance = request.relevance.model_copy(update={"cards": scores})
    fields = {"timestamp": value.get("timestamp"), "relevance": relevance}
    try:
        return Request.model_validate(dict(request) | fields)
    except ValidationError:  # a time that is none is a finding of the format already
        return request.model_copy(update={"relevance": relevance})


def _causes_of(
    value: Any, done: Replay, session: Session, counter: CounterOf
) -> Mapping[Key, ChangeCause]:
    """Return the cause of each difference that one changed input explains."""
    found: dict[Key, list[Session]] = {}
    differing = done.by_key.keys()
    best = len(differing) + 1
    for suspect in suspects(contents_of(value), done, session, counter(session)):
        tokens = counter(suspect)
        if not _may_explain(value, suspect, tokens, differing):
            continue
        left = replay(value, suspect, tokens).by_key.keys()
        if not left < differing:
            continue
        if len(left) < best:  # what explains less than another does not explain
            best, found = len(left), {}
        if len(left) == best:
            for key in differing - left:
                found.setdefault(key, []).append(suspect)
    return {key: _cause(session, ways) for key, ways in found.items()}


def _may_explain(value: Any, suspect: Session, tokens: TokenCounter, differing: Set[Key]) -> bool:
    """Whether no budget differs that agreed before: quicker than comparing all rows."""
    given = value if isinstance(value, dict) else {}
    budget = plain_budget(PlainRequest(suspect, tokens))
    head = {TOTAL: budget.total, KNOWLEDGE: budget.knowledge, BUCKET: budget.bucket}
    return all(
        given.get(name) == number or ("manifest", name) in differing
        for name, number in head.items()
    )


def _cause(session: Session, ways: list[Session]) -> ChangeCause:
    sets = [differences(session, way) for way in ways]
    if len(sets) == 1:
        kind = CauseKind.ALONE if len(sets[0]) == 1 else CauseKind.TOGETHER
        return ChangeCause(kind, sets[0])
    single = tuple(dict.fromkeys(some[0] for some in sets if len(some) == 1))
    if not single:
        return ChangeCause(CauseKind.TOGETHER, sets[0])
    return ChangeCause(CauseKind.ALONE if len(single) == 1 else CauseKind.EITHER, single)


def suspects(
    contents: Contents, done: Replay, session: Session, tokens: TokenCounter
) -> Iterator[Session]:
    """Yield the sessions to try, those that the manifest's own numbers point at first."""
    seen: list[Session] = [session]
    numbers = (*_of_numbers(contents, done), *_of_ceilings(contents, tokens))
    edits = (*numbers, *_of_choices(session), *_of_counters(done, session))
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
    budget, policy, request = done.plain.budget, done.session.policy, done.session.request
    if total is None or knowledge is None or bucket is None or total < 0 or request is None:
        return
    if total != budget.total:
        yield set_policy_fields({"max_injection_tokens_absolute": total})
        if budget.remaining > 0:
            part = _share(total, budget.remaining)
            yield set_policy_fields({"max_injection_tokens_pct_of_context": part})
        part = policy.max_injection_tokens_pct_of_context
        if part > 0:
            used = int(request.model.context_window - (total + 0.5) / part)
            yield set_at("request", "tokens_used_before", max(0, used))
    elif (knowledge, bucket) != (budget.knowledge, budget.bucket) and total:
        share, other = _share(knowledge, total), _share(bucket, total)
        yield set_policy_fields({"knowledge_card_share_default": share})
        yield set_policy_fields({"bucket_content_share_default": other})
        yield set_policy_fields({"min_knowledge_card_tokens": knowledge})
        yield set_policy_fields({"min_bucket_tokens": bucket})
        yield set_policy_fields(
            {
                "knowledge_card_share_default": share,
                "bucket_content_share_default": other,
            }
        )


def _share(part: int, whole: float) -> float:
    """Return the share with the fewest digits that is so many tokens of a whole, rounded down."""
    exact = min(1.0, (part + 0.5) / whole)
    rounded = (round(exact, digits) for digits in range(2, 8))
    return next((share for share in rounded if math.floor(whole * share) == part), exact)


def _of_ceilings(contents: Contents, tokens: TokenCounter) -> Iterator[Edit]:
    """Yield the least ceilings that let in what is in of the kinds that have one."""
    half, separator = contents.number(KNOWLEDGE), tokens.count("\n\n")
    for kind, ceiling in CEILING_OF_KIND.items():
        inside = [row.entry for row in contents.injected if row.entry.node_kind == kind]
        used = sum(card.token_count + separator for card in inside)
        if half:
            part = _share(used, half)
            yield set_policy_fields({ceiling: part})


def _of_choices(session: Session) -> Iterator[Edit]:
    """Yield other strategies, targets, scores, settings, counters, and the default policy."""
    request = session.request
    for strategy in Strategy:
        yield set_strategy(strategy)
    if request is not None:
        yield set_at("request", "direct_target_refs", ())
        for bucket in session.candidates.buckets[:_MOST_DIRECT_TARGETS]:
            yield set_at("request", "direct_target_refs", (bucket.bucket_id,))
        yield set_at("request", "relevance", RelevanceScores())
        yield set_at("request", "tokens_used_before", 0)
    yield set_settings(DEFAULT_SETTINGS)
    for part in (0.0, 0.5, 1.0):
        yield set_settings(session.settings.model_copy(update={"background_part": part}))
    for name, value in DEFAULT_POLICY.model_dump().items():
        yield set_policy_fields({name: value})


def _of_counters(done: Replay, session: Session) -> Iterator[Edit]:
    """Yield other counters, which count the whole set again, where a count differs."""
    counts = any(field.field == "token_count" for one in done.differences for field in one.fields)
    if session.request is not None and counts:
        for counter in available_counters():
            yield set_at("request", "model.encoding", counter)
