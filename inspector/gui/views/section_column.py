"""The frame of a left column: sections that open and close, below each other, and scroll.

Sections that open and close: a heading that is a button, and what stands below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from inspector.gui.boxes import HBox, VBox, text_label, with_name
from inspector.gui.one_line_buttons import OneLineLabel, OneLineToolButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Wrapping
from inspector.language import tr

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
        heading, font = OneLineToolButton(self), theme.font(FontRole.STRONG)
        self._heading = with_name(heading, f"{name}.heading", role="heading", font=font)
        self._heading.setCheckable(True)
        self._heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.badge = OneLineLabel(f"{name}.badge", self)
        self.badge.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.badge.setProperty("role", "muted")
        self.badge.setFont(theme.font(FontRole.SMALL))
        head = HBox(spacing=4).hold(self._heading, (self.badge, 1))
        self.body = QWidget(self)
        self.content = VBox(self.body, margins=(0, 0, 0, 8), spacing=8)
        VBox(self, spacing=4).hold(head, self.body)
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
        if isinstance(layout, VBox):
            row = HBox(margins=(10, 0, 0, 0)).hold(widget)
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


class SectionColumn(QScrollArea):
    """Inputs in sections, which a lens's own column adds and fills. They are ``section.{id}``."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, name, tr("Inputs"), role="pane")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._content = QWidget(self.viewport())
        self._content.setObjectName("content")
        self._sections: dict[str, Section] = {}

    def view_state(self) -> dict[str, Any]:
        """Return which sections are open."""
        return {"open": {name: section.is_open for name, section in self._sections.items()}}

    def restore_view_state(self, saved: Any) -> None:
        """Open the sections that were open. What cannot be read is as it was at first."""
        opened = saved.get("open") if isinstance(saved, Mapping) else None
        for name, is_open in (opened if isinstance(opened, Mapping) else {}).items():
            if name in self._sections and isinstance(is_open, bool):
                self._sections[name].set_open(is_open)

    def _add_sections(self, sections: Sequence[tuple[str, str, bool]], theme: Theme) -> None:
        """Add the column's sections: for each its id, its title, and whether it is open at first.

        The Tab key reaches headings before the widgets that are made after this call.
        """
        layout = VBox(self._content, margins=(8, 8, 12, 16), spacing=8)
        for name, title, is_open in sections:
            section = Section(f"section.{name}", title, theme, self._content, is_open=is_open)
            layout.addWidget(section)
            self._sections[name] = section
        layout.addStretch(1)
        self.setWidget(self._content)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Wrap texts anew."""
        super().resizeEvent(event)
        self._make_room()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Make room for what a section holds now."""
        if watched is self._content and event.type() == QEvent.Type.LayoutRequest:
            self._make_room()
        return super().eventFilter(watched, event)

    def _make_room(self) -> None:
        """Give the content the height that its texts need when they are wrapped.

        Qt's area only asks for the least height, in which wrapped texts would be cut.
        """
        layout = self._content.layout()
        if layout is not None and layout.hasHeightForWidth():
            needed = layout.totalHeightForWidth(self.viewport().width())
            if needed != self._content.minimumHeight():
                self._content.setMinimumHeight(needed)

    def _fill(self, section: str, *widgets: QWidget) -> None:
        """Add widgets to a section, one below the other."""
        for widget in widgets:
            self._sections[section].content.addWidget(widget)

    @staticmethod
    def _drop(widget: QWidget) -> None:
        widget.hide()
        widget.deleteLater()

    def _label(self, name: str, theme: Theme, font: FontRole, *, muted: bool = False) -> QLabel:
        """Return a text that stands where the labels of fields do."""
        label = text_label(name, self._content, font=theme.font(font), margins=(10, 0, 0, 0))
        if muted:
            label.setProperty("role", "muted")
        return label

    def _button(self, name: str, title: str, tip: str = "") -> QPushButton:
        return with_name(QPushButton(title, self._content), name, tip=tip)

    def _row(self, *widgets: QWidget) -> QWidget:
        """Return widgets beside each other, from the left on unless one of them fills the row.

        Buttons that do not fit beside each other stand in several rows.
        """
        box = QWidget(self._content)
        if all(isinstance(widget, QPushButton) for widget in widgets):
            beside = Wrapping(box)
            beside.setContentsMargins(10, 0, 0, 0)
            for widget in widgets:
                beside.addWidget(widget)
            return box
        inside = HBox(box, margins=(10, 0, 0, 0), spacing=8).hold(*widgets)
        if not any(isinstance(widget, QComboBox) for widget in widgets):
            inside.addStretch(1)
        return box
