"""Files that are dragged over the window: whose they are, where they would go, and the drop.

They are taken as the window itself is told of them, before any widget is: a field would take the
name of a file for a text. What is no file, such as a text, goes to the field it is dropped on.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from inspector.gui.boxes import USUAL, VBox, text_label
from inspector.language import tr


@runtime_checkable
class TakesFiles(Protocol):
    """A part of the window that has a use of its own for files."""

    def use_of_files(self, files: Sequence[Path]) -> str:
        """Return what a drop of these would do, "" where they are the window's."""
        ...

    def take_files(self, files: Sequence[Path]) -> None:
        """Do it."""
        ...


class DropMark(QFrame):
    """Lies over what would take the files, and says what that would do."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.setObjectName("drop-mark")
        self.setProperty("role", "drop")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._text = text_label("drop-mark.text", self, role="drop", wraps=False)
        VBox(self, margins=USUAL).hold((self._text, 0, Qt.AlignmentFlag.AlignCenter))
        self.hide()

    def show_over(self, target: QWidget, text: str) -> None:
        """Mark a part of the window, or all of it."""
        window = self._window
        top = QPoint() if target is window else target.mapTo(window, QPoint())
        self._text.setText(text)
        self.setGeometry(QRect(top, target.size()).intersected(window.rect()))
        self.raise_()
        self.show()


class FileDrops(QObject):
    """Takes the files that are dropped on a window that has been shown, always as copies."""

    dropped = Signal(list)
    """Files that no part of the window has a use of its own for."""

    def __init__(self, window: QWidget, mark: DropMark) -> None:
        super().__init__(window)
        self._window, self._mark = window, mark
        window.setAcceptDrops(True)
        window.windowHandle().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        """Take what concerns files; all else goes on."""
        kind = event.type()
        if kind in (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop):
            return isinstance(event, QDropEvent) and self._take(event)
        if kind is QEvent.Type.DragLeave:
            self._mark.hide()
        return False

    def _take(self, event: QDropEvent) -> bool:
        files = _local_files(event)
        if not files:
            return False
        if QApplication.activeModalWidget() is not None:  # which is to be answered first
            event.ignore()
            return True
        target, text = self._target(event.position().toPoint(), files)
        # Whatever was proposed: as a move, a file manager would remove what was opened.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() is not QEvent.Type.Drop:
            self._mark.show_over(target, text)
            return True
        self._mark.hide()
        if isinstance(target, TakesFiles):
            target.take_files(files)
        else:
            self.dropped.emit(files)
        return True

    def _target(self, place: QPoint, files: Sequence[Path]) -> tuple[QWidget, str]:
        """Return what would take the files, and what it would do."""
        widget: QWidget | None = self._window.childAt(place)
        while widget is not None and widget is not self._window:
            if isinstance(widget, TakesFiles) and (use := widget.use_of_files(files)):
                return widget, use
            widget = widget.parentWidget()
        name = files[0].name or str(files[0])
        if len(files) > 1:
            return self._window, tr("Open {n:,} files", n=len(files))
        return self._window, tr("Open {name}", name=name)


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
