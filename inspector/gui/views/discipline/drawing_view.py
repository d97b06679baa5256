"""Shows a picture whose parts can be selected, with the mouse and with the keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.spoken import Spoken
from inspector.gui.theme import Theme
from inspector.gui.views.discipline.drawing_paint import paint_drawing
from inspector.language import tr
from inspector.present.discipline.drawing import Drawing, Measure

Make = Callable[[float, float, Measure, str], Drawing]
"""Makes the picture for a width, a height, a measure of texts and the key that is selected."""

_NEXT = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})
_PREVIOUS = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})


class DrawingView(QWidget):
    """A chart. ``grows`` lets the picture take the height there is; else it has its own."""

    selected = Signal(str)
    """The key of the part somebody chose."""

    def __init__(
        self, name: str, title: str, theme: Theme, parent: QWidget | None = None, *, grows: bool
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._grows = grows
        self._theme = theme
        self._make: Make | None = None
        self._selected = ""
        self._drawing: Drawing | None = None
        self._spoken = Spoken(self, tr("The arrow keys go through the parts."))
        tall = QSizePolicy.Policy.Expanding if grows else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, tall)

    @property
    def drawing(self) -> Drawing | None:
        """The picture that is shown."""
        if self._drawing is None and self._make is not None:
            metrics = QFontMetricsF(self._theme.font(FontRole.SMALL))
            size = (float(self.width()), float(self.height()))
            drawing = self._make(*size, metrics.horizontalAdvance, self._selected)
            self._drawing = drawing
            self._spoken.set_whole(drawing.title)
        return self._drawing

    def show_picture(self, make: Make | None) -> None:
        """Show what a function makes, whenever the size or the selection changes."""
        self._make = make
        self._redraw()
        self.updateGeometry()

    def select_key(self, key: str) -> None:
        """Mark a part."""
        if key != self._selected:
            self._selected = key
            self._redraw()
            drawing = self.drawing
            tips = {hit.key: hit.tip for hit in drawing.hits} if drawing is not None else {}
            self._spoken.set_part(tips.get(key, ""))

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._redraw()

    def _redraw(self) -> None:
        self._drawing = None
        self.update()

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the picture."""
        drawing = self.drawing
        return QSize(480, 240 if self._grows or drawing is None else int(drawing.height))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Have room for what there is to see."""
        drawing = self.drawing
        return QSize(280, 200 if self._grows or drawing is None else int(drawing.height))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Make the picture anew."""
        super().resizeEvent(event)
        self._redraw()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the picture, and a frame where the keyboard is."""
        drawing = self.drawing
        painter = QPainter(self)
        if drawing is not None:
            small, strong = self._theme.font(FontRole.SMALL), self._theme.font(FontRole.SECTION)
            paint_drawing(painter, drawing, self._theme.colors, small, strong)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self._theme.colors.accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def event(self, event: QEvent) -> bool:
        """Say what is under the pointer."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            drawing = self.drawing
            hit = drawing.hit(event.pos().x(), event.pos().y()) if drawing is not None else None
            if hit is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), hit.tip, self)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Select what was clicked."""
        drawing = self.drawing
        if drawing is not None and event.button() is Qt.MouseButton.LeftButton:
            hit = drawing.hit(event.position().x(), event.position().y())
            if hit is not None:
                self._choose(hit.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802  # Qt's name
        """Walk through the parts with the arrow keys."""
        key = Qt.Key(event.key())
        if key in _NEXT or key in _PREVIOUS:
            self._step(1 if key in _NEXT else -1)
        elif key is Qt.Key.Key_Home:
            self._step(0)
        else:
            super().keyPressEvent(event)

    def _step(self, by: int) -> None:
        drawing = self.drawing
        keys = [] if drawing is None else list(dict.fromkeys(hit.key for hit in drawing.hits))
        if not keys:
            return
        if by == 0 or self._selected not in keys:
            self._choose(keys[0])
        else:
            at = keys.index(self._selected) + by
            self._choose(keys[min(max(at, 0), len(keys) - 1)])

    def _choose(self, key: str) -> None:
        if key != self._selected:
            self.select_key(key)
            self.selected.emit(key)
