"""The goals that need a window: what a gesture, a command, a start and what is held take."""

from __future__ import annotations

import os
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from inspector.gui.unattended import unattended_window
from inspector.stages.injection.tables import TableId
from tests.benchmarks import bench_bar, bench_handlers, bench_memory, bench_startup
from tests.benchmarks.goal import Row, own

CARDS = 100_000
RECTANGLES, TEXTS = 60, 8
STARTS = 5
FRAME, SHOWING, SEGMENTS = 16, 60, 2  # milliseconds
FIRST_RESULT = 700  # milliseconds
BESIDE_QT = 45  # MB


def drags(cards: int) -> Iterator[Row]:
    """Drag the divider with the ledger in sight; the floor is painted in the same window."""
    with unattended_window() as workspace:
        lens = bench_bar.show(workspace, cards)
        lens.tables.turn_to(TableId.LEDGER)
        bench_bar.drag(lens)
        _, busy = bench_bar.drag(lens)
        painted = _painted(lens.bar.width())
        yield Row(
            f"drag of the divider, {cards:,} cards, p95",
            f"painting {RECTANGLES} rectangles and {TEXTS} texts",
            5,
            float(np.percentile(busy, 95)),
            painted,
        )
        yield Row(
            f"drag of the divider, {cards:,} cards, median",
            f"painting {RECTANGLES} rectangles and {TEXTS} texts",
            5,
            float(np.median(busy)),
            painted,
        )
        if cards == CARDS:
            parts = bench_bar.segments(lens).values()
            yield Row(
                f"a bar of {bench_bar.SEGMENTS:,} segments",
                "",
                1,
                sum(float(np.median(spent)) for spent in parts),
                SEGMENTS,
            )


def _painted(width: int) -> float:
    image = QImage(width, 300, QImage.Format.Format_RGB32)
    step = width / RECTANGLES

    def paint() -> None:
        painter = QPainter(image)
        for place in range(RECTANGLES):
            painter.fillRect(QRectF(place * step, 40, step - 1, 200), QColor(0, 90 + place, 178))
        for place in range(TEXTS):
            painter.drawText(QPointF(place * width / TEXTS, 20), f"{place:,} tokens of 6,000")
        painter.end()

    return own(lambda: [paint() for _ in range(100)]) / 100


def handlers() -> Iterator[Row]:
    """Do every command twice on a large set, and show each lens for the first time."""
    shown, found = bench_handlers.turns(CARDS)
    longest = max(found, key=lambda name: found[name][1])
    within = sum(again <= FRAME for _, again in found.values())
    job = f"the longest of {len(found)} commands ({longest}), {within} of them within"
    yield Row(job, "", 1, found[longest][1], FRAME)
    first = max(shown["entering the filter"], shown["first filter"])
    yield Row(f"first filter of {CARDS:,} rows", "", 1, first, FRAME)
    for prefix, what in (("theme ", "a theme, all lenses made"), ("show-lens ", "a lens")):
        spent = {name: one for name, (one, _) in found.items() if name.startswith(prefix)}
        name = max(spent, key=spent.__getitem__)
        job = f"first show of {what} ({name.removeprefix(prefix)})"
        yield Row(job, "", 1, spent[name], SHOWING)


def startups() -> Iterator[Row]:
    """Start the program beside a bare window."""
    found = {
        name: bench_startup.medians(times) for name, times in bench_startup.measured(STARTS).items()
    }
    bare = found["bare window"][1]
    yield Row("the first painted window", "a bare window", 1.25, found["painted"][1], bare)
    clock = found["result"][0]
    job = "the first result of a sample, on the clock"
    yield Row(job, "", 1, clock, FIRST_RESULT)


def memories(*, large: bool) -> Iterator[Row]:
    """Give what is held (PSS) beside what it may be."""
    amounts = dict(bench_memory.held(large=large))
    bare = amounts.pop("a bare window of Qt")
    may = {
        "empty": (f"a bare window and {BESIDE_QT} MB", bare + BESIDE_QT),
        "a sample": ("", 180),
        "every lens shown once": ("", 260),
        "100,000 cards": ("", 300),
        "1,000,000 cards": ("", 700),
        "whole: a sample": ("", 180),
        "whole: 100,000 cards": ("", 300),
    }
    for name, amount in amounts.items():
        floor_is, floor = may[name]
        yield Row(f"memory: {name}", floor_is, 1, amount, floor, unit="MB")
