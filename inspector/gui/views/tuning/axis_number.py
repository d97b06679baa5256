"""A field for a value of an axis: whole tokens on some axes, fractions on the others."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QWidget

from inspector.core.scalars import SAFE_INTEGER
from inspector.gui.growing import grow
from inspector.gui.views.field_row import EDITOR_WIDTH
from inspector.gui.views.number_fields import NumberField


class AxisNumber(QWidget):
    """A title and a number. The editors are named ``{name}.tokens`` and ``{name}.fraction``."""

    changed = Signal(float)
    """What a person entered."""

    def __init__(self, name: str, title: str, help_text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setToolTip(help_text)
        self._fields = (
            NumberField(0, SAFE_INTEGER, whole=True),
            NumberField(0, 1, whole=False),
        )
        self._stack = QStackedWidget(self)
        grow(self._stack, fixedWidth=EDITOR_WIDTH + 28)
        for field, kind in zip(self._fields, ("tokens", "fraction"), strict=True):
            field.setObjectName(f"{name}.{kind}")
            field.setAccessibleName(title)
            field.setAccessibleDescription(help_text)
            field.changed.connect(self.changed)
            self._stack.addWidget(field)
        self._stack.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        label = QLabel(title, self)
        label.setBuddy(self._fields[0])
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(self._stack)

    def set_number(self, number: float, *, whole: bool) -> None:
        """Show a value."""
        field = self._fields[0 if whole else 1]
        self._stack.setCurrentWidget(field)
        field.set_number(number)

    @property
    def editor(self) -> NumberField:
        """The editor that is in sight."""
        return self._fields[self._stack.currentIndex()]
