"""A strip above an older result: what is under way, how far it is, and a button that ends it."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from inspector.analysis.builder_runs import BuildPhase
from inspector.gui.growing import grow
from inspector.language import tr
from inspector.present.builder.summary import phase_text

_PAUSE = 400  # milliseconds; what is done sooner shows no progress


class BusyStrip(QWidget):
    """Object names: ``busy.text``, ``busy.progress``, ``busy.stop``."""

    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("busy")
        self.setProperty("role", "notice")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = QLabel(self)
        self._text.setObjectName("busy.text")
        self._bar = QProgressBar(self)
        self._bar.setObjectName("busy.progress")
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=120)
        self._stop = QPushButton(tr("Cancel"), self)
        self._stop.setObjectName("busy.stop")
        self._stop.setProperty("role", "link")
        self._stop.clicked.connect(self.stop_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.addWidget(self._text, 1)
        row.addWidget(self._bar)
        row.addWidget(self._stop)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.show)
        self.hide()

    def set_busy(self, *, busy: bool) -> None:
        """Show, after a moment, that something is under way, or no longer."""
        if busy:
            self._text.setText(tr("Building …"))
            self._bar.setMaximum(0)
            self._pause.start()
        else:
            self._pause.stop()
            self.hide()

    def show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        """Say how far it is."""
        self._text.setText(phase_text(phase, done, total))
        self._bar.setMaximum(total)
        self._bar.setValue(done)
