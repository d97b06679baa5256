"""The injection step written a second time, plainly and slowly, to replay a manifest with.

It shares values (policy, request, candidates, reasons) with the engine and no function: a defect
of the engine is not repeated here. One pass in the order of the specification (Injection §2.2,
§4.6a to 6g), with loops instead of arrays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.analysis.audit.plain_cards import CHOOSERS, Choice, Contender, Room
from inspector.analysis.audit.plain_files import (
    SEPARATOR,
    Buckets,
    Counts,
    asked,
    barred_by,
    bucket_rows,
    forced_on,
    place_files,
    settle_backgrounds,
)
from inspector.core.candidates.candidate_set import Bucket, BucketFile
from inspector.core.candidates.card import Attribution, Card
from inspector.core.reasons import Reason
from inspector.core.tokens.counter import TokenCounter
from inspector.session.session import Session

_TIERS = ("compact", "standard", "full")
_KNOWLEDGE_HEADING = "# Knowledge\n\n"
_BARRED = {
    "relevance_floor": Reason.BELOW_RELEVANCE_FLOOR,
    "top_k": Reason.BEYOND_TOP_K,
}
_DIRECT_SHARES = (0.20, 0.80)  # cards and buckets, where the user names a bucket or a file


@dataclass(frozen=True, slots=True)
class PlainBudget:
    """The total, its halves and the ceilings under the half for cards, in tokens."""

    remaining: float
    total: int
    knowledge: int
    bucket: int
    caps: Mapping[str, int]


@dataclass(frozen=True)
class PlainRun:
    """A replay: the manifest's values, and why each card is in or out."""

    budget: PlainBudget
    manifest: dict[str, Any]
    reasons: Mapping[str, tuple[Reason, Mapping[str, Any]]]


def plain_budget(session: Session, tokens: TokenCounter) -> PlainBudget:
    """Return the budget of a session's request (Injection §2.2)."""
    policy, request = session.policy, asked(session)
    cards, buckets = _first_cards(session), _first_buckets(session)
    before = request.tokens_used_before
    if not isinstance(before, int):
        texts = before.values() if isinstance(before, Mapping) else before
        before = sum(tokens.count(text) for text in texts)
    remaining = max(0.0, float(request.model.context_window) - before)
    allowed = math.floor(remaining * policy.max_injection_tokens_pct_of_context)
    total = max(0, min(policy.max_injection_tokens_absolute, allowed))
    if not any(bucket.files or bucket.background for bucket in buckets):
        halves = (total, 0)
    elif not len(cards):
        halves = (0, total)
    else:
        shares = (policy.knowledge_card_share_default, policy.bucket_content_share_default)
        if _names_content(request.direct_target_refs, buckets):
            shares = _DIRECT_SHARES
        floors = (policy.min_knowledge_card_tokens, policy.min_bucket_tokens)
        knowledge, content = (
            max(float(least), math.floor(float(total) * share))
            for least, share in zip(floors, shares, strict=True)
        )
        if knowledge + content > total:
            knowledge = math.floor(knowledge * (total / (knowledge + content)))
            content = total - knowledge
        halves = (int(knowledge), int(content))
    caps = {
        "procedure": math.floor(halves[0] * policy.procedure_sub_budget_pct),
        "interaction_policy": math.floor(halves[0] * policy.interaction_policy_sub_budget_pct),
    }
    return PlainBudget(remaining, total, *halves, caps)


