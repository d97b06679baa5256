"""A screen for the journeys of a module, and a program on it for each journey."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.shared.desktop import Desktop, desktop, missing
from tests.shared.desktop_program import Program, running
from tests.shared.desktop_twin import Twin
from tests.shared.screen import opened_screens


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desktop]:
    """A screen with a window manager on it."""
    if absent := missing():
        pytest.skip(f"not installed here: {', '.join(absent)}")
    with desktop(tmp_path_factory.mktemp("desktop")) as made:
        yield made


@pytest.fixture
def start(screen: Desktop, tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Start the program; what still runs at the end is ended."""
    with ExitStack() as stack:
        yield lambda *words: stack.enter_context(running(screen, tmp_path, *words))


@pytest.fixture
def twin(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Twin]]:
    """Open the same files without a screen, to be asked where things are."""
    (tmp_path / "twin").mkdir()
    with opened_screens(qtbot, tmp_path / "twin") as open_screen:
        yield lambda *files: Twin(open_screen, *files)


@pytest.fixture
def opened(
    start: Callable[..., Program], twin: Callable[..., Twin]
) -> Callable[[Path], tuple[Program, Twin]]:
    """Start the program with a session, and wait until its chart is to be seen."""

    def open_session(path: Path) -> tuple[Program, Twin]:
        program, guide = start(path), twin(path)
        guide.fit(program.size)
        program.await_window()
        program.await_sight(guide, "injection.bar")
        return program, guide

    return open_session
