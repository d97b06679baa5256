"""Room for texts that are wrapped: Qt asks for the least height, in which these would be cut."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QStyle,
    QWidget,
)

from inspector.gui.boxes import VBox, grown

_APART, _INSET = 12, 8  # pixels between two parts, and around the second below the first


def least_height(widget: QWidget, width: int) -> int:
    """Return the least height in which nothing of a widget is cut when it has a width, in pixels.

    Of pages it is the one in front that counts.
    """
    while isinstance(widget, QStackedWidget) and (page := widget.currentWidget()):
        widget = page
    least = widget.minimumSizeHint().height()
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        least = max(least, layout.minimumHeightForWidth(width))
    return least


def column_of(*parts: QWidget, filling: QWidget) -> QWidget:
    """Return parts one below the other; one of them takes the room that the others leave."""
    column = QWidget()
    column.setProperty("role", "pane")
    column.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    layout = VBox(column, spacing=0)
    for part in parts:
        layout.addWidget(part, int(part is filling))
    return column


class Beside(QWidget):
    """Two parts beside each other; the second goes below the first where both do not fit.

    ``least`` pixels at 100 % are enough for a first part whose text wraps; else it wants its text
    in one line. The second ``fills`` what the first leaves, or the first what the second leaves.
    """

    def __init__(
        self,
        first: QWidget,
        second: QWidget,
        parent: QWidget | None = None,
        *,
        least: int = 0,
        fills: bool = False,
    ) -> None:
        super().__init__(parent)
        self._first, self._second, self._least, self._fills = first, second, least, fills
        for part in (first, second):
            part.setParent(self)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)  # Qt's
        self.setSizePolicy(policy)

    def _wide(self) -> tuple[int, int]:
        """Return the widths that both parts want, with what is between them."""
        first = grown(self._least) or self._first.sizeHint().width()
        if self._second.isHidden():
            return first, 0
        return first, self._second.sizeHint().width() + _APART

    def _places(self, width: int) -> tuple[QRect, QRect]:
        first, second = self._wide()
        fits = first + second <= width
        if self._fills and second:
            second = width - first if fits else width + _APART
        left = _INSET if self._fills else 0  # as what stands below both
        wide = width - second if fits else width
        tall = _height(self._first, wide)
        if not second:
            return QRect(0, 0, width, tall), QRect()
        room = second - _APART if fits else min(second - _APART, width) - left
        high = _height(self._second, room)
        middle = 0 if self._least else max(tall - high, 0) // 2  # it stays where a text grows
        beside = QRect(wide + _APART, middle, room, high)
        below = QRect(left, tall + _INSET, room, high)
        top = max(high - tall, 0) // 2 if fits else 0
        return QRect(0, top, wide, tall), beside if fits else below

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Return the height of both in a width."""
        return max(one.bottom() for one in self._places(width)) + 1

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Want both beside each other."""
        wide = sum(self._wide())
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as narrow as either, and as high as both are in the width of now."""
        return QSize(min(self._wide()), self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Put both in their places."""
        super().resizeEvent(event)
        self._put()
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Put both anew when one of them needs other room."""
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            self._put()
        return super().event(event)

    def _put(self) -> None:
        for part, place in zip(
            (self._first, self._second), self._places(self.width()), strict=True
        ):
            if place.isValid():
                part.setGeometry(QStyle.visualRect(self.layoutDirection(), self.rect(), place))


def _height(part: QWidget, width: int) -> int:
    """Return the height that a part wants in a width."""
    tall = part.heightForWidth(width)
    return tall if tall >= 0 else part.sizeHint().height()


class Scrolled(QScrollArea):
    """What content fills; with large texts, where not all of it fits, it scrolls.

    The bar takes its width from the content, and the content may need less height in less width:
    the bar would come and go without end. So at one size of the area a bar that came goes only for
    content that needs less than it ever did beside the bar.
    """

    def __init__(self, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = content
        self.setObjectName("scrolled")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        if not content.objectName():
            content.setObjectName("content")
        content.setMinimumWidth(1)  # what is in it gives way before an edge of it is out of sight
        self.setWidget(content)
        self._decided_at = self.size()
        self._least_with_bar = math.inf

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Show the bar where the content is too high."""
        super().resizeEvent(event)
        self._decide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Look again when the content wants another height; the area watches it anyway."""
        if watched is self._inside and event.type() is QEvent.Type.LayoutRequest:
            self._decide()
        return super().eventFilter(watched, event)

    def _decide(self) -> None:
        if self.size() != self._decided_at:
            self._decided_at, self._least_with_bar = self.size(), math.inf
        bar = self.verticalScrollBar().sizeHint().width()
        least = least_height(self._inside, self.width() - bar)
        shown, hidden = Qt.ScrollBarPolicy.ScrollBarAlwaysOn, Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        wanted = least > self.height()
        if self.verticalScrollBarPolicy() is shown:
            wanted = wanted or least >= self._least_with_bar
            self._least_with_bar = min(self._least_with_bar, least)
        self.setVerticalScrollBarPolicy(shown if wanted else hidden)
        self._inside.setMinimumHeight(least if wanted else 0)


class Wrapping(QLayout):
    """Widgets beside each other, each as wide as it wants to be, in as many rows as it takes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setSpacing(8)

    def addItem(self, item: QLayoutItem) -> None:  # noqa: N802  # Qt's name
        """Add what stands last."""
        self._items.append(item)

    def count(self) -> int:
        """Return how many there are."""
        return len(self._items)

    def itemAt(self, place: int) -> QLayoutItem | None:  # noqa: N802  # Qt's name
        """Return what stands at a place, None beyond the last."""
        return self._items[place] if 0 <= place < len(self._items) else None

    def takeAt(self, place: int) -> QLayoutItem | None:  # noqa: N802  # Qt's name
        """Take away what stands at a place."""
        return self._items.pop(place) if 0 <= place < len(self._items) else None

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """Tell that there may be several rows."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Return the height of the rows in a width."""
        return self._placed(QRect(0, 0, width, 0), move=False)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return what one row takes."""
        sizes = [item.sizeHint() for item in self._shown()]
        wide = sum(one.width() for one in sizes) + self.spacing() * max(len(sizes) - 1, 0)
        high = max((one.height() for one in sizes), default=0)
        return QSize(wide, high).grownBy(self.contentsMargins())

    def minimumSize(self) -> QSize:  # noqa: N802  # Qt's name
        """Return what the widest takes."""
        least = QSize()
        for item in self._shown():
            least = least.expandedTo(item.minimumSize())
        return least.grownBy(self.contentsMargins())

    def setGeometry(self, place: QRect) -> None:  # noqa: N802  # Qt's name
        """Place all of them."""
        super().setGeometry(place)
        self._placed(place, move=True)

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _placed(self, place: QRect, *, move: bool) -> int:
        inside = place.marginsRemoved(self.contentsMargins())
        at, high = QPoint(inside.topLeft()), 0
        for item in self._shown():
            size = item.sizeHint()
            if at.x() > inside.x() and at.x() + size.width() > inside.x() + inside.width():
                at = QPoint(inside.x(), at.y() + high + self.spacing())
                high = 0
            if move:
                item.setGeometry(QRect(at, QSize(min(size.width(), inside.width()), size.height())))
            at.setX(at.x() + size.width() + self.spacing())
            high = max(high, size.height())
        return at.y() + high - inside.y() + place.height() - inside.height()
