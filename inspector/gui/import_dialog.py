"""What a file of another program was recognised as, shown before it is opened."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHeaderView,
    QListWidget,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from inspector.core.problems import Problem
from inspector.files import write_atomically
from inspector.files.account import Account, AccountDraft
from inspector.files.importers.imported import Imported
from inspector.files.importers.values import Better
from inspector.files.opening import Offer
from inspector.files.saving import not_written as not_saved
from inspector.gui.boxes import STRETCH, HBox, VBox, grown, grown_size, text_label, with_name
from inspector.gui.import_choices import ImportChoice, ImportColumns, ImportOption
from inspector.gui.import_rows import (
    MOST_READ_AGAIN,
    PreviewRows,
    counted,
    first_rows,
    intake_rows,
    left_out_csv,
    told_becomes,
    told_format,
)
from inspector.gui.messages import (
    Agreed,
    Answer,
    Done,
    FileChoice,
    Messages,
    Question,
    not_written,
)
from inspector.gui.theme import FontRole, dress_as_its_window, font
from inspector.language import localized, tr

_SIZE = (1180, 740)
_BESIDE = 88  # pixels of a dialog around its tables, a scroll bar included
_FRAME = QSize(8, 40)  # of a window, beside what is in it
_PROBLEMS_HEIGHT, _INTAKE_WIDTH, _ROW_HEIGHT = 62, 380, 22  # pixels
_INTAKE_HEIGHT, _ROWS_HEIGHT = 112, 132  # pixels, of five lines, and of four below their head
_HEAD_ROOM = 18  # pixels, which a head of two lines needs beside its text
_CONTENTS = QHeaderView.ResizeMode.ResizeToContents
_TINT = 0.12  # of the colour of errors, behind rows that are left out

About = Callable[[Offer], Question | None]
"""What is to be asked where what is offered meets what is open; None where it meets nothing."""


class ImportDialog(QDialog):
    """Shows what an offer becomes, the account of its records, its first rows and problems.

    Of a table the columns are chosen here, and so is whether it is added to what is open or takes
    its place. Object names: ``import.format``, ``import.becomes``, ``import.intake``,
    ``import.unused``, ``import.readings``, ``import.rows``, ``import.problems``,
    ``import.with.<answer>``, ``import.command``, ``import.save-left``, ``import.open``,
    ``import.cancel``, and those of ``ImportColumns``.
    """

    def __init__(
        self,
        offer: Offer,
        problems: Sequence[Problem],
        messages: Messages,
        about: About,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("import")
        self.setWindowTitle(tr("Import {name}", name=offer.head.name))
        self._offer = self._first = offer
        self._messages = messages
        self._about = about
        self._columns: ImportColumns | None = None
        content = QWidget(self)
        layout = VBox(content, margins=(20, 12, 20, 0), spacing=6)
        self._format = text_label("import.format", self)
        self._becomes = text_label("import.becomes", self)
        self._unused = text_label("import.unused", self)
        self._readings = text_label("import.readings", self)
        self._intake = self._table("import.intake", tr("Intake"), 3)
        self._rows = self._table("import.rows", tr("First rows"), 0)
        self._becomes.setFont(font(FontRole.TITLE, grown(100) / 100))
        for section, mode in enumerate((_CONTENTS, QHeaderView.ResizeMode.Stretch, _CONTENTS)):
            self._intake.horizontalHeader().setSectionResizeMode(section, mode)
        self._intake.horizontalHeader().setStretchLastSection(False)
        self._intake.horizontalHeader().hide()
        self._intake.setMinimumHeight(grown(_INTAKE_HEIGHT))
        self._rows.setMinimumHeight(grown(_ROWS_HEIGHT))
        layout.addWidget(self._becomes)
        layout.addWidget(self._format)
        middle = HBox(spacing=20)
        if offer.mapping is not None:
            self._columns = ImportColumns(offer, offer.mapping, self)
            self._columns.chosen.connect(self._choose)
            middle.addLayout(VBox(spacing=4).hold(self._columns, self._unused, STRETCH))
        intake = VBox(spacing=2).hold(text_label("", self, tr("Intake: every record on one line")))
        self._intake.setMinimumWidth(grown(_INTAKE_WIDTH))
        intake.addWidget(self._intake, 1)
        intake.addWidget(self._readings)
        if self._columns is None:
            intake.addWidget(self._unused)
        middle.addLayout(intake, 1)
        layout.addLayout(middle)
        if self._columns is not None:
            layout.addWidget(self._columns.becomes)
        self._beside = ImportChoice(tr("With what is open"), (), self)
        layout.addWidget(self._beside)
        self._rows_told = text_label("", self)
        layout.addWidget(self._rows_told)
        layout.addWidget(self._rows, 1)
        # The rows of a table that are left out are among those shown, and in a file of their own.
        told = 0 if offer.mapping is None else offer.imported.account.left_out_in_all
        if len(problems) > told:
            layout.addWidget(text_label("", self, tr("Problems: {n:,}", n=len(problems))))
            layout.addWidget(self._list(problems))
        area = QScrollArea(self)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(content)
        outer = VBox(self, margins=(0, 0, 0, 14)).hold((area, 1))
        buttons = self._buttons()
        buttons.setContentsMargins(20, 0, 20, 0)
        outer.addWidget(buttons)
        self.resize(grown_size(*_SIZE).boundedTo(self.screen().availableSize() - _FRAME))
        self._show(offer)

    @property
    def chosen(self) -> Agreed | None:
        """The offer as it was agreed to; None where it was not accepted."""
        if self.result() != QDialog.DialogCode.Accepted:
            return None
        answer = self._beside.current.rpartition(".")[2]
        return Agreed(self._offer, Answer(answer) if answer else None)

    def _choose(self) -> None:
        """Take a choice, and show what the table becomes by it."""
        mapping = None if self._columns is None else self._columns.mapping
        first, read = self._first, self._first.again
        records = first.imported.account.records
        if mapping is None or read is None:
            self._show_nothing(tr("Choose the column that holds the text, or the question."))
        elif mapping.reads_as(first.mapping):
            self._offer = first
            self._show(first)
        elif records > MOST_READ_AGAIN:
            unread = Imported(first.imported.format, account=Account(records=records))
            self._offer = replace(first, mapping=mapping, imported=unread)
            self._show(self._offer)
        else:
            imported = read(mapping, AccountDraft())
            if imported is None or not imported.becomes:
                self._show_nothing(tr("No record can be used by these columns."))
                return
            self._offer = replace(first, mapping=mapping, imported=imported)
            self._show(self._offer)

    def _show_nothing(self, why: str) -> None:
        """Say why nothing can be opened by what is chosen; nothing else is said of it."""
        self._becomes.setText(why)
        for one in (self._format, self._readings, self._unused, self._rows_told, self._save):
            one.hide()
        for table in (self._intake, self._rows):
            _fill(table, PreviewRows((), ()), 0)
        self._open.setText(tr("Open"))
        self._open.setEnabled(False)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Give the columns of the first rows what there is now."""
        super().resizeEvent(event)
        _fit(self._rows, event.size().width() - grown(_BESIDE))

    # What is shown -----------------------------------------------------------------------

    def _show(self, offer: Offer) -> None:
        imported = offer.imported
        for one in (self._format, self._rows_told):
            one.show()
        self._open.setEnabled(True)
        self._format.setText(told_format(offer))
        self._becomes.setText(told_becomes(imported))
        _fill(self._intake, intake_rows(imported), self._intake.width())
        self._intake.setVisible(bool(imported.account.records))
        counts = counted(imported, most=2)
        self._open.setText(tr("Open {counts}", counts=counts) if counts else tr("Open"))
        mapping = offer.mapping
        named = () if mapping is None else (mapping.score, mapping.distance)
        readings = [
            f"{one.what}: {one.how}"
            for one in imported.account.readings
            if one.what not in ("columns", *named)  # beside the choice of a column stands its own
        ]
        if self._columns is not None:
            self._columns.show_facts(offer)
        self._readings.setText("\n".join(readings))
        self._readings.setVisible(bool(readings))
        chosen = () if mapping is None else mapping.columns.values()
        account = imported.account  # single values of a column that is chosen count as unused, too
        unused = account.model_copy(
            update={"unused": tuple(one for one in account.unused if one not in chosen)}
        )
        self._unused.setText(tr("Not used: {names}", names=unused.told_unused))
        self._unused.setVisible(bool(unused.unused))
        rows = first_rows(offer)
        _fill(self._rows, rows, self.width() - grown(_BESIDE))
        self._rows_told.setText(
            tr("First rows, and the first left out") if rows.left else tr("First rows")
        )
        left = account.left_out_in_all
        self._save.setText(tr("Save the {n} left out…", n=localized(left)))
        self._save.setVisible(bool(left) and offer.mapping is not None)
        self._beside.offer(_ways(self._about(offer)))

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
        role = QDialogButtonBox.ButtonRole.ActionRole
        self._save: QPushButton = buttons.addButton("", role)
        self._save.setObjectName("import.save-left")
        self._save.clicked.connect(self._save_left_out)
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

    def _save_left_out(self) -> None:
        """Save the rows that are left out, each with its line and the reason."""
        name = f"{Path(self._offer.head.name).stem}-left-out.csv"
        beside = Path(self._offer.path).with_name(name) if self._offer.path else Path(name)
        choice = FileChoice(tr("Save what is left out"), ("CSV (*.csv)",), beside, ".csv")
        path = self._messages.choose_target(choice)
        if path is None:
            return
        try:
            write_atomically(path, left_out_csv(self._offer).encode("utf-8", "replace"))
        except OSError as error:
            self._messages.tell(not_written(path.name, (not_saved(error, path),)))
        else:
            self._messages.say(Done(tr("Saved {name}.", name=path.name), path.absolute()))

    def _table(self, name: str, title: str, columns: int) -> QTableWidget:
        table = with_name(QTableWidget(0, columns, self), name, title)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideNone)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(grown(_ROW_HEIGHT))
        table.verticalHeader().setMinimumSectionSize(grown(_ROW_HEIGHT))
        table.setHorizontalScrollMode(QTableWidget.ScrollMode.ScrollPerPixel)
        table.horizontalHeader().setStretchLastSection(True)
        return table

    def _list(self, problems: Sequence[Problem]) -> QListWidget:
        shown = with_name(QListWidget(self), "import.problems", tr("Problems"))
        shown.setMaximumHeight(grown(_PROBLEMS_HEIGHT))
        for problem in problems:
            shown.addItem(f"{problem.place}: {problem.message}")
        return shown


