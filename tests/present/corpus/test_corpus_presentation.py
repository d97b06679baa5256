"""What is said and drawn of a corpus: sentences, tables, the chart's numbers, the picture."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.corpus.decision import decide_all, has_effect
from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import QUANTILES, CorpusStudy, study_of
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.stages.corpus.losses import limit_lines
from inspector.stages.corpus.names import headline, parts_apart
from inspector.stages.corpus.plots import curve_plot, curve_svg
from inspector.stages.corpus.sentences import advice, decision_texts, evidence_lines, kept_note
from inspector.stages.corpus.tables import (
    front_table,
    policy_table,
    request_of_key,
    request_table,
    stretch_table,
)
from inspector.stages.corpus.why import why_corpus, why_request
from tests.shared.corpus_input import made_workload

LOAD = made_workload(totals=(120, 240))
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))
EMPTY = CorpusStudy(LOAD, ("made",), (), ((), ()), (), 1)


def test_the_headline_counts_requests_policies_and_runs():
    assert headline(STUDY).startswith("12 requests × 2 policies")
    assert f"{STUDY.runs:,} runs" in headline(STUDY)


def test_the_evidence_names_interval_seed_and_who_changes():
    said = " ".join(evidence_lines(STUDY))
    for part in ("95 %", "seed 1", "8-fold cross-validated", "stay the same"):
        assert part in said


def test_nothing_is_recommended_where_nothing_is_asked_for():
    assert "nothing to recommend" in advice(EMPTY)
    assert list(evidence_lines(EMPTY)) == []


@pytest.mark.parametrize("value", [0.0, 0.3, 0.9999, 1.0])
def test_a_curve_is_as_high_as_what_is_so_at_a_value(value):
    mean = STUDY.means[0]
    curves = {curve.key: curve for panel in curve_plot(STUDY).panels for curve in panel.curves}
    height = curves["recall"].at(np.array([value]))[0]
    assert height == mean.measure(Rate.RECALL)[mean.place_of(value)]


def test_a_mark_of_the_curve_says_the_recall_at_its_place():
    plot = curve_plot(STUDY)
    now = next(one for one in plot.values if one.key == "value:now")
    recall = STUDY.means[0].measure(Rate.RECALL)[STUDY.means[0].place_of(STUDY.current)]
    assert now.label(plot.scale).endswith(f" · {100 * recall:.1f} %")


def test_the_plot_marks_what_is_so_now_what_is_best_and_what_limits_it():
    plot = curve_plot(STUDY)
    found = STUDY.recommendation
    assert plot.values[0].at == STUDY.current
    assert found.value in {one.at for one in plot.values}
    assert len(list(plot.legend)) <= 4
    stretch = plot.panels[0].stretches[0]
    mean = STUDY.means[0]
    recall = mean.recall_steps[mean.place_of(STUDY.current)]
    assert stretch.low <= STUDY.current <= stretch.high
    for value in np.linspace(stretch.low, stretch.high, 50, endpoint=False):
        assert mean.recall_steps[mean.place_of(value)] >= recall
    curves = {one.key: one for one in plot.panels[0].curves}
    assert curves["ceiling"].at(np.array([0.5]))[0] == STUDY.losses[0].ceiling
    best, axis = STUDY.best_curves[0], np.array([0.0, 0.35, 1.0])
    places = np.searchsorted(best.starts, axis, side="right") - 1
    assert (curves["best-possible"].at(axis) == best.recall[places]).all()
    low, high = plot.panels[0].scale.ends
    for one in plot.panels[0].curves:
        assert low <= one.heights.min()
        assert one.heights.max() <= high


def test_the_picture_is_well_formed_also_without_any_request():
    for study in (STUDY, EMPTY):
        assert ET.fromstring(curve_svg(study)).tag.endswith("svg")


def test_quantiles_are_what_sorted_requests_have():
    values = np.array([0.0, 0.001, 0.2, 0.6, 1.0])
    found = STUDY.quantiles(Rate.UTILISATION, values)
    for column, value in enumerate(values):
        single = np.sort(STUDY.at(Rate.UTILISATION, value))
        for row, quantile in enumerate(QUANTILES):
            assert found[row, column] == single[round(quantile * (len(single) - 1))]


def test_tables_have_a_row_for_each_request_stretch_point_and_policy():
    assert request_table(STUDY, 0.5).row_count == 12
    assert stretch_table(STUDY).row_count == len(STUDY.means[0].starts)
    assert front_table(STUDY).row_count == len(STUDY.front)
    assert policy_table(STUDY).row_count == 2


def test_why_of_a_request_and_of_a_value_says_both_numbers():
    why = why_request(STUDY, 2, 0.5)
    assert why.name == "q02"
    assert request_of_key(why.key) == 2
    found = why_corpus(STUDY, 0.5)
    assert found.sentence == next(limit_lines(STUDY))
    assert found.remedies[0] == advice(STUDY)


def test_the_decision_is_the_best_value_that_is_sure_or_one_of_fewer_tokens_or_to_keep():
    found = decide_all([STUDY])
    mean, advised = STUDY.means[0], STUDY.recommendation
    said, basis, button, keep = decision_texts(found)
    if found.value is None:
        assert not advised.is_certain
        assert said.startswith("Keep ")
        assert keep == ""
    elif advised.is_certain:
        assert found.value == advised.value
    else:
        here, then = (mean.place_of(one) for one in (STUDY.current, found.value))
        assert mean.recall_steps[then] >= mean.recall_steps[here]
        assert mean.used[then] < mean.used[here]
    assert said
    assert button
    assert f"{mean.asking} requests with ground truth" in basis


def test_a_parameter_on_which_nothing_changes_is_neither_looked_at_nor_kept():
    load = made_workload(span=AxisRange(Axis.TOTAL, 90_000, 90_400), totals=(90_000,))
    flat = study_of(load, run_workload(load), ("made",))
    assert not has_effect(flat)
    assert has_effect(STUDY)
    for studies in ((flat, STUDY), (STUDY, flat)):
        found = decide_all(studies)
        assert found.study is STUDY
        assert found.looked_at == (STUDY,)
    assert decide_all([flat]).study is flat


def test_what_is_kept_says_which_parameter_it_is_of_and_what_was_advised_instead():
    load = made_workload(span=AxisRange(Axis.TOTAL, 0, 4000), totals=(4000,))
    found = decide_all([study_of(load, run_workload(load), ("made",))])
    said, basis, does, keep = decision_texts(found)
    assert keep == "Keep 4,000"
    value = does.removeprefix("Apply ").removesuffix(" to policy")
    assert said.startswith(f"Set max injected tokens {value}: ")
    assert kept_note(found) == f"Keep 4,000. Advised: {said}. {basis}"
    kept = replace(found, value=None, recall=found.recall_now, recall_best=found.recall_now)
    said, basis, button, keep = decision_texts(kept)
    assert (button, keep) == ("Keep 4,000", "")
    assert said.startswith("Keep max injected tokens 4,000: no value has more recall")
    assert kept_note(kept) == f"{said}. {basis}"
    assert basis.endswith("every value evaluated exactly: max injected tokens up to 4,000")


def test_without_ground_truth_there_is_nothing_to_decide():
    assert decide_all([EMPTY]) is None
    assert decision_texts(None)[2] == ""


def test_a_total_that_finds_no_less_with_fewer_tokens_is_decided():
    load = made_workload(span=AxisRange(Axis.TOTAL, 0, 4000), totals=(4000,))
    study = study_of(load, run_workload(load), ("made",))
    found = decide_all([study])
    assert found.recall >= found.recall_now
    assert found.tokens < found.tokens_now
    assert decision_texts(found)[0].startswith("Set max injected tokens ")


def test_recall_that_fewer_tokens_may_cost_is_never_overdrawn_and_never_makes_them_more():
    load = made_workload(span=AxisRange(Axis.TOTAL, 0, 4000), totals=(4000,))
    study = study_of(load, run_workload(load), ("made",))
    found = [decide_all([study], points / 100) for points in range(0, 101, 5)]
    for points, one in zip(range(0, 101, 5), found, strict=True):
        assert one.recall >= one.recall_now - points / 100 - 1e-9
    tokens = [one.tokens for one in found]
    assert tokens == sorted(tokens, reverse=True)
    assert all(" instead of " in decision_texts(one)[0] for one in found)


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_two_recalls_that_differ_are_never_written_alike(one: int, other: int) -> None:
    said = parts_apart(one / 10_000, other / 10_000)
    assert (said[0] == said[1]) is (one == other)
