"""The right column: why the selected part is as it is, or what came of the page as a whole."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from inspector.analysis.discipline_runs import DisciplineResult
from inspector.gui.theme import Theme
from inspector.gui.views.why.why_view import WhyView
from inspector.present.discipline.why import why_discipline, why_page
from inspector.present.injection.why import Why
from inspector.session.session import Note


class DisciplineWhy(QScrollArea):
    """Explains what is selected."""

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("why.pane")
        self.setAccessibleName("Why")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._result: DisciplineResult | None = None
        self._subject = ""
        self._page = ""
        self._notes: tuple[Note, ...] = ()
        self._view = WhyView(theme, titles={"remedies": "What would help"})
        inner = QWidget()
        inner.setObjectName("content")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.addWidget(self._view)
        layout.addStretch(1)
        self.setWidget(inner)
        self._view.hide()
        self._view.note_written.connect(self.note_written)

    @property
    def why(self) -> Why | None:
        """What is explained."""
        return None if self._view.isHidden() else self._view.why

    def set_result(self, result: DisciplineResult) -> None:
        """Explain by another result from now on."""
        self._result = result
        self._show()

    def set_subject(self, page: str, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the page as a whole."""
        if (page, subject, notes) != (self._page, self._subject, self._notes):
            self._view.finish()
            self._page, self._subject, self._notes = page, subject, notes
            self._show()

    def finish(self) -> None:
        """Send a note that is being written."""
        self._view.finish()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._view.refresh_colors()

    def _show(self) -> None:
        result = self._result
        found = None
        if result is not None:
            found = why_discipline(result, self._subject) if self._subject else None
            found = found or why_page(result, self._page)
        self._view.setVisible(found is not None)
        if found is not None:
            notes = {note.subject: note.text for note in self._notes}
            self._view.show_why(found, notes.get(found.subject, ""))
