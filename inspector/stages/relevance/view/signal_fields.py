"""One signal of the run: an editor that fits its type, and what the rules ask of it.

Masks, rules and dependencies of the configuration, written as JSON where they are tried.
"""

from __future__ import annotations

import json
import math
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QLineEdit, QToolButton, QWidget

from inspector.core.problems import Problem, Severity
from inspector.core.relevance.vocabulary import show_value
from inspector.core.text import json_value
from inspector.files.findings import Findings, parts_of
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source
from inspector.gui.boxes import ChoiceBox, VBox, grow, text_label, with_name
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.number_fields import EDITOR_WIDTH
from inspector.gui.views.pacing import Gesture
from inspector.gui.views.text_boxes import NoteEditor, ProblemNotes
from inspector.language import tr
from inspector.stages.relevance.runs import RelevanceResult, SignalEditor, SignalRow
from inspector.stages.relevance.tables import breakable

_MISSING = "missing"
_FLAGS: tuple[tuple[str, bool | None], ...] = ((_MISSING, None), ("true", True), ("false", False))
_LARGEST = 2**53 - 1  # the largest number that JSON carries exactly
_WRONG = {
    SignalEditor.NUMBER: tr("This is no number."),
    SignalEditor.VALUE: tr("This is no JSON value; texts are written in quotes."),
}


class _ValueEdit(QLineEdit):
    """A line for a value; the arrow keys step numbers."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Step up or down."""
        by = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(by)


