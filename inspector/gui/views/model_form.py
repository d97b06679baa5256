"""A form made from a document's model: one row a field, with its bounds, help and default."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.core.problems import Problem
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.present.form_fields import field_value, form_fields, problems_by_field


class ModelForm(QWidget):
    """Edits any document whose fields are numbers, flags, choices and texts.

    It keeps no value: ``set_document`` shows one, ``changed`` says what somebody wants instead.
    Rows are named ``{name}.{field}``, such as ``policy.min_bucket_tokens``. ``fields`` are the ids
    of those that it has, None for all.
    """

    changed = Signal(tuple, object, object)
    """The field's path, its new value, and the gesture it belongs to."""

    def __init__(
        self,
        name: str,
        model: type[BaseModel],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        fields: Collection[str] | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._fields = tuple(
            field for field in form_fields(model) if fields is None or field.id in fields
        )
        self._rows: dict[str, FieldRow] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        group = ""
        for field in self._fields:
            if field.group != group:
                group = field.group
                heading = QLabel(group, self)
                heading.setProperty("role", "section")
                heading.setFont(theme.font(FontRole.SECTION))
                self._layout.addWidget(heading)
            row = FieldRow(f"{name}.{field.id}", field, theme, self)
            row.changed.connect(
                lambda value, gesture, path=field.path: self.changed.emit(path, value, gesture)
            )
            self._layout.addWidget(row)
            self._rows[field.id] = row

    def set_document(self, document: BaseModel) -> None:
        """Show a document's values."""
        for field in self._fields:
            self._rows[field.id].set_value(field_value(document, field))

    def set_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show each problem at the field that its pointer names; others are not shown here."""
        found = problems_by_field(self._fields, problems)
        for field_id, row in self._rows.items():
            row.set_problems(found.get(field_id, ()))

    def row(self, field_id: str) -> FieldRow:
        """Return the row of a field. Raises ``KeyError`` for an unknown field."""
        return self._rows[field_id]

    def place_below(self, field_id: str, widget: QWidget) -> None:
        """Put a widget of one's own below a field. Raises ``KeyError`` for an unknown field."""
        at = self._layout.indexOf(self._rows[field_id])
        self._layout.insertWidget(at + 1, widget)

    def focus_field(self, field_id: str) -> bool:
        """Go to a field; tell whether there is one of this id."""
        row = self._rows.get(field_id)
        if row is not None:
            row.editor.setFocus()
        return row is not None

    @property
    def changes(self) -> int:
        """How many fields differ from their default."""
        return sum(row.differs for row in self._rows.values())
