"""How much a running window holds: memory, objects, widgets, timers, threads, open files."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from PySide6.QtCore import (
    QAbstractAnimation,
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QObject,
    QThread,
    QTimer,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLayout, QWidget

_MEGABYTE = 1 << 20
_WAKER = "anon_inode:[eventfd]"
_KINDS = (QWidget, QLayout, QAction, QTimer, QThread, QAbstractItemModel, QAbstractAnimation)


@dataclass(frozen=True, slots=True)
class Counts:
    """What there is at one moment. ``memory`` is in megabytes (1,048,576 bytes) of the process.

    ``with_garbage`` is the memory before garbage was searched for, which the program does seldom.
    ``heap`` is what C and C++ hold of it, ``heap_free`` what their allocator keeps for later (both
    0 where it is not GNU's); the rest is Python's own allocator, large arrays, code and files.
    ``python`` counts the objects that the collector knows, ``qt`` widgets, layouts, actions,
    timers, threads, models and animations, ``threads`` the threads of the system, Qt's and
    libraries' own included. ``files`` are those that are open but for what wakes a thread: Qt ends
    threads that had nothing to do for half a minute, whenever that is, and theirs go with them.
    """

    with_garbage: float
    memory: float
    heap: float
    heap_free: float
    python: int
    qt: int
    widgets: int
    timers: int
    threads: int
    python_threads: int
    files: int

    def line(self) -> str:
        """These numbers as a row of a table."""
        shown = (f"{one:,.0f}" if isinstance(one, float) else f"{one:,}" for one in astuple(self))
        return " | ".join(shown)


TITLES = " | ".join(field.name.replace("_", " ") for field in fields(Counts))


def count() -> Counts:
    """Count what there is once everything that is due to go has gone."""
    with_garbage = _memory()
    clear_away()
    known = qt_objects()
    heap = _heap()
    return Counts(
        with_garbage=with_garbage,
        memory=_memory(),
        heap=(heap.uordblks + heap.hblkhd) / _MEGABYTE,
        heap_free=heap.fordblks / _MEGABYTE,
        python=len(gc.get_objects()),
        qt=len(known),
        widgets=len(QApplication.allWidgets()),
        timers=sum(isinstance(one, QTimer) for one in known),
        threads=sum(1 for _ in Path("/proc/self/task").iterdir()),
        python_threads=threading.active_count(),
        files=sum(map(_is_open, Path("/proc/self/fd").iterdir())),
    )


def _is_open(file: Path) -> bool:
    try:
        return file.readlink().name != _WAKER
    except FileNotFoundError:  # what listed the folder
        return False


def _memory() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096 / _MEGABYTE


class _Mallinfo2(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def _heap() -> _Mallinfo2:
    try:
        ask = ctypes.CDLL(None).mallinfo2
    except AttributeError:
        return _Mallinfo2()
    ask.restype = _Mallinfo2
    told = ask()
    assert isinstance(told, _Mallinfo2)
    return told


def clear_away() -> None:
    """Let everything go that nobody holds any more, the memory that is kept for later as well."""
    for _ in range(3):
        gc.collect()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)  # GNU's; elsewhere some of it is counted


def qt_objects() -> list[QObject]:
    """The application, the windows, and what is below them, of the kinds that a program makes.

    Not every object: to ask for the parts that Qt makes inside of texts gives each of them a
    Python object that stays, and what counts would grow by being counted.
    """
    found: list[QObject] = []
    roots: list[QObject] = [QCoreApplication.instance(), *_windows()]
    for root in roots:
        found.append(root)
        for kind in _KINDS:
            found += root.findChildren(kind)
    return found


def _windows() -> Iterator[QObject]:
    yield from (one for one in QApplication.topLevelWidgets() if one.parent() is None)


def kinds() -> Counter[str]:
    """How many Python objects there are of each type, and Qt objects of each class and name."""
    clear_away()
    seen = Counter(
        f"python {type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects()
    )
    seen.update(f"qt {one.metaObject().className()} {one.objectName()}" for one in qt_objects())
    return seen
