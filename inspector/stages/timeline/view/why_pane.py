"""The right column: why the selected block or request took what it took, or the whole session."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.timeline.comparison import why_difference
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.why import why_session, why_timeline


class TimelineWhy(ExplanationPane):
    """Explains what is selected in a timeline; "" is the session as a whole."""

    first_asked = Signal(str)
    """The request in which a block was first sent is wanted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._result: TimelineResult | None = None
        self._compared: int | None = None
        self._view.link_asked.connect(lambda _key: self.first_asked.emit(self._link()[1]))

    def set_result(self, result: TimelineResult | None) -> None:
        """Explain by another result from now on."""
        self._result = result
        self._show()

    def compare_with(self, number: int | None) -> None:
        """Explain requests beside this one, from 0, from now on; None explains them alone."""
        self._compared = number
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        result = self._result
        if result is None:
            return None
        beside = why_difference(result, self._compared, self._subject)
        why = beside or why_timeline(result, self._subject) or why_session(result)
        return None if why is None else (why, self._link()[0])

    def _link(self) -> tuple[str, str]:
        """Return what leads on from a block: the request that first sent it."""
        kind, _, rest = self._subject.partition(":")
        number = rest.rpartition(":")[2]
        report = None if self._result is None else self._result.report
        if report is None or kind not in ("block", "fate") or not number.isdecimal():
            return "", ""
        row = next((one for one in report.blocks if one.number == int(number)), None)
        if row is None:
            return "", ""
        said = tr("Go to request {request:,}", request=row.first + 1)
        return said, f"request:{row.first + 1}"
