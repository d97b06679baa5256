"""A window that nobody sees, for making pictures and lists of what it holds."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from inspector.core.problems import Problem
from inspector.files.opening import Offer
from inspector.gui.app import make_application, start
from inspector.gui.lens_record import LensRecord
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Agreed, Answer, Done, FileChoice, Notice, Question
from inspector.gui.settings import Settings
from inspector.gui.workspace import Workspace
from inspector.session.preferences import ThemeChoice

_PATIENCE = 600  # seconds: a corpus takes minutes where other work has most of the machine
_ROUNDS_OF_LAYOUT = 12  # as deep as widgets stand in each other


class NobodyThereError(RuntimeError):
    """The program wanted to tell or to ask something."""


class Nobody:
    """``Messages`` where there is nobody to talk to; wanting to tell something is a failure."""

    def ask(self, _question: Question) -> Answer:
        """Answer that nothing is to be saved."""
        return Answer.NO

    def ask_text(self, _question: Question) -> str | None:
        """Give nothing."""
        return None

    def tell(self, notice: Notice) -> None:
        """Fail with what would have been told."""
        raise NobodyThereError(f"{notice.text} {notice.detail}\n{notice.log}")

    def say(self, _done: Done) -> None:
        """Say nothing."""

    def choose_import(
        self,
        offer: Offer,
        _problems: Sequence[Problem],
        _about: Callable[[Offer], Question | None],
    ) -> Agreed:
        """Open it as it was recognised."""
        return Agreed(offer)

    def choose_files(self, _choice: FileChoice) -> tuple[Path, ...]:
        """Choose nothing."""
        return ()

    def choose_folder(self, _choice: FileChoice) -> Path | None:
        """Choose nothing."""
        return None

    def choose_target(self, _choice: FileChoice) -> Path | None:
        """Choose nothing."""
        return None


@contextmanager
def unattended_window(
    files: Sequence[Path] = (),
    *,
    theme: ThemeChoice = ThemeChoice.LIGHT,
    size: tuple[int, int] = (1440, 900),
    lenses: Sequence[LensRecord] = LENSES,
) -> Iterator[Workspace]:
    """Open a window off the screen, with preferences of its own, and give what fills it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = make_application()
    with tempfile.TemporaryDirectory(prefix="inspector-") as folder:
        settings = Settings(Path(folder) / "preferences.json")
        settings.update(lambda now: replace(now, theme=theme, keep_history=False))
        window = start(app, settings, files, messages=Nobody(), lenses=lenses)
        window.resize(*size)
        window.show()
        try:
            wait_until(lambda: window.findChild(Workspace) is not None)
            workspace = window.findChild(Workspace)
            if workspace is None:
                raise NobodyThereError("The window was not filled.")
            settle(workspace)
            yield workspace
        finally:
            window.close()
            window.deleteLater()
            # Outside of a running loop nothing else does: windows would pile up, and end only with
            # Python itself, in no order.
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            QApplication.processEvents()


def settle(workspace: Workspace) -> None:
    """Wait until nothing is loaded or run any more, and what follows from it is known."""
    runner, loads = workspace.runner, workspace.opening.loads
    wait_until(lambda: not loads.busy and not runner.busy)
    if runner.good is not None and not runner.outdated:
        wait_until(lambda: runner.fingerprint is not None or runner.good is None)
    lens = workspace.lenses.widget
    wait_until(lambda: lens is None or lens.settled)
    # What changes the height of a text asks the widgets around it one after another.
    for _ in range(_ROUNDS_OF_LAYOUT):
        QApplication.processEvents()


def wait_until(condition: Callable[[], bool]) -> None:
    """Let the program go on until something is the case. Raises ``TimeoutError``."""
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"The window was still at work after {_PATIENCE} seconds.")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, QDeadlineTimer(50))
        time.sleep(0.002)
