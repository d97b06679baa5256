"""Tables, charts and sentences of a sweep, read off small inputs."""

import struct
import xml.etree.ElementTree as ET
import zlib
from base64 import b64decode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.policy_map import policy_map
from inspector.analysis.tuning.runs import Item, Tuning
from inspector.analysis.tuning.sweep import optimum_beside, report_at, sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.present.axis_names import AXIS_HELP, AXIS_TITLES, LAYERS, headline, written
from inspector.present.drawing import Words
from inspector.present.shares import share_of_text
from inspector.present.table import TableQuery, cell_texts, visible_rows
from inspector.stages.tuning.map_chart import MapShade, map_svg
from inspector.stages.tuning.readout import changes_at, difference_text, readout, why_value
from inspector.stages.tuning.sentences import curve_line, optimum_line, threshold_lines
from inspector.stages.tuning.sweep_chart import sweep_svg, value_items
from inspector.stages.tuning.sweep_geometry import SweepChart, SweepGeometry, axis_items
from inspector.stages.tuning.tables import (
    breakpoint_table,
    next_in_table,
    next_out_table,
    optimum_table,
    piece_of_key,
)
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of, reports

TWO_CARDS = [card("first", 1.0, 20), card("second", 0.5, 10)]


def column(table, column_id):
    rows = visible_rows(table, TableQuery())
    chosen = next(one for one in table.columns if one.id == column_id)
    return list(cell_texts(table, chosen, rows))


def test_breakpoints_name_what_comes_in_and_what_goes_out():
    # 13 of heading; second alone takes 12, first 22, both 34.
    found = sweep(report_of(TWO_CARDS, chosen=policy(30)), AxisRange(Axis.TOTAL, 0, 60))
    table = breakpoint_table(found)
    assert column(table, "from") == ["25", "35", "47"]
    assert column(table, "to") == ["34", "46", "60"]
    assert column(table, "comes_in") == ["Second (compact)", "First (compact)", "Second (compact)"]
    assert column(table, "goes_out") == ["", "Second", ""]
    assert [piece_of_key(key) for key in table.keys] == [25, 35, 47]


def test_next_in_and_next_out_list_the_nearest_first():
    report = report_of(TWO_CARDS, chosen=policy(30))
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 60))
    entering, leaving = next_in_table(found), next_out_table(found)
    assert column(entering, "item") == ["First"]
    assert column(entering, "above") == ["35"]
    assert column(leaving, "item") == ["Second"]
    assert column(leaving, "above") == ["35"]
    assert column(leaving, "below") == ["24"]
    assert list(leaving.keys) == ["card:second"]


@given(reports, st.sampled_from(list(Axis)))
def test_every_number_of_a_table_is_one_at_which_it_is_so(report, axis):
    found = sweep(report, axis)
    for name in ("from", "to"):
        table = breakpoint_table(found)
        for key, number in zip(table.keys, table.values[name].values.tolist(), strict=True):
            first = piece_of_key(key)
            assert found.stretch_of(found.pieces.piece_of(number))[0] == first


@given(reports, st.sampled_from(list(Axis)))
def test_layers_add_up_to_the_total_wherever_it_is_looked(report, axis):
    chart = SweepChart(sweep(report, axis))
    outcomes = chart.sweep.outcomes
    assert (chart.tops[-1] == outcomes.states.total).all()
    assert (np.diff(chart.tops, axis=0, prepend=0) >= 0).all()
    assert len(chart.tops) == len(LAYERS)


@given(st.integers(0, 1200), st.sampled_from([Axis.TOTAL, Axis.DIVISION]))
def test_a_pixel_leads_to_a_value_within_it(x, axis):
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(300))
    geometry = SweepGeometry(SweepChart(sweep(report, axis)), 900, 400, len)
    inside = min(max(x, geometry.left), geometry.left + geometry.inner)
    value = geometry.value_at(inside)
    assert value in geometry.chart.sweep.pieces.range
    assert geometry.x_of(value) <= inside + max(1, geometry.inner / 300) + 1


