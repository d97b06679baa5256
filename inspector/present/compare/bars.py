"""The mirrored bars: tokens of each group on side A to the left, on side B to the right."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.comparison import Comparison
from inspector.language import tr


@dataclass(frozen=True, slots=True)
class MirroredBar:
    """One pair of bars, in tokens. ``kept`` is what the same subjects take on both sides.

    ``part`` names the look, as in the palette's parts.
    """

    group: str
    title: str
    part: str
    before: int
    after: int
    gained: int
    lost: int

    @property
    def kept(self) -> int:
        """Tokens that are the same on both sides."""
        return self.before - self.lost


@dataclass(frozen=True, slots=True)
class MirroredBars:
    """All pairs on one scale, knowledge first; ``longest`` is the tokens of the longest bar."""

    bars: tuple[MirroredBar, ...]
    longest: int
    used: tuple[int, int]
    budgets: tuple[int, int]


_PARTS = {
    "entity": "entity",
    "procedure": "procedure",
    "interaction_policy": "interaction_policy",
    "file": "inlined",
    "background": "background",
    "bucket": "inlined",
}


_TITLES = {"file": tr("Files"), "background": tr("Bucket summaries"), "bucket": tr("Buckets")}


def mirrored_bars(comparison: Comparison) -> MirroredBars:
    """Return the bars of a comparison, those that changed most first within each half."""
    groups = sorted(
        comparison.groups,
        key=lambda one: (one.account != "knowledge", -(one.gained + one.lost), one.group),
    )
    bars = tuple(
        MirroredBar(
            one.group,
            _TITLES.get(one.group, one.group.replace("_", " ").capitalize()),
            _PARTS.get(one.group, "other"),
            one.before,
            one.after,
            one.gained,
            one.lost,
        )
        for one in groups
    )
    before, after = comparison.totals
    return MirroredBars(
        bars,
        max((max(bar.before, bar.after) for bar in bars), default=0),
        (before.used, after.used),
        (before.total_budget, after.total_budget),
    )
