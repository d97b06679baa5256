"""What charts that paint themselves tell a screen reader, which sees one widget in each.

The description of a chart is its whole in words, then the part that is selected, then the keys.
A part that somebody goes to is also said at once.
"""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


class Spoken:
    """The words of one chart."""

    def __init__(self, chart: QWidget, keys: str) -> None:
        self._chart = chart
        self._keys = keys
        self._whole = self._part = ""

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
        if words and self._chart.hasFocus() and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._chart, words))

    def _describe(self) -> None:
        parts = (self._whole, self._part, self._keys)
        self._chart.setAccessibleDescription("\n".join(part for part in parts if part))
