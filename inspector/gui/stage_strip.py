"""The strip of a door's lenses: the stages in the order of a prompt, or the halves of a switch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLabel,
    QMenu,
    QSizePolicy,
    QWidget,
)

from inspector.gui.boxes import HBox, empty, grown, with_name
from inspector.gui.lenses import LensRecord
from inspector.gui.one_line_buttons import LabelPart, PartsButton
from inspector.language import tr
from inspector.stage import Door

_ROOMY = 740  # pixels of the window's height, below which there is no row to spare


class StageStrip(QFrame):
    """Shows the lenses of one door, and which of them is in front.

    A stage says its tokens in and out where it has a result; one that the session has no input for
    is grey and says what it would take. A low window folds all of it into one button with a menu,
    ``folded``, which stands beside the doors.

    Object names: ``stages``, ``stage.<id>`` for each button, ``stages.folded``.
    """

    chosen = Signal(str)
    """Somebody wants this lens."""

    def __init__(self, records: Sequence[LensRecord], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        with_name(self, "stages", tr("Stages"), role="bar-bottom-line")
        self.setMinimumWidth(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._records = {record.id: record for record in records}
        self._buttons: dict[str, PartsButton] = {}
        self._arrows: dict[str, QLabel] = {}
        self._tokens: dict[str, str] = {}
        self._filled: Sequence[str] = ()
        self._current = ""
        self._compact = self._away = False
        self._group = QButtonGroup(self)
        self.folded = with_name(PartsButton(), "stages.folded", role="chip")
        self._menu = QMenu(self.folded)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.folded.setMenu(self._menu)
        row = HBox(self, margins=(8, 0, 8, 0), spacing=4)
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        for record in records:
            if record.door is Door.INSPECT and self._arrows.keys() | self._buttons.keys():
                self._arrows[record.id] = arrow = QLabel("←" if mirrored else "→", self)
                arrow.setProperty("role", "muted")
                row.addWidget(arrow)
            row.addWidget(self._button(record))
        row.addStretch(1)
        self._show()

    def _button(self, record: LensRecord) -> PartsButton:
        button = with_name(PartsButton(self), f"stage.{record.id}", role="stage")
        button.setCheckable(True)
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        button.clicked.connect(lambda: self.chosen.emit(record.id))
        self._group.addButton(button)
        self._buttons[record.id] = button
        return button

    def show_lens(self, lens: str | None) -> None:
        """Show the lenses beside this one; None shows nothing."""
        self._current = lens or ""
        if lens in self._buttons:
            self._buttons[lens].setChecked(True)
        self._show()

    def show_tokens(self, lens: str, tokens: str) -> None:
        """Say the tokens of a lens's newest result, "" where there is none."""
        if self._tokens.get(lens, "") != tokens:
            self._tokens[lens] = tokens
            self._show()

    def show_filled(self, lenses: Sequence[str]) -> None:
        """Take which lenses there is input for, by their ids."""
        if self._filled != lenses:
            self._filled = lenses
            self._show()

    def forget(self) -> None:
        """Forget the results of a session that is not open any more."""
        self._tokens.clear()
        self._show()

    def set_away(self, *, away: bool) -> None:
        """Be seen, or not for as long as something is presented."""
        self._away = away
        self._show()

    def _beside(self) -> list[LensRecord]:
        current = self._records.get(self._current)
        if current is None:
            return []
        return [one for one in self._records.values() if one.door is current.door]

    def _show(self) -> None:
        beside = self._beside()
        for lens, button in self._buttons.items():
            record = self._records[lens]
            button.setVisible(record in beside)
            if record in beside:
                self._show_button(button, record)
        for lens, arrow in self._arrows.items():
            arrow.setVisible(self._records[lens] in beside)
        is_there = len(beside) > 1 and not self._away
        self.setVisible(is_there and not self._compact)
        self.folded.setVisible(is_there and self._compact)
        if is_there:
            current = self._records[self._current]
            said = LabelPart(self._said(current), quiet=True)
            self.folded.show_parts(LabelPart(current.title), said)

    def _show_button(self, button: PartsButton, record: LensRecord) -> None:
        said = self._said(record)
        is_grey = bool(record.needs) and record.id not in self._filled
        title = LabelPart(record.title, quiet=is_grey and record.id != self._current)
        button.show_parts(title, LabelPart(said, quiet=True), stacked=True)
        button.setToolTip(f"{said}\n{record.tip}" if said else record.tip)

    def _said(self, record: LensRecord) -> str:
        if not record.needs:
            return ""
        if record.id not in self._filled:
            return record.needs
        return self._tokens.get(record.id) or tr("no result yet")

    def _fill_menu(self) -> None:
        empty(self._menu)
        for record in self._beside():
            said = self._said(record)
            title = f"{record.title}: {said}" if said else record.title
            action = self._menu.addAction(title.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(record.id == self._current)
            action.triggered.connect(partial(self.chosen.emit, record.id))

    # Room --------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Be as high as the buttons, and as wide as the window."""
        return QSize(0, super().sizeHint().height())

    def fold(self) -> None:
        """Take a row of the window's height where there is enough of it."""
        compact = self.window().height() < grown(_ROOMY)
        if compact is not self._compact:
            self._compact = compact
            self._show()
