"""How the budget of a run is allocated: what takes how much of it, and that it adds up."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.columns import line
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.language import tr
from inspector.stages.injection.summary import Balance, allocation_steps, allocation_sum

_SIDE, _MARK, _GAP = 9, 10, 7
# Corners of a line, in parts of the mark's width.
_TICK = ((0.0, 0.55), (0.38, 0.9), (1.0, 0.15))
_CROSS = ((0.1, 0.1), (0.9, 0.9), (0.5, 0.5), (0.9, 0.1), (0.1, 0.9))


class ClosingMark(QWidget):
    """A tick or a cross with words, each in its colour."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._closes = True
        self._text = ""
        self.setFont(theme.font(FontRole.SECTION))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_closes(self, text: str, *, closes: bool) -> None:
        """Say whether the sum closes, and how."""
        self._closes, self._text = closes, text
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size of mark and words."""
        metrics = QFontMetrics(self.font())
        wide = metrics.horizontalAdvance(self._text) + _MARK + _GAP + 2 * _SIDE
        return QSize(wide, metrics.height() + 8)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw ground, mark and words."""
        colors = self._theme.colors
        ink = QColor(colors.verdicts["included"].ink if self._closes else colors.error)
        ground = QColor(ink)
        ground.setAlphaF(0.14)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        top = (self.height() - _MARK) / 2
        pen = QPen(ink, 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corners = _TICK if self._closes else _CROSS
        painter.drawPolyline([QPointF(_SIDE + x * _MARK, top + y * _MARK) for x, y in corners])
        painter.setPen(ink)
        left = _SIDE + _MARK + _GAP
        area = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text)


class AllocationView(QWidget):
    """Shows a balance. Object names begin with ``allocation.``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Allocation"))
        self._lines = StepsGrid("allocation.lines", theme, self)
        self._sum = StepsGrid("allocation.sum", theme, self, strong=frozenset((tr("Sum"),)))
        self._mark = ClosingMark("allocation.closes", theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self._lines, line(self), self._sum, self._mark):
            layout.addWidget(widget)

    def show_balance(self, balance: Balance) -> None:
        """Show the balance of another run."""
        self._lines.set_steps(allocation_steps(balance))
        self._sum.set_steps((allocation_sum(balance),))
        self._mark.set_closes(balance.text, closes=balance.closes)