@pytest.mark.parametrize("letter", [6, 9, 12, 30])
def test_labels_of_tokens_have_room_however_large_texts_are(letter):
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(2_000_000))
    chart = SweepChart(sweep(report, Axis.TOTAL))
    geometry = SweepGeometry(chart, 900, 400, lambda text: letter * len(text))
    words = [one for one in axis_items(geometry, geometry.measure) if isinstance(one, Words)]
    labels = [one for one in words if one.anchor == "end"]
    assert len(labels) > 2
    assert all(one.x - letter * len(one.text) >= 0 for one in labels)


@pytest.mark.parametrize("line", [12, 22, 29, 40])
def test_values_are_written_whole_and_apart_however_large_texts_are(line):
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(2_000_000))
    geometry = SweepGeometry(SweepChart(sweep(report, Axis.TOTAL)), 900, 400, len, line)
    items = value_items(geometry, len, 1_000_000)
    now, other = (one for one in items if isinstance(one, Words) and one.plate)
    assert now.text.startswith("now")
    assert now.y >= 0.8 * line
    assert other.y - now.y >= line


def test_what_was_decided_on_is_marked_until_another_value_is_proposed():
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(2_000_000))
    geometry = SweepGeometry(SweepChart(sweep(report, Axis.TOTAL)), 900, 400, len, 12)

    def said(value: float | None) -> set[str]:
        items = value_items(geometry, len, value, decided=500_000)
        words = {word for one in items if isinstance(one, Words) for word in one.text.split()}
        return words & {"now", "set", "apply?"}

    assert said(None) == said(2_000_000) == {"now", "set"}
    assert said(1_000_000) == {"now", "apply?"}


def test_the_file_of_a_map_holds_its_blocks_as_a_picture():
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(60))
    axes = (AxisRange(Axis.TOTAL, 0, 100), AxisRange(Axis.DIVISION, 0, 1))
    written = map_svg(policy_map(report, *axes), MapShade.ITEMS)
    image = ET.fromstring(written).find("{http://www.w3.org/2000/svg}image")
    png = b64decode(image.get("href").partition("base64,")[2])
    columns, rows = struct.unpack(">II", png[16:24])
    packed = png[png.index(b"IDAT") + 4 : png.index(b"IEND") - 8]
    assert len(zlib.decompress(packed)) == rows * (columns + 1)
    assert (columns * 2, rows * 2) == (float(image.get("width")), float(image.get("height")))
    assert len(set(zlib.decompress(packed))) > 2


def test_a_suppressed_card_says_what_would_let_it_in():
    files = bucket("b", file("f", 1.0, 50))
    report = report_of([card("a", 1.0, file="b:f")], [files], policy(300))
    lines = list(threshold_lines(Tuning(report).thresholds(Item(ItemKind.CARD, 0))))
    assert "If “t” were by title only: the card is in." in lines
    assert any(line.startswith("Included ") and "split" in line for line in lines)


def test_a_threshold_that_does_not_hold_for_ever_says_up_to_where():
    report = report_of(TWO_CARDS, chosen=policy(30))
    lines = list(threshold_lines(Tuning(report).thresholds(Item(ItemKind.CARD, 1))))
    assert "Out for max injected tokens 35 to 46." in lines
    assert "Out up to max injected tokens 24." in lines


def test_the_optimum_says_what_greedy_misses_and_where_most():
    cards = [card("large", 1.0, 30), card("b", 0.9, 10), card("c", 0.9, 10)]
    tuning = Tuning(report_of(cards, chosen=policy(45)))
    assert optimum_line(tuning.optimum()).startswith("Coverage 0.6000, best 1.0800:")
    assert curve_line(tuning.curve(Axis.TOTAL)) == (
        "On the range the gap is widest at 45: 44.44 % (0.4800 of value)."
    )
    table = optimum_table(tuning.optimum())
    assert column(table, "greedy") == ["compact", "out", "out"]
    assert column(table, "best") == ["out", "compact", "compact"]


