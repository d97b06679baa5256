"""Facts, one a line: what it is, and the value, which can be selected and copied."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme

_BREAKS = re.compile(r"[-_/.:]")


class FactsGrid(QWidget):
    """Shows facts as ``(label, value)``; the values are named ``{name}.{label}``."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._facts: tuple[tuple[str, str], ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    def show_facts(self, facts: Sequence[tuple[str, str]]) -> None:
        """Show other facts."""
        if tuple(facts) == self._facts:
            return
        self._facts = tuple(facts)
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for row, (label, value) in enumerate(self._facts):
            self._grid.addWidget(self._label(label, muted=True), row, 0)
            shown = self._label(value, muted=False)
            shown.setObjectName(f"{self.objectName()}.{row}")
            shown.setAccessibleName(f"{label}: {value}")
            shown.setToolTip(value)
            self._grid.addWidget(shown, row, 1)
        self.setVisible(bool(self._facts))

    def _label(self, text: str, *, muted: bool) -> QLabel:
        # A long id without a space would make the column as wide as it is.
        breakable = text if muted else _BREAKS.sub("\\g<0>\u200b", text)
        label = QLabel(breakable, self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(self._theme.font(FontRole.BODY))
        label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if muted:
            label.setProperty("role", "muted")
        else:
            label.setWordWrap(True)
        return label
