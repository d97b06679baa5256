"""What a study says of each corpus, of the requests now and along the axis, and of every split."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from inspector.analysis.corpus import study as study_module
from inspector.analysis.corpus.bootstrap import Interval
from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.divider import split_recall
from inspector.analysis.corpus.facts import FACTS, Evidence, Fact, LostPiece
from inspector.analysis.corpus.losses import best_curve, losses_of
from inspector.analysis.corpus.means import Rate, RequestCurve
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import CorpusStudy, study_of
from inspector.analysis.corpus.workload import RefusedRequest
from inspector.analysis.tuning.axes import Axis, AxisRange
from tests.analysis.corpus.test_recommendation import curve
from tests.shared.corpus_input import DIVISION, made_corpus, made_workload

CORPORA = (made_corpus(5, "ant"), made_corpus(7, "bee"))
LOAD = made_workload(*CORPORA, totals=(400, 250))
FOUND = run_workload(LOAD)
ONE = made_workload(CORPORA[0])


def both(**options: object) -> CorpusStudy:
    """Return a study of two corpora under two policies."""
    return study_of(LOAD, FOUND, ("ant", "bee"), **options)  # type: ignore[arg-type]


def of_curves(*curves: RequestCurve) -> CorpusStudy:
    """Return a study of one policy with these curves."""
    return replace(study_of(ONE, run_workload(ONE), ("ant",)), curves=(curves,))


def test_each_of_several_corpora_has_its_own_requests_curves_and_fields() -> None:
    whole = both(corpora=CORPORA)
    ant, bee = whole.by_corpus
    assert [len(one.jobs) for one in (ant, bee)] == [5, 7]
    assert ant.jobs + bee.jobs == whole.jobs
    assert ant.fields + bee.fields == whole.fields
    assert len(whole.fields) == 12
    for variant in range(2):
        assert ant.curves[variant] + bee.curves[variant] == whole.curves[variant]
    assert ant.by_corpus == ()
    assert [one.fields for one in both().by_corpus] == [(), ()]


def test_what_each_corpus_gives_up_is_asked_where_there_are_two_under_the_policy_as_it_is() -> None:
    whole = both()
    assert [one.name for one in whole.regrets] == ["ant", "bee"]
    assert whole.recommendation == whole.recommendations[0] != whole.recommendations[1]
    first, second = whole.curves
    assert replace(whole, curves=(first, first)).regrets == whole.regrets
    assert replace(whole, curves=(second, first)).regrets != whole.regrets
    assert whole.by_corpus[0].regrets == ()


def test_a_study_without_requests_recommends_nothing_and_has_nothing_to_give_up() -> None:
    empty = CorpusStudy(LOAD, ("ant", "bee"), (), ((), ()), (), 1)
    assert (empty.means, empty.recommendations, empty.losses, empty.regrets) == ((), (), (), ())
    assert empty.recommendation is None
    assert empty.now(Rate.RECALL).tolist() == []
    assert empty.at(Rate.RECALL, 0.5).tolist() == []
    assert np.isnan(empty.quantiles(Rate.RECALL, np.array([0.5]))).all()


def test_refused_requests_are_named_those_before_the_run_first() -> None:
    early, late = RefusedRequest("early", "why"), RefusedRequest("late", "why")
    study = study_of(LOAD, FOUND | {3: late}, ("ant", "bee"), refused=(early,))
    assert study.refused == (early, late)
    assert len(study.jobs) == len(study.curves[0]) == 11
    assert LOAD.jobs[3] not in study.jobs


def test_now_and_at_a_value_each_request_has_its_own_facts() -> None:
    whole = both()
    met, asked = FACTS.index(Fact.MET), [curve.asked for curve in whole.curves[0]]
    for variant in range(2):
        at = whole.at(Rate.RECALL, 0.3, variant)
        for found, one in zip(at, whole.curves[variant], strict=True):
            wanted = one.at(0.3)[met] / one.asked if one.asked else np.nan
            assert found == pytest.approx(wanted, nan_ok=True)
    assert whole.at(Rate.UTILISATION, 0.3).tolist() == whole.at(Rate.UTILISATION, 0.3, 0).tolist()
    now = whole.now(Rate.RECALL)
    assert np.isnan(now).tolist() == [not one for one in asked]
    assert [found * of for found, of in zip(now, asked, strict=True) if of] == pytest.approx(
        [one.current[met] for one in whole.curves[0] if one.asked]
    )


@pytest.mark.parametrize("cells", [1, 20, 2**22])
def test_quantiles_of_recall_are_those_of_the_requests_that_ask(
    monkeypatch: pytest.MonkeyPatch, cells: int
) -> None:
    monkeypatch.setattr(study_module, "_CELLS_AT_ONCE", cells)
    curves = [curve(f"q{n}", 10, {0.0: n, 0.5: 10 - n}, now=0) for n in range(1, 6)]
    idle = curve("idle", 0, {0.0: 0, 0.5: 0}, now=0)
    study = of_curves(*curves, idle)
    found = study.quantiles(Rate.RECALL, np.array([0.0, 0.2, 0.5, 1.0]))
    low, high = [0.1, 0.2, 0.3, 0.4, 0.5], [0.5, 0.6, 0.7, 0.8, 0.9]
    assert found.T.tolist() == [low, low, high, high]


def test_quantiles_are_nowhere_for_what_is_yes_or_no_and_zero_where_nothing_is_allowed() -> None:
    one = curve("q", 1, {0.0: 1}, now=0, used=0)
    values = np.array([0.5])
    study = of_curves(one)
    assert np.isnan(study.quantiles(Rate.CARDS_STARVED, values)).all()
    assert np.isnan(of_curves(replace(one, cards=0)).quantiles(Rate.SUPPRESSION, values)).all()
    assert (study.quantiles(Rate.SUPPRESSION, values) == 0).all()
    one.facts[FACTS.index(Fact.TOTAL)] = 0
    assert (study.quantiles(Rate.UTILISATION, values) == 0).all()
    one.facts[FACTS.index(Fact.TOTAL)] = one.facts[FACTS.index(Fact.USED)] = 1
    assert (study.quantiles(Rate.UTILISATION, values) == 1).all()


def test_the_recall_of_every_split_is_looked_up_from_0_to_1() -> None:
    study = of_curves(curve("q", 4, {0.0: 1, 0.25: 4, 0.5: 2}, now=0))
    found = split_recall(study)
    assert found is not None
    assert found.at(np.array([0.0, 0.2, 0.25, 0.49, 0.5, 1.0])).tolist() == [
        0.25, 0.25, 1.0, 1.0, 0.5, 0.5
    ]  # fmt: skip
    assert (found.at_share(0.3), found.best, found.least, found.asking) == (1.0, 1.0, 0.25, 1)


def test_the_recall_of_every_split_is_known_only_of_one_corpus_swept_from_end_to_end() -> None:
    study = of_curves(curve("q", 4, {0.0: 1, 0.5: 2}, now=0))
    assert split_recall(replace(study, names=("ant", "bee"))) is None
    assert split_recall(replace(study, curves=((),))) is None
    assert split_recall(of_curves(curve("q", 0, {0.0: 0}, now=0))) is None
    for span in (
        AxisRange(Axis.DIVISION, 0.1, 1.0),
        AxisRange(Axis.DIVISION, 0.0, 0.9),
        AxisRange(Axis.RELEVANCE_FLOOR, 0.0, 1.0),
        AxisRange(Axis.TOTAL, 0, 1),
    ):
        assert split_recall(replace(study, load=replace(study.load, range=span))) is None
    assert study.load.range == DIVISION


def losing(name: str, asked: int, *causes: LossCause) -> RequestCurve:
    """Return a curve of a request that loses a piece by each cause and has all others."""
    lost = tuple(LostPiece(place, "x", cause, None) for place, cause in enumerate(causes))
    one = curve(name, asked, {0.0: 0}, now=asked - len(causes))
    starts, best = np.array([0.0, 0.5]), np.array([asked - 1, asked])
    return replace(one, evidence=Evidence(asked, starts, best, asked, lost=lost))


def test_the_greatest_loss_comes_first_and_of_equal_ones_that_farthest_from_the_context() -> None:
    curves = [
        losing("a", 4, LossCause.LISTED, LossCause.LISTED, LossCause.OUTRANKED),
        losing("b", 2, LossCause.LARGER),
        losing("c", 4, LossCause.NOT_IN_SET),
        curve("idle", 0, {0.0: 0}, now=0),
    ]
    losses = losses_of(curves, seed=1, resamples=10)
    assert losses is not None
    assert [(one.cause, one.pieces, one.recall) for one in losses.causes] == [
        (LossCause.LARGER, 1, 1 / 6),
        (LossCause.LISTED, 2, 1 / 6),
        (LossCause.NOT_IN_SET, 1, 1 / 12),
        (LossCause.OUTRANKED, 1, 1 / 12),
    ]
    assert [one.places for one in losses.causes] == [(1,), (0,), (2,), (0,)]
    assert (losses.asking, losses.pieces, losses.found, losses.inexact) == (3, 10, 5, 0)
    assert (losses.recall, losses.best_possible, losses.ceiling) == (0.5, 1.0, 1.0)
    assert losses.before_budget == 0


def test_what_is_no_candidate_was_lost_before_there_was_a_budget() -> None:
    one = losing("a", 4, LossCause.NOT_IN_SET)
    one = replace(one, evidence=replace(one.evidence, ceiling=3, best_now=3))
    losses = losses_of([one, losing("b", 2)], seed=1, resamples=10)
    assert losses is not None
    assert (losses.ceiling, losses.before_budget) == (7 / 8, 1 / 8)


def test_what_one_group_loses_has_an_interval_without_width() -> None:
    curves = [losing("a", 2, LossCause.LISTED), losing("b", 2, LossCause.LISTED), losing("c", 4)]
    losses = losses_of(curves, seed=1, groups=["g", "g", "g"], resamples=10)
    assert losses is not None
    (one,) = losses.causes
    assert one.pieces_interval == Interval(2.0, 2.0)
    assert one.recall_interval == Interval(1 / 3, 1 / 3)


def test_the_best_possible_along_the_axis_is_the_mean_of_those_that_ask() -> None:
    late = losing("b", 4)
    late = replace(late, evidence=replace(late.evidence, starts=np.array([0.0, 0.75])))
    found = best_curve([losing("a", 2), late, curve("idle", 0, {0.0: 0}, now=0)])
    assert found is not None
    assert found.starts.tolist() == [0.0, 0.5, 0.75]
    assert found.recall.tolist() == [5 / 8, 7 / 8, 1.0]
    assert best_curve([curve("idle", 0, {0.0: 0}, now=0)]) is None
