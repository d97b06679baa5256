"""What lies under the divider: where expectations are met, by pixel, and where the divider snaps.

Pieces of the split may be thousands; a column of pixels says the best and the worst of what it
covers, so nothing between two pixels is lost and nothing is claimed that holds for a part only.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.analysis.tuning.split import Splits

SNAP = 6.0  # pixels within which a breakpoint holds the divider

_DECIMALS = 4  # of a share where the divider stands on a breakpoint

Int64 = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Stretches of whole pixels with the same expectations, from ``lefts`` to ``rights``.

    ``best`` and ``worst`` are how many of ``expected`` are met at the best and at the worst split
    within each pixel of the stretch.
    """

    lefts: Int64
    rights: Int64
    best: Int64
    worst: Int64
    expected: int


def columns(splits: Splits, left: float, width: float) -> Columns:
    """Return the stretches that an axis from ``left`` over ``width`` pixels is painted with."""
    begin, end = round(left), round(left + width)
    pixels = np.arange(begin, max(end, begin + 1))
    shares = np.clip((np.stack([pixels, pixels + 1]) - left) / max(width, 1.0), 0.0, 1.0)
    first = np.searchsorted(splits.starts, shares[0], side="right") - 1
    last = np.searchsorted(splits.starts, shares[1], side="left") - 1
    first, last = np.maximum(first, 0), np.maximum(last, np.maximum(first, 0))
    met = splits.met.met
    bounds = np.stack([first, last + 1], axis=1).ravel()
    padded = np.append(met, met[-1])  # the end of the last stretch has to be a place, too
    best = np.maximum.reduceat(padded, bounds)[::2]
    worst = np.minimum.reduceat(padded, bounds)[::2]
    changed = (best[1:] != best[:-1]) | (worst[1:] != worst[:-1])
    starts = np.concatenate([[0], np.flatnonzero(changed) + 1])
    stops = np.concatenate([starts[1:], [len(pixels)]])
    return Columns(
        pixels[starts], pixels[stops - 1] + 1, best[starts], worst[starts], splits.met.expected
    )


def snapped(share: float, width: float, splits: Splits | None) -> float:
    """Return where a divider dragged to a share comes to rest on an axis of so many pixels.

    A breakpoint within six pixels wins: a split at which the expectations met change or, without
    expectations, at which something else is in. Breakpoints too close to each other to be aimed at
    do not count. Everywhere else it rests at whole percents.
    """
    if splits is not None and width > 0:
        found = breakpoints(splits)
        near = found[np.abs(found - share) * width <= SNAP]
        if len(near):
            nearest = float(near[np.argmin(np.abs(near - share))])
            if np.count_nonzero(np.abs(found - nearest) * width <= SNAP) == 1:
                return nearest
    return round(share, 2)


def breakpoints(splits: Splits) -> npt.NDArray[np.float64]:
    """Return the shares a divider may rest at, each with four decimals.

    It rests on the side where more expectations are met; without expectations where something
    else begins to be in.
    """
    scale = 10**_DECIMALS
    starts = splits.turns if splits.met.expected else splits.changes
    after = np.round(np.ceil(starts * scale) / scale, _DECIMALS)
    if splits.met.expected:
        met, places = splits.met.met, np.searchsorted(splits.starts, starts)
        before = np.round((np.ceil(starts * scale) - 1) / scale, _DECIMALS)
        after = np.where(met[places] < met[places - 1], before, after)
    edges = np.concatenate([[0.0], starts, [np.inf]])
    # One that is written in the stretch beside its own would have another result.
    own = np.searchsorted(edges, after, side="right") - 1
    place = np.arange(1, len(starts) + 1)
    return np.unique(after[(own == place) | ((own == place - 1) & (after < starts))])


def fields_at(share: float) -> dict[str, float]:
    """Return the fields of a policy that divides the budget so."""
    return axis_fields(Axis.DIVISION, share)
