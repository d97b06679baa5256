"""The right column: why a piece is where it is, or what was decided about the whole."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from inspector.core.assembly import Assembly
from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.stages.assembly.names import LENS_TITLES
from inspector.stages.assembly.why import WHOLE, lens_of, why_assembly


class AssemblyWhy(ExplanationPane):
    """Explains what is selected in an assembly; "" is what was decided about the whole."""

    lens_asked = Signal(str)
    """The subject whose deciding lens somebody wants to see."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._assembly: Assembly | None = None
        self._view.link_asked.connect(self.lens_asked)

    def set_assembly(self, assembly: Assembly | None) -> None:
        """Explain by another assembly from now on."""
        self._assembly = assembly
        self._show()

    def _found(self) -> tuple[Why, str] | None:
        assembly = self._assembly
        if assembly is None:
            return None
        found = why_assembly(assembly, self._subject) or why_assembly(assembly, WHOLE)
        if found is None:
            return None
        lens, _ = lens_of(assembly, found.key)
        return found, tr("Show it in {lens_titles}", lens_titles=LENS_TITLES[lens]) if lens else ""
