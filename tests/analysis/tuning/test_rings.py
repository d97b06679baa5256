"""The totals around the current one are worked out only as far as somebody looks."""

import numpy as np
import pytest
from hypothesis import given

from inspector.analysis.corpus.facts import evidence_of
from inspector.analysis.tuning import rings
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.sweep import report_at, sweep
from inspector.core.injection.policy import Strategy
from inspector.core.injection.step import inject
from tests.shared.corpus_input import DIVISION
from tests.shared.examples import examples
from tests.shared.injection_input import CHARACTERS, candidate_set, card, policy, request
from tests.shared.tuning_input import card_lists

CARDS = [card("first", 0.9, 30), card("next", 0.5, 30), card("far", 0.4, 1500)]


def report_of(cards, strategy=Strategy.COVERAGE, must=(), total=60):
    asked = request(expect={"must_include": list(must)})
    return inject(asked, candidate_set(cards), policy(total), CHARACTERS, strategy=strategy)


@pytest.fixture
def passes(monkeypatch):
    """The states of each pass over totals, as many as it is asked for."""
    asked, outcomes = [], rings.outcomes

    def counted(report, states, *more):
        asked.append(len(states))
        return outcomes(report, states, *more)

    monkeypatch.setattr(rings, "outcomes", counted)
    return asked


@examples(30)
@given(card_lists())
def test_the_rings_are_the_whole_sweep_whatever_the_cards(cards):
    report = report_of(cards)
    whole = sweep(report_at(report, Axis.WINDOW_PART, 1.0), Axis.TOTAL)
    totals = rings.TotalRings(report, SweepBasis.of(report))
    found = np.full(len(whole.pieces), -1)
    for ring in totals:
        assert (found[ring.places] == -1).all()
        found[ring.places] = ring.sweep.outcomes.used
    assert (found == whole.outcomes.used).all()


def test_two_cards_that_come_back_nearby_take_one_pass_over_few_totals(passes):
    report = report_of(CARDS, must=["next"])
    (lost,) = evidence_of(report, sweep(report, DIVISION)).lost
    assert lost.change is not None
    assert lost.change.what == Axis.TOTAL
    assert len(passes) == 1
    assert passes[0] < 600


def test_a_ring_is_worked_out_once_for_all_that_look(passes):
    report = report_of(CARDS)
    totals = rings.TotalRings(report, SweepBasis.of(report))
    first = list(totals)
    assert list(totals) == first
    assert len(passes) == len(first) > 1
    assert sum(passes) == len(totals.pieces)


def test_an_exact_selection_is_worked_out_for_all_totals_at_once(passes):
    report = report_of(CARDS, Strategy.OPTIMAL)
    totals = rings.TotalRings(report, SweepBasis.of(report))
    assert [len(ring.places) for ring in totals] == passes == [len(totals.pieces)]
