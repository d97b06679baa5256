"""What would change for the better of one request: the one value of a policy that is worth it.

What a request expects is the measure: more of it met goes first, then the same of it with fewer
tokens. Every value of split, top-k and total is evaluated exactly; without expectations nothing
tells one result from a better one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.analysis.tuning.axes import Axis, SweepTooLargeError
from inspector.analysis.tuning.runs import Tuning
from inspector.analysis.tuning.split import MetExpectations
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.watched_counter import Watch, unwatched
from inspector.core.selection.optimal import SelectionTooLargeError

AXES = (Axis.DIVISION, Axis.TOP_K, Axis.TOTAL)
WORTH = 0.02
"""Part of the tokens that a change has to save to be worth making."""


def is_saving(used: int, used_now: int) -> bool:
    """Whether a change saves so many tokens that it is worth making."""
    return used < used_now and used <= (1 - WORTH) * used_now


@dataclass(frozen=True, slots=True)
class TuningDecision:
    """What to set, None to keep all as it is. Tokens and expectations now and then.

    ``looked_at`` are the axes whose values were all evaluated; others were too large, or change
    nothing.
    """

    axis: Axis | None
    value: float
    met_now: int
    met: int
    expected: int
    used_now: int
    used: int
    looked_at: tuple[Axis, ...]


def decide(tuning: Tuning, watch: Watch = unwatched) -> TuningDecision:
    """Return what would change for the better. Raises ``StoppedError`` when ``watch`` says so."""
    report = tuning.report
    looked: list[Axis] = []
    best: TuningDecision | None = None
    met_now = expected = 0
    for axis in AXES:
        try:
            found = tuning.sweep(axis, watch)
        except (SweepTooLargeError, SelectionTooLargeError):
            continue
        if found.without_effect or not 0 <= found.here < len(found.pieces):
            continue
        looked.append(axis)
        known = MetExpectations(found.outcomes)
        met_now, expected = int(known.met[found.here]), known.expected
        one = _best_of(found, known, report.total_tokens_used)
        if one is not None and (best is None or (one.met, -one.used) > (best.met, -best.used)):
            best = one
    used, all_of = report.total_tokens_used, tuple(looked)
    if best is None:
        return TuningDecision(None, 0.0, met_now, met_now, expected, used, used, all_of)
    return TuningDecision(
        best.axis, best.value, met_now, best.met, expected, used, best.used, all_of
    )


def _best_of(found: Sweep, known: MetExpectations, used_now: int) -> TuningDecision | None:
    """Return the best value of one axis; None where none is worth a change."""
    if not known.expected:
        return None
    here, used = found.here, np.asarray(found.outcomes.used)
    most = int(known.met.max())
    places = np.flatnonzero(known.met == most)
    place = int(places[np.argmin(used[places])])
    met_now = int(known.met[here])
    if most == met_now and (not most or not is_saving(int(used[place]), used_now)):
        return None  # fewer tokens for nothing that is met are no gain
    first, last = found.stretch_of(place)
    upward = bool(found.pieces.starts[place] > found.current)
    value = found.number_in(first, last, upward=upward)
    met, tokens = int(known.met[place]), int(used[place])
    return TuningDecision(found.axis, value, met_now, met, known.expected, used_now, tokens, ())