def plain_run(session: Session, tokens: TokenCounter, given: Any = None) -> PlainRun:
    """Replay the session's request.

    ``given`` is the manifest under audit: of several selections of greatest value (strategy
    ``optimal``) its own is as good as any.
    """
    counts, overrides = Counts(tokens), session.overrides
    budget = plain_budget(session, tokens)
    cards, buckets = _first_cards(session), _first_buckets(session)
    content = place_files(session, buckets, budget.bucket, counts)
    contenders, reasons = _contenders(session, cards, content, counts, budget)
    heading = counts.sure(_KNOWLEDGE_HEADING)
    separator = counts.sure(SEPARATOR)
    room = Room(max(0, budget.knowledge - heading), budget.caps)
    weights = session.settings.tier_weights.model_dump()
    chosen = CHOOSERS[session.strategy.value](contenders, room, separator, weights, given)
    reasons |= dict(_card_reasons(contenders, chosen, budget))
    injected = [one for one in contenders if one.card.node_id in chosen.tiers]
    settle_backgrounds(buckets, overrides, content, injected, counts)
    used = sum(one.sizes[chosen.tiers[one.card.node_id]] + separator for one in injected)
    used += (heading if injected else 0) + sum(content.tokens)
    rows = list(_card_rows(session, cards, chosen, reasons, counts))
    covered = sum(row.get("suppression_reason") == "bucket_file_overlap" for row in rows)
    backgrounds = content.backgrounds.count("suppressed")
    unusable = any(not _sizes(card, counts) for card in cards)
    something = cards or any(bucket.files or bucket.background for bucket in buckets)
    state = "none"
    if budget.total == 0 or (something and used == 0):
        state = "unavailable"
    elif _has_repeats(session) or session.candidates.skipped_records or counts.failed or unusable:
        state = "partial"
    manifest = {
        "trace_id": asked(session).trace_id,
        "timestamp": asked(session).timestamp,
        "total_budget_tokens": budget.total,
        "knowledge_card_budget_tokens": budget.knowledge,
        "bucket_content_budget_tokens": budget.bucket,
        "total_tokens_used": used,
        "knowledge_cards": rows,
        "bucket_cards": list(bucket_rows(buckets, content)),
        "overlap_detections": covered + backgrounds,
        "cards_suppressed_by_bucket_overlap": covered,
        "degraded_state": state,
        "schema_version": 1,
    }
    if overrides:
        manifest["what_if"] = overrides.model_dump(mode="json", exclude_defaults=True)
    return PlainRun(budget, manifest, reasons)


def _names_content(named: tuple[str, ...], buckets: list[Bucket]) -> bool:
    return any(
        bucket.bucket_id in named
        or any(f"{bucket.bucket_id}:{file.file_id}" in named for file in bucket.files)
        for bucket in buckets
    )


@dataclass(frozen=True)
class _Choices:
    """What a request chooses from, as it was given: the candidates that it names, then its own."""

    cards: list[Card]
    buckets: list[Bucket]


def _choices(session: Session) -> _Choices:
    given, own = session.candidates, asked(session).candidates
    if own is None:
        return _Choices(list(given.knowledge_cards), list(given.buckets))
    named, shared = (
        set(own.only or ()),
        _once(_Choices(list(given.knowledge_cards), list(given.buckets))),
    )
    buckets = []
    for bucket in shared.buckets:
        files = [file for file in bucket.files if f"{bucket.bucket_id}:{file.file_id}" in named]
        if files:
            buckets.append(bucket.model_copy(update={"files": tuple(files)}))
    cards = [card for card in shared.cards if card.node_id in named]
    return _Choices([*cards, *own.knowledge_cards], [*buckets, *own.buckets])


def _once(given: _Choices) -> _Choices:
    """Return cards, buckets and their files, of those with one id the first."""
    cards: dict[str, Card] = {}
    for card in given.cards:
        cards.setdefault(card.node_id, card)
    buckets: dict[str, Bucket] = {}
    for bucket in given.buckets:
        files: dict[str, BucketFile] = {}
        for file in bucket.files:
            files.setdefault(file.file_id, file)
        once = bucket.model_copy(update={"files": tuple(files.values())})
        buckets.setdefault(bucket.bucket_id, once)
    return _Choices(list(cards.values()), list(buckets.values()))


def _first_cards(session: Session) -> list[Card]:
    return _once(_choices(session)).cards


def _first_buckets(session: Session) -> list[Bucket]:
    return _once(_choices(session)).buckets


def _has_repeats(session: Session) -> bool:
    """Whether an id is there twice, in the set or in what the request chooses from."""
    given = session.candidates
    sets = (_Choices(list(given.knowledge_cards), list(given.buckets)), _choices(session))
    return any(
        len(set(ids)) < len(ids)
        for one in sets
        for ids in (
            [card.node_id for card in one.cards],
            [bucket.bucket_id for bucket in one.buckets],
            *([file.file_id for file in bucket.files] for bucket in one.buckets),
        )
    )


