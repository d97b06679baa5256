"""The strip of a corpus's recall under the divider: what it shows is what the study says."""

from dataclasses import replace

import numpy as np
import pytest

from inspector.analysis.corpus.divider import SplitRecall, split_recall
from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.stages.injection.bar_cells import recall_items, recall_text
from tests.shared.corpus_input import made_workload

LOAD = made_workload()
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))


def test_the_recall_of_every_split_is_that_of_the_study():
    found, mean = split_recall(STUDY), STUDY.means[0]
    for share in (0.0, 0.25, 0.4, 0.7311, 1.0):
        assert found.at_share(share) == mean.measure(Rate.RECALL)[mean.place_of(share)]
    assert (found.least, found.best) == (found.recall.min(), found.recall.max())


@pytest.mark.parametrize("span", [AxisRange(Axis.DIVISION, 0.2, 1.0), AxisRange(Axis.TOTAL, 0, 90)])
def test_a_study_of_another_range_says_nothing_of_every_split(span):
    load = made_workload(span=span)
    assert split_recall(study_of(load, run_workload(load), ("made",))) is None


def test_a_study_of_two_corpora_says_nothing_of_every_split():
    assert split_recall(replace(STUDY, names=("one", "another"))) is None


def test_each_pixel_is_as_high_as_the_split_at_its_middle_and_green_where_nothing_is_better():
    recall = SplitRecall(np.array([0.0, 0.25, 0.75]), np.array([0.4, 0.9, 0.5]), 7)
    marks = list(recall_items(recall, 10, 5, 100, 14))
    assert [(one.x, one.width) for one in marks] == [(10, 25), (35, 50), (85, 25)]
    assert [one.fill for one in marks] == [
        "part:unmet-fill",
        "part:met-fill",
        "part:unmet-fill",
    ]
    assert marks[1].height == 14
    assert marks[0].height < marks[2].height < 14
    assert all(one.y + one.height == 19 for one in marks)


def test_a_split_is_said_with_its_figures():
    recall = SplitRecall(np.array([0.0, 0.5]), np.array([0.4, 0.9]), 7)
    assert "90.0 %" in recall_text(recall, 0.75)
    assert "7 requests" in recall_text(recall, 0.75)


def test_where_all_splits_are_alike_all_are_the_best():
    marks = recall_items(SplitRecall(np.array([0.0]), np.array([0.5]), 1), 0, 0, 40, 14)
    assert [(one.height, one.fill) for one in marks] == [(14, "part:met-fill")]
