"""What a file of another program was recognised as, shown before it is opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import islice

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.core.candidates.card import Tier
from inspector.core.candidates.columns import CardColumns
from inspector.core.problems import Problem
from inspector.files.importers import ColumnMapping
from inspector.files.opening import Offer
from inspector.gui.growing import grown
from inspector.gui.theme import dress_as_its_window
from inspector.gui.views.choice_box import ChoiceBox
from inspector.language import localized, tr

_SIZE = QSize(760, 560)
_ROWS, _LETTERS = 6, 120
_PROBLEMS_HEIGHT = 120  # pixels
_TITLES = {
    "text": tr("Text"),
    "id": tr("Id"),
    "score": tr("Score"),
    "source": tr("Source"),
    "request": tr("Request"),
}
_BECOMES = {
    "candidates": tr("candidates"),
    "request": tr("a request"),
    "requests": tr("requests"),
    "corpus": tr("a corpus"),
    "chunks": tr("chunks of a window"),
}
_COUNTS = {
    "cards": tr("cards"),
    "files": tr("files"),
    "requests": tr("requests"),
    "evidence": tr("pieces of evidence"),
    "payloads": tr("requests to a model"),
    "chunks": tr("chunks"),
}

Rows = tuple[Sequence[str], Sequence[Sequence[str]]]


class ImportDialog(QDialog):
    """Shows what an offer becomes, its first rows and problems; a table's columns are chosen here.

    Object names: ``import.format``, ``import.becomes``, ``import.rows``, ``import.problems``,
    ``import.column.<name>`` (text, id, score, source, request), ``import.open``, ``import.cancel``.
    """

    def __init__(
        self, offer: Offer, problems: Sequence[Problem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("import")
        self.setWindowTitle(tr("Open {name}", name=offer.head.name))
        self._offer = offer
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 20, 20, 16)
        layout.setSpacing(10)
        form, becomes = _told(offer)
        layout.addWidget(self._label("import.format", form))
        layout.addWidget(self._label("import.becomes", becomes))
        self._columns = self._column_choices(offer)
        if self._columns:
            choices = QFormLayout()
            for name, box in self._columns.items():
                choices.addRow(_TITLES[name], box)
            layout.addLayout(choices)
        layout.addWidget(self._label("", tr("First rows")))
        layout.addWidget(self._table(first_rows(offer)), 1)
        if problems:
            layout.addWidget(self._label("", tr("Problems: {n:,}", n=len(problems))))
            layout.addWidget(self._list(problems))
        buttons = QDialogButtonBox(self)
        opened = buttons.addButton(tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        opened.setObjectName("import.open")
        opened.setDefault(True)
        cancel = buttons.addButton(tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        cancel.setObjectName("import.cancel")
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.resize(QSize(grown(_SIZE.width()), grown(_SIZE.height())))
        opened.setFocus()

    @property
    def chosen(self) -> Offer | None:
        """The offer with the columns that were chosen; None where it was not accepted."""
        if self.result() != QDialog.DialogCode.Accepted:
            return None
        if not self._columns:
            return self._offer
        columns = {name: box.currentData() for name, box in self._columns.items()}
        return replace(self._offer, mapping=ColumnMapping(**columns))

    def _column_choices(self, offer: Offer) -> dict[str, QComboBox]:
        """Return a box for everything that a column may hold; only the text has to be somewhere."""
        boxes: dict[str, QComboBox] = {}
        for name in (one.name for one in fields(ColumnMapping)) if offer.mapping else ():
            box = ChoiceBox(self)
            box.setObjectName(f"import.column.{name}")
            box.setAccessibleName(_TITLES[name])
            if name != "text":
                box.addItem(tr("none"), None)
            for column in offer.columns:
                box.addItem(column, column)
            box.setCurrentIndex(box.findData(getattr(offer.mapping, name)))
            boxes[name] = box
        return boxes

    def _label(self, name: str, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _table(self, rows: Rows) -> QTableWidget:
        heads, cells = rows
        table = QTableWidget(len(cells), len(heads), self)
        table.setObjectName("import.rows")
        table.setAccessibleName(tr("First rows"))
        table.setHorizontalHeaderLabels(list(heads))
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.horizontalHeader().setStretchLastSection(True)
        for row, texts in enumerate(cells):
            for column, text in enumerate(texts):
                table.setItem(row, column, QTableWidgetItem(text))
        table.resizeColumnsToContents()
        for column in range(len(heads)):
            table.setColumnWidth(column, min(table.columnWidth(column), grown(_SIZE.width() // 3)))
        return table

    def _list(self, problems: Sequence[Problem]) -> QListWidget:
        shown = QListWidget(self)
        shown.setObjectName("import.problems")
        shown.setAccessibleName(tr("Problems"))
        shown.setMaximumHeight(grown(_PROBLEMS_HEIGHT))
        for problem in problems:
            shown.addItem(f"{problem.place}: {problem.message}")
        return shown


def first_rows(offer: Offer) -> Rows:
    """Return how an offer begins: a table as it is, else the candidates, else the requests."""
    imported = offer.imported
    if offer.mapping is not None:
        rows = [one for one in offer.head.records if isinstance(one, dict)][:_ROWS]
        texts = [[_begin(row.get(column)) for column in offer.columns] for row in rows]
        return offer.columns, texts
    if imported.candidates is not None:
        cards = imported.candidates.knowledge_cards
        found = [
            [_begin(node), _begin(_text_of(cards, row))]
            for row, node in enumerate(islice(cards.node_ids, _ROWS))
        ]
        files = (one for bucket in imported.candidates.buckets for one in bucket.files)
        found += [
            [_begin(one.file_id), _begin(one.text or one.summary or one.title)]
            for one in islice(files, _ROWS - len(found))
        ]
        return (tr("Id"), tr("Text")), found
    if len(imported.payloads) == 1:
        chunks = islice(imported.payloads[0].chunks, _ROWS)
        return (tr("Chunk"), tr("Text")), [[_begin(one.id), _begin(one.content)] for one in chunks]
    payloads = islice(imported.payloads, _ROWS)
    return (tr("Name"), tr("Model"), tr("Chunks")), [
        [_begin(one.name), _begin(one.model), localized(len(one.chunks))] for one in payloads
    ]


def _text_of(cards: CardColumns, row: int) -> str:
    """Return the fullest text of a card, its name where it has none."""
    texts = (cards.texts.get(row, tier) for tier in reversed(range(len(Tier))))
    return next(filter(None, texts), cards.names[row])


def _told(offer: Offer) -> tuple[str, str]:
    """Say what a file is, and what it becomes with how many of each."""
    imported = offer.imported
    becomes = ", ".join(_BECOMES[one] for one in imported.becomes)
    counts = ", ".join(
        f"{localized(count)} {_COUNTS[name]}" for name, count in imported.counts.items()
    )
    return (
        tr("Recognised as: {format}", format=imported.format)
        if offer.mapping is None
        else tr("It is a table of no known format. Choose what its columns hold:"),
        tr("Becomes {becomes}: {counts}", becomes=becomes, counts=counts),
    )


def _begin(cell: object) -> str:
    """Return how a text begins, in one line."""
    return "" if cell is None else " ".join(str(cell)[: 2 * _LETTERS].split())[:_LETTERS]
