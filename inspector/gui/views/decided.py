"""What was decided about the whole: above its chart, or as a sentence with a button to do it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from inspector.gui.boxes import Column, Margins, Row, text_label
from inspector.gui.one_line_buttons import OneLineButton
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Beside, Wrapping
from inspector.gui.views.why.explanation_pane import scrolled
from inspector.gui.views.why.why_view import VerdictChip
from inspector.language import tr

_AROUND = 20  # pixels above, between and below headline and chart


class VerdictPanel(QWidget):
    """Object names: ``chart.verdict``, ``chart.headline``, ``chart.old``, ``chart.scroll``."""

    whole_asked = Signal()
    """Somebody wants to see what was decided about the whole."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip = VerdictChip("chart.verdict", theme, self)
        self._headline = OneLineButton("", self)
        self._headline.setObjectName("chart.headline")
        self._headline.setProperty("role", "link")
        self._headline.setFont(theme.font(FontRole.STRONG))
        self._headline.setToolTip(tr("Explain what was decided about the whole"))
        self._headline.clicked.connect(self.whole_asked)
        self._old = QLabel(tr("older result"), self)
        self._old.setObjectName("chart.old")
        self._old.setProperty("role", "chip-warning")
        self._old.hide()
        self.setMinimumHeight(120)

    def _lay_out(self, chart: QWidget, *beside: QWidget, left: int = 0) -> None:
        """Put the chart, ``left`` pixels in, below the headline that ``beside`` stand beside."""
        told, tools = QWidget(self), QWidget(self)
        for part, widgets in ((told, (self._chip, self._headline, self._old)), (tools, beside)):
            line = Row(part, spacing=4).hold(*widgets)
            if part is told:
                line.addStretch(1)
        tools.setVisible(bool(beside))
        row = Column(margins=(8, 0, 8, 0)).hold(Beside(told, tools, self))
        scroll = scrolled("chart.scroll", chart, (left, 0, 0, 0))
        Column(self, margins=(4, 8, 4, 4), spacing=4).hold(row, (scroll, 1))

    def _around(self, chart: int) -> int:
        """Return the height in pixels that shows all of a chart of this height."""
        return chart + self._headline.sizeHint().height() + _AROUND

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
        self._said = text_label(names[0], self, font=theme.font(FontRole.TITLE))
        self._detail = text_label(names[1], self, font=theme.font(FontRole.SMALL), role="muted")
        for label in (self._said, self._detail):
            label.setMinimumWidth(1)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        Column(self, margins=margins, spacing=2).hold(self._said, self._detail)
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
        self._apply = QPushButton(self)
        self._apply.setObjectName("decision.apply")
        self._apply.clicked.connect(self.apply_asked)
        self._keep = QPushButton(self)
        self._keep.setObjectName("decision.keep")
        self._keep.clicked.connect(self.keep_asked)
        self._save = QPushButton(tr("Save policy…"), self)
        self._save.setObjectName("decision.save")
        self._save.clicked.connect(self.save_asked)
        buttons = QWidget(self)
        row = Wrapping(buttons)
        for button in (self._apply, self._keep, self._save):
            row.addWidget(button)
        Column(self, margins=(2, 4, 2, 4)).hold(Beside(self._lines, buttons, self, least=_LEAST))
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