def test_a_gap_that_is_no_part_of_the_best_is_said_in_value():
    cards = [card("worthless", -0.5, 10), card("tiny", 1e-9, 10)]
    tuning = Tuning(report_of(cards, chosen=policy(100)))
    assert "best 0.0000: 0.3000 of value below optimal" in optimum_line(tuning.optimum())
    assert curve_line(tuning.curve(Axis.TOTAL)).endswith(": 0.3000 of value.")
    alone = Tuning(report_of(cards[:1], chosen=policy(100)))
    assert curve_line(alone.curve(Axis.TOTAL)).endswith(": 0.3000 of value.")


def test_where_nothing_is_missed_the_optimum_says_so():
    beside = optimum_beside(report_of(TWO_CARDS, chosen=policy(100)))
    assert "is the best there is" in optimum_line(beside)


def test_a_value_is_explained_by_the_cores_own_numbers():
    report = report_of(TWO_CARDS, chosen=policy(30))
    found = sweep(report, AxisRange(Axis.TOTAL, 0, 60))
    why = why_value(found, 40, report_at(report, Axis.TOTAL, 40))
    assert why.name == "Max injected tokens 40"
    assert why.remedies == ("In: First (compact).", "Out: Second.")
    assert "from 35 to 46" in why.sentence
    assert ("Tokens used", "+10", "35") in [(s.label, s.working, s.result) for s in why.steps]
    assert difference_text(found, 40) == "1 in, 1 out"
    assert readout(found, 40).startswith("40: 35 of 40 tokens used")


def test_a_direct_target_says_why_shares_change_nothing():
    report = report_of([card("a", 1.0)], [bucket("b", file("f", 1.0))], direct_target_refs=("b",))
    assert "directly" in headline(sweep(report, Axis.DIVISION))


@pytest.mark.parametrize("axis", list(Axis))
def test_every_axis_has_a_title_and_help_and_can_be_drawn(axis):
    report = report_of(TWO_CARDS, [bucket("b", file("f", 1.0))], policy(200))
    picture = sweep_svg(sweep(report, axis))
    assert AXIS_TITLES[axis] in picture
    assert AXIS_HELP[axis]
    assert picture.startswith("<svg")


def test_numbers_are_written_with_all_their_digits_and_no_more():
    assert written(Axis.TOTAL, 6410.0) == "6,410"
    assert written(Axis.DIVISION, 0.43) == "43 : 57"
    assert share_of_text(written(Axis.DIVISION, 1 / 3)) == 1 / 3
    assert share_of_text(written(Axis.KNOWLEDGE_SHARE, 1 / 3)) == 1 / 3
    assert written(Axis.KNOWLEDGE_SHARE, 1.0) == "100 %"
    assert written(Axis.WINDOW_PART, 0.2) == "20 %"
    assert written(Axis.RELEVANCE_FLOOR, 0.2) == "0.2"


def test_changes_hold_items_that_only_get_another_form():
    cards = [card("a", 1.0, 10, lengths={"standard": 20})]
    found = sweep(report_of(cards, chosen=policy(30)), AxisRange(Axis.TOTAL, 0, 60))
    last = int(found.breakpoints[-1])
    (change,) = changes_at(found, last)
    assert (change.before, change.after) == (0, 1)


def test_a_split_is_written_with_both_sides_but_not_where_it_is_a_number_of_its_own():
    cards, shelf = [card("a", 1.0, 10), card("b", 0.5, 20)], bucket("x", file("f", 1.0, 20))
    report = report_of(cards, [shelf], chosen=policy(60))
    found = sweep(report, AxisRange(Axis.DIVISION, 0.0, 1.0))
    breakpoints = breakpoint_table(found)
    assert breakpoints.row_count > 1
    at = breakpoints.columns[0].write(0.25)
    assert at == "25 : 75"
    assert all(float(text) >= 0 for text in breakpoints.whole("exact").values)
    distance = next(one for one in next_out_table(found).columns if one.id == "distance")
    assert distance.write(0.0239) == "2.39 %"
    steps = {step.label: step.result for step in why_value(found, 0.25, report).steps}
    assert (steps["Knowledge share"], steps["File share"]) == (
        "25 %",
        "75 %",
    )
