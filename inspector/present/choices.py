"""Lists to choose from in the inputs: strategies, direct targets, the requests of a corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.core.candidates.candidate_set import CandidateSet, file_reference
from inspector.core.injection.policy import Strategy
from inspector.language import tr
from inspector.present.table.cells import one_line


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """One entry of a list. ``depth`` indents it below the entry before it that has less."""

    key: str
    text: str
    detail: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy for people: its name and what it does."""

    strategy: Strategy
    title: str
    help: str


STRATEGIES = (
    StrategyText(
        Strategy.COVERAGE,
        "coverage",
        tr(
            "As many cards as possible: each gets its smallest rendering in order of"
            " relevance, then"
            " cards are raised to standard and to full while it fits."
        ),
    ),
    StrategyText(
        Strategy.DEPTH,
        "depth",
        tr(
            "Few cards, but whole: in order of relevance each gets the largest rendering that fits."
        ),
    ),
    StrategyText(
        Strategy.OPTIMAL,
        "optimal",
        tr(
            "The greatest value: of all selections under the same caps, the one with the"
            " largest sum"
            " of relevance times the weight of the rendering. Exact."
        ),
    ),
)


def strategy_text(strategy: Strategy) -> StrategyText:
    """Return a strategy for people."""
    return next(text for text in STRATEGIES if text.strategy is strategy)


def target_items(candidates: CandidateSet, targets: Sequence[str]) -> tuple[ChoiceItem, ...]:
    """Return every bucket and file that a request can ask about directly, in the set's order.

    Targets that are not in the set come last, so that they can be taken away.
    """
    items = []
    for bucket in candidates.buckets:
        items.append(ChoiceItem(bucket.bucket_id, one_line(bucket.bucket_title), bucket.bucket_id))
        for file in bucket.files:
            reference = file_reference(bucket.bucket_id, file.file_id)
            items.append(ChoiceItem(reference, one_line(file.title), reference, depth=1))
    known = {item.key for item in items}
    items += [
        ChoiceItem(target, one_line(target), tr("not in the set"))
        for target in dict.fromkeys(targets)
        if target not in known
    ]
    return tuple(items)


def matching(items: Sequence[ChoiceItem], wanted: str) -> list[int]:
    """Return the places of entries that contain a text, and of those they are indented below.

    Upper and lower case do not matter.
    """
    sought = wanted.strip().casefold()
    if not sought:
        return list(range(len(items)))
    found: list[int] = []
    above: int | None = None
    for place, item in enumerate(items):
        if item.depth == 0:
            above = place
        if sought in item.text.casefold() or sought in item.detail.casefold():
            if item.depth and above is not None and (not found or found[-1] < above):
                found.append(above)
            found.append(place)
    return found
