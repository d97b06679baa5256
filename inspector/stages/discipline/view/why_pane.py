"""The right column: why the selected part is as it is, or what came of the page as a whole."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.why.explanation_pane import ExplanationPane
from inspector.language import tr
from inspector.present.why import Why
from inspector.session.session import Note
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.why import why_discipline, why_page


class DisciplineWhy(ExplanationPane):
    """Explains what is selected on a page; "" is the page as a whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, titles={"remedies": tr("What would help")})
        self._result: DisciplineResult | None = None
        self._page = ""

    def set_result(self, result: DisciplineResult | None) -> None:
        """Explain by another result from now on."""
        self._result = result
        self._show()

    def set_place(self, page: str, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject, or another page."""
        if page == self._page:
            self.set_subject(subject, notes)
        else:
            self._view.finish()
            self._page = page
            self._turn_to(subject, notes)

    def _found(self) -> tuple[Why, str] | None:
        result = self._result
        if result is None:
            return None
        found = why_discipline(result, self._subject) if self._subject else None
        found = found or why_page(result, self._page)
        return None if found is None else (found, "")
