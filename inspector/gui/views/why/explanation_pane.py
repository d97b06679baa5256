"""A right column that explains one subject at a time, for lenses whose whole is a subject too."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from inspector.gui.theme import Theme
from inspector.gui.views.why.scrolled import scroll_in
from inspector.gui.views.why.why_view import WhyView
from inspector.language import tr
from inspector.present.injection.why import Why
from inspector.session.session import Note


class ExplanationPane(QScrollArea):
    """Explains what is selected. A lens's own pane says in ``_found`` by what.

    Its object name is ``why.pane``.
    """

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        titles: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``titles`` are other titles for some of the view's sections."""
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self._view = WhyView(theme, titles=titles)
        scroll_in(self, "why.pane", self._view)
        self._view.hide()
        self._view.note_written.connect(self.note_written)

    @property
    def why(self) -> Why | None:
        """What is explained, None while there is nothing to explain."""
        return None if self._view.isHidden() else self._view.why

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._turn_to(subject, notes)

    def finish(self) -> None:
        """Send a note that is being written."""
        self._view.finish()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._view.refresh_colors()

    def _found(self) -> tuple[Why, str] | None:
        """Return the explanation and the text of its link, "" for none; None: nothing to tell."""
        raise NotImplementedError

    def _turn_to(self, subject: str, notes: tuple[Note, ...]) -> None:
        self._view.finish()
        self._subject, self._notes = subject, notes
        self._show()

    def _show(self) -> None:
        found = self._found()
        self._view.setVisible(found is not None)
        if found is not None:
            why, link = found
            notes = {note.subject: note.text for note in self._notes}
            self._view.show_why(why, notes.get(why.subject, ""), link)
