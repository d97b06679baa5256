"""The right column: why the selected chunk is in or out, or the placement as a whole."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from inspector.core.window.report import WindowReport
from inspector.gui.theme import Theme
from inspector.gui.views.why.why_view import WhyView
from inspector.present.injection.why import Why
from inspector.present.window.chunk_table import rival_of
from inspector.present.window.names import chunk_key
from inspector.present.window.why import why_placement, why_window
from inspector.session.session import Note


class WindowWhy(QScrollArea):
    """Explains what is selected in a placement."""

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    selected = Signal(str)
    """The subject that somebody went to from an explanation."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("why.pane")
        self.setAccessibleName("Why")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._report: WindowReport | None = None
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self._view = WhyView(theme)
        inner = QWidget()
        inner.setObjectName("content")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.addWidget(self._view)
        layout.addStretch(1)
        self.setWidget(inner)
        self._view.hide()
        self._view.note_written.connect(self.note_written)
        self._view.link_asked.connect(self._go_to_rival)

    @property
    def why(self) -> Why | None:
        """What is explained."""
        return self._view.why

    def set_report(self, report: WindowReport | None) -> None:
        """Explain by another report from now on."""
        self._report = report
        self._show()

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the placement as a whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._view.finish()
            self._subject, self._notes = subject, notes
            self._show()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._view.refresh_colors()

    def _show(self) -> None:
        report = self._report
        self._view.setVisible(report is not None)
        if report is None:
            return
        found = why_window(report, self._subject) or why_placement(report)
        notes = {note.subject: note.text for note in self._notes}
        rival = self._rival()
        link = f"Go to {rival}" if rival else ""
        self._view.show_why(found, notes.get(found.subject, ""), link)

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
