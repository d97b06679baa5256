"""How long one step of dragging the divider takes in the window, everything painted.

``python -m tests.benchmarks.bench_bar [CARDS …] [--table ledger|expectations|none]``
(100,000 by default). A step is a change of the share, the run, and the painting of the chart and of
the rows in sight that changed. The parts are measured again one by one, and so is a bar of 5,000
segments. It asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from inspector.__main__ import collect_seldom
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.injection.prepare import prepare
from inspector.core.injection.step import Injector
from inspector.gui.unattended import settle, unattended_window
from inspector.gui.views.painting import ChartStyle, paint_items
from inspector.gui.workspace import Workspace
from inspector.present.strips import StripsDrawing, strips_drawing
from inspector.present.table import diff_visible
from inspector.session.edits import divide_budget
from inspector.session.session import Session
from inspector.stages.injection.bar import BudgetBar, bar_strips, budget_bar
from inspector.stages.injection.tables import RunTables, TableId
from inspector.stages.injection.view.lens import InjectionLens
from tests.shared.injection_input import CHARACTERS, request
from tests.shared.large_sets import large_set

SHARES = np.concatenate([np.linspace(0.35, 0.45, 101), np.linspace(0.45, 0.35, 101)])
ROWS_IN_SIGHT = 24
SEGMENTS = 5_000


def show(workspace: Workspace, cards: int) -> InjectionLens:
    """Show the lens on a large set; garbage is searched for as seldom as in the program."""
    collect_seldom()
    model = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}
    session = Session(title="Large", candidates=large_set(cards), request=request(model=model))
    workspace.store.open(session)
    workspace.show_lens("injection")
    settle(workspace)
    lens = workspace.lenses.widget
    assert isinstance(lens, InjectionLens)
    return lens


def drag(lens: InjectionLens) -> tuple[list[float], list[float]]:
    """Return how long each step of a drag takes, and its time on the processor (milliseconds).

    A step ends when its result is painted, also where a large set is run in the worker.
    """
    app, gesture, runner = QApplication.instance(), object(), lens.context.runner
    spent: tuple[list[float], list[float]] = ([], [])
    for share in SHARES:
        begin, busy = time.perf_counter(), time.thread_time()
        lens.bar.moved.emit(float(share), gesture)
        app.processEvents()
        while runner.busy:
            app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        spent[0].append((time.perf_counter() - begin) * 1000)
        spent[1].append((time.thread_time() - busy) * 1000)
    return spent


def laid_out(bar: BudgetBar, wide: int, style: ChartStyle) -> StripsDrawing:
    return strips_drawing(bar_strips(bar, style.measure), wide, style.measure)


def parts(workspace: Workspace, lens: InjectionLens) -> dict[str, list[float]]:
    """Return the time on the processor of each part of a step by itself."""
    spent: dict[str, list[float]] = {}

    def measured(name: str, work: Callable[[], object]) -> object:
        begin = time.thread_time()
        made = work()
        spent.setdefault(name, []).append((time.thread_time() - begin) * 1000)
        return made

    style, wide = lens.bar._style, lens.bar.width()
    image = QImage(wide, 300, QImage.Format.Format_RGB32)
    tables, rows, before = RunTables(), np.arange(ROWS_IN_SIGHT), None
    columns = lens.tables.panel(TableId.LEDGER).query.columns
    run = workspace.runner._runs.run
    for share in SHARES:
        session = divide_budget(float(share))(workspace.store.session)
        report = measured("run", lambda s=session: run(s).report)
        bar = measured("bar's numbers", lambda r=report: budget_bar(r))
        geometry = measured("layout", lambda b=bar: laid_out(b, wide, style))
        painter = QPainter(image)
        measured("painting", lambda g=geometry, p=painter: paint_items(p, g.items, style))
        painter.end()
        table = measured("table", lambda r=report: tables.table(TableId.LEDGER, r))
        if before is not None:
            measured(
                "rows that changed", lambda a=before, b=table: diff_visible(a, b, rows, columns)
            )
        before = table
    return spent


def segments(lens: InjectionLens) -> dict[str, list[float]]:
    """Return the time on the processor of laying out and of painting a bar of 5,000 cards."""
    model = {"name": "m", "context_window": 10_000_000, "encoding": "chars"}
    counted = count_candidates(large_set(SEGMENTS), CHARACTERS)
    everything = DEFAULT_POLICY.model_copy(
        update={"max_injection_tokens_absolute": 5_000_000, "procedure_sub_budget_pct": 1.0}
        | {"max_injection_tokens_pct_of_context": 1.0, "interaction_policy_sub_budget_pct": 1.0}
    )
    report = Injector(prepare(request(model=model), counted, 0)).run(everything)
    assert len(report.tiers.ranks) + report.cards_suppressed == SEGMENTS
    style, wide = lens.bar._style, lens.bar.width()
    image = QImage(wide, 300, QImage.Format.Format_RGB32)
    bar = budget_bar(report)
    spent: dict[str, list[float]] = {"layout": [], "painting": []}
    for _ in range(50):
        begin = time.thread_time()
        geometry = laid_out(bar, wide, style)
        spent["layout"].append((time.thread_time() - begin) * 1000)
        painter = QPainter(image)
        begin = time.thread_time()
        paint_items(painter, geometry.items, style)
        spent["painting"].append((time.thread_time() - begin) * 1000)
        painter.end()
    return spent


def said(name: str, spent: list[float]) -> None:
    median, p95, most = (*np.percentile(spent, [50, 95]), max(spent))
    print(f"{name:<36}{median:8.2f}{p95:8.2f}{most:8.2f}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("cards", nargs="*", type=int, default=[100_000])
    options.add_argument("--table", choices=[*TableId, "none"], default="ledger")
    chosen = options.parse_args()
    for cards in chosen.cards:
        with unattended_window() as workspace:
            lens = show(workspace, cards)
            print(f"{cards:,} cards, milliseconds{'':<12}  median     p95    most")
            if chosen.table != "none":
                lens.tables.turn_to(TableId(chosen.table))
            drag(lens)
            for name, spent in zip(("passed", "on the processor"), drag(lens), strict=True):
                said(f"nothing selected, {name}", spent)
            report = workspace.runner.good.report
            lens.select(f"card:{report.prepared.cards.columns.node_ids[0]}")
            for name, spent in zip(("passed", "on the processor"), drag(lens), strict=True):
                said(f"a card selected, {name}", spent)
            for name, spent in parts(workspace, lens).items():
                said(f"  {name}", spent)
            for name, spent in segments(lens).items():
                said(f"  {name} of {SEGMENTS:,} segments", spent)


if __name__ == "__main__":
    sys.exit(main())
