"""Windows for tests of the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.shared.opened_windows import (
    open_screen,
    pytest_runtest_call,
    used_screen,
    used_screens,
)
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

__all__ = ["open_screen", "pytest_runtest_call", "used_screen", "used_screens"]


PLAIN = (plain_record(),)


@pytest.fixture
def shell(used_screen: Callable[..., Screen]) -> Screen:
    """A window with one plain lens, of a test before this where it can be."""
    return used_screen(lenses=PLAIN)


@pytest.fixture
def new_shell(open_screen: Callable[..., Screen]) -> Screen:
    """The same where nothing was open before."""
    return open_screen(lenses=PLAIN)
