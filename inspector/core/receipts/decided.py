"""What a receipt says became of each candidate: in states, as a manifest's values, as an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from inspector.core.candidates.card import TIERS
from inspector.core.reasons import REASONS_BY_CODE, Reason, Verdict
from inspector.core.receipts.receipt import UNCOUNTABLE, Receipt, sizes_of

NO_REASON = "none given"
"""Stands for the reason, or the policy, that a receipt does not tell."""

State = tuple[str | None, str]
"""The form that is in, None for none, and the reason."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A candidate, and what became of it. ``name`` of a file is ``bucket:file``."""

    kind: Literal["card", "background", "file"]
    name: str
    state: State


def decided_in(receipt: Mapping[str, Any]) -> Iterator[Decided]:
    """Yield what became of each; form and reason stand last in rows of every kind.

    Raises ``TypeError`` or ``LookupError`` for a receipt whose rows are none.
    """
    for row in receipt.get("cards") or ():
        yield Decided("card", row[0], _state(row))
    buckets = receipt.get("buckets") or ()
    for row in buckets:
        if row[-1] is not None:  # one without a background has none
            yield Decided("background", row[0], _state(row))
    for row in receipt.get("files") or ():
        yield Decided("file", f"{buckets[row[0]][0]}:{row[1]}", _state(row))


def _state(row: Any) -> State:
    return _state_of(*row[-2:])


def _state_of(form: Any, reason: Any) -> State:
    return None if form is None else str(form), str(reason or NO_REASON)


def verdict_of(state: State) -> Verdict:
    """Return what a state comes to, also with a reason of another engine."""
    form, reason = state
    known = REASONS_BY_CODE.get(reason)
    if known is not None:
        return known.verdict
    return Verdict.DROPPED if form is None else Verdict.INCLUDED


@dataclass(frozen=True, slots=True)
class Totals:
    """What a receipt comes to: tokens that it had and used where it says so, and how many are in
    which state.
    """

    total: int | None
    used: int | None
    states: Mapping[State, int]

    @property
    def kept_out(self) -> Counter[str]:
        """How many are not in, by reason."""
        found: Counter[str] = Counter()
        for (form, reason), count in self.states.items():
            if form is None:
                found[reason] += count
        return found

    @property
    def dropped(self) -> int:
        """How many found no room."""
        return sum(
            count
            for state, count in self.states.items()
            if state[0] is None and verdict_of(state) is Verdict.DROPPED
        )


def totals_of(receipt: Mapping[str, Any]) -> Totals | None:
    """Return what a receipt comes to, None where its rows are none."""
    budget = receipt.get("budget")
    total, used = (
        (budget.get(name) if isinstance(budget, Mapping) else None) for name in ("total", "used")
    )
    try:
        states = _states(receipt)
    except (TypeError, LookupError, ValueError):
        return None
    return Totals(
        total if isinstance(total, int) else None, used if isinstance(used, int) else None, states
    )


def _states(receipt: Mapping[str, Any]) -> Counter[State]:
    """Count the states of ``decided_in`` without its names: states are few, and rows many."""
    rows = [
        *(receipt.get("cards") or ()),
        *(row for row in receipt.get("buckets") or () if row[-1] is not None),
        *(receipt.get("files") or ()),
    ]
    found: Counter[State] = Counter()
    for (form, reason), count in Counter([(row[-2], row[-1]) for row in rows]).items():
        found[_state_of(form, reason)] += count
    return found


EVENT = "context_budget.decision"
"""The name of the event of a decision, for OpenTelemetry."""


def attributes_of(receipt: Mapping[str, Any]) -> dict[str, str | int | list[str]]:
    """Return what an OpenTelemetry event says of a receipt: totals, counts and ids, no contents."""
    model, budget = receipt.get("model") or {}, receipt.get("budget") or {}
    decided = [one for one in decided_in(receipt) if one.kind != "background"]
    chosen = [one.name for one in decided if one.state[0]]
    left_out = [one for one in decided if not one.state[0]]
    said: dict[str, Any] = {
        "gen_ai.request.model": model.get("name"),
        "context_budget.trace_id": receipt.get("trace_id"),
        "context_budget.engine": receipt.get("engine"),
        "context_budget.window": model.get("context_window"),
        "context_budget.used_before": receipt.get("used_before"),
        "context_budget.total": budget.get("total"),
        "context_budget.used": budget.get("used"),
        "context_budget.candidates": len(decided),
        "context_budget.chosen": chosen,
        "context_budget.left_out": [one.name for one in left_out],
        "context_budget.reasons": [one.state[1] for one in left_out],
        "context_budget.policy.fingerprint": receipt.get("fingerprints", {}).get("policy"),
    }
    return {name: value for name, value in said.items() if value is not None}


