"""Choosing in the inputs: from a list of any length, or the next request of an open corpus.

Entries of a list have a box to tick. The bar goes through all requests.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QLineEdit, QListView, QToolButton, QWidget

from inspector.core.candidates.candidate_set import (
    Bucket,
    CandidateSet,
    file_places,
    file_reference,
)
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import Strategy
from inspector.gui.boxes import STRETCH, HBox, VBox, with_name
from inspector.language import tr
from inspector.lazy import LazySequence
from inspector.present.table.cells import one_line


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    """One entry of a list. ``depth`` indents it below the entry before it that has less."""

    key: str
    text: str
    detail: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class StrategyText:
    """A strategy for people: its name and what it does."""

    strategy: Strategy
    title: str
    help: str


STRATEGIES = (
    StrategyText(
        Strategy.COVERAGE,
        "coverage",
        tr(
            "As many cards as possible: each gets its smallest rendering in order of"
            " relevance, then"
            " cards are raised to standard and to full while it fits."
        ),
    ),
    StrategyText(
        Strategy.DEPTH,
        "depth",
        tr(
            "Few cards, but whole: in order of relevance each gets the largest rendering that fits."
        ),
    ),
    StrategyText(
        Strategy.OPTIMAL,
        "optimal",
        tr(
            "The greatest value: of all selections under the same caps, the one with the"
            " largest sum"
            " of relevance times the weight of the rendering. Exact."
        ),
    ),
)


def strategy_text(strategy: Strategy) -> StrategyText:
    """Return a strategy for people."""
    return next(text for text in STRATEGIES if text.strategy is strategy)


@dataclass(frozen=True)
class TargetItems(LazySequence[ChoiceItem]):
    """Every bucket and file that a request can ask about directly, then targets that are gone.

    An entry is made when it is looked at: a table of 75,000 passages is a set of as many files.
    Whoever goes through all of them has them kept, as a search does with each letter.
    """

    buckets: tuple[Bucket, ...]
    gone: tuple[str, ...]

    @cached_property
    def _first(self) -> list[int]:
        """The place of each bucket, and of what comes after all of them."""
        return [0, *accumulate(1 + len(bucket.files) for bucket in self.buckets)]

    @cached_property
    def _all(self) -> tuple[ChoiceItem, ...]:
        return tuple(super().__iter__())

    def __len__(self) -> int:
        return self._first[-1] + len(self.gone)

    def __iter__(self) -> Iterator[ChoiceItem]:
        return iter(self._all)

    def made(self, place: int) -> ChoiceItem:
        """Make the entry at a place."""
        if place >= self._first[-1]:
            target = self.gone[place - self._first[-1]]
            return ChoiceItem(target, one_line(target), tr("not in the set"))
        index = bisect_right(self._first, place) - 1
        bucket, below = self.buckets[index], place - self._first[index] - 1
        if below < 0:
            return ChoiceItem(bucket.bucket_id, one_line(bucket.bucket_title), bucket.bucket_id)
        file = bucket.files[below]
        reference = file_reference(bucket.bucket_id, file.file_id)
        return ChoiceItem(reference, one_line(file.title), reference, depth=1)


def target_items(candidates: CandidateSet, targets: Sequence[str]) -> TargetItems:
    """Return every bucket and file that a request can ask about directly, in the set's order.

    Targets that are not in the set come last, so that they can be taken away.
    """
    known = {bucket.bucket_id for bucket in candidates.buckets}
    known |= file_places(candidates, targets).keys() if targets else set()
    gone = tuple(target for target in dict.fromkeys(targets) if target not in known)
    return TargetItems(candidates.buckets, gone)


def matching(items: Sequence[ChoiceItem], wanted: str) -> list[int]:
    """Return the places of entries that contain a text, and of those they are indented below.

    Upper and lower case do not matter.
    """
    sought = wanted.strip().casefold()
    if not sought:
        return list(range(len(items)))
    found: list[int] = []
    above: int | None = None
    for place, item in enumerate(items):
        if item.depth == 0:
            above = place
        if sought in item.text.casefold() or sought in item.detail.casefold():
            if item.depth and above is not None and (not found or found[-1] < above):
                found.append(above)
            found.append(place)
    return found


_Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_INDENT = "      "
_LAID_OUT = 1_000  # entries at a time
_SEARCH_FROM = 7  # entries; a shorter list is seen at a glance


class _Model(QAbstractListModel):
    """The entries that match what is searched for."""

    ticked = Signal(str, bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.items: Sequence[ChoiceItem] = ()
        self.shown: list[int] = []
        self.chosen: frozenset[str] = frozenset()

    def show(self, items: Sequence[ChoiceItem], shown: list[int], chosen: frozenset[str]) -> None:
        self.beginResetModel()
        self.items, self.shown, self.chosen = items, shown, chosen
        self.endResetModel()

    def choose(self, chosen: frozenset[str]) -> None:
        self.chosen = chosen
        if self.shown:
            self.dataChanged.emit(self.index(0), self.index(len(self.shown) - 1))

    def item(self, index: _Index) -> ChoiceItem:
        return self.items[self.shown[index.row()]]

    def rowCount(self, parent: _Index = _ROOT) -> int:  # noqa: N802  # Qt's name
        return 0 if parent.isValid() else len(self.shown)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.item(index)
        if role == Qt.ItemDataRole.DisplayRole:
            return _INDENT * item.depth + item.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{item.text}\n{item.detail}"
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if item.key in self.chosen else Qt.CheckState.Unchecked
        return None

    def setData(  # noqa: N802  # Qt's name
        self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        checked = Qt.CheckState(value) is Qt.CheckState.Checked
        self.ticked.emit(self.item(index).key, checked)
        return True


class ChoiceList(QWidget):
    """A search line over a list. What is chosen is passed in; what a person does is sent.

    Object names are ``{name}.search`` and ``{name}.list``.
    """

    ticked = Signal(str, bool)
    """An entry's key and whether it is to be chosen."""

    def __init__(self, name: str, title: str, parent: QWidget, *, rows: int) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._items: Sequence[ChoiceItem] = ()
        self._rows = rows
        self._model = _Model(self)
        searching = tr("Search {title}", title=title)
        self._search = with_name(QLineEdit(self), f"{name}.search", searching)
        self._search.setPlaceholderText(tr("Search"))
        self._search.setClearButtonEnabled(True)
        self._view = with_name(QListView(self), f"{name}.list", title, role="framed")
        self._view.setModel(self._model)
        self._view.setUniformItemSizes(True)
        # Laid out at once, each of many entries would be asked for before the first is seen.
        self._view.setLayoutMode(QListView.LayoutMode.Batched)
        self._view.setBatchSize(_LAID_OUT)
        self._view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        VBox(self, spacing=4).hold(self._search, self._view)
        self._search.textChanged.connect(lambda _text: self._show())
        self._model.ticked.connect(self.ticked)

    def set_items(self, items: Sequence[ChoiceItem], chosen: frozenset[str]) -> None:
        """Show entries, some of them chosen."""
        if items != self._items:
            self._items = items
            self._model.chosen = chosen
            self._search.setVisible(len(items) >= _SEARCH_FROM)
            self._show()
        elif chosen != self._model.chosen:
            self._model.choose(chosen)

    def _show(self) -> None:
        found = matching(self._items, self._search.text())
        self._model.show(self._items, found, self._model.chosen)
        row = self._view.sizeHintForRow(0) if found else self.fontMetrics().height() + 6
        shown = min(len(self._items), self._rows)
        self._view.setFixedHeight(max(shown, 1) * row + 10)


