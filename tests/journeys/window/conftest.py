"""Windows for journeys."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.gui.lenses import LENSES
from tests.shared.counted import Counted
from tests.shared.screen import Screen, opened_screens


@pytest.fixture
def open_screen(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    """Open windows with the lenses that are given."""
    with opened_screens(qtbot, tmp_path) as opened:
        yield opened


@pytest.fixture
def somebody(open_screen: Callable[..., Screen]) -> Callable[[], Counted]:
    """Somebody in front of a window that was never used."""

    def begin() -> Counted:
        screen = open_screen(lenses=LENSES)
        screen.window.resize(1366, 768)
        screen.settle()
        return Counted(screen)

    return begin