def _sizes(card: Card, counts: Counts) -> dict[str, int]:
    """Return the tokens of each rendering; one that is missing or has no count is none."""
    declared = card.token_counts
    texts = {tier: getattr(card.renderings, tier) for tier in _TIERS}
    sizes = {}
    for tier, text in texts.items():
        size = getattr(declared, tier) if declared else None
        if size is None and text:
            size = counts(text)
        if size is not None and (text or not any(texts.values())):
            sizes[tier] = size
    return sizes


def _contenders(
    session: Session, cards: list[Card], content: Buckets, counts: Counts, budget: PlainBudget
) -> tuple[list[Contender], dict[str, tuple[Reason, Mapping[str, Any]]]]:
    """Rank the cards (6c), keep those of inlined files out (6d); return the rest and why not."""
    out: dict[str, tuple[Reason, Mapping[str, Any]]] = {}
    stay = []
    turns = sorted(cards, key=lambda one: (-_score(session, one), one.node_id))
    barred = barred_by(session, [(card.node_id, _score(session, card)) for card in turns])
    for place, card in enumerate(turns):
        forced = forced_on(session.overrides, card.node_id)
        sizes, reference = _sizes(card, counts), card.provenance_source_ref or ""
        if forced == "exclude":
            out[card.node_id] = (Reason.WHAT_IF_EXCLUDED, {})
        elif place in barred:
            out[card.node_id] = (_BARRED[barred[place]], {})
        elif (
            card.provenance_source == "bucket_file"
            and reference in content.references
            and forced not in ("pin", "keep")
        ):
            file = {"file": content.references[reference], "reference": reference}
            numbers = {"needed": next(iter(sizes.values()), 0), "detail": file}
            out[card.node_id] = (Reason.BUCKET_FILE_OVERLAP, numbers)
        elif not sizes:
            texts = any(getattr(card.renderings, tier) for tier in _TIERS)
            reason = Reason.UNCOUNTABLE if texts else Reason.NO_RENDERING
            out[card.node_id] = (reason, {})
        else:
            pinned = forced == "pin"
            cap = card.node_kind if card.node_kind in budget.caps else None
            stay.append(Contender(card, _score(session, card), sizes, cap, pinned))
    return sorted(stay, key=lambda one: not one.pinned), out


def _score(session: Session, card: Card) -> float:
    return float(asked(session).relevance.cards.get(card.node_id, card.relevance_score))


def _card_reasons(
    contenders: list[Contender], chosen: Choice, budget: PlainBudget
) -> Iterator[tuple[str, tuple[Reason, Mapping[str, Any]]]]:
    for one in contenders:
        name = one.card.node_id
        if name in chosen.tiers:
            tier = chosen.tiers[name]
            reason, numbers = chosen.lowered.get(
                name, (Reason.CARD_INJECTED, {"detail": {"tier": tier}})
            )
            yield name, (reason, {**numbers, "tokens": one.sizes[tier]})
        elif budget.total == 0:
            yield name, (Reason.NOTHING_TO_INJECT, {})
        else:
            yield name, chosen.refusals[name]


def _card_rows(
    session: Session,
    cards: list[Card],
    chosen: Choice,
    reasons: Mapping[str, tuple[Reason, Mapping[str, Any]]],
    counts: Counts,
) -> Iterator[dict[str, Any]]:
    """Yield every card in order of relevance (6g); pinned ones stand first, as they had turns."""

    def turn(card: Card) -> tuple[Any, ...]:
        pinned = forced_on(session.overrides, card.node_id) == "pin"
        return (not pinned, -_score(session, card), card.node_id)

    for card in sorted(cards, key=turn):
        sizes = _sizes(card, counts)
        tier = chosen.tiers.get(card.node_id) or next(iter(sizes), "compact")
        row = {
            "node_id": card.node_id,
            "node_kind": card.node_kind,
            "canonical_name": card.canonical_name,
            "rendering_tier": tier,
            "token_count": sizes.get(tier, 0),
            "relevance_score": _score(session, card),
        }
        for name in Attribution.model_fields:
            value = getattr(card, name)
            if value is not None:
                row[name] = list(value) if isinstance(value, tuple) else value
        row["suppressed"] = card.node_id not in chosen.tiers
        if row["suppressed"]:
            row["suppression_reason"] = reasons[card.node_id][0].code
        yield row
