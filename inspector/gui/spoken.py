"""What charts that paint themselves tell a screen reader, which sees an object in each part.

The description of a chart is its whole in words, then the part that is selected, then the keys.
A part that somebody goes to is also said at once.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QWidget

from inspector.gui.chart_objects import ChartObject

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
