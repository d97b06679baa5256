"""The states that a report carries for its divider: what is in at each split, without a server.

A report shows positions of a tenth of a percent. What is said of a position is exact there; states
that no position lies in are left out, and the report says how many.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.backgrounds import RENDERED
from inspector.analysis.tuning.modes import INLINED, MODES
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.split import Splits
from inspector.core.injection.card_rows import TIER_LABELS
from inspector.core.injection.materialization import Mode
from inspector.language import spoken, tr
from inspector.present.injection.answer import percent
from inspector.present.injection.bar_strip import group_title
from inspector.present.injection.bar_svg import paint
from inspector.present.palette import LIGHT

MOST_STATES, MOST_ITEMS = 1_000, 500
_POSITIONS = (1_000, 500)  # steps of the divider; the second where the first has too many states
_MODES = {Mode.INLINED: tr("full text"), Mode.LISTED: tr("title only")}

Int64 = npt.NDArray[np.int64]


def split_states(splits: Splits) -> dict[str, Any]:
    """Return what the report's divider needs, as plain JSON values.

    Its patterns are those of the budget bar, which is in the same report.
    """
    pieces, outcomes = splits.sweep.pieces, splits.sweep.outcomes
    edges = splits.sweep.breakpoints
    for steps in _POSITIONS:
        shares = np.arange(steps + 1) / steps
        places = np.maximum(np.searchsorted(splits.starts, shares, side="right") - 1, 0)
        stretches = np.searchsorted(edges, places, side="right")
        kept, state = np.unique(stretches, return_inverse=True)
        if len(kept) <= MOST_STATES:
            break
    starts = np.concatenate([[0], edges])[kept]
    ends = np.concatenate([edges, [len(splits.starts)]])[kept] - 1
    numbers, tokens = splits.met.numbers, outcomes.tokens
    items = list(_items(splits, starts))
    items.sort(key=lambda one: one[3])
    return {
        "language": spoken(),
        "steps": steps,
        "total": splits.sweep.report.budget.total_budget,
        "at": round(splits.sweep.current * steps),
        "state": state.tolist(),
        "knowledge": pieces.states.knowledge[places].tolist(),
        "bucket": pieces.states.bucket[places].tolist(),
        "met": splits.met.met[places].tolist(),
        "expected": splits.met.expected,
        "states": {
            "from": [percent(float(splits.starts[one])) for one in starts.tolist()],
            "to": [percent(pieces.last_of(one)) for one in ends.tolist()],
            "used": outcomes.used[starts].tolist(),
            "cards": outcomes.cards_in[starts].tolist(),
            "files": numbers["files.inlined"][0][starts].tolist(),
            "released": outcomes.released[starts].tolist(),
            "knowledge": {
                **{
                    kind: tokens[kind][starts].tolist()
                    for kind in ("entity", "other", "procedure", "interaction_policy")
                },
                "overhead": numbers["knowledge.overhead"][0][starts].tolist(),
            },
            "bucket": {
                "background": tokens["background"][starts].tolist(),
                "inlined": tokens["file"][starts].tolist(),
                "listed": tokens["line"][starts].tolist(),
                "overhead": numbers["bucket.overhead"][0][starts].tolist(),
            },
        },
        "left_out": len(edges) + 1 - len(kept),
        "items": [one[:3] for one in items[:MOST_ITEMS]],
        "more_items": max(0, len(items) - MOST_ITEMS),
        "groups": {
            group: [group_title(group), paint(group, LIGHT.parts[group]), LIGHT.parts[group].fill]
            for group in (
                *("entity", "other", "procedure", "interaction_policy", "background", "inlined"),
                *("listed", "overhead", "released", "unused"),
            )
        },
        "words": _words(),
    }


def _words() -> dict[str, str]:
    """Return the sentences of the divider; the report puts numbers into their places."""
    return {
        "said": tr(
            "Split %split% · %used% of %total% tokens used · cards %cards% · files in full text"
            " %files%"
        ),
        "met": tr("%met% of %expected% expectations met"),
        "same": tr("Same selection from %from% to %to% %"),
        "tokens": tr("%title%: %tokens% tokens"),
    }


def _items(splits: Splits, states: Int64) -> Iterator[tuple[str, str, list[list[Any]], int]]:
    """Yield name, kind and stretches of each item that is in anywhere, and its place in the order.

    A stretch is its first state, the one after its last, the form there and its tokens.
    """
    outcomes = splits.sweep.outcomes
    prepared = splits.sweep.report.prepared
    cards = prepared.cards
    for rank, own in _stretches(outcomes.cards, states):
        row = int(cards.order[rank])
        yield (
            cards.columns.names[row],
            cards.columns.kinds[row] or "card",
            [[a, b, TIER_LABELS[form], int(cards.costs[rank, form])] for a, b, form in own],
            rank,
        )
    after = len(cards.order)
    for place, own in _stretches(outcomes.files, states):
        file = prepared.files[place].counted
        sizes = [(file.text if form == INLINED else file.line) or 0 for _, _, form in own]
        forms = [_MODES[MODES[form]] for _, _, form in own]
        found = [
            [a, b, form, size] for (a, b, _), form, size in zip(own, forms, sizes, strict=True)
        ]
        yield file.file.title, tr("file"), found, after + place
    after += len(prepared.files)
    rendered = outcomes.backgrounds.where(outcomes.backgrounds.forms == RENDERED)
    for place, own in _stretches(rendered, states):
        entry = prepared.counted.buckets[place]
        size = int(entry.background or 0)
        yield (
            entry.bucket.bucket_title,
            tr("bucket summary"),
            [[a, b, "", size] for a, b, _ in own],
            after + place,
        )


def _stretches(spans: Spans, states: Int64) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Yield each subject with its stretches in states instead of pieces."""
    first = np.searchsorted(states, spans.first).tolist()
    end = np.searchsorted(states, spans.end).tolist()
    found: dict[int, list[tuple[int, int, int]]] = {}
    for subject, form, a, b in zip(
        spans.subjects.tolist(), spans.forms.tolist(), first, end, strict=True
    ):
        if a < b:
            found.setdefault(subject, []).append((a, b, form))
    yield from found.items()
