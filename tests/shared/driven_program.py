"""The program in a process of its own, doing what it is told on standard input.

Each line is a command with its argument; each answer is a line of JSON. The window is the real one:
it is found by the hook that the start gives, and everything goes through its widgets and commands.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSocketNotifier, QTimer, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QMessageBox, QWidget

from inspector.__main__ import main
from inspector.gui import app, rescuer, starting
from inspector.gui.workspace import Workspace
from inspector.session.session import Session
from tests.shared.numbered_sessions import number_of, numbered


class Drive(QObject):
    """Carries out commands in a window."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._next = number_of(workspace.store.session)
        self._told = QSocketNotifier(0, QSocketNotifier.Type.Read, self)
        self._told.activated.connect(self._read)
        self._edits = QTimer(self)
        self._edits.timeout.connect(self._edit)
        self._rest = b""
        self._dialog: QWidget | None = None
        self._dialogs = 0
        workspace.safekeeping.rescuer.kept.connect(self._tell_kept)
        workspace.closing.connect(self._edits.stop)
        self._say(ready=True)

    def _read(self) -> None:
        data = os.read(0, 4096)
        if not data:  # whoever drove it is gone
            os._exit(1)
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            name, _, argument = line.decode().partition(" ")
            command: Callable[[str], dict[str, Any] | None] = getattr(self, f"do_{name}")
            answer = command(argument)
            if answer is not None:
                self._say(**answer)

    def _say(self, **fields: Any) -> None:
        sys.stdout.write(json.dumps(fields) + "\n")
        sys.stdout.flush()

    def _tell_kept(self, session: Session) -> None:
        self._say(kept=number_of(session))

    def _edit(self) -> None:
        store = self._workspace.store
        number = number_of(store.session) + 1
        store.commit("Count", numbered(number))

    # Commands ----------------------------------------------------------------------------

    def do_state(self, _: str) -> dict[str, Any]:
        """Tell what a person would see."""
        shell, box = self._workspace, QApplication.activeModalWidget()
        if box is not None and box is not self._dialog:
            # One may follow another sooner than anybody looks.
            self._dialog, self._dialogs = box, self._dialogs + 1
        return {
            "title": shell.window.windowTitle().replace("[*]", "*" * shell.store.modified),
            "number": number_of(shell.store.session),
            "path": None if shell.document.path is None else str(shell.document.path),
            "problems": [[one.code, one.place.file] for one in shell.problems.problems],
            "question": box.text() if isinstance(box, QMessageBox) else None,
            "dialogs": self._dialogs,
            "details": box.detailedText() if isinstance(box, QMessageBox) else None,
            "offers": [one.facts.name for one in shell.safekeeping.recovery.offers],
            "busy": shell.opening.loads.busy,
            "minimised": shell.window.isMinimized(),
            "active": shell.window.isActiveWindow(),
            "token": os.environ.get("XDG_ACTIVATION_TOKEN"),
        }

    def do_edit(self, _: str) -> dict[str, Any]:
        """Make one change."""
        self._edit()
        return {"number": number_of(self._workspace.store.session)}

    def do_edits(self, milliseconds: str) -> None:
        """Make a change again and again."""
        self._edits.start(int(milliseconds))

    def do_save(self, _: str) -> dict[str, Any]:
        """Save, as the File menu does."""
        saved = self._workspace.saving.save()
        return {"saved": number_of(self._workspace.store.session) if saved else None}

    def do_click(self, name: str) -> dict[str, Any]:
        """Click a button of the window, or of the dialog that is open."""
        owner = QApplication.activeModalWidget() or self._workspace.window
        button = owner.findChild(QAbstractButton, name)
        if button is not None:
            QTimer.singleShot(0, button.click)
        return {"clicked": button is not None}

    def do_minimise(self, _: str) -> dict[str, Any]:
        """Put the window away."""
        self._workspace.window.showMinimized()
        return {"minimised": True}

    def do_desktop(self, path: str) -> dict[str, Any]:
        """Have the desktop ask the application for a file, as macOS does."""
        event = QFileOpenEvent(QUrl.fromLocalFile(path))
        QCoreApplication.sendEvent(QApplication.instance(), event)
        return {"type": event.type() is QEvent.Type.FileOpen}


def run(arguments: list[str]) -> int:
    """Start the program.

    ``INSPECTOR_TESTS_SETTLES`` is how soon changes are kept, in milliseconds, and
    ``INSPECTOR_TESTS_ANSWERS`` how long a second start waits for a window, in seconds.
    """
    if "INSPECTOR_TESTS_ANSWERS" in os.environ:
        starting.ANSWERS_WITHIN = float(os.environ["INSPECTOR_TESTS_ANSWERS"])
    if "INSPECTOR_TESTS_SETTLES" in os.environ:
        rescuer.SETTLES = int(os.environ["INSPECTOR_TESTS_SETTLES"])
        rescuer.AT_MOST = 4 * rescuer.SETTLES
    start = app.start

    def start_and_drive(*given: Any, filled: Callable[[Workspace], None], **options: Any) -> Any:
        def drive(workspace: Workspace) -> None:
            filled(workspace)
            Drive(workspace)

        return start(*given, filled=drive, **options)

    app.start = start_and_drive
    # A shell that runs the tests in the background has every program of them ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
