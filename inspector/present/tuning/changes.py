"""What comes in and goes out where a sweep passes a breakpoint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from inspector.analysis.tuning.runs import Item
from inspector.analysis.tuning.sweep import Sweep
from inspector.analysis.tuning.thresholds import ItemKind, item_spans, items_now
from inspector.core.injection.report import InjectionReport
from inspector.present.tuning.names import FORMS, item_name


@dataclass(frozen=True, slots=True)
class Change:
    """An item that is in another form from a breakpoint on. A form is None where it is out."""

    item: Item
    before: int | None
    after: int | None

    @property
    def comes_in(self) -> bool:
        """Whether the item was out before."""
        return self.before is None

    @property
    def goes_out(self) -> bool:
        """Whether the item is out from here on."""
        return self.after is None


def changes_at(sweep: Sweep, piece: int) -> tuple[Change, ...]:
    """Return what is different at a piece from the piece before; cards first, in order of rank."""
    found: list[Change] = []
    for kind in ItemKind:
        spans = item_spans(sweep, kind)
        found += _changes(kind, _pairs(*spans.at(piece - 1)), _pairs(*spans.at(piece)))
    return tuple(found)


def changes_from_now(sweep: Sweep, value: float) -> tuple[Change, ...]:
    """Return what is different at a value from what is in now."""
    found: list[Change] = []
    if value != sweep.current:
        piece = sweep.pieces.piece_of(value)
        for kind in ItemKind:
            there = item_spans(sweep, kind).at(piece)
            found += _changes(kind, _pairs(*items_now(sweep.report, kind)), _pairs(*there))
    return tuple(found)


_Forms = dict[int, int]


def _changes(kind: ItemKind, old: _Forms, new: _Forms) -> list[Change]:
    return [
        Change(Item(kind, subject), old.get(subject), new.get(subject))
        for subject in sorted(old.keys() | new.keys())
        if old.get(subject) != new.get(subject)
    ]


def _pairs(subjects: npt.NDArray[np.int64], forms: npt.NDArray[np.int64]) -> _Forms:
    return dict(zip(subjects.tolist(), forms.tolist(), strict=True))


class ChangeCounts:
    """How many items come in and go out at every piece of a sweep."""

    def __init__(self, sweep: Sweep) -> None:
        count = len(sweep.pieces) + 1
        self.entering, self.leaving = (np.zeros(count, dtype=np.int64) for _ in range(2))
        for kind in ItemKind:
            spans = item_spans(sweep, kind).whatever_form()
            np.add.at(self.entering, spans.first, 1)
            np.add.at(self.leaving, spans.end, 1)


def names_of(report: InjectionReport, changes: Iterable[Change]) -> str:
    """Return the names of items in one line, with the form of those that only change it."""
    return ", ".join(_name(report, change) for change in changes)


def _name(report: InjectionReport, change: Change) -> str:
    kind = change.item.kind
    name = item_name(report, kind, change.item.subject)
    form = change.after if change.after is not None else change.before
    if form is None or (change.goes_out and kind is not ItemKind.FILE):
        return name
    if kind is ItemKind.BACKGROUND:
        return name
    return f"{name} ({FORMS[kind][form]})"
