"""The points of business factors: one row for every word of the configuration."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from inspector.core.window.config import WindowConfig
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.present.form_fields import FormField
from inspector.present.window.input_fields import boost_fields


class BoostForm(QWidget):
    """Edits the tables of points. Rows are named ``boosts.{table}.{word}``."""

    changed = Signal(tuple, object, object)
    """The way to the word in the configuration, its points, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fields: tuple[FormField, ...] = ()
        self._rows: list[FieldRow] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)

    def set_config(self, config: WindowConfig) -> None:
        """Show a configuration's points; other words make other rows."""
        fields = boost_fields(config)
        if fields != self._fields:
            self._fields = fields
            self._make_rows()
        for field, row in zip(fields, self._rows, strict=True):
            _, table, word = field.path
            row.set_value(getattr(config.priority_boosts, table)[word])

    @property
    def changes(self) -> int:
        """How many words have other points than by default."""
        return sum(row.differs for row in self._rows)

    def _make_rows(self) -> None:
        while self._layout.count():
            item = self._layout.takeAt(0)
            widget = None if item is None else item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._rows = []
        group = ""
        for field in self._fields:
            if field.group != group:
                group = field.group
                heading = QLabel(group, self)
                heading.setProperty("role", "section")
                heading.setFont(self._theme.font(FontRole.SECTION))
                self._layout.addWidget(heading)
            row = FieldRow(f"boosts.{field.path[1]}.{field.path[2]}", field, self._theme, self)
            row.changed.connect(
                lambda value, gesture, path=field.path: self.changed.emit(path, value, gesture)
            )
            self._layout.addWidget(row)
            self._rows.append(row)
