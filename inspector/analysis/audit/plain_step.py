"""The injection step written a second time, plainly and slowly, to replay a manifest with.

It shares values (policy, request, candidates, reasons) with the engine and no function: a defect
of the engine is not repeated here. One pass in the order of the specification (Injection §2.2,
§4.6a to 6g), with loops instead of arrays. Last comes what a replay gives: the values of the
manifest (6g), and a reason for each card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.analysis.audit.plain_inputs import (
    TIERS,
    Contender,
    PlainBudget,
    PlainRequest,
    PlainSelection,
    Room,
    Shelf,
    Why,
)
from inspector.analysis.audit.plain_optimal import best_selection
from inspector.core.candidates.card import Attribution, Card
from inspector.core.injection.policy import Strategy
from inspector.core.reasons import Reason
from inspector.core.tokens.counter import TokenCounter
from inspector.session.session import Session

_KNOWLEDGE_HEADING = "# Knowledge\n\n"
_DIRECT_SHARES = (0.20, 0.80)  # cards and buckets, where the user names a bucket or a file
_COVERING = 3  # entity cards of a matter that cover a background


def plain_run(session: Session, tokens: TokenCounter, given: Any = None) -> PlainRun:
    """Replay the session's request.

    ``given`` is the manifest under audit: of several selections of greatest value (strategy
    ``optimal``) its own is as good as any.
    """
    asked = PlainRequest(session, tokens)
    budget = plain_budget(asked)
    shelves = asked.shelves()
    left = _place_files(asked, shelves, budget.bucket)
    cards, kept_out = _rank(asked, shelves, budget)
    heading = asked.sure(_KNOWLEDGE_HEADING)
    room = Room(max(0, budget.knowledge - heading), budget.caps)
    if session.strategy is Strategy.OPTIMAL:
        weights = session.settings.tier_weights.model_dump()
        choice = best_selection(cards, room, asked.separator, weights, given)
    else:
        choice = _take_turns(cards, room, asked.separator, session.strategy)
    injected = [one for one in cards if one.name in choice.tiers]
    _settle_backgrounds(asked, shelves, injected, left)
    used = sum(one.sizes[choice.tiers[one.name]] + asked.separator for one in injected)
    used += (heading if injected else 0) + sum(shelf.tokens for shelf in shelves)
    return plain_manifest(asked, budget, shelves, cards, choice, kept_out, used)


def plain_budget(asked: PlainRequest) -> PlainBudget:
    """6a: the total, its halves and the ceilings (Injection §2.2)."""
    policy = asked.session.policy
    remaining = max(0.0, float(asked.request.model.context_window) - asked.used_before())
    allowed = math.floor(remaining * policy.max_injection_tokens_pct_of_context)
    total = max(0, min(policy.max_injection_tokens_absolute, allowed))
    knowledge, content = float(total), 0.0
    if any(bucket.files or bucket.background for bucket in asked.buckets):
        knowledge, content = 0.0, float(total)
        if asked.cards:
            shares = (policy.knowledge_card_share_default, policy.bucket_content_share_default)
            if asked.names_content():
                shares = _DIRECT_SHARES
            floors = (policy.min_knowledge_card_tokens, policy.min_bucket_tokens)
            knowledge, content = (
                max(float(least), float(math.floor(float(total) * share)))
                for least, share in zip(floors, shares, strict=True)
            )
            if knowledge + content > total:
                knowledge = math.floor(knowledge * (total / (knowledge + content)))
                content = total - knowledge
    caps = {
        "procedure": math.floor(int(knowledge) * policy.procedure_sub_budget_pct),
        "interaction_policy": math.floor(int(knowledge) * policy.interaction_policy_sub_budget_pct),
    }
    return PlainBudget(remaining, total, int(knowledge), int(content), caps)


def _place_files(asked: PlainRequest, shelves: list[Shelf], budget: int) -> int:
    """6b: set backgrounds aside and give every file its mode; return what is left."""
    left, most = budget, budget * asked.session.settings.background_part
    for shelf in shelves:
        excluded = asked.forced_on(shelf.bucket.bucket_id) == "exclude"
        if shelf.claim is not None and not excluded and budget - left + shelf.claim <= most:
            shelf.reserved = True
            left -= shelf.claim
    turns = sorted(
        asked.files(shelves),
        key=lambda one: (
            asked.forced_on(one.reference) != "inline",
            *(not one.named, -one.score, one.place, one.file.file_id),
        ),
    )
    barred = asked.barred([(one.reference, one.score) for one in turns])
    for place, one in enumerate(turns):
        forced, shelf = asked.forced_on(one.reference), one.shelf
        if forced == "exclude" or place in barred:
            continue
        has_heading = shelf.reserved or shelf.inlined or shelf.listed
        heading = 0 if has_heading else shelf.heading
        inlined = None if forced == "list_only" else one.inlined
        if inlined is not None and heading + inlined <= left:
            shelf.inlined[one.reference] = one.file.title
            size = heading + inlined
        elif one.listed is not None and heading + one.listed <= left:
            shelf.listed += 1
            size = heading + one.listed
        else:
            continue
        shelf.tokens += size
        left -= size
    return left


def _rank(
    asked: PlainRequest, shelves: list[Shelf], budget: PlainBudget
) -> tuple[list[Contender], dict[str, Why]]:
    """Rank the cards (6c), keep those of inlined files out (6d); return the rest and why not."""
    inlined = {name: title for shelf in shelves for name, title in shelf.inlined.items()}
    turns = sorted(asked.cards, key=lambda one: (-asked.score(one), one.node_id))
    barred = asked.barred([(card.node_id, asked.score(card)) for card in turns])
    stay: list[Contender] = []
    out: dict[str, Why] = {}
    for place, card in enumerate(turns):
        name, forced = card.node_id, asked.forced_on(card.node_id)
        sizes, file = asked.sizes(card), card.provenance_source_ref or ""
        from_file = card.provenance_source == "bucket_file" and file in inlined
        if forced == "exclude":
            out[name] = (Reason.WHAT_IF_EXCLUDED, {})
        elif place in barred:
            out[name] = (barred[place], {})
        elif from_file and forced not in ("pin", "keep"):
            detail = {"file": inlined[file], "reference": file}
            needed = next(iter(sizes.values()), 0)
            out[name] = (Reason.BUCKET_FILE_OVERLAP, {"needed": needed, "detail": detail})
        elif not sizes:
            texts = any(getattr(card.renderings, tier) for tier in TIERS)
            out[name] = (Reason.UNCOUNTABLE if texts else Reason.NO_RENDERING, {})
        else:
            cap = card.node_kind if card.node_kind in budget.caps else None
            stay.append(Contender(card, asked.score(card), sizes, cap, forced == "pin"))
    return sorted(stay, key=lambda one: not one.pinned), out


def _take_turns(
    cards: list[Contender], room: Room, separator: int, strategy: Strategy
) -> PlainSelection:
    """6e: each card in turn gets its smallest rendering (coverage) or the largest that fits."""
    choice = PlainSelection()
    for one in cards:
        left, limit = room.met_by(one)
        tiers = list(one.sizes)
        for tier in reversed(tiers) if strategy is Strategy.DEPTH else tiers[:1]:
            size = one.sizes[tier] + separator
            if room.take(one, size):
                choice.tiers[one.name] = tier
                choice.lower(one, Reason.TIER_LOWERED, left - size, limit)
                break
        else:
            needed = one.sizes[tiers[0]] + separator
            numbers = {"needed": needed, "left": left, "cap": limit.code}
            choice.refusals[one.name] = (limit, numbers)
    if strategy is Strategy.COVERAGE:
        _raise_tiers(cards, room, choice)
    return choice


def _raise_tiers(cards: list[Contender], room: Room, choice: PlainSelection) -> None:
    """6e, coverage: with what is left, all cards to standard in turn, then all to full."""
    choice.lowered.clear()
    for better in TIERS[1:]:
        for one in cards:
            now = choice.tiers.get(one.name)
            if now is None or better not in one.sizes or TIERS.index(now) >= TIERS.index(better):
                continue
            left, limit = room.met_by(one)
            if room.take(one, one.sizes[better] - one.sizes[now]):
                choice.tiers[one.name] = better
                choice.lowered.pop(one.name, None)
            elif one.name not in choice.lowered:
                choice.lower(one, Reason.TIER_LOWERED, left, limit)


def _settle_backgrounds(
    asked: PlainRequest, shelves: list[Shelf], injected: list[Contender], left: int
) -> None:
    """6f: suppress covered backgrounds, render the rest while they fit (Injection §3.4)."""
    entities = [one.card.matter_id for one in injected if one.card.node_kind == "entity"]
    for shelf in shelves:
        forced, matter = asked.forced_on(shelf.bucket.bucket_id), shelf.bucket.matter_id
        if shelf.claim is None or forced == "exclude":
            continue
        has_files = bool(shelf.inlined or shelf.listed)
        covered = matter is not None and entities.count(matter) >= _COVERING
        if covered and forced != "keep":
            shelf.background = "suppressed"
            # A heading that was set aside with the background is needed by files below it.
            shelf.tokens += shelf.heading if shelf.reserved and has_files else 0
        elif shelf.reserved:
            shelf.background = "included"
            shelf.tokens += shelf.claim
        else:
            size = shelf.claim - (shelf.heading if has_files else 0)
            if size <= left:
                shelf.background = "included"
                shelf.tokens += size
                left -= size


@dataclass(frozen=True)
class PlainRun:
    """A replay: the manifest's values, and why each card is in or out."""

    budget: PlainBudget
    manifest: dict[str, Any]
    reasons: Mapping[str, Why]


