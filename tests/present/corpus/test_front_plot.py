"""The front as a plot: what it shows is what the study has, and a point leads to its policy."""

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from inspector.analysis.corpus.means import Measure
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import CorpusStudy, study_of
from inspector.stages.corpus.front_svg import FrontGeometry, front_svg
from tests.shared.corpus_input import made_workload

LOAD = made_workload(totals=(120, 240, 400))
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))
EMPTY = CorpusStudy(LOAD, ("made",), (), ((), (), ()), (), 1)


def wide(text: str) -> float:
    return 6.0 * len(text)


@pytest.mark.parametrize(("width", "height"), [(260, 120), (1040, 400)])
def test_every_point_lies_within_the_plot_and_is_found_where_it_is_drawn(width, height):
    geometry = FrontGeometry(STUDY, width, height)
    for spot in (*geometry.front, *geometry.named):
        assert geometry.left <= spot.x <= geometry.right
        assert 0 <= spot.y <= geometry.bottom
        found = geometry.spot_at(spot.x, spot.y)
        assert (found.x, found.y) == pytest.approx((spot.x, spot.y), abs=14)
    assert geometry.spot_at(-100, -100) is None
    for mark in geometry.captions(wide):
        assert mark.top < height


def test_each_policy_of_the_grid_stands_at_its_own_best_value():
    geometry = FrontGeometry(STUDY, 800, 300)
    titles = [title for spot in geometry.named for title in spot.title.split(", ")]
    assert sorted(titles) == sorted(
        ["now", "best", "cheapest", *(variant.name for variant in LOAD.variants[1:])]
    )
    assert len({(spot.variant, spot.value) for spot in geometry.named}) == len(geometry.named)
    for spot in geometry.named:
        mean = STUDY.means[spot.variant]
        place = mean.place_of(spot.value)
        assert spot.recall == mean.measure(Measure.RECALL)[place]
        assert spot.tokens == mean.tokens[place]


def test_the_line_of_the_front_only_rises():
    corners = list(FrontGeometry(STUDY, 800, 300).corners)
    assert all(a[0] <= b[0] and a[1] >= b[1] for a, b in pairwise(corners))


def test_the_picture_is_well_formed_also_without_any_request():
    for study in (STUDY, EMPTY):
        assert ET.fromstring(front_svg(study)).tag.endswith("svg")
