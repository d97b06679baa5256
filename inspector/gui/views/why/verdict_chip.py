"""A verdict as a chip: its shape, its name, on a ground of its colour."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.reasons import Verdict
from inspector.gui.fonts import FontRole
from inspector.gui.table import paint_mark
from inspector.gui.theme import Theme
from inspector.language import tr

_MARK, _GAP, _SIDE, _TOP = 10, 7, 9, 4


class VerdictChip(QWidget):
    """Shows one verdict; nothing for None."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._verdict: Verdict | None = None
        self._word = ""
        self.setFont(theme.font(FontRole.SECTION))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_verdict(self, verdict: Verdict | None, word: str = "") -> None:
        """Show another verdict; ``word`` stands for its own where it means something else here."""
        if (verdict, word) != (self._verdict, self._word):
            self._verdict, self._word = verdict, word
            self.setAccessibleName(tr("Verdict: {word}", word=word or verdict) if verdict else "")
            self.updateGeometry()
            self.update()
        self.setVisible(verdict is not None)

    @property
    def _text(self) -> str:
        return (self._word or str(self._verdict or "")).upper()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return the size of mark and name."""
        metrics = QFontMetrics(self.font())
        wide = metrics.horizontalAdvance(self._text) + _MARK + _GAP + 2 * _SIDE
        return QSize(wide, metrics.height() + 2 * _TOP)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw ground, mark and name."""
        if self._verdict is None:
            return
        look = self._theme.colors.verdicts[self._verdict]
        mark = self._theme.mark(look)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(look.ink)
        ground.setAlphaF(0.14)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        middle = self.height() / 2
        paint_mark(painter, QRectF(_SIDE, middle - _MARK / 2, _MARK, _MARK), mark.shape, mark.color)
        painter.setPen(mark.color)
        left = _SIDE + _MARK + _GAP
        area = QRectF(left, 0, self.width() - left, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._text)
