"""Widgets with their names, side by side and below each other, each of it said in one call.

Their lengths grow with the texts, for rows, bars and fields would cut larger ones off.
"""

from __future__ import annotations

from typing import Any, Self, TypeVar

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QBoxLayout, QLabel, QLayout, QWidget

STRETCH = -1
"""Room that takes what is left, as a part of a line."""
USUAL = None
"""The margins of Qt's style."""

Margins = tuple[int, int, int, int]  # pixels: left, above, right, below
Part = (
    QWidget
    | QLayout
    | int
    | tuple[QWidget | QLayout, int]
    | tuple[QWidget | QLayout, int, Qt.AlignmentFlag]
)
"""A widget or another line, with its stretch and where it stands; a number is pixels of room."""


Named = TypeVar("Named", bound=QWidget)


def with_name(
    widget: Named,
    name: str = "",
    title: str = "",
    *,
    told: str = "",
    tip: str = "",
    role: str = "",
    font: QFont | None = None,
    margins: Margins | None = None,
) -> Named:
    """Return a widget that has got its object name, and the title that it is read aloud by.

    ``told`` is read beside that, ``tip`` shown where the pointer rests, ``role`` finds its style.
    """
    for value, set_value in (
        (name, widget.setObjectName),
        (title, widget.setAccessibleName),
        (told, widget.setAccessibleDescription),
        (tip, widget.setToolTip),
    ):
        if value:
            set_value(value)
    if role:
        widget.setProperty("role", role)
    if font is not None:
        widget.setFont(font)
    if margins is not None:
        widget.setContentsMargins(*margins)
    return widget


def text_label(
    name: str,
    parent: QWidget,
    text: str = "",
    *,
    plain: bool = True,
    wraps: bool = True,
    **looks: Any,
) -> QLabel:
    """Return a label of some text, with what ``with_name`` gives; ``plain`` is without markup."""
    label = QLabel(text, parent, wordWrap=wraps)
    if plain:
        label.setTextFormat(Qt.TextFormat.PlainText)
    return with_name(label, name, **looks)


class _Line(QBoxLayout):
    """Holds its parts without margins, where no others are said. ``spacing`` is in pixels."""

    way = QBoxLayout.Direction.LeftToRight

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        margins: Margins | None = (0, 0, 0, 0),
        spacing: int | None = None,
    ) -> None:
        super().__init__(self.way, parent)
        if margins is not None:
            self.setContentsMargins(*margins)
        if spacing is not None:
            self.setSpacing(spacing)

    def hold(self, *parts: Part) -> Self:
        """Take more parts, and return itself."""
        for part in parts:
            if isinstance(part, int):
                self.addStretch(1) if part == STRETCH else self.addSpacing(part)
                continue
            what, how = (part[0], part[1:]) if isinstance(part, tuple) else (part, ())
            add: Any = self.addLayout if isinstance(what, QLayout) else self.addWidget
            add(what, *how)
        return self


class Row(_Line):
    """Parts side by side, in the direction of the language."""


class Column(_Line):
    """Parts below each other."""

    way = QBoxLayout.Direction.TopToBottom


_SCALE = "inspector-text-scale"  # property of the application, as its font is
_LENGTHS = "inspector-lengths"  # property of a widget


def grown(pixels: float) -> int:
    """Return a length at the present size of texts, in pixels."""
    app = QCoreApplication.instance()
    scale = None if app is None else app.property(_SCALE)
    return round(pixels * (scale or 1.0))


def grow(widget: QWidget, **lengths: int) -> None:
    """Give a widget lengths, in pixels at 100 %, that follow the size of texts.

    They are named as Qt's setters are, without ``set``: ``fixedWidth``, ``fixedHeight``,
    ``minimumWidth``, ``minimumHeight``, ``maximumWidth``, ``maximumHeight``.
    """
    widget.setProperty(_LENGTHS, {**(widget.property(_LENGTHS) or {}), **lengths})
    _apply(widget)


def set_scale(app: QApplication, scale: float) -> None:
    """Have lengths grow by so much from now on."""
    app.setProperty(_SCALE, scale)


def grow_again(part: QWidget) -> None:
    """Give a widget and all below it their lengths at another size of texts."""
    for widget in (part, *part.findChildren(QWidget)):
        _apply(widget)


def _apply(widget: QWidget) -> None:
    for name, pixels in (widget.property(_LENGTHS) or {}).items():
        getattr(widget, f"set{name[:1].upper()}{name[1:]}")(grown(pixels))
