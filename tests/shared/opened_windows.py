"""Fixtures that open windows; a folder of tests that needs them imports them into its conftest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.shared.screen import Screen, opened_screens
from tests.shared.used_screens import UsedScreens


@pytest.fixture
def open_screen(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Screen]]:
    """Open windows with the lenses that are given."""
    with opened_screens(qtbot, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def used_screens(
    qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[UsedScreens]:
    """The windows that tests of a module use one after the other."""
    used = UsedScreens(tmp_path_factory.mktemp("used"))
    yield used
    used.close()


@pytest.fixture
def used_screen(
    qtbot: QtBot, tmp_path: Path, used_screens: UsedScreens
) -> Iterator[Callable[..., Screen]]:
    """Open windows with the lenses that are given: one of a test before this, where it can be."""
    with used_screens.opened(qtbot, tmp_path) as opened:
        yield opened


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Let it be known how windows are looked at when a test begins."""
    used = getattr(item, "funcargs", {}).get("used_screens")
    if used is not None:
        used.note_looks()
    return (yield)
