"""The grid with the legend below it, and a banner above it where no layer acts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.table import MarkShape, paint_mark
from inspector.gui.theme import Theme
from inspector.gui.views.relevance.grid_view import GridView
from inspector.language import tr
from inspector.present.relevance.grid import Grid

_MARK, _GAP, _BETWEEN, _HEIGHT = 10, 6, 16, 24
_LANES = (
    (tr("in"), "included", 3.0, Qt.PenStyle.SolidLine),
    (tr("out, soft"), "suppressed", 1.5, Qt.PenStyle.DashLine),
    (tr("out, hard"), "excluded", 1.5, Qt.PenStyle.DotLine),
)
_MARKS = (
    (tr("brought in"), "included", None),
    (tr("in already"), "included", MarkShape.RING),
    (tr("put out"), "excluded", None),
    (tr("no headroom"), "dropped", None),
)


class Legend(QWidget):
    """Says what lines and marks of the grid mean; as many of them as there is room for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # as the chart it belongs to
        self.setObjectName("grid.legend")
        self._theme = theme
        self.setFont(theme.font(FontRole.SMALL))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        words = [text for text, *_ in (*_LANES, *_MARKS)]
        words.append(tr("a dot: rules looked at"))
        self.setAccessibleName(tr("Legend: {names}", names=", ".join(words)))

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as narrow as the middle wants."""
        return QSize(100, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw lines and marks, each with its meaning."""
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self.font())
        x, middle = 10.0, self.height() / 2

        def write(text: str, width: float) -> bool:
            """Write a meaning behind a sample of some width, if there is room for it."""
            nonlocal x
            needed = width + _GAP + metrics.horizontalAdvance(text)
            if x + needed > self.width():
                return False
            painter.setPen(QColor(colors.muted))
            area = QRectF(x + width + _GAP, 0, needed, self.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
            return True

        for text, verdict, width, style in _LANES:
            if not write(text, 24):
                return
            pen = QPen(QColor(colors.verdicts[verdict].ink), width, style, Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawLine(
                QRectF(x, middle, 24, 0).topLeft(), QRectF(x, middle, 24, 0).topRight()
            )
            x += 24 + _GAP + metrics.horizontalAdvance(text) + _BETWEEN
        for text, verdict, shape in _MARKS:
            if not write(text, _MARK):
                return
            mark = self._theme.mark(colors.verdicts[verdict])
            square = QRectF(x, middle - _MARK / 2, _MARK, _MARK)
            paint_mark(painter, square, shape or mark.shape, mark.color)
            x += _MARK + _GAP + metrics.horizontalAdvance(text) + _BETWEEN
        if write(tr("rules looked at"), 5):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.muted))
            painter.drawEllipse(QRectF(x, middle - 2.5, 5, 5))


class ChartPanel(QWidget):
    """Object names: ``grid``, ``grid.banner``, ``grid.legend``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = GridView(theme, self)
        self._legend = Legend(theme, self)
        self._banner = QLabel(self)
        self._banner.setObjectName("grid.banner")
        self._banner.setProperty("role", "warning")
        self._banner.setWordWrap(True)
        self._banner.setContentsMargins(10, 6, 10, 6)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._banner)
        layout.addWidget(self.grid, 1)
        layout.addWidget(self._legend)

    def set_grid(self, grid: Grid) -> None:
        """Show another grid."""
        self._banner.setText(grid.banner)
        self._banner.setVisible(bool(grid.banner))
        self.grid.set_grid(grid)

    def change_theme(self) -> None:
        """Draw in the theme's colours from now on."""
        self.grid.viewport().update()
        self.grid.horizontalHeader().viewport().update()
        self._legend.update()
