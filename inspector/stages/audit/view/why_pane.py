"""The right column: why a finding is one, what the replay has instead, or what it comes to."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.why import WHOLE, WHY_NOTHING, why_audit

_TITLES = {"remedies": tr("What to look at"), "help": tr("What this means")}


class AuditWhy(ExplanationPane):
    """Explains what is selected in an audit; "" is the audit as a whole."""

    lens_asked = Signal(str)
    """The subject that somebody wants to see in the Injection lens."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles=_TITLES)
        self._audited: AuditView | None = None
        self._view.link_asked.connect(self.lens_asked)

    def set_view(self, view: AuditView | None) -> None:
        """Explain by another audit from now on."""
        self._audited = view
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        view = self._audited
        if view is None:
            return None
        if view.audit is None:
            return WHY_NOTHING, ""
        found = why_audit(view.audit, view.findings, self._subject)
        found = found or why_audit(view.audit, view.findings, WHOLE)
        if found is None:
            return None
        replayed = view.audit.replay is not None and found.key.startswith("card:")
        return found, tr("Show it in Injection") if replayed else ""
