"""The right column: why a piece is where it is, or what was decided about the whole."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from inspector.core.assembly import Assembly
from inspector.gui.theme import Theme
from inspector.gui.views.why.why_view import WhyView
from inspector.present.assembly.names import LENS_TITLES
from inspector.present.assembly.why import WHOLE, lens_of, why_assembly
from inspector.present.injection.why import Why
from inspector.session.session import Note


class AssemblyWhy(QScrollArea):
    """Explains what is selected in an assembly."""

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    lens_asked = Signal(str)
    """The subject whose deciding lens somebody wants to see."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("why.pane")
        self.setAccessibleName("Why")
        self.setProperty("role", "pane")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._assembly: Assembly | None = None
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
        self._view.link_asked.connect(self.lens_asked)

    @property
    def why(self) -> Why | None:
        """What is explained."""
        return self._view.why

    def set_assembly(self, assembly: Assembly | None) -> None:
        """Explain by another assembly from now on."""
        self._assembly = assembly
        self._show()

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows what was decided about the whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._view.finish()
            self._subject, self._notes = subject, notes
            self._show()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._view.refresh_colors()

    def _show(self) -> None:
        assembly = self._assembly
        self._view.setVisible(assembly is not None)
        if assembly is None:
            return
        found = why_assembly(assembly, self._subject) or why_assembly(assembly, WHOLE)
        if found is None:
            return
        lens, _ = lens_of(assembly, found.key)
        link = f"Show it in {LENS_TITLES[lens]}" if lens else ""
        notes = {note.subject: note.text for note in self._notes}
        self._view.show_why(found, notes.get(found.subject, ""), link)
