"""What held-out parts and resamples choose is what a plain loop over them chooses."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus import recommendation
from inspector.analysis.corpus.bootstrap import Resamples, lower_end, upper_end
from inspector.analysis.corpus.choices import Choices, ends_of
from inspector.analysis.corpus.facts import FACTS, Fact
from inspector.analysis.corpus.means import RequestCurve, mean_curve
from inspector.analysis.corpus.recommendation import recommend
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import DIVISION
from tests.shared.examples import examples

MET = FACTS.index(Fact.MET)
VALUES = [0.0, 0.1, 0.25, 0.4, 0.6, 0.9]
"""The values at which a request may change; each stretch holds a number to write."""


def recall(one: RequestCurve, value: float) -> Fraction:
    return Fraction(one.at(value)[MET], one.asked)


def changes(curves: Sequence[RequestCurve]) -> list[float]:
    """Return the values at which the recall of any request changes, the first included."""
    return [
        value
        for place, value in enumerate(VALUES)
        if place == 0 or any(recall(one, value) != recall(one, VALUES[place - 1]) for one in curves)
    ]


@st.composite
def drawn(draw: st.DrawFn) -> tuple[list[RequestCurve], list[int]]:
    """Draw requests, each of which asks for something, and the group of each."""
    curves = []
    for number in range(draw(st.integers(1, 26))):
        asked = draw(st.integers(1, 3))
        met = st.integers(0, asked)
        starts = [0.0, *sorted(draw(st.sets(st.sampled_from(VALUES[1:]), max_size=3)))]
        steps = {value: draw(met) for value in starts}
        curves.append(curve(f"q{number}", asked, steps, now=draw(met)))
    most = draw(st.sampled_from([1, 4, 30]))
    return curves, [draw(st.integers(1, most)) for _ in curves]


@examples(30)
@given(drawn(), st.sampled_from([1, 2**22]))
def test_what_is_held_out_gains_at_the_value_that_the_other_nine_parts_choose(
    made: tuple[list[RequestCurve], list[int]], cells: int
) -> None:
    curves, groups = made
    order = list(dict.fromkeys(groups))
    parts = min(10, len(order))
    part_of = [order.index(group) % parts for group in groups]
    values, gain = changes(curves), Fraction(0)
    for part in range(parts):
        own = [one for one, of in zip(curves, part_of, strict=True) if of == part]
        others = [one for one, of in zip(curves, part_of, strict=True) if of != part]
        # Of equal ones the least; max takes the first.
        best = max(values, key=lambda value: sum(recall(one, value) for one in others))
        gain += sum(recall(one, best) - Fraction(one.current[MET], one.asked) for one in own)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recommendation, "_CELLS_AT_ONCE", cells)
        found = recommend(curves, DIVISION, 0.3, seed=5, resamples=5, groups=groups)
    assert found is not None
    assert found.groups == len(order)
    assert found.held_out == pytest.approx(float(gain / len(curves)) if parts > 1 else 0.0)


@examples(30)
@given(drawn(), st.sampled_from([1, 2**22]))
def test_the_interval_of_the_value_is_of_those_that_are_best_in_each_resample(
    made: tuple[list[RequestCurve], list[int]], cells: int
) -> None:
    curves, groups = made
    values, order = changes(curves), list(dict.fromkeys(groups))
    ends = dict(zip(values, ends_of(np.array(values, dtype=np.float64), DIVISION), strict=True))
    low, high = [], []
    for row in Resamples.of(groups, 45, 5).drawn.tolist():
        sums = {
            value: sum(
                row[order.index(group)] * recall(one, value)
                for one, group in zip(curves, groups, strict=True)
            )
            for value in values
        }
        best = [value for value in values if sums[value] == max(sums.values())]
        low.append(best[0])
        high.append(float(ends[best[-1]]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recommendation, "_CELLS_AT_ONCE", cells)
        found = recommend(curves, DIVISION, 0.3, seed=5, resamples=45, groups=groups)
    assert found is not None
    least, greatest = Choices(mean_curve(curves), DIVISION, 0.3).ties()
    assert found.value_interval.low == min(lower_end(np.array(low)), least, found.value)
    assert found.value_interval.high == max(upper_end(np.array(high)), greatest, found.value)