def plain_manifest(
    asked: PlainRequest,
    budget: PlainBudget,
    shelves: Sequence[Shelf],
    cards: Sequence[Contender],
    choice: PlainSelection,
    kept_out: Mapping[str, Why],
    used: int,
) -> PlainRun:
    """Return what became of everything, as the manifest says it; ``used`` is in tokens."""
    reasons = {**kept_out, **dict(_card_reasons(cards, choice, budget))}
    rows = list(_card_rows(asked, choice, reasons))
    covered = sum(row.get("suppression_reason") == "bucket_file_overlap" for row in rows)
    backgrounds = sum(shelf.background == "suppressed" for shelf in shelves)
    manifest = {
        "trace_id": asked.request.trace_id,
        "timestamp": asked.request.timestamp,
        "total_budget_tokens": budget.total,
        "knowledge_card_budget_tokens": budget.knowledge,
        "bucket_content_budget_tokens": budget.bucket,
        "total_tokens_used": used,
        "knowledge_cards": rows,
        "bucket_cards": [_bucket_row(shelf) for shelf in shelves],
        "overlap_detections": covered + backgrounds,
        "cards_suppressed_by_bucket_overlap": covered,
        "degraded_state": _state(asked, budget, used),
        "schema_version": 1,
    }
    if asked.overrides:
        manifest["what_if"] = asked.overrides.model_dump(mode="json", exclude_defaults=True)
    return PlainRun(budget, manifest, reasons)


