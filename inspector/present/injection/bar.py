"""The budget bar as plain numbers: window, budget, halves, what fills them, what stays beside.

Every strip lays segments on one axis of tokens. A strip may hold as many segments as there are
cards, so they are arrays; a view only paints them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.core.injection.card import INTERACTION_POLICY, PROCEDURE
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.present.injection.verdicts import CardVerdicts, verdict_code

# What a segment is; views give each a colour and a pattern. Verdicts of items come beside it.
GROUPS = (
    "used_before",
    "injection_budget",
    "rest_of_window",
    "knowledge",
    "bucket",
    "unallocated",
    "entity",
    "procedure",
    "interaction_policy",
    "other",
    "background",
    "inlined",
    "listed",
    "overhead",
    "released",
    "unused",
    "suppressed",
    "dropped",
)
_GROUP = {name: code for code, name in enumerate(GROUPS)}

GHOST_LIMIT = 400  # most ghosts drawn of each kind; the rest is one segment that says how many


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """One strip of segments that lie side by side from 0 on.

    ``starts`` and ``sizes`` are tokens, ``groups`` places in ``GROUPS``; ``keys`` name the subject
    of a segment as ``kind:id``, "" for one that is no subject; ``labels`` are shown when hovered.
    """

    name: str
    starts: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.float64]
    groups: npt.NDArray[np.uint8]
    keys: Sequence[str]
    labels: Sequence[str]

    @property
    def total(self) -> float:
        """Where the last segment ends, in tokens."""
        return float(self.starts[-1] + self.sizes[-1]) if len(self.sizes) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class BudgetBar:
    """The whole chart. All sizes are tokens.

    ``divider`` is where the knowledge half ends; it can be dragged while both halves exist.
    """

    window: Strip
    budget: Strip
    filled: Strip
    suppressed: Strip
    dropped: Strip
    total: int
    divider: int
    movable: bool
    used: int
    suppressed_count: int
    suppressed_tokens: int
    dropped_count: int
    dropped_tokens: int


class _Builder:
    """Collects the segments of one strip."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._sizes: list[float] = []
        self._groups: list[int] = []
        self._keys: list[str] = []
        self._labels: list[str] = []

    def add(self, size: float, group: str, label: str, key: str = "") -> None:
        """Add a segment; one without any tokens is not drawn."""
        if size > 0:
            self._sizes.append(size)
            self._groups.append(_GROUP[group])
            self._keys.append(key)
            self._labels.append(label)

    def build(self) -> Strip:
        """Return the strip."""
        sizes = np.array(self._sizes, dtype=np.float64)
        return Strip(
            self._name,
            np.cumsum(sizes) - sizes,
            sizes,
            np.array(self._groups, dtype=np.uint8),
            tuple(self._keys),
            tuple(self._labels),
        )


def budget_bar(report: InjectionReport) -> BudgetBar:
    """Return the chart of one report."""
    budget = report.budget
    verdicts = CardVerdicts(report)
    needed = np.maximum(report.prepared.cards.first_cost, 0)
    suppressed = np.flatnonzero(report.suppressed & report.prepared.cards.usable)
    dropped = np.flatnonzero(verdicts.verdicts == verdict_code(Verdict.DROPPED))
    files_out = [c for c in report.materialization.files if c.mode is Mode.OMITTED]
    return BudgetBar(
        window=_window(report),
        budget=_halves(report),
        filled=_filled(report),
        suppressed=_ghosts(report, "suppressed", suppressed, needed),
        dropped=_ghosts(report, "dropped", dropped, needed),
        total=budget.total_budget,
        divider=budget.knowledge_card_budget,
        movable=budget.division == "both" and not budget.direct_target,
        used=report.total_tokens_used,
        suppressed_count=len(suppressed) + report.backgrounds_suppressed,
        suppressed_tokens=int(needed[suppressed].sum()) + report.released,
        dropped_count=len(dropped) + len(files_out),
        dropped_tokens=int(needed[dropped].sum()),
    )


def _window(report: InjectionReport) -> Strip:
    budget = report.budget
    strip = _Builder("window")
    window, used = int(budget.model_context_window), int(budget.tokens_used_before)
    before = min(max(used, 0), window)
    strip.add(before, "used_before", f"{before:,} tokens used by the steps before")
    total = budget.total_budget
    strip.add(total, "injection_budget", f"{total:,} tokens may be injected")
    rest = window - before - total
    strip.add(rest, "rest_of_window", f"{rest:,} tokens for the rest of the request and the answer")
    return strip.build()


