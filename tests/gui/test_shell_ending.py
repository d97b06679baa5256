"""Ends that nobody in the window asked for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.reception import EndSignals, Reception, end_of_login
from inspector.gui.starting import Call
from tests.gui.recovery.recovery_parts import change_total, copies
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]

# Asks the application for a file before, and for another after it can open any.
ASK = """
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
from inspector.gui.app import Application
app = Application(["x"])
ask = lambda path: app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile(path)))
ask("/a")
app.open_with(print)
ask("/b")
"""


class Manager:
    """Stands in for what Qt says at the end of a login."""

    def __init__(self, *, may_ask: bool = True) -> None:
        self.may_ask = may_ask
        self.said: list[str] = []

    def allowsInteraction(self) -> bool:  # noqa: N802  # Qt's name
        return self.may_ask

    def cancel(self) -> None:
        self.said.append("cancel")

    def release(self) -> None:
        self.said.append("release")


@pytest.fixture
def unsaved(tmp_path: Path) -> Path:
    """The folder of copies."""
    return tmp_path / "unsaved"


@pytest.fixture
def screen(open_screen: Open, unsaved: Path) -> Screen:
    """A window that keeps copies."""
    return open_screen(lenses=[plain_record()], rescue=unsaved)


@pytest.fixture
def handlers() -> Iterator[None]:
    """Put the handlers of signals back."""
    kinds = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {kind: signal.getsignal(kind) for kind in kinds}
    yield
    signal.set_wakeup_fd(-1)
    for kind, handler in before.items():
        signal.signal(kind, handler)


@pytest.mark.usefixtures("handlers")
def test_the_first_signal_is_told_once_and_one_after_it_ends_the_process(qtbot: QtBot) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signals = EndSignals()
    told: list[object] = []

    def answer() -> None:
        told.append(signal.getsignal(signal.SIGINT))
        os.kill(os.getpid(), signal.SIGINT)  # what is not saved is being kept, so this waits

    signals.told.connect(answer)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    qtbot.waitUntil(lambda: signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)
    assert signals.code == 143
    assert len(told) == 1
    assert told[0] is not signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN  # as nohup wants it


@pytest.mark.usefixtures("handlers")
def test_a_later_signal_ends_a_process_that_does_not_answer(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals = EndSignals()
    monkeypatch.setattr("inspector.gui.reception._SAME_SECONDS", -1.0)
    os.kill(os.getpid(), signal.SIGTERM)
    sent: list[tuple[int, object]] = []
    monkeypatch.setattr(
        os, "kill", lambda _process, kind: sent.append((kind, signal.getsignal(kind)))
    )
    signal.raise_signal(signal.SIGTERM)
    assert sent == [(signal.SIGTERM, signal.SIG_DFL)]
    assert signals.code == 0


def test_the_end_of_a_login_keeps_what_is_not_saved_without_a_question(
    screen: Screen, unsaved: Path
) -> None:
    change_total(screen, 4321)
    manager = Manager()
    end_of_login(screen.workspace, manager)
    assert manager.said == []
    assert len(copies(unsaved)) == 1
    assert screen.window.close()
    assert len(copies(unsaved)) == 1


@pytest.mark.parametrize(
    ("answer", "said"), [(Answer.NO, ["release"]), (Answer.CANCEL, ["cancel", "release"])]
)
def test_who_keeps_no_copies_is_asked_at_the_end_of_a_login(
    answer: Answer, said: list[str], screen: Screen, unsaved: Path
) -> None:
    screen.do(CommandId.KEEP_UNSAVED)
    change_total(screen, 4321)
    manager = Manager()
    screen.messages.answers.append(answer)
    end_of_login(screen.workspace, manager)
    assert manager.said == said
    assert copies(unsaved) == []
    if answer is Answer.NO:
        assert screen.window.close()  # without asking again


def test_nobody_is_asked_where_that_is_not_allowed(screen: Screen) -> None:
    screen.do(CommandId.KEEP_UNSAVED)
    change_total(screen, 4321)
    end_of_login(screen.workspace, Manager(may_ask=False))
    assert screen.messages.asked == []


def test_a_call_brings_a_window_back_that_was_put_away(screen: Screen) -> None:
    reception = Reception(screen.workspace, None)
    screen.window.showMinimized()
    reception.receive(Call())
    assert not screen.window.isMinimized()
    assert screen.window.isVisible()
    screen.wait_until(screen.window.isActiveWindow)


def test_files_that_were_asked_for_early_are_opened_once_that_is_possible() -> None:
    run = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    assert run.stdout.split() == ["/a", "/b"]
