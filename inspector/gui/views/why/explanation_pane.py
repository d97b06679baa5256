"""A right column that explains one subject at a time, for lenses whose whole is a subject too.

A column of the window that scrolls down, never sideways.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from inspector.gui.boxes import STRETCH, Column
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.gui.views.why.why_view import WhyView
from inspector.language import tr
from inspector.present.why import Why
from inspector.session.session import Note

Explain = Callable[[Any, str], tuple[Why, str] | None]
"""Explains a subject of what is shown, "" for the whole; with the text of its link, "" for none."""
Margins = tuple[int, int, int, int]
_AROUND: Margins = (16, 12, 16, 16)  # pixels: left, above, right, below
_LEAST_HEIGHT = 120  # pixels, for a few lines; less scrolls with what is under them


def _nothing(_shown: object, _subject: str) -> None:
    return None


def scroll_in(area: QScrollArea, name: str, content: QWidget, margins: Margins = _AROUND) -> None:
    """Let an area named ``name`` scroll through ``content``, which keeps the height it wants."""
    inner = QWidget(area)  # the viewport's wrapper would take it along when it goes
    inner.setObjectName("content")
    Column(inner, margins=margins).hold(content, STRETCH)
    area.setObjectName(name)
    area.setProperty("role", "pane")
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(inner)


def scrolled(
    name: str, content: QWidget, margins: Margins = _AROUND, title: str = ""
) -> QScrollArea:
    """Return a new area that scrolls through ``content``.

    ``title`` is its accessible name; without one, the keys are for what it scrolls through.
    """
    area = QScrollArea()
    if title:
        area.setAccessibleName(title)
    else:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll_in(area, name, content, margins)
    return area


class ExplanationPane(QScrollArea):
    """Explains what is selected of what is shown, by a function of a stage's ``why``.

    A pane that has more than that says in ``_found`` what it tells. Its object name is
    ``why.pane``.
    """

    link_asked = Signal(str)
    """The key of what is explained, of which somebody wants to see what its link names."""
    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        explain: Explain = _nothing,
        titles: Mapping[str, str] = MappingProxyType({}),
        folded: Collection[str] = (),
    ) -> None:
        """``titles`` are other titles for some of the view's sections, ``folded`` those closed."""
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self._explain = explain
        self._told: Any = None
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self._view = WhyView(theme, self, titles=titles, folded=folded)
        scroll_in(self, "why.pane", self._view)
        grow(self, minimumHeight=_LEAST_HEIGHT)
        self._view.hide()
        self._view.note_written.connect(self.note_written)
        self._view.link_asked.connect(self.link_asked)

    @property
    def why(self) -> Why | None:
        """What is explained, None while there is nothing to explain."""
        return None if self._view.isHidden() else self._view.why

    def explain(self, shown: object) -> None:
        """Explain by another result from now on; None explains nothing."""
        self._told = shown
        self._show()

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._turn_to(subject, notes)

    def finish(self) -> None:
        """Send a note that is being written."""
        self._view.finish()

    def _found(self) -> tuple[Why, str] | None:
        """Return the explanation and the text of its link, "" for none; None: nothing to tell."""
        return None if self._told is None else self._explain(self._told, self._subject)

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
