"""Windows for journeys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.gui.lenses import LENSES
from tests.shared.counted import Counted
from tests.shared.opened_windows import (
    open_screen,
    pytest_runtest_call,
    used_screen,
    used_screens,
)
from tests.shared.screen import Screen

__all__ = ["open_screen", "pytest_runtest_call", "used_screen", "used_screens"]


@pytest.fixture
def somebody(open_screen: Callable[..., Screen]) -> Callable[[], Counted]:
    """Somebody in front of a window that was never used."""

    def begin() -> Counted:
        screen = open_screen(lenses=LENSES)
        screen.window.resize(1366, 768)
        screen.settle()
        return Counted(screen)

    return begin
