"""The waterfall of losses: it adds up, nothing lies outside, and each cause leads to requests."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from inspector.analysis.corpus.causes import LossCause
from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.present.drawing import Box
from inspector.stages.corpus.tables import request_table
from inspector.stages.corpus.waterfall import (
    Rule,
    WaterfallGeometry,
    least_height,
    levels_of,
    waterfall_drawing,
    waterfall_svg,
)
from tests.shared.corpus_input import drawn_workloads, made_workload
from tests.shared.examples import examples

LOAD = made_workload(totals=(120,))
STUDY = study_of(LOAD, run_workload(LOAD), ("made",))


def wide(text: str) -> float:
    return 6.0 * len(text)


@examples(12)
@given(drawn_workloads())
def test_causes_lead_without_a_gap_from_all_evidence_to_what_is_found(load):
    study = study_of(load, run_workload(load), ("drawn",))
    levels = levels_of(study)
    if not levels:
        assert study.losses[0] is None
        return
    start, *causes, end = levels
    recall = start.high
    for level in causes:
        assert level.high == pytest.approx(recall)
        assert level.low < level.high
        assert level.between[0] <= level.between[1]
        recall = level.low
    assert start.high == 1
    assert recall == pytest.approx(end.high) == study.losses[0].recall
    depths = [LossCause(level.key.partition(":")[2]).depth for level in causes]
    assert depths == sorted(depths)


@pytest.mark.parametrize(("width", "height"), [(220, 90), (320, 300), (1024, 800)])
def test_every_mark_lies_within_the_chart_and_every_level_is_hit_where_it_is_drawn(width, height):
    levels = levels_of(STUDY)
    geometry = WaterfallGeometry(levels, width, max(height, least_height(len(levels))), wide)
    for mark in geometry.items():
        if isinstance(mark, Box):
            assert mark.x >= 0
            assert mark.x + mark.width <= width
            assert mark.y + mark.height <= geometry.height
        elif isinstance(mark, Rule):
            assert 0 <= min(mark.x1, mark.x2) <= max(mark.x1, mark.x2) <= width
            assert max(mark.y1, mark.y2) <= geometry.height
    drawing = waterfall_drawing(levels, width, geometry.height, wide)
    found = [drawing.hit(5, geometry.top_of(place) + 1) for place in range(len(levels))]
    assert [hit and hit.tip for hit in found] == [level.words for level in levels]
    assert drawing.hit(5, 1) is None


def test_each_cause_names_the_requests_that_the_table_says_lost_something_by_it():
    table = request_table(STUDY, 0.5)
    lost = table.whole("lost").values
    for loss in STUDY.losses[0].causes:
        word = loss.cause.value.replace("_", " ")
        assert [place for place, text in enumerate(lost) if word in text] == sorted(loss.places)


def test_the_picture_has_a_title_for_each_cause():
    picture = waterfall_svg(STUDY)
    ET.fromstring(picture)
    for level in levels_of(STUDY):
        assert level.title in picture
