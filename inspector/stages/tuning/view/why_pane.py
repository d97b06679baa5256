"""The right column: what the value looked at leads to, or what would change a subject's fate."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from inspector.analysis.tuning.runs import ItemThresholds, key_of
from inspector.analysis.tuning.sweep import Sweep
from inspector.core.injection.report import InjectionReport
from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.injection.why import why_injection
from inspector.stages.tuning.readout import why_value
from inspector.stages.tuning.sentences import threshold_lines

_TITLES = {"remedies": tr("What changes"), "arithmetic": tr("Numbers")}


class TuningWhy(ExplanationPane):
    """Explains the subject that is selected, else the value that is looked at."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles=_TITLES)
        self._sweep: Sweep | None = None
        self._value: tuple[float, InjectionReport] | None = None
        self._thresholds: ItemThresholds | None = None

    def set_sweep(self, sweep: Sweep) -> None:
        """Explain by another sweep from now on."""
        if self._sweep is None or self._sweep.report is not sweep.report:
            self._thresholds = None
        self._sweep = sweep
        self._value = (sweep.current, sweep.report)
        self._show()

    def forget(self) -> None:
        """Explain nothing until there is another sweep."""
        self._sweep = self._value = self._thresholds = None
        self._show()

    def set_value(self, value: float, report: InjectionReport) -> None:
        """Explain a value; ``report`` is the core's own there."""
        self._value = (value, report)
        self._show()

    def set_thresholds(self, found: ItemThresholds | None) -> None:
        """Say what would change the fate of the subject that is selected."""
        self._thresholds = found
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        sweep = self._sweep
        if sweep is None or self._value is None:
            return None
        about = why_injection(sweep.report, self._subject) if self._subject else None
        if about is None:
            return why_value(sweep, *self._value), ""
        found = self._thresholds
        known = found is not None and key_of(sweep.report, found.item) == self._subject
        lines = tuple(threshold_lines(found)) if found is not None and known else ()
        waiting = (
            tr("Working out what would change it …") if not known else tr("Nothing on any axis.")
        )
        return replace(about, remedies=lines or (waiting,), passages=()), ""
