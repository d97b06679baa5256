"""The Session lens: chart, tables and Why of one session, and what leads on from them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from inspector.session.edits import set_at
from inspector.stages.timeline.summary import heaviest
from inspector.stages.timeline.view.lens import TimelineLens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

NAMED = [record for record in LENSES if record.id in ("timeline", "window")]
SAMPLE = sample_path("timeline")


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    found = used_screen(SAMPLE, lenses=NAMED)
    found.workspace.show_lens("timeline")
    found.wait_until(lambda: found.find("timeline", TimelineLens).report is not None)
    return found


@pytest.fixture
def lens(screen: Screen) -> TimelineLens:
    return screen.find("timeline", TimelineLens)


def test_the_heaviest_block_is_one_command_away(screen: Screen, lens: TimelineLens) -> None:
    lens.show_heaviest()
    report = lens.report
    assert report is not None
    row = heaviest(report)
    assert row is not None
    assert lens.subject == f"block:{row.number}"
    why = lens.why.why
    assert why is not None
    assert f"{row.carried:,}" in why.sentence
    assert lens.place() is not None
    assert "20 requests" in screen.find("timeline.headline", QLabel).text()


def test_what_a_compaction_took_is_one_command_away(lens: TimelineLens) -> None:
    lens.next_compaction()
    assert lens.subject == "compaction:15"
    assert lens.tables.current == "compactions"
    assert lens.tables.compaction.drawing is not None
    why = lens.why.why
    assert why is not None
    assert "gone" in why.sentence


def test_a_request_opens_in_the_window_with_its_tokens(screen: Screen, lens: TimelineLens) -> None:
    lens.select("request:9")
    report = lens.report
    assert report is not None
    lens.open_in_window()
    chunks = screen.workspace.store.session.window.chunks
    assert sum(chunk.tokens or 0 for chunk in chunks) == report.requests[8].total


def test_two_requests_are_compared(lens: TimelineLens) -> None:
    lens.select("request:9")
    lens.compare()
    lens.select("request:12")
    why = lens.why.why
    assert why is not None
    assert why.name == "Request 9 → 12"
    lens.compare()
    why = lens.why.why
    assert why is not None
    assert why.name == "Request 12 of 20"


def test_what_is_zoomed_into_is_in_sight_and_escape_shows_all(lens: TimelineLens) -> None:
    lens.select("request:9")
    lens.zoom_in()
    view = lens.chart.view
    assert view.first <= 8 < view.last
    assert view.count == 10
    lens.show_all()
    assert lens.chart.view.count == 20


def test_a_rule_shows_what_would_have_been(screen: Screen, lens: TimelineLens) -> None:
    edit = set_at("timeline", ("what_if", "compact_at"), 30_000)
    screen.workspace.store.commit("Compact earlier", edit)
    screen.wait_until(lambda: lens.result is not None and lens.result.simulation is not None)
    screen.wait_until(lambda: not lens.busy)
    assert "Simulated" in screen.find("timeline.subline", QLabel).text()


def test_every_export_writes_what_there_is(lens: TimelineLens, tmp_path: Path) -> None:
    for exporter in lens.exporters():
        assert exporter.enabled(), exporter.id
        target = tmp_path / exporter.file_name
        assert exporter.write(target) == ()
        text = target.read_text()
        if target.suffix == ".json":
            json.loads(text)
        assert text


def test_the_log_of_a_session_opens_as_what_filled_it(open_screen: Callable[..., Screen]) -> None:
    log = resource_path("samples/timeline/log/varnholm-tides.jsonl")
    screen = open_screen(log, lenses=NAMED)
    lens = screen.find("timeline", TimelineLens)
    screen.wait_until(lambda: lens.report is not None)
    assert screen.workspace.lenses.current == "timeline"
    assert screen.workspace.store.session.window.chunks
    assert lens.report is not None
    assert len(lens.report.requests) == 20
