"""Where the divider of a split comes to rest while it is dragged."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.axes import Axis, axis_fields
from inspector.analysis.tuning.split import Splits

SNAP = 6.0  # pixels within which a breakpoint holds the divider

_DECIMALS = 4  # of a share where the divider stands on a breakpoint


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