class CorpusPicker(QWidget):
    """Object names: ``corpus.previous``, ``corpus.next``, ``corpus.place``."""

    picked = Signal(int)
    """The place of the request that is to be the current one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("corpus")
        self._requests: Sequence[Request] = ()
        self._place = 0
        # Signs that the shipped font has: those of another font depend on the machine.
        self._previous = self._button("corpus.previous", "‹", tr("Previous request"))
        self._next = self._button("corpus.next", "›", tr("Next request"))
        self._label = with_name(QLabel(self), "corpus.place")
        HBox(self, spacing=4).hold(self._label, STRETCH, self._previous, self._next)
        self._previous.clicked.connect(lambda: self.step(-1))
        self._next.clicked.connect(lambda: self.step(1))

    def _button(self, name: str, text: str, tip: str) -> QToolButton:
        button = with_name(QToolButton(self), name, tip, tip=tip)
        button.setText(text)
        return button

    def set_requests(self, requests: Sequence[Request], current: Request | None) -> None:
        """Show a corpus and which of its requests is the current one."""
        self._requests = requests
        self._place = next((at for at, one in enumerate(requests) if one is current), 0)
        self._label.setText(
            tr("Request {place:,} of {requests:,}", place=self._place + 1, requests=len(requests))
        )
        self._previous.setEnabled(self._place > 0)
        self._next.setEnabled(self._place + 1 < len(requests))

    def step(self, by: int) -> None:
        """Go to a neighbouring request, if there is one."""
        if 0 <= self._place + by < len(self._requests):
            self.picked.emit(self._place + by)
