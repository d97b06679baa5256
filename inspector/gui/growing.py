"""Lengths that grow with the texts: of rows, bars and fields that would cut larger ones off."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget

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
