"""The line below everything: what the lens has to say, whether it is old, and what is under way."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from inspector.gui.growing import grow
from inspector.gui.one_line import OneLineLabel
from inspector.gui.spoken import announce
from inspector.language import tr

PAUSE_BEFORE_PROGRESS = 400  # milliseconds; what is done sooner shows no progress


class StatusLine(QWidget):
    """Object names: ``status.text``, ``status.old``, ``status.task``, ``status.progress``,
    ``status.stop``.
    """

    stopped = Signal()
    """Somebody wants what is under way to end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setProperty("role", "bar-top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._old = self._label("status.old", "chip-warning")
        self._old.setText(tr("Older result"))
        self._old.setToolTip(
            tr("The newest input has a problem. What is shown was made from the input before it.")
        )
        self._text = OneLineLabel("status.text", self)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._task = self._label("status.task", "muted")
        self._bar = QProgressBar(self)
        self._bar.setObjectName("status.progress")
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=120)
        self._stop = QPushButton(tr("Stop"), self)
        self._stop.setObjectName("status.stop")
        self._stop.setProperty("role", "link")
        self._stop.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.setSpacing(8)
        row.addWidget(self._old)
        row.addWidget(self._text, 1)
        for widget in (self._task, self._bar, self._stop):
            row.addWidget(widget)
        grow(self, fixedHeight=30)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_BEFORE_PROGRESS)
        self._pause.timeout.connect(self._show_progress)
        self._tasks: dict[str, tuple[int, int]] = {}
        self._is_old = False
        self.set_old(is_old=False)
        self._show_progress()

    def _label(self, name: str, role: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setProperty("role", role)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label

    @property
    def text(self) -> str:
        """What the lens says."""
        return self._text.text()

    def set_text(self, text: str) -> None:
        """Show what the lens says."""
        self._text.setText(text)
        self._text.setAccessibleName(text)

    def set_old(self, *, is_old: bool) -> None:
        """Say, or no longer say, that what is on screen is an older result."""
        was_old, self._is_old = self._is_old, is_old
        self._old.setVisible(is_old)
        if is_old and not was_old:
            announce(self._old, self._old.toolTip())

    def begin(self, task: str) -> None:
        """Show a task's progress if it takes longer than a moment."""
        self._tasks[task] = (0, 0)
        if not self._pause.isActive():
            self._pause.start()

    def show_progress(self, task: str, done: int, total: int) -> None:
        """Say how far a task is; a total of 0 is unknown."""
        if task in self._tasks:
            self._tasks[task] = (done, total)
            if self._bar.isVisible():
                self._show_progress()

    def end(self, task: str) -> None:
        """Take a task's progress away."""
        self._tasks.pop(task, None)
        if not self._tasks:
            self._pause.stop()
        if self._bar.isVisible() or not self._tasks:
            self._show_progress()

    def _show_progress(self) -> None:
        for widget in (self._task, self._bar, self._stop):
            widget.setVisible(bool(self._tasks))
        if self._tasks:
            task, (done, total) = next(iter(self._tasks.items()))
            self._task.setText(task)
            self._bar.setMaximum(100 if total else 0)
            self._bar.setValue(100 * done // total if total else 0)
