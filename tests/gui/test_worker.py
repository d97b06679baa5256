"""What a job in the background leads to, and what is said of it once its worker is closed."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Timer, current_thread, main_thread

import pytest
from PySide6.QtCore import QCoreApplication, QObject
from pytestqt.qtbot import QtBot

from inspector.analysis.watched_counter import StoppedError
from inspector.gui.messages import Failure
from inspector.gui.views.worker import Worker


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    parent = QObject()
    made = Worker(parent)
    yield made
    made.close()


def test_an_answer_is_taken_in_the_thread_that_asked(qtbot: QtBot, worker: Worker) -> None:
    taken: list[object] = []
    worker.ask(
        "counting",
        lambda: current_thread() is main_thread(),
        lambda answer: taken.extend((answer, current_thread() is main_thread())),
    )
    qtbot.waitUntil(lambda: not worker.busy)
    assert taken == [False, True]


def test_an_exception_is_told_and_a_stop_is_not(qtbot: QtBot, worker: Worker) -> None:
    taken: list[object] = []
    told: list[Failure] = []
    worker.failed.connect(told.append)

    def breaks() -> None:
        raise ZeroDivisionError

    def stops() -> None:
        raise StoppedError

    worker.ask("dividing", breaks, taken.append)
    worker.ask("waiting", stops, taken.append)
    qtbot.waitUntil(lambda: not worker.busy)
    assert (taken, len(told)) == ([], 1)
    outcomes: list[object] = []
    worker.do("waiting", stops, outcomes.append)
    qtbot.waitUntil(lambda: bool(outcomes))
    assert isinstance(outcomes[0], StoppedError)


def test_closing_waits_and_nothing_is_said_after_it(qtbot: QtBot, worker: Worker) -> None:
    begun, may_end, ended = Event(), Event(), Event()
    said: list[str] = []

    def job() -> str:
        begun.set()
        assert may_end.wait(300)
        worker.say(lambda: said.append("half"))
        ended.set()
        return "whole"

    worker.ask("waiting", job, said.append)
    worker.ask("never begun", lambda: "second", said.append)
    qtbot.waitUntil(begun.is_set)
    Timer(0.05, may_end.set).start()
    worker.close()
    assert ended.is_set()
    worker.ask("too late", lambda: "third", said.append)
    QCoreApplication.processEvents()
    assert said == []
