"""A short time of work leaves nothing behind; `./dev soak` is the long one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from statistics import median, median_low
from threading import Event

import pytest
from PySide6.QtCore import QThreadPool, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.lenses import LENSES
from tests.soak.counts import Counts, count
from tests.soak.person import Person
from tests.soak.soaked_window import soaked_window

SHOWN = ("injection", "compare")
ROUNDS = 6
COUNTED = ("qt", "widgets", "timers", "threads", "python_threads", "files")


@pytest.fixture
def person(qapp: QApplication) -> Iterator[Person]:
    before = qapp.palette()
    with soaked_window([record for record in LENSES if record.id in SHOWN]) as (_, somebody):
        yield somebody
    qapp.setPalette(before)


def after_rounds(person: Person, rounds: int) -> Counts:
    for _ in range(rounds):
        person.do_everything(presenting=False)
    person.come_home()
    return count()


@pytest.mark.trial
def test_work_leaves_no_widget_timer_thread_or_open_file_behind(person: Person) -> None:
    person.open(person.session)
    person.do_everything()
    rounds = [after_rounds(person, 1) for _ in range(1 + ROUNDS)]
    # What is made when it is first needed may come later than in the first rounds, but what is
    # left behind by work comes with most of them, which half of them are not.
    more = {
        name: median_low(
            getattr(late, name) - getattr(early, name) for early, late in pairwise(rounds)
        )
        for name in COUNTED
    }
    assert max(more.values()) <= 0, more
    # Modules are objects, too, and a round may be the first to export what needs them all.
    growth = median(late.python - early.python for early, late in pairwise(rounds))
    assert growth < rounds[0].python * 0.01


def test_what_is_left_behind_is_counted(qapp: QApplication, tmp_path: Path) -> None:
    before = count()
    window = QWidget()
    timer = QTimer(window)
    with (tmp_path / "file").open("w"):
        after = count()
    assert timer.parent() is window
    window.deleteLater()
    assert (after.widgets, after.timers) == (before.widgets + 1, before.timers + 1)
    assert after.files == before.files + 1
    assert count().qt == before.qt


def test_what_wakes_a_thread_of_qt_is_no_open_file(qapp: QApplication) -> None:
    pool, started = QThreadPool(), Event()
    before = count()
    pool.start(started.set)
    started.wait()  # its thread is there now, busy or idle
    while_it_is_there = count()
    pool.waitForDone()
    assert while_it_is_there.files == count().files == before.files
