"""Sections that open and close: a heading that is a button, and what stands below it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme

_OPEN, _CLOSED = "▾", "▸"


class Section(QWidget):
    """A heading with a body. ``badge`` stands right of the title and stays when it is closed.

    The heading's object name is ``{name}.heading``.
    """

    toggled = Signal(bool)

    def __init__(
        self, name: str, title: str, theme: Theme, parent: QWidget | None = None, *, is_open: bool
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._title = title
        self._summary: QWidget | None = None
        self._heading = QToolButton(self)
        self._heading.setObjectName(f"{name}.heading")
        self._heading.setFont(theme.font(FontRole.STRONG))
        self._heading.setCheckable(True)
        self._heading.setProperty("role", "heading")
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.badge = QLabel(self)
        self.badge.setObjectName(f"{name}.badge")
        self.badge.setProperty("role", "muted")
        self.badge.setFont(theme.font(FontRole.SMALL))
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.setSpacing(4)
        head.addWidget(self._heading)
        head.addStretch(1)
        head.addWidget(self.badge)
        self.body = QWidget(self)
        self.content = QVBoxLayout(self.body)
        self.content.setContentsMargins(0, 0, 0, 8)
        self.content.setSpacing(8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.body)
        self._heading.setChecked(is_open)
        self._show(is_open)
        self._heading.toggled.connect(self._show)
        self._heading.toggled.connect(self.toggled)

    @property
    def is_open(self) -> bool:
        """Whether the body shows."""
        return self._heading.isChecked()

    def set_title(self, title: str) -> None:
        """Call it something else."""
        self._title = title
        self._heading.setAccessibleName(title)
        self._heading.setText(f"{_OPEN if self.is_open else _CLOSED}  {title}")

    def set_summary(self, widget: QWidget) -> None:
        """Show a widget below the heading for as long as it is closed."""
        layout = self.layout()
        if isinstance(layout, QVBoxLayout):
            row = QHBoxLayout()
            row.setContentsMargins(10, 0, 0, 0)
            row.addWidget(widget)
            layout.addLayout(row)
        self._summary = widget
        widget.setVisible(not self.is_open)

    def set_open(self, is_open: bool) -> None:
        """Open or close it."""
        self._heading.setChecked(is_open)

    def _show(self, is_open: bool) -> None:
        self.set_title(self._title)
        self.body.setVisible(is_open)
        if self._summary is not None:
            self._summary.setVisible(not is_open)
