"""Somebody faster than the window and somebody slower end at the same session.

Everything that is done is played twice: each action before pending timers and workers have run, and
each once they have. What is on screen then is what the store has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.analysis.injection_runs import InjectionRuns
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.session.session import Session
from tests.shared.injection_window import lens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("securities-fraud")
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
Action = Callable[[Screen], None]


def key(what: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Action:
    def press(screen: Screen) -> None:
        # Unlike the screen's own, these keys wait for nothing.
        QTest.keyClick(QApplication.focusWidget() or screen.window, what, modifiers)

    return press


def drag(by: int) -> Action:
    def move(screen: Screen) -> None:
        bar = lens(screen).bar
        bar.setFocus()
        arrow = Qt.Key.Key_Right if by > 0 else Qt.Key.Key_Left
        for _ in range(abs(by)):
            QTest.keyClick(bar, arrow)

    return move


def command(name: str) -> Action:
    return lambda screen: screen.workspace.actions.action(name).trigger()


UNDO, REDO = key(Qt.Key.Key_Z, CONTROL), key(Qt.Key.Key_Z, CONTROL | SHIFT)
JOURNEYS: dict[str, Sequence[Action]] = {
    "undo right after opening": [UNDO],
    "undo right after a gesture": [drag(3), UNDO],
    "undo and redo": [drag(3), UNDO, REDO],
    "undo, redo, undo": [drag(-2), command("next-strategy"), UNDO, UNDO, REDO],
    "a command that was not possible a moment before": [
        drag(2),
        command("reset-policy"),
        UNDO,
    ],
    "a what-if and back": [
        command("next-suppressed"),
        command("what-if-keep"),
        command("what-if-clear"),
        UNDO,
    ],
    "another lens and back": [
        key(Qt.Key.Key_2, CONTROL),
        key(Qt.Key.Key_1, CONTROL),
        drag(1),
        UNDO,
        REDO,
    ],
    "a story": [
        drag(2),
        key(Qt.Key.Key_F11),
        *[key(Qt.Key.Key_Right)] * 6,
        key(Qt.Key.Key_Left),
        key(Qt.Key.Key_Escape),
        UNDO,
    ],
}


def settled(screen: Screen) -> Session:
    """Let everything end, and hold what is on screen against the store."""
    screen.settle()
    store, runner = screen.workspace.store, screen.workspace.runner
    screen.wait_until(lambda: runner.fingerprint is not None)
    shown, expected = screen.result, InjectionRuns().run(store.session)
    assert shown is not None
    assert shown.report is not None
    assert expected.report is not None
    assert shown.report.manifest == expected.report.manifest
    assert screen.window.isWindowModified() == store.modified
    undo = screen.workspace.actions.action(CommandId.UNDO).text()
    assert (undo != "Undo") == (store.undo_label is not None)
    return store.session


@pytest.mark.parametrize("name", JOURNEYS)
def test_it_does_not_matter_how_fast_somebody_is(
    name: str, used_screen: Callable[..., Screen]
) -> None:
    screen = used_screen(lenses=LENSES)
    ends = []
    for fast in (True, False):
        screen.workspace.store.mark_saved()
        screen.open(SAMPLE)
        screen.wait_until(lambda: screen.result is not None)
        for action in JOURNEYS[name]:
            action(screen)
            if not fast:
                screen.settle()
        session = settled(screen)
        ends.append((session, screen.workspace.store.undo_label, screen.workspace.lenses.current))
    assert ends[0] == ends[1]
