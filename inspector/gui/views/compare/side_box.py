"""One side of a comparison: what it is, and a file or a recorded run where it is one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.compare.recorded import RecordedRun
from inspector.language import tr


class Side(StrEnum):
    """What a side may be."""

    BASELINE = "baseline"
    CURRENT = "current"
    FILE = "file"
    RECORDED = "recorded"


_TITLES = {
    Side.BASELINE: tr("Baseline"),
    Side.CURRENT: tr("What is open now"),
    Side.FILE: tr("A file…"),
    Side.RECORDED: tr("A recorded run…"),
}


class SideBox(QWidget):
    """Chooses a side. Widgets are ``{name}``, ``{name}.run`` and ``{name}.told``."""

    chosen = Signal(object)
    """The ``Side`` somebody chose; the same one again, too."""
    run_chosen = Signal(int)
    """The number of a recorded run."""

    def __init__(self, name: str, title: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = QComboBox(self)
        self._kind.setObjectName(name)
        self._kind.setAccessibleName(title)
        self._kind.setAccessibleDescription(title)
        self._run = QComboBox(self)
        self._run.setObjectName(f"{name}.run")
        self._run.setAccessibleName(tr("{title}: recorded run", title=title))
        self._run.setAccessibleDescription(tr("{title}: recorded run", title=title))
        self._run.hide()
        for box in (self._kind, self._run):
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        for side, text in _TITLES.items():
            self._kind.addItem(text, side.value)
        self._told = QLabel(self)
        self._told.setObjectName(f"{name}.told")
        self._told.setProperty("role", "muted")
        self._told.setFont(theme.font(FontRole.SMALL))
        self._told.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self._kind, self._run, self._told):
            layout.addWidget(widget)
        self._kind.activated.connect(
            lambda place: self.chosen.emit(Side(self._kind.itemData(place)))
        )
        self._run.activated.connect(lambda place: self.run_chosen.emit(self._run.itemData(place)))

    def show_side(self, side: Side, told: str) -> None:
        """Show what the side is."""
        self._kind.setCurrentIndex(list(_TITLES).index(side))
        self._run.setVisible(side is Side.RECORDED and self._run.count() > 0)
        self._told.setText(told)
        self._told.setVisible(bool(told))

    def offer(self, runs: Sequence[RecordedRun]) -> None:
        """Offer recorded runs."""
        self._run.clear()
        for run in runs:
            self._run.addItem(run.title, run.number)
