"""What a test of the window left behind: Qt warnings, windows, active timers, running threads."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import shiboken6
from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QMessageLogContext,
    QObject,
    QThread,
    QThreadPool,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QWidget

_SECONDS_TO_FINISH = 2.0
# Qt keeps the label of the last tooltip for itself.
_QTS_OWN = {"QTipLabel"}
_HARMLESS = {QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg}

kept_windows: set[QWidget] = set()
"""Windows that the tests of a module use one after the other; they end with the module."""


@contextmanager
def watch_qt(ignored: Sequence[str]) -> Iterator[list[str]]:
    """Give a list that holds a line for each leftover once the block is done.

    The block is the end of a test, in which its fixtures close their windows. pytest-qt has
    stopped listening to Qt's messages by then.
    """
    found: list[str] = []

    def listen(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind not in _HARMLESS and not any(re.search(known, message) for known in ignored):
            found.append(f"Qt message {message!r}")

    previous = qInstallMessageHandler(listen)
    try:
        yield found
        found += _end_leftovers()
    finally:
        qInstallMessageHandler(previous)


def _end_leftovers() -> list[str]:
    """Describe what is left, and end it so that it cannot disturb the next test."""
    _delete_what_is_due()
    windows, timers, threads = _left()
    if windows or timers:
        # What sits in a reference cycle is not left behind, only not collected yet.
        del windows, timers, threads
        gc.collect()
        _delete_what_is_due()
        windows, timers, threads = _left()
    running = _running_after_a_moment(threads)
    found = [f"window {_name(window)}" for window in windows]
    found += [f"active timer {_name(timer)} of {_owner(timer)}" for timer in timers]
    found += [f"running {_name(thread)}" for thread in running]
    for timer in timers:
        timer.stop()
    for window in windows:
        window.close()
        window.deleteLater()
    _delete_what_is_due()
    _undress()
    return found


def _undress() -> None:
    """Take the theme's colours away, once there is no window any more that would follow."""
    app = QApplication.instance()
    if isinstance(app, QApplication) and not kept_windows:
        app.setPalette(QPalette())


def _delete_what_is_due() -> None:
    # Outside an event loop Qt does not carry out `deleteLater` by itself.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()


def _left() -> tuple[list[QWidget], list[QTimer], list[QThread | QThreadPool]]:
    windows = [
        widget
        for widget in QApplication.topLevelWidgets()
        if widget.parent() is None and widget not in kept_windows and not _is_qts_own(widget)
    ]
    # What Python knows of Qt, which is a hundredth of all that the collector knows.
    alive = shiboken6.getAllValidWrappers()
    valid = [thing for thing in alive if isinstance(thing, QTimer | QThread | QThreadPool)]
    timers = [thing for thing in valid if isinstance(thing, QTimer) and thing.isActive()]
    timers = [timer for timer in timers if not _is_of_a_kept_window(timer)]
    threads = {thing for thing in valid if not isinstance(thing, QTimer)}
    return windows, timers, [*(threads | {QThreadPool.globalInstance()})]


def _is_qts_own(widget: QWidget) -> bool:
    """Whether Qt made it for itself.

    The layout of a scene measures with a widget that it deletes at its end: as long as a window
    with a plot is kept, it is there, and whoever deletes it first makes Qt delete it twice.
    """
    if widget.metaObject().className() in _QTS_OWN:
        return True
    return bool(kept_windows) and type(widget) is QWidget and not shiboken6.createdByPython(widget)


def _is_of_a_kept_window(timer: QTimer) -> bool:
    above: QObject | None = timer if kept_windows else None
    while above is not None and above not in kept_windows:
        above = above.parent()
    return above is not None


def _running_after_a_moment(
    threads: list[QThread | QThreadPool],
) -> list[QThread | QThreadPool]:
    deadline = time.monotonic() + _SECONDS_TO_FINISH
    while (found := [each for each in threads if _runs(each)]) and time.monotonic() < deadline:
        time.sleep(0.005)
        QCoreApplication.processEvents()
    return found


def _runs(thread: QThread | QThreadPool) -> bool:
    if not shiboken6.isValid(thread):
        return False
    return thread.isRunning() if isinstance(thread, QThread) else thread.activeThreadCount() > 0


def _name(thing: QObject) -> str:
    return f"{type(thing).__name__} {thing.objectName()!r}"


def _owner(timer: QTimer) -> str:
    return "nobody" if timer.parent() is None else _name(timer.parent())
