"""Weights of signals chosen on one part of a history and judged on the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inspector.analysis.replay.cases import ReplayCase
from inspector.analysis.replay.figures import Share, share_of
from inspector.analysis.replay.running import DEPTHS, recall_at, request_for
from inspector.core.builder.config import SignalWeights
from inspector.core.builder.signals import SignalKind, fused, orders_of
from inspector.core.builder.targets import find_targets

_STEPS = (0, 1, 2, 4, 8)
_ROUNDS = 3

Orders = Mapping[SignalKind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best weights found, and what they and the ones before reach on commits kept apart.

    Shares are the mean of the recall among the first 5, 10 and 20 files.
    """

    weights: SignalWeights
    tuned_on: int
    held_out: int
    before: Share
    after: Share


def tuned(cases: Sequence[ReplayCase], start: SignalWeights) -> Tuned:
    """Choose weights on the older half of the cases; the newer half only judges.

    One weight after the other takes the value that serves best, for a few rounds; of equals the
    one that is there stays.
    """
    half = len(cases) // 2
    held, chosen = cases[:half], cases[half:]
    learned = [(one, _orders(one)) for one in chosen]
    best, reached = start, _mean(learned, start)
    for _ in range(_ROUNDS):
        before = best
        for kind in SignalKind:
            for step in _STEPS:
                weights = best.model_copy(update={kind.value: step})
                mean = _mean(learned, weights)
                if mean > reached:
                    best, reached = weights, mean
        if best == before:
            break
    judged = [(one, _orders(one)) for one in held]
    return Tuned(
        best,
        len(chosen),
        len(held),
        share_of(_recalls(judged, start)),
        share_of(_recalls(judged, best)),
    )


def _orders(case: ReplayCase) -> Orders:
    request = request_for(case, 0)
    index = case.snapshot.index
    return orders_of(index, find_targets(request, index).found, request, case.history)


def _mean(pairs: Sequence[tuple[ReplayCase, Orders]], weights: SignalWeights) -> float:
    values = _recalls(pairs, weights)
    return sum(values) / len(values) if values else 0.0


def _recalls(pairs: Sequence[tuple[ReplayCase, Orders]], weights: SignalWeights) -> list[float]:
    recalls = []
    for case, orders in pairs:
        order = tuple(fused(orders, weights))
        recalls.append(sum(recall_at(n, case.wanted, order) for n in DEPTHS) / len(DEPTHS))
    return recalls
