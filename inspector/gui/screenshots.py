"""``inspector --pictures FOLDER [NAME…]`` draws every lens on a sample, without a display."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle, unattended_window, wait_until
from inspector.gui.workspace import Workspace
from inspector.resources import resource_path, sample_sessions
from inspector.session.preferences import ThemeChoice
from inspector.stage import stages

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
    if not arguments:
        sys.stderr.write("Name a folder for the pictures.\n")
        return 2
    wanted, names = arguments[1:], [shot.name for shot in known]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        sys.stderr.write(f"There is no picture {unknown[0]!r}; there are {', '.join(names)}.\n")
        return 2
    folder = Path(arguments[0])
    chosen = [shot for shot in known if not wanted or shot.name in wanted]
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
