"""The facts of one request: the model, what was used before, the message, what identifies it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.core.candidates.request import Request
from inspector.core.problems import Problem
from inspector.core.scalars import SAFE_INTEGER
from inspector.core.tokens import available_counters
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.field_row import FieldRow
from inspector.gui.views.text_boxes import ReadingBox
from inspector.language import tr
from inspector.present.form_fields import (
    FieldKind,
    FormField,
    field_value,
    form_fields,
    problems_by_field,
)
from inspector.present.passages import SHOWN_CHARACTERS, shown_text

_TITLES = {
    "model.name": tr("Model"),
    "model.context_window": tr("Context window"),
    "model.encoding": tr("Encoding"),
    "trace_id": tr("Trace id"),
    "timestamp": tr("Timestamp"),
}
_USED_BEFORE = "tokens_used_before"


def request_fields() -> tuple[FormField, ...]:
    """Return the fields of a request that the injection step goes by, in the form's order."""
    known = {field.id: field for field in form_fields(Request)}
    encoding = replace(known["model.encoding"], kind=FieldKind.CHOICE, choices=available_counters())
    used_before = FormField(
        path=(_USED_BEFORE,),
        title=tr("Already in context"),
        help=tr("Tokens that the steps before the injection take."),
        kind=FieldKind.INTEGER,
        default=0,
        minimum=-SAFE_INTEGER,
        maximum=SAFE_INTEGER,
    )
    known |= {"model.encoding": encoding}
    fields = [replace(known[field_id], title=title) for field_id, title in _TITLES.items()]
    return (*fields[:3], used_before, *fields[3:])


def _before_text(given: object, used: int) -> str:
    """Say at the field what is used before, where that is not the number in it."""
    if used != given:
        return tr("Steps 1 to 5 of the prompt take {used:,} tokens, and these count.", used=used)
    return "" if given else tr("Nothing stated as used before.")


class RequestForm(QWidget):
    """Shows a request and says what somebody wants of it instead.

    Rows are named ``request.{field}``, such as ``request.model.context_window``.
    """

    changed = Signal(tuple, object, object)
    """The field's path, its new value, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("request")
        self._fields = request_fields()
        self._rows: dict[str, FieldRow] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self._texts_before = QLabel(self)
        self._texts_before.setObjectName("request.texts-before")
        self._texts_before.setProperty("role", "muted")
        self._texts_before.setWordWrap(True)
        self._texts_before.setContentsMargins(10, 0, 0, 0)
        for field in self._fields:
            row = FieldRow(f"request.{field.id}", field, theme, self)
            row.changed.connect(
                lambda value, gesture, path=field.path: self.changed.emit(path, value, gesture)
            )
            layout.addWidget(row)
            self._rows[field.id] = row
            if field.id == _USED_BEFORE:
                layout.addWidget(self._texts_before)
        self._message_title = QLabel(self)
        self._message_title.setContentsMargins(10, 0, 0, 0)
        self._message_title.setWordWrap(True)
        self._message = ReadingBox("request.user_message", tr("User message"), theme, 8, self)
        self._message.setFont(theme.font(FontRole.SMALL))
        box = QVBoxLayout()
        box.setContentsMargins(10, 0, 0, 0)
        box.addWidget(self._message)
        layout.addWidget(self._message_title)
        layout.addLayout(box)
        self._message_title.setBuddy(self._message)

    def set_request(self, request: Request, used_before: int | None) -> None:
        """Show a request. ``used_before`` are the counted tokens, None if nobody has counted."""
        counted = isinstance(request.tokens_used_before, int)
        for field in self._fields:
            if field.id != _USED_BEFORE or counted:
                self._rows[field.id].set_value(field_value(request, field))
        self._rows[_USED_BEFORE].setVisible(counted)
        told = "" if used_before is None else _before_text(request.tokens_used_before, used_before)
        self._texts_before.setText(told)
        self._texts_before.setVisible(bool(told) or not counted)
        if not isinstance(request.tokens_used_before, int):
            count = len(request.tokens_used_before)
            tokens = (
                ""
                if used_before is None
                else tr(", {used_before:,} tokens", used_before=used_before)
            )
            self._texts_before.setText(
                tr(
                    "Already in context: {count:,} texts of the steps before{tokens}",
                    count=count,
                    tokens=tokens,
                )
            )
        message = request.user_message
        self._message.set_text(shown_text(message[:SHOWN_CHARACTERS]) or tr("(no message)"))
        part = tr(
            ", the first {shown_characters:,} of {message:,} characters",
            shown_characters=SHOWN_CHARACTERS,
            message=len(message),
        )
        self._message_title.setText(
            tr("User message") + (part if len(message) > SHOWN_CHARACTERS else "")
        )

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem at its field."""
        found = problems_by_field(self._fields, problems)
        for field_id, row in self._rows.items():
            row.set_problems(found.get(field_id, ()))

    def refuse(self, path: tuple[str, ...], message: str) -> None:
        """Say that what was entered in a field is not valid."""
        self._rows[".".join(path)].refuse(message)

    def focus_field(self, field_id: str) -> bool:
        """Go to a field; tell whether there is one of this id."""
        row: Any = self._rows.get(field_id)
        if row is not None:
            row.editor.setFocus()
        return row is not None
