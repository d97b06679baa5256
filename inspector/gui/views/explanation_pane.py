"""What was decided: of one subject in a right column, of the whole above its chart.

The right column is one of the window that scrolls down, never sideways; it is for lenses whose
whole is a subject, too. Of the whole there is a line as well, with a button to do what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from inspector.gui.boxes import STRETCH, HBox, Margins, VBox, grow, text_label, with_name
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Beside, Wrapping
from inspector.gui.views.why_view import VerdictChip, WhyView
from inspector.language import tr
from inspector.present.why import Why
from inspector.session.session import Note

Explain = Callable[[Any, str], tuple[Why, str] | None]
"""Explains a subject of what is shown, "" for the whole; with the text of its link, "" for none."""
_AROUND: Margins = (16, 12, 16, 16)  # pixels: left, above, right, below
_LEAST_HEIGHT = 120  # pixels, for a few lines; less scrolls with what is under them


def scroll_in(area: QScrollArea, name: str, content: QWidget, margins: Margins = _AROUND) -> None:
    """Let an area named ``name`` scroll through ``content``, which keeps the height it wants."""
    inner = QWidget(area)  # the viewport's wrapper would take it along when it goes
    inner.setObjectName("content")
    VBox(inner, margins=margins).hold(content, STRETCH)
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
        explain: Explain = lambda _shown, _subject: None,
        titles: Mapping[str, str] = MappingProxyType({}),
        folded: Collection[str] = (),
        whole: QWidget | None = None,
    ) -> None:
        """``titles`` are other titles for some of the view's sections, ``folded`` those closed.

        ``whole`` is shown where nothing of what there is is explained.
        """
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self._explain = explain
        self._told: Any = None
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self._view = WhyView(theme, self, titles=titles, folded=folded)
        self._whole = whole
        content: QWidget = self._view
        if whole is not None:
            content = QWidget(self)
            VBox(content, spacing=0).hold(whole, self._view)
            whole.hide()
        scroll_in(self, "why.pane", content)
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
        if self._whole is not None:
            shown = found is None and self._told is not None
            if shown is self._whole.isHidden():  # the other begins at its top
                self.verticalScrollBar().setValue(0)
            self._whole.setVisible(shown)
        if found is not None:
            why, link = found
            notes = {note.subject: note.text for note in self._notes}
            self._view.show_why(why, notes.get(why.subject, ""), link)


_AROUND_CHART = 20  # pixels above, between and below headline and chart


class VerdictPanel(QWidget):
    """Object names: ``chart.verdict``, ``chart.headline``, ``chart.old``, ``chart.scroll``."""

    whole_asked = Signal()
    """Somebody wants to see what was decided about the whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = VerdictChip("chart.verdict", theme, self)
        self._headline = with_name(
            OneLineButton("", self),
            "chart.headline",
            tip=tr("Explain what was decided about the whole"),
            role="link",
            font=theme.font(FontRole.STRONG),
        )
        self._headline.clicked.connect(self.whole_asked)
        old = tr("older result")
        self._old = text_label("chart.old", self, old, wraps=False, role="chip-warning")
        self._old.hide()
        self.setMinimumHeight(120)

    def _lay_out(self, chart: QWidget, *beside: QWidget, left: int = 0) -> None:
        """Put the chart, ``left`` pixels in, below the headline that ``beside`` stand beside."""
        told, tools = QWidget(self), QWidget(self)
        for part, widgets in ((told, (self._chip, self._headline, self._old)), (tools, beside)):
            line = HBox(part, spacing=4).hold(*widgets)
            if part is told:
                line.addStretch(1)
        tools.setVisible(bool(beside))
        row = VBox(margins=(8, 0, 8, 0)).hold(Beside(told, tools, self))
        scroll = scrolled("chart.scroll", chart, (left, 0, 0, 0))
        VBox(self, margins=(4, 8, 4, 4), spacing=4).hold(row, (scroll, 1))

    def _around(self, chart: int) -> int:
        """Return the height in pixels that shows all of a chart of this height."""
        return chart + self._headline.sizeHint().height() + _AROUND_CHART

    def set_old(self, *, is_old: bool) -> None:
        """Say whether a newer input has no result yet."""
        self._old.setVisible(is_old)


class HeadlineLines(QWidget):
    """A result in one sentence, and below it in small letters what goes with it.

    ``names`` are the object names of the two lines.
    """

    def __init__(
        self,
        names: tuple[str, str],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        margins: Margins = (0, 0, 0, 0),
    ) -> None:
        super().__init__(parent)
        title, small = (theme.font(role) for role in (FontRole.TITLE, FontRole.SMALL))
        self._said = text_label(names[0], self, selectable=True, font=title)
        self._detail = text_label(names[1], self, selectable=True, font=small, role="muted")
        for label in (self._said, self._detail):
            label.setMinimumWidth(1)
        VBox(self, margins=margins, spacing=2).hold(self._said, self._detail)
        self.say("")

    def say(self, said: str, detail: str = "") -> None:
        """Say another result; a line without words takes no room."""
        for label, text in ((self._said, said), (self._detail, detail)):
            label.setText(text)
            label.setVisible(bool(text))


_LEAST = 240  # pixels for the sentence beside the buttons


class DecisionLine(QFrame):
    """Object names: ``decision``, ``decision.detail``, ``.apply``, ``.keep``, ``.save``."""

    apply_asked = Signal()
    keep_asked = Signal()
    """Somebody wants to keep what there is instead."""
    save_asked = Signal()
    """Somebody wants a file of what was applied."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self._lines = HeadlineLines(("decision", "decision.detail"), theme, self)
        self._apply = with_name(QPushButton(self), "decision.apply")
        self._apply.clicked.connect(self.apply_asked)
        self._keep = with_name(QPushButton(self), "decision.keep")
        self._keep.clicked.connect(self.keep_asked)
        self._save = with_name(QPushButton(tr("Save policy…"), self), "decision.save")
        self._save.clicked.connect(self.save_asked)
        buttons = QWidget(self)
        row = Wrapping(buttons)
        for button in (self._apply, self._keep, self._save):
            row.addWidget(button)
        VBox(self, margins=(2, 4, 2, 4)).hold(Beside(self._lines, buttons, self, least=_LEAST))
        self.offer_save(offered=False)
        self.show_decision("", "", "")

    def show_decision(self, said: str, detail: str, button: str, keep: str = "") -> None:
        """Say what is best; "" for a button offers nothing, and "" for all takes no room.

        ``keep`` is the button of who decides otherwise.
        """
        self._lines.say(said, detail)
        for one, text in ((self._apply, button), (self._keep, keep)):
            one.setText(text)
            one.setVisible(bool(text))
        self.setVisible(bool(said))

    def offer_save(self, *, offered: bool) -> None:
        """Offer to save the policy, once something of it was applied here: then that comes next."""
        self._save.setVisible(offered)
        for button, is_next in ((self._save, offered), (self._apply, not offered)):
            button.setProperty("role", "primary" if is_next else None)
            self.style().unpolish(button)
            self.style().polish(button)