def _state(asked: PlainRequest, budget: PlainBudget, used: int) -> str:
    if budget.total == 0 or (asked.anything and used == 0):
        return "unavailable"
    skipped = asked.repeats or asked.session.candidates.skipped_records
    unusable = any(not asked.sizes(card) for card in asked.cards)
    return "partial" if skipped or asked.uncountable or unusable else "none"


def _card_reasons(
    cards: Sequence[Contender], choice: PlainSelection, budget: PlainBudget
) -> Iterator[tuple[str, Why]]:
    for one in cards:
        if one.name in choice.tiers:
            tier = choice.tiers[one.name]
            whole = (Reason.CARD_INJECTED, {"detail": {"tier": tier}})
            reason, numbers = choice.lowered.get(one.name, whole)
            yield one.name, (reason, {**numbers, "tokens": one.sizes[tier]})
        elif budget.total == 0:
            yield one.name, (Reason.NOTHING_TO_INJECT, {})
        else:
            yield one.name, choice.refusals[one.name]


def _card_rows(
    asked: PlainRequest, choice: PlainSelection, reasons: Mapping[str, Why]
) -> Iterator[dict[str, Any]]:
    """Yield every card in order of relevance; pinned ones stand first, as they had turns."""

    def turn(card: Card) -> tuple[Any, ...]:
        return (asked.forced_on(card.node_id) != "pin", -asked.score(card), card.node_id)

    for card in sorted(asked.cards, key=turn):
        sizes = asked.sizes(card)
        tier = choice.tiers.get(card.node_id) or next(iter(sizes), "compact")
        row = {
            "node_id": card.node_id,
            "node_kind": card.node_kind,
            "canonical_name": card.canonical_name,
            "rendering_tier": tier,
            "token_count": sizes.get(tier, 0),
            "relevance_score": asked.score(card),
        }
        for name in Attribution.model_fields:
            value = getattr(card, name)
            if value is not None:
                row[name] = list(value) if isinstance(value, tuple) else value
        row["suppressed"] = card.node_id not in choice.tiers
        if row["suppressed"]:
            row["suppression_reason"] = reasons[card.node_id][0].code
        yield row


def _bucket_row(shelf: Shelf) -> dict[str, Any]:
    return {
        "bucket_id": shelf.bucket.bucket_id,
        "bucket_title": shelf.bucket.bucket_title,
        "mode": "inline" if shelf.inlined else "manifest",
        "background_included": shelf.background == "included",
        "background_suppressed_by_overlap": shelf.background == "suppressed",
        "files_inlined": len(shelf.inlined),
        "files_manifested": shelf.listed,
        "token_count": shelf.tokens,
    }