def _read_as(imported: Imported, column: str | None) -> Better | None:
    """Return how the numbers of a column were read, None where it has none."""
    said = next((one.how for one in imported.account.readings if one.what == column), "")
    return next((one for one in Better if said.startswith(one.value)), None)


def _ways(question: Question | None) -> list[ImportOption]:
    """Return the ways to answer a question as choices, the first of which is the usual one."""
    if question is None:
        return []
    titles = ((Answer.YES, question.yes), (Answer.NO, question.no), (Answer.OTHER, question.other))
    meanings = {Answer.OTHER: tr("What is open stays as it is.")}
    return [
        ImportOption(
            f"import.with.{answer}",
            title,
            meanings.get(answer, question.detail),
            is_chosen=answer is Answer.YES,
        )
        for answer, title in titles
        if title is not None
    ]


def _fill(table: QTableWidget, rows: PreviewRows, room: int) -> None:
    """Show rows in a table of a width, those that are not taken on a tint."""
    heads, cells, left = rows
    if table.horizontalHeader().isHidden():
        heads = ["" for _ in heads]
    ink = table.palette().color(QPalette.ColorRole.BrightText)
    tint = QColor(ink)
    tint.setAlphaF(_TINT)
    table.setColumnCount(len(heads))
    table.setRowCount(len(cells))
    table.setHorizontalHeaderLabels(list(heads))
    for row, texts in enumerate(cells):
        for column, text in enumerate(texts):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            if row >= len(cells) - left:
                item.setBackground(tint)
            table.setItem(row, column, item)
    _fit(table, room)


def _fit(table: QTableWidget, room: int) -> None:
    """Give the columns of a table the room that there is."""
    table.resizeColumnsToContents()
    wide = [table.columnWidth(one) + grown(_HEAD_ROOM) for one in range(table.columnCount())]
    for column, width in enumerate(_fitting(wide, room)):
        table.setColumnWidth(column, width)


def _fitting(wide: Sequence[int], room: int) -> list[int]:
    """Return widths of columns that all fit into a room: the widest ones give way."""
    left, most = len(wide), 0
    for width in sorted(wide):
        most = min(width, room // left)
        room, left = room - most, left - 1
    return [min(width, most) for width in wide]