_OVERLAP = Reason.BUCKET_FILE_OVERLAP.code
_COVERED = Reason.BACKGROUND_OVERLAP.code
_TEXT, _LINE = "text", "line"


def manifest_of(receipt: Receipt, replayed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the manifest (Injection §5) that a receipt stands for.

    What a receipt does not say (the layout within a bucket) is taken from the ``replayed`` manifest
    where what it says agrees with that, else from the sizes that it has. Raises ``TypeError``,
    ``ValueError`` or ``LookupError`` for a receipt whose rows are none.
    """
    cards = list(_cards(receipt.cards))
    due = {row["bucket_id"]: row for row in (replayed or {}).get("bucket_cards", ())}
    buckets = list(_buckets(receipt, due))
    used = receipt.budget.used or 0
    total = used if receipt.budget.total is None else receipt.budget.total
    bucket = receipt.budget.bucket
    knowledge = receipt.budget.knowledge
    overlaps = sum(row.get("suppression_reason") == _OVERLAP for row in cards)
    covered = sum(row["background_suppressed_by_overlap"] for row in buckets)
    manifest = {
        "trace_id": receipt.trace_id,
        "timestamp": receipt.timestamp,
        "total_budget_tokens": total,
        "knowledge_card_budget_tokens": total if knowledge is None else knowledge,
        "bucket_content_budget_tokens": bucket or 0,
        "total_tokens_used": used,
        "knowledge_cards": cards,
        "bucket_cards": buckets,
        "overlap_detections": overlaps + covered,
        "cards_suppressed_by_bucket_overlap": overlaps,
        "degraded_state": receipt.degraded or "none",
        "schema_version": 1,
    }
    return manifest | ({"what_if": dict(receipt.overrides)} if receipt.overrides else {})


def _cards(rows: Sequence[Sequence[Any]]) -> Iterator[dict[str, Any]]:
    for node_id, kind, score, tokens, _source, _group, form, reason, *_ in rows:
        sizes = dict(zip(TIERS, sizes_of(tokens), strict=True))
        known = {tier: size for tier, size in sizes.items() if size not in (None, UNCOUNTABLE)}
        tier = form if form in known else next(iter(known), TIERS[0])
        if form is not None and form not in TIERS and isinstance(tokens, Mapping):
            chosen = tokens.get(form)  # a form of another engine, by its size
            tier = next((one for one, size in known.items() if size == chosen), tier)
        row = {
            "node_id": node_id,
            "node_kind": kind,
            "canonical_name": node_id,
            "rendering_tier": tier,
            "token_count": known.get(tier, 0),
            "relevance_score": score or 0,
            "suppressed": form is None,
        }
        yield row | ({"suppression_reason": str(reason)} if form is None and reason else {})


def _buckets(receipt: Receipt, due: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    forms = [Counter[str | None]() for _ in receipt.buckets]
    sizes = [0] * len(forms)
    for place, _file_id, _score, (line, text), heading, form, *_ in receipt.files:
        forms[place][form] += 1
        sizes[place] += {_TEXT: (text or 0) + heading, _LINE: line}.get(form, 0)
    for place, (bucket_id, _matter, heading, background, form, reason) in enumerate(
        receipt.buckets
    ):
        own, taken = forms[place], sizes[place] + (background if form is not None else 0)
        row = {
            "bucket_id": bucket_id,
            "bucket_title": bucket_id[:80],
            "mode": "inline" if own[_TEXT] else "manifest",
            "background_included": form is not None,
            "background_suppressed_by_overlap": reason == _COVERED,
            "files_inlined": own[_TEXT],
            "files_manifested": own[_LINE],
        }
        known = due.get(bucket_id, {})
        agrees = all(known.get(name) == value for name, value in row.items())
        yield row | {
            "token_count": known["token_count"] if agrees else taken + heading * bool(taken)
        }
