"""What the middle shows while there is no result: an invitation, or how far the first run is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from inspector.analysis.builder_runs import BuildPhase
from inspector.gui.fonts import FontRole
from inspector.gui.growing import grow
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.builder.summary import phase_text

_WIDE = 360  # pixels


class WaitingPage(QWidget):
    """Object names: ``waiting.title``, ``.text``, ``.choose``, ``.progress``, ``.stop``."""

    choose_asked = Signal()
    run_asked = Signal()
    stop_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        self._title.setObjectName("waiting.title")
        self._title.setFont(theme.font(FontRole.TITLE))
        self._title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text = QLabel(self)
        self._text.setObjectName("waiting.text")
        self._text.setProperty("role", "muted")
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar(self)
        self._bar.setObjectName("waiting.progress")
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=_WIDE)
        self._choose = QPushButton(tr("Choose a project folder…"), self)
        self._choose.setObjectName("waiting.choose")
        self._choose.setProperty("role", "primary")
        self._run = QPushButton(tr("Index the project"), self)
        self._run.setObjectName("waiting.run")
        self._stop = QPushButton(tr("Cancel"), self)
        self._stop.setObjectName("waiting.stop")
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.addStretch(2)
        layout.addWidget(self._title)
        layout.addWidget(self._text)
        for widget in (self._bar, self._choose, self._run, self._stop):
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(widget)
            row.addStretch(1)
            layout.addLayout(row)
        layout.addStretch(3)
        self._choose.clicked.connect(self.choose_asked)
        self._run.clicked.connect(self.run_asked)
        self._stop.clicked.connect(self.stop_asked)
        self.invite("")

    def invite(self, problem: str, *, stopped: bool = False) -> None:
        """Ask for a folder; ``problem`` says what is wrong with the one there is."""
        title = (
            tr("Cancelled")
            if stopped
            else tr("No project is open")
            if not problem
            else tr("No bundle")
        )
        self._title.setText(title)
        self._text.setText(
            tr("The project was not indexed.")
            if stopped
            else problem
            or tr(
                "Choose or drop the folder of a project to see what one call may see of it,"
                " and why."
            )
        )
        self._show(busy=False, stopped=stopped)

    def show_progress(self, phase: BuildPhase, done: int, total: int) -> None:
        """Say how far a run is."""
        self._title.setText(tr("Building the bundle"))
        self._text.setText(phase_text(phase, done, total))
        self._bar.setMaximum(total)
        self._bar.setValue(done)
        self._show(busy=True, stopped=False)

    def _show(self, *, busy: bool, stopped: bool) -> None:
        self._bar.setVisible(busy)
        self._stop.setVisible(busy)
        self._choose.setVisible(not busy)
        self._run.setVisible(stopped)
