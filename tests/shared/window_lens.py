"""What the tests of the Window lens share: its window, its ruler, and places to click."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QTabBar

from inspector.gui.lenses import LENSES
from inspector.stages.window.ruler_geometry import ChunkHit
from inspector.stages.window.view.ruler_view import RulerView
from tests.shared.screen import Screen

WINDOW = [record for record in LENSES if record.id == "window"]
CHUNKS = {
    "available_tokens": 400,
    "max_system_prompt": 50,
    "now_ms": 1_775_217_600_000,
    "chunks": [
        {"id": "first", "type": "chat_history_user", "tokens": 100, "content": "Hello."},
        {"id": "long", "type": "tool_output", "tokens": 300, "content": "A long result."},
        {"id": "ask", "type": "current_user_prompt", "tokens": 100, "content": "And now?"},
        {"id": "doc", "type": "rag_document_chunk", "tokens": 80},
    ],
}


def written(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value))
    return path


def window_screen(open_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    opened = open_screen(lenses=WINDOW)
    opened.window.resize(1440, 900)
    opened.open(written(tmp_path / "chunks.json", CHUNKS))
    return opened


def ruler(screen: Screen) -> RulerView:
    return screen.find("window.ruler", RulerView)


def spot(screen: Screen, hit: ChunkHit) -> QPoint:
    """The middle of a span on the ruler."""
    left, top, right, bottom = ruler(screen).geometry_now.box(hit)
    return QPoint(round((left + right) / 2), round((top + bottom) / 2))


def click_span(screen: Screen, hit: ChunkHit) -> None:
    viewport = ruler(screen)
    screen.bot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=spot(screen, hit))
    screen.settle()


def turn_to(screen: Screen, title: str) -> None:
    tabs = screen.find("tabs", QTabBar)
    titles = [tabs.tabText(place) for place in range(tabs.count())]
    tabs.setCurrentIndex(next(n for n, text in enumerate(titles) if text.startswith(title)))
    screen.settle()


def shown_why(screen: Screen) -> str:
    return screen.text("why.name")