def _halves(report: InjectionReport) -> Strip:
    budget = report.budget
    strip = _Builder("budget")
    knowledge, bucket = budget.knowledge_card_budget, budget.bucket_budget
    strip.add(knowledge, "knowledge", f"{knowledge:,} tokens for knowledge cards")
    strip.add(bucket, "bucket", f"{bucket:,} tokens for bucket content")
    strip.add(budget.unallocated, "unallocated", f"{budget.unallocated:,} tokens of neither half")
    return strip.build()


def _group_of_kind(kind: str | None) -> str:
    if kind in ("entity", PROCEDURE, INTERACTION_POLICY):
        return str(kind)
    return "other"


def _filled(report: InjectionReport) -> Strip:
    """Cards by kind, then files; in each half overhead, released and unused tokens close it."""
    strip = _Builder("filled")
    cards, columns = report.prepared.cards, report.prepared.cards.columns
    by_group: dict[str, list[tuple[int, int]]] = {}
    for rank, tier in zip(report.tiers.ranks.tolist(), report.tiers.tiers.tolist(), strict=True):
        group = _group_of_kind(columns.kinds[int(cards.order[rank])])
        by_group.setdefault(group, []).append((rank, tier))
    for group in ("entity", "other", "procedure", "interaction_policy"):
        for rank, tier in by_group.get(group, ()):
            row = int(cards.order[rank])
            tokens = int(cards.costs[rank, tier])
            strip.add(
                tokens, group, f"{columns.names[row]}: {tokens:,}", f"card:{columns.node_ids[row]}"
            )
    overhead = report.knowledge_overhead
    strip.add(overhead, "overhead", f"{overhead:,} tokens of headings and separators")
    unused = report.budget.knowledge_card_budget - report.knowledge_used
    strip.add(unused, "unused", f"{unused:,} tokens of the knowledge half unused")
    _fill_bucket_half(report, strip)
    rest = report.budget.unallocated
    strip.add(rest, "unallocated", f"{rest:,} tokens of neither half")
    return strip.build()


def _fill_bucket_half(report: InjectionReport, strip: _Builder) -> None:
    buckets = report.prepared.counted.buckets
    for background in report.backgrounds:
        bucket = buckets[background.bucket_index].bucket
        label = f"Background of {bucket.bucket_title}: {background.tokens:,}"
        strip.add(background.tokens, "background", label, f"background:{bucket.bucket_id}")
    for mode, group in ((Mode.INLINED, "inlined"), (Mode.LISTED, "listed")):
        for choice in report.materialization.files:
            if choice.mode is mode:
                file = choice.file.counted
                label = f"{file.file.title}: {choice.tokens:,}"
                strip.add(choice.tokens, group, label, f"file:{file.reference}")
    overhead, released = report.bucket_overhead, report.released
    strip.add(overhead, "overhead", f"{overhead:,} tokens of headings and separators")
    strip.add(released, "released", f"{released:,} tokens released by suppressed backgrounds")
    unused = report.budget.bucket_budget - report.bucket_used - released
    strip.add(unused, "unused", f"{unused:,} tokens of the bucket half unused")


def _ghosts(
    report: InjectionReport,
    group: str,
    ranks: npt.NDArray[np.int64],
    needed: npt.NDArray[np.int64],
) -> Strip:
    """Return what was kept out, most relevant first; beyond a limit as one segment."""
    strip = _Builder(group)
    cards, columns = report.prepared.cards, report.prepared.cards.columns
    for rank in ranks[:GHOST_LIMIT].tolist():
        row = int(cards.order[rank])
        strip.add(
            int(needed[rank]),
            group,
            f"{columns.names[row]}: {int(needed[rank]):,} {group}",
            f"card:{columns.node_ids[row]}",
        )
    rest = ranks[GHOST_LIMIT:]
    tokens = int(needed[rest].sum())
    strip.add(tokens, group, f"{len(rest):,} more cards, {tokens:,} tokens")
    _add_content_ghosts(report, group, strip)
    return strip.build()


def _add_content_ghosts(report: InjectionReport, group: str, strip: _Builder) -> None:
    """Add backgrounds to what was suppressed, files and backgrounds to what was dropped."""
    verdict = Verdict(group)
    for background in report.backgrounds:
        if background.verdict is verdict:
            bucket = report.prepared.counted.buckets[background.bucket_index].bucket
            label = f"Background of {bucket.bucket_title}: {background.needed:,} {group}"
            strip.add(background.needed, group, label, f"background:{bucket.bucket_id}")
    if verdict is Verdict.DROPPED:
        omitted: Iterable[tuple[int, str, str]] = (
            (c.needed, c.file.counted.file.title, c.file.counted.reference)
            for c in report.materialization.files
            if c.mode is Mode.OMITTED
        )
        for needed, title, reference in omitted:
            strip.add(needed, group, f"{title}: {needed:,} {group}", f"file:{reference}")
