"""What the tests of the Injection lens share: a small run in a window, and places to point at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QTabBar, QTableView

from inspector.analysis.injection_runs import InjectionRuns
from inspector.gui.lenses import LENSES
from inspector.gui.table.model import KEY_ROLE
from inspector.session.session import Session
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.lens import InjectionLens
from inspector.stages.injection.view.middle import BudgetBarView
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.screen import Screen

INJECTION = [record for record in LENSES if record.id == "injection"]
CARDS = (
    card("alpha", 0.9, kind="entity", lengths={"standard": 40}),
    card("beta", 0.8, kind="procedure"),
    card("gamma", 0.7, kind="interaction_policy"),
    card("twin", 0.5, kind="entity", file="b:f1"),
    card("giant", 0.4, compact=5000),
)
BUCKETS = (
    bucket("b", file("f1", 0.9, title="First"), file("f2", 0.8, text=900, title="Second")),
    bucket("c", file("f3", 0.1, text=30, title="Third"), background="z" * 20),
)


def runs() -> InjectionRuns:
    """Runs that count one token a character, whatever the encoding is called."""

    def counter(name: str) -> Any:
        if name == "unknown":
            raise ValueError("There is no token counter 'unknown'.")
        return CHARACTERS

    return InjectionRuns(counter)


SHARED_RUNS = runs()


def small_session(**fields: Any) -> Session:
    """A session of five cards and three files with a total of 600 tokens."""
    given = {
        "title": "Small",
        "candidates": candidate_set(CARDS, BUCKETS),
        "request": request(),
        "policy": policy(600),
    }
    return Session(**(given | fields))


def injection_screen(
    open_screen: Callable[..., Screen], session: Session | None = None, **options: Any
) -> Screen:
    """A window that shows a session in the Injection lens."""
    screen = open_screen(lenses=INJECTION, runs=SHARED_RUNS, **options)
    screen.window.resize(1440, 900)
    screen.workspace.store.open(session or small_session())
    screen.workspace.show_lens("injection")
    screen.settle()
    return screen


def lens(screen: Screen) -> InjectionLens:
    return screen.find("injection", InjectionLens)


def bar(screen: Screen) -> BudgetBarView:
    return screen.find("injection.bar", BudgetBarView)


def spot(screen: Screen, key: str) -> QPoint:
    """The middle of a subject's segment in the chart."""
    for box in bar(screen).geometry_now.boxes:
        place = box.cells.place_of(key)
        if place is not None:
            left, right = box.edges(place)
            middle = QPointF((left + right) / 2, box.top + box.height / 2)
            return (middle * bar(screen).zoom_now).toPoint()
    raise AssertionError(f"the chart has no segment for {key}")


def divider(screen: Screen) -> QPoint:
    """A point at which the divider can be grasped."""
    geometry = bar(screen).geometry_now
    grip = QPointF(geometry.divider.x, geometry.divider.top + 8)
    return (grip * bar(screen).zoom_now).toPoint()


def drag_divider(screen: Screen, *shares: float, release: bool = True) -> None:
    """Grasp the divider and move it to each of these shares, then let it go."""
    view, start = bar(screen), divider(screen)
    screen.bot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for share in shares:
        budget = bar(screen).geometry_now.divider
        there = (budget.left + share * budget.width) * bar(screen).zoom_now
        move_pointer(screen, QPoint(round(there), start.y()))
    if release:
        screen.bot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=divider(screen))
    screen.settle()
    screen.wait_until(lambda: lens(screen).settled)


def move_pointer(screen: Screen, to: QPoint) -> None:
    """Move the pointer over the chart, its button as it is."""
    view, point = bar(screen), QPointF(to)
    move = QMouseEvent(
        QMouseEvent.Type.MouseMove,
        point,
        view.mapToGlobal(point),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view, move)


def click_segment(screen: Screen, key: str) -> None:
    view = bar(screen)
    screen.bot.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot(screen, key))
    screen.settle()


def double_click_segment(screen: Screen, key: str) -> None:
    view = bar(screen)
    screen.bot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=spot(screen, key))
    screen.settle()


def table_in_sight(screen: Screen) -> str:
    """The title of the table that is in sight, without its number of rows."""
    tabs = screen.find("tabs", QTabBar)
    return tabs.tabText(tabs.currentIndex()).split()[0]


def lines(screen: Screen, table: str = "ledger") -> list[str]:
    """The first cell of every line of a table, headings of groups as well."""
    model = screen.find(f"{table}.table", QTableView).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def positions(screen: Screen, table: str = "ledger") -> list[int]:
    """Where rows stand that are no headings."""
    model = screen.find(f"{table}.table", QTableView).model()
    return [row for row in range(model.rowCount()) if model.index(row, 0).data(KEY_ROLE)]


def rows(screen: Screen, table: str = "ledger") -> list[str]:
    """The first cell of every row of a table, as it is sorted and filtered."""
    every = lines(screen, table)
    return [every[position] for position in positions(screen, table)]


def cell(screen: Screen, table: str, name: str, column: str) -> str:
    """What a row's cell shows; rows are known by their first cell."""
    panel = lens(screen).tables.panel(TableId(table))
    section = [one.id for one in panel.data.columns].index(column)
    model = screen.find(f"{table}.table", QTableView).model()
    place = positions(screen, table)[rows(screen, table).index(name)]
    return model.index(place, section).data()


def filter_by(screen: Screen, table: str, text: str) -> None:
    """Type a filter, and wait until it holds."""
    field = screen.find(f"{table}.filter")
    field.setFocus()
    screen.bot.keyClicks(field, text)
    screen.wait_until(lambda: lens(screen).tables.panel(TableId(table)).query.filter == text)
