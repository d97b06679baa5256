"""The change check: an output to paste or drop, what came of it, and what is wrong where."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QTextCursor
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.core.discipline import DiffCheck
from inspector.gui.boxes import HBox, VBox, split, text_label, with_name
from inspector.gui.columns import line
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.table_tabs import SpecTables
from inspector.gui.views.text_boxes import CodeBox
from inspector.gui.views.why_view import VerdictChip
from inspector.language import tr
from inspector.stages.discipline.result_view import ResultView
from inspector.stages.discipline.tables import FINDINGS
from inspector.stages.discipline.view.page_tables import Page
from inspector.stages.discipline.words import diff_headline, diff_signs

_PAUSE = 300  # milliseconds without typing after which the output is checked
_SIZES = (420, 180)
_HINT = tr(
    "Paste what an executor answered, or drop a file here.\n\nIt is accepted when it is a unified"
    " diff or a JSON patch. Where the task does not ask for a change, or is not known, a few words"
    " without code are accepted, too."
)


class OutputEdit(CodeBox):
    """A text to be checked. Files that are dropped on it are read, not written into it."""

    typed = Signal(str, object)
    """The text, and the gesture it belongs to."""
    file_dropped = Signal(Path)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("discipline.output", tr("Output to be checked"), theme, parent)
        self.setPlaceholderText(_HINT)
        self._theme = theme
        self._gesture = Gesture()
        self._text = ""  # as the session has it: line ends are lost in the editor
        self._filling = False
        self._line = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.take)
        self.textChanged.connect(self._wait)

    def show_text(self, text: str) -> None:
        """Show the session's text."""
        if text == self._text:
            return
        self._text = text
        if text.replace("\r\n", "\n") != self.toPlainText():
            self._pause.stop()
            self._filling = True
            self.setPlainText(text)
            self._filling = False

    def mark_line(self, number: int) -> None:
        """Mark a line, from 1, and bring it in sight; 0 marks none."""
        self._line = number
        if number > 0:
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(number - 1)))
        self.mark_lines([number - 1] if number > 0 else (), self._theme.colors.selected)

    def follow_theme(self, _theme: Theme) -> None:
        """Draw the mark in its colours from now on."""
        self.mark_line(self._line)

    def take(self) -> None:
        """Take what was typed."""
        self._pause.stop()
        text = self.toPlainText()
        if text != self._text.replace("\r\n", "\n"):
            self._text = text
            self.typed.emit(text, self._gesture.token())

    def _wait(self) -> None:
        if not self._filling:
            self.setExtraSelections([])
            self._pause.start()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802  # Qt's name
        """Take the text when the keyboard goes elsewhere."""
        super().focusOutEvent(event)
        self.take()

    def use_of_files(self, files: Sequence[Path]) -> str:
        """Say that the output is read from a file."""
        return tr("Check {name} as the output", name=files[0].name)

    def take_files(self, files: Sequence[Path]) -> None:
        """Have the output read from the file."""
        self.file_dropped.emit(files[0])


class DiffPage(Page):
    """Shows an output and the outcome of its check."""

    typed = Signal(str, object)
    file_dropped = Signal(Path)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._check: DiffCheck | None = None
        self._chip = VerdictChip("discipline.diff.verdict", theme, self)
        self._title = text_label("discipline.diff.title", self, font=theme.font(FontRole.STRONG))
        self._detail = text_label("discipline.diff.detail", self, role="muted")
        self._open = with_name(
            QPushButton(tr("Open an output…"), self),
            "discipline.diff.open",
            tip=tr("Reads an output from a file."),
        )
        self._clear = with_name(QPushButton(tr("Clear"), self), "discipline.diff.clear")
        self._signs = text_label(
            "discipline.diff.signs", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        self.output = OutputEdit(theme, self)
        self.tables = SpecTables[ResultView](
            "discipline.findings", (FINDINGS,), theme, self, made=lambda one, view: view.table(one)
        )
        self._lay_out()
        self._open.clicked.connect(self.open_asked)
        self._clear.clicked.connect(lambda: self.typed.emit("", object()))
        self.output.typed.connect(self.typed)
        self.output.file_dropped.connect(self.file_dropped)
        self.tables.selected.connect(self.selected)

    def _lay_out(self) -> None:
        first = HBox(spacing=8).hold(self._chip, (self._title, 1), self._open, self._clear)
        top = VBox(margins=(16, 12, 16, 12), spacing=6).hold(first, self._detail, self._signs)
        rows = split(Qt.Orientation.Vertical, _SIZES, self.output, self.tables)
        VBox(self, spacing=0).hold(top, line(self), (rows, 1))
        self._kept = {"rows": rows}

    def set_view(self, view: ResultView) -> None:
        """Show another result."""
        check = self._check = view.result.check
        text = view.result.session.discipline.output.text
        self.output.show_text(text)
        self._clear.setEnabled(bool(text))
        self._chip.setVisible(check is not None)
        self.tables.setVisible(check is not None and bool(check.problems))
        self._signs.setVisible(check is not None)
        if check is None:
            self._title.setText(tr("Is this output a change, or a whole file?"))
            self._detail.setText(tr("The check begins when there is an output."))
        else:
            headline = diff_headline(check)
            self._chip.set_verdict(headline.verdict)
            self._title.setText(headline.title)
            self._detail.setText(headline.detail)
            answers = {True: tr("yes"), False: tr("no"), None: tr("not known")}
            signs = (f"{sign.title}: {answers[sign.present]}" for sign in diff_signs(check))
            self._signs.setText(" · ".join(signs))
        self._detail.setVisible(bool(self._detail.text()))
        self.tables.show_source(view)

    def select(self, subject: str) -> None:
        """Select a finding, and mark its line."""
        self.tables.select(subject)
        kind, _, number = subject.partition(":")
        place = 0
        problems = () if self._check is None else self._check.problems
        if kind == "finding" and number.isdecimal() and int(number) < len(problems):
            place = problems[int(number)].place.line or 0
        self.output.mark_line(place)

    def focus_output(self) -> None:
        """Go to the output."""
        self.output.setFocus()

    def finish(self) -> None:
        """Take what is being typed."""
        self.output.take()
