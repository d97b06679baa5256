"""Which values are swept for all requests when nobody says so."""

from __future__ import annotations

import pytest

from inspector.analysis.corpus.workload import Corpus, current_of, usual_range
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from tests.shared.corpus_input import made_workload
from tests.shared.injection_input import bucket, candidate_set, card, file, policy, request

CARDS = [card("a", -0.5, 5), card("b", 0.9, 5), card("c", 0.1, 5)]
FILES = bucket("b", *(file(f"f{place}", score, 9) for place, score in enumerate((1.5, 0.2))))
ONE = Corpus("one", candidate_set(CARDS, [FILES]), (request(trace_id="q0"),))
TWO = Corpus(
    "two",
    candidate_set([card("a", 0.3, 5)], [bucket("b", *(file(f"f{n}", -2.0, 9) for n in range(4)))]),
    (request(trace_id="q1", relevance={"cards": {"a": 2.5}}),),
)


@pytest.mark.parametrize(
    ("axis", "overrides", "corpora", "low", "high"),
    [
        # As many candidates as any request has of one kind, or as are asked for.
        (Axis.TOP_K, {}, [ONE], 0, 3),
        (Axis.TOP_K, {}, [ONE, TWO], 0, 4),
        (Axis.TOP_K, {"top_k": 9}, [ONE], 0, 9),
        (Axis.TOP_K, {"top_k": 2}, [ONE], 0, 3),
        (Axis.TOP_K, {}, [Corpus("none", candidate_set(), ONE.requests)], 0, 0),
        # From the least to the greatest score of cards, files and requests; to 1 at least.
        (Axis.RELEVANCE_FLOOR, {}, [ONE], -0.5, 1.5),
        (Axis.RELEVANCE_FLOOR, {}, [ONE, TWO], -2.0, 2.5),
        (Axis.RELEVANCE_FLOOR, {"relevance_floor": -3.0}, [ONE], -3.0, 1.5),
        (Axis.RELEVANCE_FLOOR, {"relevance_floor": 4.0}, [ONE], -0.5, 4.0),
        (Axis.RELEVANCE_FLOOR, {}, [Corpus("none", candidate_set(), ONE.requests)], 0.0, 1.0),
        (Axis.DIVISION, {}, [ONE], 0.0, 1.0),
    ],
)
def test_a_range_reaches_what_the_requests_have(
    axis: Axis, overrides: dict[str, float], corpora: list[Corpus], low: float, high: float
) -> None:
    found = usual_range(axis, policy(100), Overrides(**overrides), corpora)
    assert found == AxisRange(axis, low, high)


@pytest.mark.parametrize(("total", "high"), [(100, 8_000), (4_000, 8_000), (4_001, 8_002)])
def test_tokens_reach_twice_what_there_are_and_8_000_at_least(total: int, high: int) -> None:
    found = usual_range(Axis.TOTAL, policy(total), NO_OVERRIDES, [ONE])
    assert found == AxisRange(Axis.TOTAL, 0, high)


def test_a_limit_that_is_off_stands_where_it_keeps_out_nothing() -> None:
    for axis, current in ((Axis.TOP_K, 4), (Axis.RELEVANCE_FLOOR, -2.0)):
        load = made_workload(ONE, TWO, span=usual_range(axis, policy(100), NO_OVERRIDES, [ONE]))
        assert current_of(load) == current
    assert current_of(made_workload(ONE, span=AxisRange(Axis.TOTAL, 0, 10), totals=(300,))) == 300
