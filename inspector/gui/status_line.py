"""The line below everything: what the lens says, whether it is old, and what is under way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QSizePolicy, QWidget

from inspector.gui.growing import grow
from inspector.gui.messages import Done
from inspector.gui.one_line import OneLineLabel
from inspector.gui.spoken import announce
from inspector.language import tr

PAUSE_BEFORE_PROGRESS = 400  # milliseconds; what is done sooner shows no progress


class StatusLine(QWidget):
    """Object names: ``status.text``, ``status.old``, ``status.said`` (what was done last) with
    ``status.open`` and ``status.folder``, ``status.task``, ``status.progress``, ``status.stop``.
    """

    stopped = Signal()
    """Somebody wants what is under way to end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setProperty("role", "bar-top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._old = self._label("status.old", "chip-warning")
        self._old.setText(tr("Result of the previous inputs"))
        self._old.setToolTip(
            tr("The newest inputs have no result. What is shown was made from those before.")
        )
        self._text = OneLineLabel("status.text", self)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said = OneLineLabel("status.said", self)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        grow(self._said, minimumWidth=1, maximumWidth=480)  # the rest is the lens's
        self._open = self._link("status.open", tr("Open"))
        self._folder = self._link("status.folder", tr("Show in folder"))
        self._done: Done | None = None
        self._open.clicked.connect(lambda: self._go(lambda path: path))
        self._folder.clicked.connect(lambda: self._go(lambda path: path.parent))
        self._task = self._label("status.task", "muted")
        self._bar = QProgressBar(self)
        self._bar.setObjectName("status.progress")
        self._bar.setAccessibleName(tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=120)
        self._stop = self._link("status.stop", tr("Stop"))
        self._stop.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 2)
        row.setSpacing(8)
        row.addWidget(self._old)
        row.addWidget(self._text, 1)
        row.addWidget(self._said)
        for widget in (self._open, self._folder, self._task, self._bar, self._stop):
            row.addWidget(widget)
        grow(self, fixedHeight=30)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_BEFORE_PROGRESS)
        self._pause.timeout.connect(self._show_progress)
        self._tasks: dict[str, tuple[int, int]] = {}
        self._is_old = False
        self.set_old(is_old=False)
        self.say(None)
        self._show_progress()

    def _link(self, name: str, text: str) -> QPushButton:
        link = QPushButton(text, self)
        link.setObjectName(name)
        link.setProperty("role", "link")
        return link

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
        """Say, or no longer say, that what the lens shows is the result of the previous inputs."""
        was_old, self._is_old = self._is_old, is_old
        self._old.setVisible(is_old)
        if is_old and not was_old:
            announce(self._old, self._old.toolTip())

    def say(self, done: Done | None) -> None:
        """Say what was done last, until something else is; None says nothing."""
        self._done = done
        text, path = ("", None) if done is None else (done.text, done.path)
        self._said.setText(text)
        self._said.setToolTip("" if path is None else str(path))
        self._said.setVisible(bool(text))
        self._folder.setVisible(path is not None)
        self._open.setVisible(path is not None)
        if text:
            announce(self._said, text)

    def _go(self, place: Callable[[Path], Path]) -> None:
        """Have the system show what was written, or its folder."""
        if self._done is not None and self._done.path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(place(self._done.path))))

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
