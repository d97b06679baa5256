"""What tests of the Relevance lens look at and do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from inspector.gui.lenses import LENSES
from inspector.stages.relevance.view.grid_view import GridView
from tests.shared.relevance_results import EVENTFUL
from tests.shared.screen import Screen

RELEVANCE = [record for record in LENSES if record.id == "relevance"]


def written(path: Path, value: object) -> Path:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return path


def eventful(open_screen: Callable[..., Screen], folder: Path) -> Screen:
    """A window with the lens and a configuration in which every layer can do something."""
    opened = open_screen(lenses=RELEVANCE)
    opened.window.resize(1440, 900)
    opened.open(written(folder / "config.json", EVENTFUL))
    return opened


def grid(screen: Screen) -> GridView:
    return screen.find("grid", GridView)


def states(screen: Screen, node: str) -> str:
    """A node's state after each layer: i in, s out soft, h out hard."""
    row = next(row for row in grid(screen).grid.rows if row.node == node)
    return "".join("-ihs"[cell.state] for cell in row.cells)


def click_cell(screen: Screen, row: int, column: int) -> None:
    view = grid(screen)
    at = view.visualRect(view.model().index(row, column)).center()
    screen.bot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    screen.settle()


def turn_to(screen: Screen, tab: str) -> None:
    screen.choose("relevance-table", tab)


def signals(screen: Screen) -> dict[str, Any]:
    request = screen.session.request
    return dict((request and request.signals) or {})
