"""How areas of a budget are filled: a ground, and a pattern over it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor

from inspector.present.palette import Look, Pattern

_STYLES = {
    Pattern.SOLID: Qt.BrushStyle.NoBrush,
    Pattern.DIAGONAL: Qt.BrushStyle.BDiagPattern,
    Pattern.BACK_DIAGONAL: Qt.BrushStyle.FDiagPattern,
    Pattern.CROSSED: Qt.BrushStyle.DiagCrossPattern,
    Pattern.HORIZONTAL: Qt.BrushStyle.HorPattern,
    Pattern.VERTICAL: Qt.BrushStyle.VerPattern,
    Pattern.DOTS: Qt.BrushStyle.Dense6Pattern,
    Pattern.EMPTY: Qt.BrushStyle.NoBrush,
}


def brushes(look: Look, surface: str) -> tuple[QBrush, QBrush]:
    """Return the brushes of a look: one for the ground, one for the pattern.

    An empty look shows the surface; the second brush has no style where there is no pattern.
    """
    ground = surface if look.pattern is Pattern.EMPTY else look.fill
    return QBrush(QColor(ground)), QBrush(QColor(look.ink), _STYLES[look.pattern])
