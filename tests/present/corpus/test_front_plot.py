"""The front as a plot: what it shows is what the study has, and a spot leads to its policy."""

import xml.etree.ElementTree as ET
from itertools import pairwise

from inspector.analysis.corpus.means import Rate
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import CorpusStudy, study_of
from inspector.stages.corpus.plots import front_plot, front_svg, looked_of_key
from tests.shared.corpus_input import made_workload

LOAD = made_workload(totals=(120, 240, 400))
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))
EMPTY = CorpusStudy(LOAD, ("made",), (), ((), (), ()), (), 1)
PLOT = front_plot(STUDY)


def test_every_spot_lies_within_both_axes_and_has_a_key_of_its_own():
    spots = list(PLOT.spots)
    (low, high), (least, most) = PLOT.scale.ends, PLOT.panels[0].scale.ends
    assert all(low <= one.x <= high and least <= one.y <= most for one in spots)
    assert len({one.key for one in spots}) == len(spots)


def test_each_policy_of_the_grid_stands_at_its_own_best_value():
    named = [spot for spot in PLOT.spots if spot.title]
    titles = [title for spot in named for title in spot.title.split(", ")]
    assert sorted(titles) == sorted(
        ["now", "best", "cheapest", *(variant.name for variant in LOAD.variants[1:])]
    )
    for spot in named:
        value, variant = looked_of_key(spot.key)
        mean = STUDY.means[variant]
        place = mean.place_of(value)
        assert spot.y == mean.measure(Rate.RECALL)[place]
        assert spot.x == mean.tokens[place]


def test_every_point_of_the_front_can_be_chosen():
    keys = {looked_of_key(spot.key) for spot in PLOT.spots}
    assert {(one.first, one.variant) for one in STUDY.front} <= keys


def test_the_line_of_the_front_only_rises():
    (curve,) = PLOT.panels[0].curves
    assert all(a < b for a, b in pairwise(curve.starts.tolist()))
    assert all(a <= b for a, b in pairwise(curve.heights.tolist()))


def test_the_picture_is_well_formed_also_without_any_request():
    for study in (STUDY, EMPTY):
        assert ET.fromstring(front_svg(study)).tag.endswith("svg")
