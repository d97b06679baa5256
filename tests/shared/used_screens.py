"""Windows that the tests of a module use one after the other.

Making a window takes longer than most of what is done in it. A used one tells of the next session
what a new one would (`tests/gui/test_session_left_behind.py`); how it is looked at stays, as it
does for a person. So a test whose window is looked at otherwise than before is the last in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from inspector.analysis.injection_runs import InjectionRuns
from inspector.gui.layout import layout_of
from inspector.gui.lenses import LensRecord
from inspector.gui.views.stage_lens import StageLens
from inspector.session.preferences import Preferences
from inspector.session.session import Session
from tests.shared.leftovers import kept_windows
from tests.shared.screen import Screen, new_screen, opened_screens

_Key = tuple[tuple[int, ...], int]


class _Look(NamedTuple):
    preferences: Preferences
    window: Mapping[str, Any]
    lenses: Mapping[str, Mapping[str, Any]]
    arranged: Mapping[str, Any]


class UsedScreens:
    """The windows of a module."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._free: dict[_Key, Screen] = {}
        self._taken: dict[_Key, Screen] = {}
        self._made = 0
        self._looks: dict[_Key, _Look] = {}
        self._named: list[object] = []  # so that no other object gets the id of one in a key

    @contextmanager
    def opened(self, bot: QtBot, folder: Path) -> Iterator[Callable[..., Screen]]:
        """Give a function that opens windows; what has options of its own is always new."""
        with opened_screens(bot, folder) as open_new:

            def open_screen(
                *files: Path,
                lenses: Sequence[LensRecord],
                runs: InjectionRuns | None = None,
                **options: Any,
            ) -> Screen:
                key = (tuple(map(id, lenses)), id(runs))
                if options or key in self._taken:
                    return open_new(*files, lenses=lenses, runs=runs, **options)
                screen = self._take(key, bot, lenses, runs)
                if files:
                    screen.workspace.open(files)
                    screen.settle()
                return screen

            try:
                yield open_screen
            finally:
                self._take_back()

    def note_looks(self) -> None:
        """Remember how the windows of a test are looked at as it begins."""
        self._looks = {key: _look(screen) for key, screen in self._taken.items()}

    def close(self) -> None:
        """Close the windows that no test has."""
        for screen in self._free.values():
            _close(screen)
        self._free.clear()

    def _take(
        self, key: _Key, bot: QtBot, lenses: Sequence[LensRecord], runs: InjectionRuns | None
    ) -> Screen:
        used = self._free.pop(key, None)
        self.close()  # a window of another kind is not kept until its turn comes again
        if used is None:
            self._made += 1
            self._named.append((*lenses, runs))
            preferences = self._folder / f"preferences-{self._made}.json"
            screen = new_screen(bot, preferences, (), lenses=lenses, runs=runs)
            kept_windows.add(screen.window)
        else:
            screen = Screen(bot, used.window, used.messages)
            screen.window.activateWindow()
        self._taken[key] = screen
        return screen

    def _take_back(self) -> None:
        for key, screen in self._taken.items():
            noted = self._looks.get(key)
            if noted is not None and screen.window.isVisible() and _looks_again(screen, noted):
                _empty(screen)
                self._free[key] = screen
            else:
                _close(screen)
        self._taken.clear()
        self._looks.clear()


def _look(screen: Screen) -> _Look:
    """Return how a window is looked at, but for what a session or a file brings along."""
    workspace = screen.workspace
    preferences = replace(workspace.settings.now, recent=())
    states = workspace.lenses.view_states()
    shown = {lens: _arranged(state) for lens, state in states.items()}
    return _Look(preferences, layout_of(workspace.window, workspace.problems), states, shown)


def _arranged(state: Any, name: str = "") -> Any:
    """Return what somebody arranged, without what comes with data: columns, and room for them."""
    if isinstance(state, Mapping):
        return {each: _arranged(part, each) for each, part in state.items()}
    comes_with_data = name in ("rows", "sides", "columns") and all(map(_is_left_alone, state))
    return [] if comes_with_data else state


def _is_left_alone(part: Any) -> bool:
    if isinstance(part, Mapping):
        return part.get("visible") is part.get("width") is None
    return isinstance(part, int)  # pixels of a splitter, which its contents ask for


def _looks_again(screen: Screen, noted: _Look) -> bool:
    """Put back how the lenses were looked at; return whether the window is as it was."""
    for lens, arranged in _look(screen).arranged.items():
        made = screen.workspace.lenses._made.get(lens)
        if arranged != noted.arranged.get(lens) and isinstance(made, StageLens):
            made._restore(noted.lenses.get(lens, {}))
    now = _look(screen)
    arranged = {
        lens: state
        for lens, state in now.arranged.items()
        if lens in noted.arranged or any(state.values())  # a lens that was made, and no more
    }
    same = (noted.preferences, noted.window, noted.arranged)
    return same == (now.preferences, now.window, arranged)


def _empty(screen: Screen) -> None:
    workspace, messages = screen.workspace, screen.messages
    messages.__init__()  # type: ignore[misc]
    _let_go_of_the_keyboard(
        screen
    )  # else it would be handed on from one field that goes to the next
    workspace.stop()
    workspace.opening.loads.forget()  # what a test left loading would come to the next one
    screen.wait_until(lambda: not workspace.opening.loads.busy)
    workspace.document.begin(None, Session())
    workspace.lenses.show_start()
    _let_go_of_the_keyboard(screen)
    workspace.settings.update(lambda now: replace(now, recent=()))


def _let_go_of_the_keyboard(screen: Screen) -> None:
    if (focus := screen.window.focusWidget()) is not None:
        focus.clearFocus()


def _close(screen: Screen) -> None:
    kept_windows.discard(screen.window)
    screen.messages.end()
    screen.window.close()
    screen.window.deleteLater()
    QCoreApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