class SignalField(QWidget):
    """Shows and edits one signal; an empty editor is a signal that is missing.

    Object names begin with ``signal.{name}``: ``.editor``, ``.clear``, ``.asked``, ``.problem``.
    """

    changed = Signal(str, object, object)
    """The signal's name, its new value (None: missing), and the gesture it belongs to."""

    editor: QWidget
    """What takes the keyboard."""

    def __init__(self, row: SignalRow, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = f"signal.{row.name}"
        self.setObjectName(name)
        self._row = row
        self._gesture = Gesture()
        title = QLabel(breakable(row.name), self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        signal = tr("Signal {row}", row=row.name)
        self.editor = with_name(self._make_editor(), f"{name}.editor", signal)
        grow(self.editor, fixedWidth=EDITOR_WIDTH)
        title.setBuddy(self.editor)
        self._clear = with_name(
            QToolButton(self),
            f"{name}.clear",
            tr("Take {row} away", row=row.name),
            tip=tr("Take the signal away"),
            role="small",
        )
        self._clear.setText("×")
        keeps = self._clear.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self._clear.setSizePolicy(keeps)
        self._clear.clicked.connect(lambda: self._send(None))
        self._asked = text_label(
            f"{name}.asked", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        self._notes = ProblemNotes(f"{name}.problem", theme, self)
        self._notes.setFont(theme.font(FontRole.SMALL))
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setHorizontalSpacing(2)
        layout.setVerticalSpacing(0)
        layout.setColumnStretch(0, 1)
        layout.addWidget(title, 0, 0)
        layout.addWidget(self._clear, 0, 1, 2, 1)
        layout.addWidget(self.editor, 0, 2, 2, 1)
        layout.addWidget(self._asked, 1, 0)
        layout.addWidget(self._notes, 2, 0, 1, 3)
        self._show()

    def takes(self, row: SignalRow) -> bool:
        """Whether this editor fits a row."""
        return (row.name, row.kind) == (self._row.name, self._row.kind)

    def set_row(self, row: SignalRow) -> None:
        """Show a signal's value and what is asked of it."""
        if row != self._row:
            self._row = row
            self._show()

    def _show(self) -> None:
        row = self._row
        self._clear.setVisible(row.value is not None)
        self._asked.setText(
            tr("asked: {asked}", asked=row.asked) if row.asked else tr("no rule asks for it")
        )
        self.editor.setAccessibleDescription(self._asked.text())
        self._notes.show_problems(())
        if isinstance(self.editor, QComboBox):
            places = [value for _, value in _FLAGS]
            self.editor.setCurrentIndex(places.index(row.value))  # type: ignore[arg-type]  # FLAG
        elif isinstance(self.editor, QLineEdit):
            self.editor.setText(self._written())

    def _written(self) -> str:
        value = self._row.value
        if value is None:
            return ""
        return str(value) if self._row.kind is SignalEditor.TEXT else show_value(value)

    def _make_editor(self) -> QWidget:
        if self._row.kind is SignalEditor.FLAG:
            box = ChoiceBox(self)
            box.addItems([text for text, _ in _FLAGS])
            box.activated.connect(lambda place: self._send(_FLAGS[place][1]))
            return box
        line = _ValueEdit(self)
        line.setPlaceholderText(_MISSING)
        if self._row.kind is SignalEditor.NUMBER:
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            line.stepped.connect(self._step)
        line.editingFinished.connect(self._take_text)
        return line

    def _take_text(self) -> None:
        text = self.editor.text() if isinstance(self.editor, QLineEdit) else ""
        if text == self._written():
            self._notes.show_problems(())
            return
        try:
            value = _read(text, self._row.kind)
        except ValueError:
            problem = Problem(Severity.ERROR, "form.not-valid", _WRONG[self._row.kind])
            self._notes.show_problems((problem,))
            return
        self._send(value)
        self._show()  # 2.50 is written as 2.5 also where nothing has changed

    def _step(self, by: int) -> None:
        value = self._row.value
        now = value if isinstance(value, int | float) else 0
        step = 1 if self._row.whole else 0.05
        new = now + by * step
        self._send(int(new) if self._row.whole else round(new, 4), gesture=self._gesture.token())

    def _send(self, value: object, gesture: object = None) -> None:
        if value is None and self._row.value is None:
            return
        same = type(value) is type(self._row.value) and value == self._row.value
        if not same:
            self.changed.emit(self._row.name, value, object() if gesture is None else gesture)


def _read(text: str, kind: SignalEditor) -> object:
    """Return the value of what was typed. Raises ``ValueError`` where it is none."""
    if not text.strip():
        return None
    if kind is SignalEditor.TEXT:
        return text
    value: object = json_value(text.strip())
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind is SignalEditor.NUMBER and not is_number:
        raise ValueError
    if isinstance(value, int | float) and (not math.isfinite(value) or abs(value) > _LARGEST):
        raise ValueError
    return value


_HEIGHT = 180
_MOST_PROBLEMS = 5
PARTS = {
    "template_masks": tr("Masks by mode"),
    "signal_rules": tr("Signal rules"),
    "dependencies": tr("Dependencies"),
    "urgency_overrides": tr("Urgency overrides"),
    "safety_overrides": tr("Safety overrides"),
    "soft_recovery_priority": tr("Recovery order"),
    "node_token_estimates": tr("Nodes and estimates"),
}


class ConfigParts(QWidget):
    """Edits one part at a time. What is no JSON is kept in the editor and told, not used.

    Object names: ``config.part`` (the choice), ``config.text``, ``config.text.problems``.
    """

    changed = Signal(str, object, object)
    """The field's name, its new value, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._result: RelevanceResult | None = None
        self._written: tuple[str, Any] | None = None  # what the text of the editor stands for
        self._part = with_name(ChoiceBox(self), "config.part", tr("Part of the configuration"))
        for name, title in PARTS.items():
            self._part.addItem(title, name)
        self._editor = NoteEditor("config.text", self)
        self._editor.setAccessibleName(tr("Part of the configuration as JSON"))
        self._editor.setPlaceholderText("")
        self._editor.setFont(theme.font(FontRole.TEXT))
        grow(self._editor, fixedHeight=_HEIGHT)
        self._problems = text_label(
            "config.text.problems", self, role="muted", font=theme.font(FontRole.SMALL)
        )
        VBox(self, margins=(10, 0, 0, 0), spacing=4).hold(self._part, self._editor, self._problems)
        self._part.currentIndexChanged.connect(lambda _place: self._show())
        self._editor.written.connect(self._take)

    def set_result(self, result: RelevanceResult) -> None:
        """Show the configuration of a run."""
        self._result = result
        self._show()

    def finish(self) -> None:
        """Send what is being written."""
        self._editor.finish()

    def _config(self) -> dict[str, Any] | None:
        config = None if self._result is None else self._result.session.relevance.config
        return config if isinstance(config, dict) else None

    def _show(self) -> None:
        config = self._config()
        self.setVisible(config is not None)
        if config is None:
            return
        part = self._part.currentData()
        value = config.get(part)
        # What somebody writes stays as it is laid out while it means what the session has.
        if self._written != (part, value):
            self._written = (part, value)
            text = "" if value is None else json.dumps(value, indent=2, ensure_ascii=False)
            self._editor.show_note(part, text)
        found = Findings()
        text = self._editor.toPlainText()
        if text.strip() and parse_json(_span(text), found) is None:
            self._tell(found.problems())
        else:
            self._tell(() if value is None else self._placed(part, _span(text)))

    def _placed(self, part: str, span: JsonSpan) -> tuple[Problem, ...]:
        """Return the problems of a part, placed in the text of the editor."""
        found = self._result.config_problems if self._result else ()
        ways = ((one, parts_of(one.place.pointer or "")) for one in found)
        return tuple(one.at(span.place(way[1:])) for one, way in ways if way[:1] == (part,))

    def _take(self, part: str, text: str, gesture: object) -> None:
        if not text.strip():
            self._written = (part, None)
            self.changed.emit(part, None, gesture)
            return
        found = Findings()
        parsed = parse_json(_span(text), found)
        if parsed is None or found.has_errors:
            self._tell(found.problems())
            return
        self._written = (part, parsed.value)
        self.changed.emit(part, parsed.value, gesture)

    def _tell(self, problems: tuple[Problem, ...]) -> None:
        lines = [
            tr(
                "Line {line}, column {column}: {message}",
                line=one.place.line,
                column=one.place.column,
                message=one.message,
            )
            for one in problems[:_MOST_PROBLEMS]
        ]
        if len(problems) > _MOST_PROBLEMS:
            lines.append(tr("and {count:,} more", count=len(problems) - _MOST_PROBLEMS))
        self._problems.setText("\n".join(lines))
        self._problems.setVisible(bool(lines))


def _span(text: str) -> JsonSpan:
    data = text.encode("utf-8", "surrogatepass")
    return JsonSpan(Source("", data), 0, len(data))
