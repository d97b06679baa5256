"""A window that nobody sees, for making pictures and lists of what it holds.

``inspector --pictures FOLDER [NAME…]`` draws every lens on a sample, without a display.
``python -m inspector.gui.unattended [FOLDER]`` writes what is made of every lens's controls: the
manual's page of commands, and the list of what controls are called, each into its place in the
checkout or into ``FOLDER``.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QDeadlineTimer, QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

from inspector.core.problems import Problem
from inspector.files.opening import Offer
from inspector.gui.app import make_application, start
from inspector.gui.commands import Command, commands_page
from inspector.gui.controls import LIST, controls_of
from inspector.gui.lenses import LENSES, LensRecord
from inspector.gui.messages import Agreed, Answer, Done, FileChoice, Notice, Question
from inspector.gui.settings import Settings
from inspector.gui.workspace import Workspace
from inspector.resources import resource_folder, resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice
from inspector.stage import stages

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


SIZE = (1440, 900)


def as_it_is(_workspace: Workspace) -> None:
    """Take the picture of what there is to see at first."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: a sample (None for the first page), a theme, and what is done before it.

    ``prepare`` may open, select or type something; the window has finished what it does before
    and after it.
    """

    name: str
    sample: str | None = None
    theme: ThemeChoice = ThemeChoice.LIGHT
    prepare: Callable[[Workspace], None] = as_it_is


def both(
    name: str, sample: str | None = None, prepare: Callable[[Workspace], None] = as_it_is
) -> tuple[Shot, Shot]:
    """Return a picture in both themes."""
    return (
        Shot(f"{name}-light", sample, ThemeChoice.LIGHT, prepare),
        Shot(f"{name}-dark", sample, ThemeChoice.DARK, prepare),
    )


def shots() -> tuple[Shot, ...]:
    """Return the first page, and each lens on its own sample or, without one, the first."""
    first = "securities-fraud"
    of_lenses = (
        both(
            stage.id, stage.samples[0].folder if stage.samples else first, partial(_show, stage.id)
        )
        for stage in stages()
    )
    return (*both("start"), *chain.from_iterable(of_lenses))


def _show(lens: str, workspace: Workspace) -> None:
    workspace.show_lens(lens)
    wait_until(lambda: not workspace.lenses.busy)


def take(shot: Shot, folder: Path) -> Path:
    """Take a picture into a folder and return its file."""
    files = [] if shot.sample is None else [resource_path(sample_sessions()[shot.sample])]
    with unattended_window(files, theme=shot.theme, size=SIZE) as workspace:
        # Else a text field would show its caret in some pictures and not in others.
        QApplication.setCursorFlashTime(0)
        shot.prepare(workspace)
        settle(workspace)
        QApplication.processEvents()
        target = folder / f"{shot.name}.png"
        if not workspace.window.grab().save(str(target)):
            raise OSError(f"{target} cannot be written")
    return target


def main(arguments: Sequence[str]) -> int:
    """Draw every lens, or what is named, and return the exit code."""
    return draw(shots(), arguments)


def draw(known: Sequence[Shot], arguments: Sequence[str]) -> int:
    """Take all pictures that are known into a folder, or those that are named after it."""
    names = [shot.name for shot in known]
    parser = ArgumentParser(
        prog="inspector --pictures",
        usage="inspector --pictures FOLDER [NAME]…",
        description=f"Draws pictures of the window, without a display: {', '.join(names)}.",
    )
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where the pictures go")
    parser.add_argument(
        "names", metavar="NAME", nargs="*", default=[], help="pictures to draw; default: all"
    )
    given = parser.parse_args(arguments)
    for name in given.names:
        if name not in names:
            parser.error(f"there is no picture {name!r}; there are {', '.join(names)}")
    folder: Path = given.folder
    chosen = [shot for shot in known if not given.names or shot.name in given.names]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for shot in chosen:
            sys.stdout.write(f"{take(shot, folder)}\n")
    except TimeoutError as error:  # an OSError, too
        sys.stderr.write(f"inspector --pictures: {error}\n")
        return 1
    except OSError as error:
        said = error.strerror or str(error)
        sys.stderr.write(f"inspector --pictures: {folder} cannot be written: {said}\n")
        return 3  # as every command that cannot write
    return 0


PAGE = Path("docs") / "commands.md"


def all_commands(workspace: Workspace) -> tuple[Command, ...]:
    """Return the commands of the window and of all its lenses, which are made for that."""
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
    return workspace.actions.commands


def listed(workspace: Workspace) -> dict[str, dict[str, str | list[str]]]:
    """Return controls and commands of every lens of a window by name; lenses are made for that."""
    found: dict[str, dict[str, str | list[str]]] = {}
    for record in workspace.lenses.records:
        workspace.show_lens(record.id)
        lens = workspace.lenses.widget
        if lens is not None:
            own: dict[str, str | list[str]] = {
                one.id: [one.title, one.help]
                for one in workspace.actions.commands
                if one.lens == record.id
            }
            own |= {name: label for _, name, label in controls_of(lens)}
            found[record.id] = dict(sorted(own.items()))
    return found


def write_lists(arguments: Sequence[str]) -> int:
    """Write both and return the exit code."""
    with unattended_window() as workspace:
        controls = json.dumps(listed(workspace), indent=1, ensure_ascii=False) + "\n"
        titles = {record.id: record.full_title for record in workspace.lenses.records}
        page = commands_page(all_commands(workspace), titles)
    folder = Path(arguments[0]) if arguments else None
    (folder / PAGE.name if folder else PAGE).write_text(page, encoding="utf-8")
    ((folder or resource_folder()) / LIST).write_text(controls, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(write_lists(sys.argv[1:]))
