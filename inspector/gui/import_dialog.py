"""What a file of another program was recognised as, shown before it is opened."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QRadioButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from inspector.core.problems import Problem
from inspector.files.importers.imported import Imported
from inspector.files.importers.mapping import ColumnMapping
from inspector.files.importers.values import Better, by_name
from inspector.files.opening import Offer
from inspector.gui.growing import grown
from inspector.gui.import_rows import (
    TITLES,
    Rows,
    column_facts,
    counted,
    first_rows,
    intake_rows,
    left_rows,
    told_becomes,
    told_format,
)
from inspector.gui.theme import dress_as_its_window
from inspector.language import tr

_SIZE = QSize(1100, 700)
_BESIDE = 88  # pixels of a dialog around its tables, a scroll bar included
_FRAME = QSize(8, 40)  # of a window, beside what is in it
_PROBLEMS_HEIGHT, _INTAKE_WIDTH, _ROW_HEIGHT, _ROWS_HEIGHT = 62, 420, 24, 150  # pixels
_HEAD_ROOM = 10  # pixels, which a head of two lines needs beside its text
_FACT_WIDTH = 170  # pixels, of what is said beside the choice of a column
_MOST_READ_AGAIN = 5_000
"""Records of a table that are read again at every choice; more would make the window wait."""


class ImportDialog(QDialog):
    """Shows what an offer becomes, the account of its records, its first rows and problems.

    Of a table the columns are chosen here. Object names: ``import.format``, ``import.becomes``,
    ``import.intake``, ``import.unused``, ``import.readings``, ``import.rows``, ``import.problems``,
    ``import.column.<name>`` (text, id, name, score, request, evidence, source) with
    ``import.fact.<name>`` beside it, what is in that column,
    ``import.direction``, ``import.files``, ``import.cards``, ``import.command``, ``import.open``,
    ``import.cancel``.
    """

    def __init__(
        self, offer: Offer, problems: Sequence[Problem], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("import")
        self.setWindowTitle(tr("Import {name}", name=offer.head.name))
        self._offer = offer
        self._columns: dict[str, QComboBox] = {}
        self._facts: dict[str, QLabel] = {}
        self._direction: QComboBox | None = None
        self._cards: QRadioButton | None = None
        content = QWidget(self)
        layout = QVBoxLayout(content)
        layout.setContentsMargins(20, 16, 20, 0)
        layout.setSpacing(8)
        self._format = self._label("import.format", "")
        self._becomes = self._label("import.becomes", "")
        self._unused = self._label("import.unused", "")
        self._readings = self._label("import.readings", "")
        self._intake = self._table("import.intake", tr("Intake"), 3)
        self._rows = self._table("import.rows", tr("First rows"), 0)
        bold = self._becomes.font()
        bold.setBold(True)
        self._becomes.setFont(bold)
        self._rows.setMinimumHeight(grown(_ROWS_HEIGHT))
        layout.addWidget(self._becomes)
        layout.addWidget(self._format)
        middle = QHBoxLayout()
        middle.setSpacing(20)
        if offer.mapping is not None:
            middle.addLayout(self._choices(offer, offer.mapping))
        intake = QVBoxLayout()
        intake.addWidget(self._label("", tr("Intake: every record on one line")))
        self._intake.setMinimumWidth(grown(_INTAKE_WIDTH))
        intake.addWidget(self._intake, 1)
        intake.addWidget(self._readings)
        intake.addWidget(self._unused)
        middle.addLayout(intake, 1)
        layout.addLayout(middle)
        left = bool(left_rows(offer))
        rows_told = tr("First rows, and the first left out") if left else tr("First rows")
        layout.addWidget(self._label("", rows_told))
        layout.addWidget(self._rows, 1)
        if problems:
            layout.addWidget(self._label("", tr("Problems: {n:,}", n=len(problems))))
            layout.addWidget(self._list(problems))
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 14)
        outer.addWidget(area, 1)
        buttons = self._buttons()
        buttons.setContentsMargins(20, 0, 20, 0)
        outer.addWidget(buttons)
        size = QSize(grown(_SIZE.width()), grown(_SIZE.height()))
        self.resize(size.boundedTo(self.screen().availableSize() - _FRAME))
        self._show(offer)

    @property
    def chosen(self) -> Offer | None:
        """The offer with the columns that were chosen; None where it was not accepted."""
        return self._offer if self.result() == QDialog.DialogCode.Accepted else None

    # What is chosen ----------------------------------------------------------------------

    def _choices(self, offer: Offer, mapping: ColumnMapping) -> QFormLayout:
        """Return a box for everything that a column may hold."""
        form = QFormLayout()
        form.setVerticalSpacing(4)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(self._label("", tr("Columns: what each holds")))
        held = mapping.columns
        held["score"] = held.get("distance") or held.get("score") or ""
        for name, title in TITLES.items():
            box = self._box(f"import.column.{name}", title)
            box.addItem(tr("none"), None)
            for column in offer.columns:
                box.addItem(column, column)
            box.setCurrentIndex(max(0, box.findData(held.get(name))))
            box.currentIndexChanged.connect(self._choose)
            self._columns[name] = box
            fact = self._facts[name] = self._label(f"import.fact.{name}", "")
            fact.setProperty("role", "muted")
            fact.setMinimumWidth(grown(_FACT_WIDTH))
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(box, 1)
            row.addWidget(fact, 1)
            form.addRow(title, row)
        direction = self._box("import.direction", tr("Better"))
        for title, better in (
            (tr("as it was read"), None),
            (tr("higher is better"), Better.HIGHER),
            (tr("lower is better"), Better.LOWER),
        ):
            direction.addItem(title, better)
        if not mapping.by_names and held["score"]:
            direction.setCurrentIndex(2 if mapping.distance else 1)
        direction.currentIndexChanged.connect(self._choose)
        self._direction = direction
        form.addRow(tr("Better"), direction)
        files, cards = QRadioButton(tr("Files"), self), QRadioButton(tr("Cards"), self)
        files.setObjectName("import.files")
        cards.setObjectName("import.cards")
        files.setToolTip(tr("Files are included whole or by title."))
        cards.setToolTip(tr("Cards have forms, and can be suppressed when their file is in."))
        (cards if mapping.cards else files).setChecked(True)
        kinds = QButtonGroup(self)
        kinds.addButton(files)
        kinds.addButton(cards)
        cards.toggled.connect(self._choose)
        self._cards = cards
        both = QHBoxLayout()
        both.addWidget(files)
        both.addWidget(cards)
        both.addStretch(1)
        form.addRow(tr("Rows become"), both)
        return form

    def _mapping(self) -> ColumnMapping | None:
        """Return the mapping that is chosen, None where it names neither text nor question."""
        held = {name: box.currentData() for name, box in self._columns.items()}
        column = held.pop("score")
        better = self._direction.currentData() if self._direction is not None else None
        far = (better or by_name(column or "")) is Better.LOWER
        if held["text"] is None and held["request"] is None:
            return None
        return ColumnMapping(
            **held,
            score=None if far else column,
            distance=column if far else None,
            cards=self._cards is not None and self._cards.isChecked(),
            by_names=better is None,
        )

    def _choose(self) -> None:
        """Take a choice, and show what the table becomes by it."""
        mapping = self._mapping()
        opened = self._open
        opened.setEnabled(mapping is not None)
        if mapping is None:
            return
        imported: Imported | None = self._offer.imported
        read = self._offer.again
        if read is not None and self._offer.imported.account.records <= _MOST_READ_AGAIN:
            imported = read(mapping)
        if imported is None or not imported.becomes:
            opened.setEnabled(False)
            return
        self._offer = replace(self._offer, mapping=mapping, imported=imported)
        self._show(self._offer)

    # What is shown -----------------------------------------------------------------------

    def _show(self, offer: Offer) -> None:
        imported = offer.imported
        self._format.setText(told_format(offer))
        self._becomes.setText(told_becomes(imported))
        _fill(self._intake, intake_rows(imported))
        self._intake.setVisible(bool(imported.account.records))
        self._open.setText(tr("Open {counts}", counts=counted(imported, most=2)))
        readings = [
            f"{one.what}: {one.how}" for one in imported.account.readings if one.what != "columns"
        ]
        for name, fact in column_facts(offer).items() if self._facts else ():
            self._facts[name].setText(fact)
        self._readings.setText("\n".join(readings))
        self._readings.setVisible(bool(readings))
        chosen = () if offer.mapping is None else offer.mapping.columns.values()
        account = imported.account  # single values of a column that is chosen count as unused, too
        unused = account.model_copy(
            update={"unused": tuple(one for one in account.unused if one not in chosen)}
        )
        self._unused.setText(tr("Not used: {names}", names=unused.told_unused))
        self._unused.setVisible(bool(unused.unused))
        _fill(self._rows, first_rows(offer), greyed=len(left_rows(offer)))

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(self)
        self._open = buttons.addButton(tr("Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._open.setObjectName("import.open")
        self._open.setDefault(True)
        cancel = buttons.addButton(tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        cancel.setObjectName("import.cancel")
        copied = buttons.addButton(tr("Copy as command"), QDialogButtonBox.ButtonRole.ActionRole)
        copied.setObjectName("import.command")
        copied.clicked.connect(self._copy_command)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._open.setFocus()
        return buttons

    def _copy_command(self) -> None:
        """Put the command that reads the file in the same way on the clipboard."""
        mapping = self._offer.mapping
        words = ["inspector", "import", self._offer.path or self._offer.head.name]
        if mapping is not None:
            words += ["--map", str(mapping)]
            better = _read_as(self._offer.imported, mapping.distance or mapping.score)
            words += ["--scores", better.name.lower()] if better is not None else []
        QGuiApplication.clipboard().setText(shlex.join(words))

    def _box(self, name: str, title: str) -> QComboBox:
        box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        return box

    def _label(self, name: str, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _table(self, name: str, title: str, columns: int) -> QTableWidget:
        table = QTableWidget(0, columns, self)
        table.setObjectName(name)
        table.setAccessibleName(title)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(grown(_ROW_HEIGHT))
        table.verticalHeader().setMinimumSectionSize(grown(_ROW_HEIGHT))
        table.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        table.horizontalHeader().setStretchLastSection(True)
        return table

    def _list(self, problems: Sequence[Problem]) -> QListWidget:
        shown = QListWidget(self)
        shown.setObjectName("import.problems")
        shown.setAccessibleName(tr("Problems"))
        shown.setMaximumHeight(grown(_PROBLEMS_HEIGHT))
        for problem in problems:
            shown.addItem(f"{problem.place}: {problem.message}")
        return shown


def _read_as(imported: Imported, column: str | None) -> Better | None:
    """Return how the numbers of a column were read, None where it has none."""
    said = next((one.how for one in imported.account.readings if one.what == column), "")
    return next((one for one in Better if said.startswith(one.value)), None)


def _fill(table: QTableWidget, rows: Rows, greyed: int = 0) -> None:
    """Show rows in a table, the last ones as what is not taken."""
    heads, cells = rows
    table.setColumnCount(len(heads))
    table.setRowCount(len(cells))
    table.setHorizontalHeaderLabels(list(heads))
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            if row >= len(cells) - greyed:
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            table.setItem(row, column, item)
    table.resizeColumnsToContents()
    wide = [table.columnWidth(one) + grown(_HEAD_ROOM) for one in range(len(heads))]
    for column, width in enumerate(_fitting(wide)):
        table.setColumnWidth(column, width)


def _fitting(wide: Sequence[int]) -> list[int]:
    """Return widths of columns that all fit in the dialog: the widest ones give way."""
    room, left, most = grown(_SIZE.width() - _BESIDE), len(wide), 0
    for width in sorted(wide):
        most = min(width, room // left)
        room, left = room - most, left - 1
    return [min(width, most) for width in wide]
