"""A chart with its parts as objects for assistive technology.

A chart that paints itself is one widget. What is asked for it by a screen reader, and by nobody
else, is a ``ChartObject``: its children are the parts of the chart's geometry. They are made when
they are asked for, so a window that nobody listens to has none.
What such charts tell a screen reader, when they are asked and when they change, is here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Protocol

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QWidget

from inspector.present.drawing import Hit

# What Qt takes for no object; its stubs do not say that there may be none.
_NOTHING: QAccessibleInterface = None  # type: ignore[assignment]
_NO_PART = Hit("", "", 0, 0, 0, 0)
MOST_PARTS = 1_000
"""Parts of one chart that are objects; of more, the table below the chart has the rest."""


class _Parted(Protocol):
    """A geometry that knows its parts. It never changes: other parts are another geometry's."""

    def parts(self) -> Iterator[Hit]: ...


class ChartObject(QAccessibleWidget):
    """A chart, whose children are the parts of the geometry that it shows now.

    The geometry is the chart's ``geometry_now``; one without ``parts`` has no children.
    """

    def __init__(self, chart: QWidget) -> None:
        super().__init__(chart, QAccessible.Role.Chart)
        self._chart = chart
        self._geometry: object = None
        self._parts: tuple[Hit, ...] = ()
        self._objects: list[_PartObject] = []
        made = self._ids = list[int]()
        chart.destroyed.connect(lambda: _forget(made))

    @property
    def parts(self) -> tuple[Hit, ...]:
        """What the chart shows, worked out anew for another geometry."""
        geometry: _Parted | None = getattr(self._chart, "geometry_now", None)
        if geometry is not self._geometry:
            self._geometry = geometry
            found = geometry.parts() if hasattr(geometry, "parts") and geometry else ()
            self._parts = tuple(islice(found, MOST_PARTS))
        return self._parts

    def place_on_screen(self, part: Hit) -> QRect:
        """Return where a part is on the screen."""
        zoom: float = getattr(self._chart, "zoom_now", 1.0)
        left, top = round(part.x * zoom), round(part.y * zoom)
        corner = self._chart.mapToGlobal(QPoint(left, top))
        wide, high = part.width * zoom, part.height * zoom
        return QRect(corner, QSize(max(round(wide), 1), max(round(high), 1)))

    def childCount(self) -> int:  # noqa: N802  # Qt's name
        """Return how many parts there are."""
        return len(self.parts)

    def child(self, index: int) -> QAccessibleInterface:
        """Return a part, None where there is none."""
        if not 0 <= index < len(self.parts):
            return _NOTHING
        while len(self._objects) <= index:
            made = _PartObject(self, self._chart, len(self._objects))
            self._ids.append(QAccessible.registerAccessibleInterface(made))
            self._objects.append(made)
        return self._objects[index]

    def indexOfChild(self, child: QAccessibleInterface) -> int:  # noqa: N802  # Qt's name
        """Return the place of a part, -1 for what is none."""
        return child.place if isinstance(child, _PartObject) and child in self._objects else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface:  # noqa: N802  # Qt's name
        """Return the part at a point of the screen, the one drawn last where several are."""
        for place in reversed(range(len(self.parts))):
            if self.place_on_screen(self.parts[place]).contains(x, y):
                return self.child(place)
        return _NOTHING


class _PartObject(QAccessibleInterface):
    """The part at a place in a chart, whatever is at that place now."""

    def __init__(self, parts: ChartObject, chart: QWidget, place: int) -> None:
        super().__init__()
        self._parts, self._chart, self.place = parts, chart, place

    @property
    def _part(self) -> Hit:
        found = self._parts.parts if shiboken6.isValid(self._chart) else ()
        return found[self.place] if self.place < len(found) else _NO_PART

    def isValid(self) -> bool:  # noqa: N802  # Qt's name
        """Whether the chart has such a part now."""
        return self._part is not _NO_PART

    def object(self) -> QObject:
        """Return nothing: a part is no object of Qt."""
        return None  # type: ignore[return-value]

    def window(self) -> QWindow:
        """Return the window that the chart is in."""
        return self._chart.window().windowHandle()

    def relations(self, match: Any = None) -> list[Any]:  # noqa: ARG002  # Qt's
        """Return nothing: parts are related to nothing else."""
        return []

    def parent(self) -> QAccessibleInterface:
        """Return the chart."""
        return QAccessible.queryAccessibleInterface(self._chart)

    def child(self, _index: int) -> QAccessibleInterface:
        """Return nothing: a part is not divided."""
        return _NOTHING

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface:  # noqa: N802  # Qt's name
        """Return nothing: a part is not divided."""
        return _NOTHING

    def childCount(self) -> int:  # noqa: N802  # Qt's name
        """Return 0: a part is not divided."""
        return 0

    def indexOfChild(self, _child: QAccessibleInterface) -> int:  # noqa: N802  # Qt's name
        """Return that it is no child."""
        return -1

    def text(self, kind: QAccessible.Text) -> str:
        """Return the part in words, on one line."""
        return ", ".join(self._part.tip.splitlines()) if kind is QAccessible.Text.Name else ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:  # noqa: N802  # Qt's name
        """Do nothing: parts are called what they are."""

    def rect(self) -> QRect:
        """Return where it is on the screen."""
        return self._parts.place_on_screen(self._part) if self.isValid() else QRect()

    def role(self) -> QAccessible.Role:
        """Return that it is one of a list."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return whether it is in sight."""
        state = QAccessible.State()
        state.readOnly = True
        state.invisible = not self.isValid() or not self._chart.isVisible()
        return state


def _forget(ids: list[int]) -> None:
    """Let the parts of a chart go that is no more."""
    for one in ids:
        QAccessible.deleteAccessibleInterface(one)
    ids.clear()


_IS_CHART = "inspector-chart"  # property of a widget
_KNOWN = "inspector-charts-known"  # property of the application


def is_chart(widget: QWidget) -> bool:
    """Whether a widget paints a chart itself."""
    return bool(widget.property(_IS_CHART))


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader say something, if one listens."""
    if words and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


def make_charts_known(app: QApplication) -> None:
    """Let screen readers take charts for charts. Doing it again changes nothing."""
    if not app.property(_KNOWN):
        app.setProperty(_KNOWN, True)  # noqa: FBT003  # Qt's
        QAccessible.installFactory(_interface_of)


def _interface_of(_kind: str, one: QObject) -> QAccessibleInterface | None:
    """Return what stands for a chart; for everything else Qt knows better."""
    return ChartObject(one) if isinstance(one, QWidget) and is_chart(one) else None


class Spoken:
    """The words of one chart."""

    def __init__(self, chart: QWidget, keys: str) -> None:
        self._chart = chart
        self._keys = keys
        self._whole = self._part = ""
        # Numbers grow to the right in every language, and so do the labels drawn beside them.
        chart.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        chart.setProperty(_IS_CHART, True)  # noqa: FBT003  # Qt's
        # While it is being made, Qt may have asked already.
        known = QAccessible.queryAccessibleInterface(chart) if QAccessible.isActive() else None
        if known is not None:
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(known))
        self._describe()

    def set_whole(self, words: str) -> None:
        """Describe what the chart shows."""
        self._whole = words
        self._describe()

    def set_part(self, words: str) -> None:
        """Describe what is selected, "" for nothing; it is said where the keyboard is."""
        if words == self._part:
            return
        self._part = words
        self._describe()
        if self._chart.hasFocus():
            announce(self._chart, words)

    def _describe(self) -> None:
        parts = (self._whole, self._part, self._keys)
        self._chart.setAccessibleDescription("\n".join(part for part in parts if part))
