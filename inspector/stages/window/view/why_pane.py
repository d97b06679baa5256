"""The right column: why the selected chunk is in or out, or the placement as a whole."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.core.window.report import WindowReport
from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.window.chunk_table import rival_of
from inspector.stages.window.names import chunk_key
from inspector.stages.window.why import why_placement, why_window


class WindowWhy(ExplanationPane):
    """Explains what is selected in a placement; "" is the placement as a whole."""

    selected = Signal(str)
    """The subject that somebody went to from an explanation."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._report: WindowReport | None = None
        self._view.link_asked.connect(self._go_to_rival)

    def set_report(self, report: WindowReport | None) -> None:
        """Explain by another report from now on."""
        self._report = report
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        report = self._report
        if report is None:
            return None
        rival = self._rival()
        link = tr("Go to {rival}", rival=rival) if rival else ""
        return why_window(report, self._subject) or why_placement(report), link

    def _rival(self) -> str:
        """Return the id of the chunk that the selected one lost to, "" for none."""
        kind, _, chunk_id = self._subject.partition(":")
        if self._report is None or kind != "chunk":
            return ""
        outcome = self._report.outcome
        rows = (row for row in outcome.selection.dropped if outcome.chunks[row].id == chunk_id)
        row = next(rows, None)
        return "" if row is None else rival_of(outcome, row)

    def _go_to_rival(self, _key: str) -> None:
        rival = self._rival()
        if rival:
            self.selected.emit(chunk_key(rival))
