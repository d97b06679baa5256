"""Windows for tests of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen, opened_screens


@pytest.fixture
def open_screen(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    """Open windows with the lenses that are given."""
    with opened_screens(qtbot, tmp_path) as opened:
        yield opened


@pytest.fixture
def shell(open_screen: Callable[..., Screen]) -> Screen:
    """A window with one plain lens."""
    return open_screen(lenses=[plain_record()])
