"""How far work in the background is, and a way to stop it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget

from inspector.gui.boxes import Row, with_name
from inspector.gui.growing import grow
from inspector.language import tr


class WorkProgress(QWidget):
    """Out of sight while nothing is done. Object names: ``{name}.progress``, ``{name}.stop``."""

    stop_asked = Signal()

    def __init__(self, name: str, tip: str, parent: QWidget) -> None:
        """``tip`` says what stopping does."""
        super().__init__(parent)
        self._bar = with_name(QProgressBar(self), f"{name}.progress", tr("Progress"))
        grow(self._bar, fixedWidth=120)
        self._bar.setTextVisible(False)
        stop = with_name(QPushButton(tr("Stop"), self), f"{name}.stop", tip=tip)
        stop.clicked.connect(self.stop_asked)
        row = Row(self, spacing=8)
        row.addStretch(1)  # beside nothing else, too, the button is no wider than its word
        row.hold(self._bar, stop)
        self.hide()

    def show_progress(self, done: int, total: int, *, busy: bool) -> None:
        """Say how far it is; a total of 0 is unknown."""
        self.setVisible(busy)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
