"""Every chart paints what is different, and that gives the picture that painting all gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPaintEvent, QRegion
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from inspector.analysis.corpus.running import run_workload
from inspector.analysis.corpus.study import study_of
from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.policy_map import policy_map
from inspector.analysis.tuning.sweep import sweep
from inspector.core.assembly import Step
from inspector.gui.theme import Theme
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.painting import ChartStyle
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.view.chart_panel import BandsView
from inspector.stages.assembly.words import step_key
from inspector.stages.corpus.view.chart_panel import WaterfallView
from inspector.stages.corpus.waterfall import levels_of
from inspector.stages.injection.bar import budget_bar
from inspector.stages.injection.view.middle import BudgetBarView
from inspector.stages.tuning.map_chart import MapShade
from inspector.stages.tuning.view.chart_panel import SweepView
from inspector.stages.tuning.view.map_view import MapView
from inspector.stages.window.ruler import ruler
from inspector.stages.window.view.ruler_view import RulerView
from tests.shared.assembly_input import STORY, STORY_ITEMS, assembled
from tests.shared.corpus_input import made_workload
from tests.shared.injection_input import bucket, card, file, policy
from tests.shared.tuning_input import report_of
from tests.shared.window_input import chunk, placed

WIDTH, HEIGHT = 900, 420
REPORT = report_of(
    [card("first", 1.0, 20), card("second", 0.5, 10)], [bucket("b", file("f", 1.0))], policy(60)
)
Made = tuple[ChartView[Any], Callable[[int], None]]
"""A chart, and what marks something else in it: 0 and 1 differ."""


def of_window(theme: Theme) -> Made:
    view = RulerView(ChartStyle.of(theme))
    view.set_ruler(ruler(placed([chunk("one", 100), chunk("two", 90), chunk("big", 300)], 250)))
    return view, lambda at: view.select_key(("chunk:one", "chunk:two")[at])


def of_assembly(theme: Theme) -> Made:
    view = BandsView(ChartStyle.of(theme))
    view.set_bands(bands_of(assembled(*STORY_ITEMS, **STORY)))
    return view, lambda at: view.select_key(step_key(Step(at + 1)))


def of_sweep(theme: Theme) -> Made:
    view = SweepView(ChartStyle.of(theme))
    view.set_sweep(sweep(REPORT, Axis.TOTAL))
    return view, lambda at: view.set_value((20.0, 30.0)[at])


def of_map(theme: Theme) -> Made:
    view = MapView(ChartStyle.of(theme))
    axes = (AxisRange(Axis.TOTAL, 0, 100), AxisRange(Axis.DIVISION, 0, 1))
    view.set_map(policy_map(REPORT, *axes), MapShade.ITEMS)
    return view, lambda at: view._look_at(((20.0, 0.4), (30.0, 0.6))[at])


def of_waterfall(theme: Theme) -> Made:
    load = made_workload(totals=(120,))
    view = WaterfallView(theme)
    view.set_levels(levels_of(study_of(load, run_workload(load), ("made",))))
    return view, lambda at: view._hover(view.geometry_now.hits[at + 1])


def of_budget(theme: Theme) -> Made:
    view = BudgetBarView(ChartStyle.of(theme))
    view.set_bar(budget_bar(REPORT))
    return view, lambda at: view.select_key(("card:first", "card:second")[at])


class Painted(QObject):
    """Notes what a chart is asked to paint."""

    def __init__(self, chart: ChartView[Any]) -> None:
        super().__init__(chart)
        self.region = QRegion()
        chart.installEventFilter(self)

    def eventFilter(self, _chart: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        if isinstance(event, QPaintEvent):
            self.region += event.region()
        return False

    def part_of(self, chart: ChartView[Any]) -> float:
        """Which part of a chart was painted."""
        pixels = sum(one.width() * one.height() for one in self.region)
        return pixels / (chart.width() * chart.height())


@pytest.mark.parametrize(
    "chart", [of_window, of_assembly, of_sweep, of_map, of_waterfall, of_budget]
)
def test_what_is_marked_in_a_chart_has_its_place_painted_and_no_more(
    chart: Callable[[Theme], Made], qtbot: QtBot, qapp: QApplication
) -> None:
    view, mark = chart(Theme(qapp))
    qtbot.addWidget(view)
    view.resize(WIDTH, HEIGHT)
    view.show()
    qtbot.waitExposed(view)
    mark(0)
    for _ in range(3):
        qapp.processEvents()
    painted = Painted(view)
    mark(1)
    qapp.processEvents()
    assert 0 < painted.part_of(view) < 0.35
    in_parts = _on_screen(view)
    view.repaint()
    assert in_parts == _on_screen(view)
    before = painted.region
    mark(1)
    qapp.processEvents()
    assert painted.region == before  # nothing is different, so nothing is painted


def _on_screen(view: ChartView[Any]) -> QImage:
    return view.screen().grabWindow(view.winId()).toImage()
