"""The policies of a grid: the present one with other values of one or two of its axes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from inspector.analysis.tuning.axes import Axis, policy_at
from inspector.core.injection.policy import UnifiedContextBudgetPolicy

MOST_STEPS = 10
_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class GridAxis:
    """So many values of an axis of the policy, evenly from the first to the last."""

    axis: Axis
    first: float
    last: float
    steps: int

    @property
    def values(self) -> tuple[float, ...]:
        """The values, ascending; whole on an axis of tokens."""
        low, high = sorted((self.first, self.last))
        parts = [place / max(1, self.steps - 1) for place in range(self.steps)]
        numbers = (low + part * (high - low) for part in parts)
        whole = self.axis.whole
        return tuple(
            dict.fromkeys(round(one) if whole else round(one, _DECIMALS) for one in numbers)
        )


GridPoint = tuple[tuple[Axis, float], ...]
"""A value on each axis of a grid."""


def grid_policies(
    policy: UnifiedContextBudgetPolicy, axes: Sequence[GridAxis]
) -> Iterator[tuple[GridPoint, UnifiedContextBudgetPolicy]]:
    """Yield every point of a grid with its policy, but for the policy as it is."""
    seen = {policy}
    for values in product(*(one.values for one in axes)):
        point = tuple(zip((one.axis for one in axes), values, strict=True))
        made = policy
        for axis, value in point:
            made = policy_at(made, axis, value)
        if made not in seen:
            seen.add(made)
            yield point, made
