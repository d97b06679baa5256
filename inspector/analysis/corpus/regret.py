"""One value for requests of several corpora or kinds: what each gives up beside a value of its own.

Kinds are found from fields of requests. A value for each kind always looks better on the requests
that chose it; what it is worth is measured on held-out requests.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.analysis.corpus.means import RequestCurve
from inspector.analysis.corpus.recommendation import Recommendation, recommend
from inspector.analysis.tuning.axes import AxisRange

LEAST_OF_KIND = 20
"""So many requests that ask has a kind at least; fewer say nothing about a value of its own."""

_MOST_KINDS = 8
_FEW_RESAMPLES = 200  # only the value and what was held out are looked at


@dataclass(frozen=True, slots=True)
class Regret:
    """What requests of one name give up at the common value.

    ``value`` is the best for them alone and ``recall`` what they have there; ``regret`` is how much
    less they have at the common one.
    """

    name: str
    asking: int
    value: float
    recall: float
    recall_common: float
    held_out: float

    @property
    def regret(self) -> float:
        """Recall given up, 0 or more."""
        return max(0.0, self.recall - self.recall_common)


@dataclass(frozen=True, slots=True)
class KindSplit:
    """The kinds that a field tells apart. ``held_out`` is what a value for each kind is worth.

    It is the difference in mean recall to one value for all, on requests that had no part in
    choosing either.
    """

    field: str
    held_out: float
    kinds: tuple[Regret, ...]


def regrets(
    curves: Sequence[RequestCurve],
    names: Sequence[str],
    span: AxisRange,
    current: float,
    common: float,
    *,
    seed: int,
) -> tuple[Regret, ...]:
    """Return what the requests of each name give up at ``common``; ``names`` has one for each."""
    found = []
    for name in dict.fromkeys(names):
        own = [curve for curve, of in zip(curves, names, strict=True) if of == name]
        best = recommend(own, span, current, seed=seed, resamples=_FEW_RESAMPLES)
        if best is not None:
            found.append(
                Regret(name, best.asking, best.value, best.recall, _recall(own, common),
                       best.held_out)
            )  # fmt: skip
    return tuple(found)


def _recall(curves: Sequence[RequestCurve], value: float) -> float:
    asking = [curve for curve in curves if curve.asked]
    return sum(curve.at(value)[0] / curve.asked for curve in asking) / len(asking)


def kind_splits(
    curves: Sequence[RequestCurve],
    fields: Sequence[dict[str, str]],
    span: AxisRange,
    current: float,
    common: Recommendation,
    *,
    seed: int,
) -> tuple[KindSplit, ...]:
    """Return the fields whose kinds want different values, the most worth first.

    Only those that gain on held-out requests.
    """
    splits = []
    for field in sorted({name for one in fields for name in one}):
        names = [one.get(field, "") for one in fields]
        counts = [
            sum(curve.asked > 0 for curve, of in zip(curves, names, strict=True) if of == name)
            for name in set(names)
        ]
        counts = [count for count in counts if count]
        if not 1 < len(counts) <= _MOST_KINDS or min(counts) < LEAST_OF_KIND:
            continue
        kinds = regrets(curves, names, span, current, common.value, seed=seed)
        worth = sum(one.held_out * one.asking for one in kinds) / common.asking - common.held_out
        if worth > 0 and len({one.value for one in kinds}) > 1:
            splits.append(KindSplit(field, worth, kinds))
    splits.sort(key=lambda one: -one.held_out)
    return tuple(splits)
