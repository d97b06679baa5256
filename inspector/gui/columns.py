"""Three columns side by side: inputs, the middle, and *Why*."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QSplitter, QSplitterHandle, QWidget

from inspector.gui.boxes import grown
from inspector.language import tr

_WIDTHS = (280, 830, 336)
_ROOMY = 1200  # pixels; in less the outer columns give way along with the middle
_LEAST = (260, 320, 264)
_LEAST_GROWS = 1.34  # at most: with larger texts the middle would have too little
_THREE = 940  # pixels at 100 %; in less the inputs are folded away, for the others to be read
_LINE, _FOLDED = 1, 12  # pixels of a divider, and of one with a column folded away beside it


class ThreeColumns(QSplitter):
    """The layout of a lens. Each outer column can be folded away; the middle takes what is left.

    Object names: ``columns.inputs``, ``columns.middle``, ``columns.why``.
    """

    chosen_from = False
    """Whether the first column is what somebody chooses from: it is then not the one to fold."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("columns")
        self.setHandleWidth(_LINE)
        self.setChildrenCollapsible(True)
        self._arranged = False  # by somebody; until then the columns follow the window's width
        self.splitterMoved.connect(self._keep_moved)

    def hold(self, inputs: QWidget, middle: QWidget, why: QWidget) -> None:
        """Show these columns. Who makes them with this as their parent has them styled once."""
        self.inputs, self.why = inputs, why
        for name, content in zip(("inputs", "middle", "why"), (inputs, middle, why), strict=True):
            content.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
            if not content.objectName():
                content.setObjectName(f"columns.{name}")
            self.addWidget(content)
        # Qt puts each new one below the others, and screen readers read from the lowest up.
        handles = [self.handle(place) for place in range(self.count())]
        for part in (inputs, middle, why, *handles):
            part.raise_()
        self._limit()
        self.setCollapsible(1, False)  # noqa: FBT003  # Qt's
        self.setStretchFactor(1, 1)
        self.setSizes(_WIDTHS)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802  # Qt's name
        """Make a divider."""
        return _Divider(self.orientation(), self)

    def toggle(self, outer: int) -> None:
        """Fold an outer column away, or open it again; the middle makes room first."""
        sizes = self.sizes()
        if sizes[outer]:
            sizes[1] += sizes[outer]
            sizes[outer] = 0
        else:
            sizes[outer] = wanted = grown(_WIDTHS[outer])
            for other, least in ((1, grown(_LEAST[1])), (2 - outer, 0)):
                given = max(min(wanted, sizes[other] - least), 0)
                sizes[other] -= given
                wanted -= given
        self.setSizes(sizes)
        self._keep(2 - outer)

    def is_open(self, outer: int) -> bool:
        """Whether an outer column can be seen."""
        return bool(self.sizes()[outer])

    def view_state(self) -> list[int]:
        """Return the widths that somebody gave, in pixels, for ``restore``; [] for none."""
        return self.sizes() if self._arranged else []

    def restore(self, saved: Any) -> None:
        """Take widths that were saved, if that is what they are."""
        if (
            isinstance(saved, Sequence)
            and len(saved) == len(_WIDTHS)
            and all(isinstance(width, int) and width >= 0 for width in saved)
            and saved[1] > 0
        ):
            self.setSizes(list(saved))
            self._keep()

    def _keep(self, giving: int = 0) -> None:
        """Keep the widths as somebody's; ``giving`` is the column that gives way if one has to."""
        self._arranged = True
        self._give_way(giving)
        self._widen(self.sizes())

    def _keep_moved(self, _position: int, divider: int) -> None:
        """Keep what somebody dragged; the column on the other side gives way."""
        self._keep(2 if divider == 1 else 0)

    def _give_way(self, outer: int) -> None:
        """Fold an outer column away where both would leave the middle less than it can be read in.

        With large texts that is more than the middle asks for by itself.
        """
        sizes = self.sizes()
        if sizes[0] and sizes[2] and sizes[1] < grown(_LEAST[1]):
            sizes[1] += sizes[outer]
            sizes[outer] = 0
            self.setSizes(sizes)

    def _widen(self, sizes: Sequence[int]) -> None:
        """Give dividers the room for the sign that a column is folded away, where one is."""
        for place, outer, column in ((1, 0, self.inputs), (2, 2, self.why)):
            divider = self.handle(place)
            assert isinstance(divider, _Divider)
            is_folded = not sizes[outer] and not column.isHidden()
            divider.show_folded(outer if is_folded else None)
        self.setHandleWidth(_LINE if sizes[0] and sizes[2] else grown(_FOLDED))
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Ask for no room for a column that is folded away, or will be where there is little."""
        hint = super().minimumSizeHint()
        if self.count() < len(_WIDTHS):
            return hint
        by_itself = [1, 1, 0] if self.chosen_from else [0, 1, 1]
        sizes = self.sizes() if self._arranged else by_itself
        outer = ((sizes[0], self.inputs), (sizes[2], self.why))
        spared = sum(one.minimumWidth() for size, one in outer if not size and not one.isHidden())
        return QSize(hint.width() - spared, hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width among the columns, unless somebody has."""
        super().resizeEvent(event)
        self._share(event.size().width())
        if self._arranged:
            self._keep()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        """Share the width anew when texts have another size."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._limit()
            self._share(self.width())
            if self._arranged:
                self._keep()

    def _limit(self) -> None:
        """Let no column get narrower than its texts and fields can be read in."""
        for place in range(self.count()):
            part = self.widget(place)
            assert part is not None
            part.setMinimumWidth(_LEAST[1] if place == 1 else _least(place))

    def _share(self, wide: int) -> None:
        if not self._arranged:
            left, right = (
                max(_least(place), min(grown(_WIDTHS[place]), _WIDTHS[place] * wide // _ROOMY))
                for place in (0, 2)
            )
            if self.chosen_from:  # whole; what gives way to it is Why
                left = max(left, grown(_LEAST[0]))
                if wide - left - right < grown(_LEAST[1]):
                    right = 0
            elif wide < grown(_THREE):
                left, right = 0, max(_least(2), min(grown(_WIDTHS[2]), wide * 2 // 5))
            sizes = [left, max(wide - left - right, 0), right]
            self._widen(sizes)
            self.setSizes(sizes)


def _least(place: int) -> int:
    return min(grown(_LEAST[place]), round(_LEAST[place] * _LEAST_GROWS))


class SplitRows(QSplitter):
    """Parts of a window one below the other, with a line between them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setHandleWidth(_LINE)

    def createHandle(self) -> QSplitterHandle:  # noqa: N802  # Qt's name
        """Make a line that can be dragged."""
        return _Line(self.orientation(), self)


class _Line(QSplitterHandle):
    """Draws itself: under a style sheet for it would stand all that it divides."""

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        colors = self.palette()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.accent() if self.underMouse() else colors.midlight())


class _Divider(QSplitterHandle):
    """A line between two columns. Beside one that is folded away it is a button that opens it."""

    folded: int | None = None  # the place of that column

    def show_folded(self, outer: int | None) -> None:
        """Tell whether the column at a place can be opened here."""
        self.folded = outer
        tip = "" if outer is None else tr("Show inputs") if outer == 0 else tr("Show Why")
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw the line, and a sign where a column is folded away."""
        super().paintEvent(event)
        if self.folded is not None:
            painter = QPainter(self)
            painter.setPen(self.palette().windowText().color())
            sign = "›" if self.folded == 0 else "‹"
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, sign)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Open the column that is folded away; a drag has opened it already."""
        super().mouseReleaseEvent(event)
        columns = self.splitter()
        if self.folded is not None and isinstance(columns, ThreeColumns):
            columns.toggle(self.folded)


def line(parent: QWidget | None = None) -> QFrame:
    """Return a quiet horizontal line."""
    made = QFrame(parent)
    made.setProperty("role", "line")
    made.setFixedHeight(1)
    return made
