"""Fifty ways of altering a right manifest by hand, and what it takes to notice each.

``alone`` alterations break the format or contradict the rest of the manifest. The others make a
manifest that could be right: only its inputs tell that it is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Manifest = dict[str, Any]
Change = Callable[[Manifest], object]


@dataclass(frozen=True)
class Alteration:
    """One way of altering the manifest of a sample; ``change`` may return the text to be read."""

    name: str
    sample: str
    change: Change
    alone: bool = True
    other_inputs: bool = False  # other inputs than those of the sample would lead to it

    def text(self, manifest: Manifest) -> str:
        copy = json.loads(json.dumps(manifest))
        changed = self.change(copy)
        return changed if isinstance(changed, str) else json.dumps(copy, indent=2)


FRAUD, TARGET, STARVED = "securities-fraud", "direct-target", "starved-budget"
ASSEMBLY = "assembly"


def cards(manifest: Manifest, **fields: Any) -> list[dict[str, Any]]:
    """The cards whose fields have these values; without a reason for being out they are in."""
    return [
        card
        for card in manifest["knowledge_cards"]
        if all(card.get(name) == value for name, value in fields.items())
    ]


def first(manifest: Manifest, **fields: Any) -> dict[str, Any]:
    return cards(manifest, **fields)[0]


def put(*path: str | int, value: Any) -> Change:
    """Write a value at a place."""

    def change(manifest: Manifest) -> None:
        part: Any = manifest
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] = value

    return change


def add(*path: str | int, by: int) -> Change:
    """Add to a number at a place."""

    def change(manifest: Manifest) -> None:
        part: Any = manifest
        for step in path[:-1]:
            part = part[step]
        part[path[-1]] += by

    return change


def remove(*path: str | int) -> Change:
    """Take a member or a row away."""

    def change(manifest: Manifest) -> None:
        part: Any = manifest
        for step in path[:-1]:
            part = part[step]
        del part[path[-1]]

    return change


def on(choice: Mapping[str, Any], **fields: Any) -> Change:
    """Change fields of the first card that is like ``choice``."""
    return lambda manifest: first(manifest, **choice).update(fields)


def both(*changes: Change) -> Change:
    def change(manifest: Manifest) -> None:
        for one in changes:
            one(manifest)

    return change


IN, OVERLAP = {"suppression_reason": None}, {"suppression_reason": "bucket_file_overlap"}
DROPPED = {"suppression_reason": "knowledge_budget"}


def _set_free(manifest: Manifest) -> None:
    """Inject a card that overlap had suppressed, and let every count follow."""
    card = first(manifest, **OVERLAP)
    card["suppressed"] = False
    del card["suppression_reason"]
    manifest["total_tokens_used"] += card["token_count"] + 1
    manifest["overlap_detections"] -= 1
    manifest["cards_suppressed_by_bucket_overlap"] -= 1


def _drop_quietly(manifest: Manifest) -> None:
    """Take the last card that is in out of the manifest, and let the sum follow."""
    card = cards(manifest, **IN)[-1]
    manifest["knowledge_cards"].remove(card)
    manifest["total_tokens_used"] -= card["token_count"] + 1


def _without_reason(manifest: Manifest) -> None:
    del first(manifest, **DROPPED)["suppression_reason"]


def _swap_cards(manifest: Manifest) -> None:
    rows = manifest["knowledge_cards"]
    rows[2], rows[5] = rows[5], rows[2]


def _move_tokens(manifest: Manifest) -> None:
    """Say that one card takes five tokens more, and another five fewer."""
    one, other = cards(manifest, **IN)[:2]
    one["token_count"] += 5
    other["token_count"] -= 5


def _overtake(manifest: Manifest) -> None:
    """Say that the smallest card that found no room was the most relevant one."""
    smallest = min(cards(manifest, **DROPPED), key=lambda card: card["token_count"])
    smallest["relevance_score"] = 1.0


def _twice(manifest: Manifest) -> str:
    """Write one member twice: what a reader takes depends on the reader."""
    text = json.dumps(manifest)
    return text.replace('"total_tokens_used"', '"total_tokens_used": 1, "total_tokens_used"', 1)


ALTERATIONS: tuple[Alteration, ...] = (
    # The format
    Alteration("a budget written as text", TARGET, put("total_budget_tokens", value="3200")),
    Alteration("a field that is missing", TARGET, remove("total_tokens_used")),
    Alteration("a rendering tier that does not exist", TARGET, on(IN, rendering_tier="summary")),
    Alteration("a mode that does not exist", TARGET, put("bucket_cards", 0, "mode", value="whole")),
    Alteration("a state that does not exist", TARGET, put("degraded_state", value="degraded")),
    Alteration("half a token", TARGET, on(IN, token_count=41.5)),
    Alteration(
        "a time that is not UTC", TARGET, put("timestamp", value="2026-02-19T02:51:00+01:00")
    ),
    Alteration("an id longer than 120 units", TARGET, on(IN, node_id="x" * 121)),
    Alteration("another schema version", TARGET, put("schema_version", value=2)),
    Alteration("a flag written as a number", TARGET, on(IN, suppressed=0)),
    Alteration("an optional field that is null", TARGET, on(IN, primary_tag=None)),
    Alteration("a member written twice", TARGET, _twice),
    # Numbers against each other
    Alteration("negative tokens of a card", TARGET, on(DROPPED, token_count=-12)),
    Alteration("negative files", TARGET, put("bucket_cards", 1, "files_manifested", value=-1)),
    Alteration("halves beyond the total", TARGET, add("knowledge_card_budget_tokens", by=1)),
    Alteration("a smaller total", TARGET, put("total_budget_tokens", value=3100)),
    Alteration("more used than the total", TARGET, put("total_tokens_used", value=3201)),
    Alteration("fewer used than the parts take", TARGET, add("total_tokens_used", by=-50)),
    Alteration("tokens shaved off the used", FRAUD, add("total_tokens_used", by=-120)),
    Alteration("a card made large", TARGET, on(IN, token_count=700)),
    Alteration("a bucket made large", TARGET, put("bucket_cards", 0, "token_count", value=2600)),
    Alteration(
        "tokens moved from the knowledge half to the other",
        TARGET,
        both(
            add("knowledge_card_budget_tokens", by=-40),
            add("bucket_content_budget_tokens", by=40),
        ),
    ),
    Alteration("no buckets any more", TARGET, put("bucket_cards", value=[])),
    Alteration("no cards any more", TARGET, put("knowledge_cards", value=[])),
    # Cards against themselves
    Alteration(
        "a card listed twice", TARGET, lambda m: m["knowledge_cards"].append(first(m, **DROPPED))
    ),
    Alteration("out without a reason", TARGET, _without_reason),
    Alteration("in with a reason", TARGET, on(DROPPED, suppressed=False)),
    Alteration("a reason of a file", TARGET, on(DROPPED, suppression_reason="file_listed")),
    Alteration(
        "a ceiling of another kind",
        TARGET,
        on(DROPPED | {"node_kind": "entity"}, suppression_reason="procedure_cap"),
    ),
    Alteration("two strategies in one run", TARGET, on(DROPPED, suppression_reason="outweighed")),
    Alteration("no rendering, yet tokens", TARGET, on(DROPPED, suppression_reason="no_rendering")),
    Alteration(
        "a budget of 0 as the reason", TARGET, on(DROPPED, suppression_reason="nothing_to_inject")
    ),
    Alteration("no room for a single token", TARGET, on(DROPPED, token_count=1)),
    Alteration("the most relevant card, yet no room for it", STARVED, _overtake),
    # Buckets, overlap and state against the rows
    Alteration(
        "inline without an inlined file", TARGET, put("bucket_cards", 1, "mode", value="inline")
    ),
    Alteration(
        "a background in and out", TARGET, put("bucket_cards", 0, "background_included", value=True)
    ),
    Alteration(
        "tokens of a bucket with nothing in",
        TARGET,
        both(
            put("bucket_cards", 1, "files_manifested", value=0),
            put("bucket_cards", 1, "background_included", value=False),
        ),
    ),
    Alteration("an overlap not counted", TARGET, add("cards_suppressed_by_bucket_overlap", by=-1)),
    Alteration("a detection too many", TARGET, add("overlap_detections", by=1)),
    Alteration("a state of nothing injected", TARGET, put("degraded_state", value="unavailable")),
    # What only the inputs tell; others than those of the sample lead to the first five
    Alteration(
        "another request's id",
        TARGET,
        put("trace_id", value="inc-461-step-1-1"),
        alone=False,
        other_inputs=True,
    ),
    Alteration(
        "another time",
        TARGET,
        put("timestamp", value="2026-02-19T02:52:00Z"),
        alone=False,
        other_inputs=True,
    ),
    Alteration(
        "a card renamed",
        TARGET,
        on(IN, canonical_name="Something else"),
        alone=False,
        other_inputs=True,
    ),
    Alteration(
        "a relevance raised a little",
        TARGET,
        on(IN, relevance_score=0.9501),
        alone=False,
        other_inputs=True,
    ),
    Alteration(
        "another main tag", TARGET, on(IN, primary_tag="consumer"), alone=False, other_inputs=True
    ),
    Alteration("tokens moved between two cards", FRAUD, _move_tokens, alone=False),
    Alteration("a suppressed card let in, counts and all", ASSEMBLY, _set_free, alone=False),
    Alteration("a card taken out, sum and all", FRAUD, _drop_quietly, alone=False),
    Alteration("two cards in each other's place", TARGET, _swap_cards, alone=False),
    Alteration(
        "input said to be left out", TARGET, put("degraded_state", value="partial"), alone=False
    ),
)
