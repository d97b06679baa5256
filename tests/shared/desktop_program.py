"""The program on a screen, used by mouse and keys only, and a twin that says where to point.

Where a thing is in the window is asked of a *twin*: the same window with the same files, made in
the test's own process without a screen and brought to the same size. The program lays itself out
alike with and without a screen (its fonts and its style come with it), so a place in the twin is a
place in the window; `Program.await_sight` sees to that by comparing their pictures. Nothing
in the program under test knows that it is watched, and a journey names a thing by the object name
that all other tests use, too.

Nothing waits for a time: what a step brings about (a title, a file, a picture) is waited for.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QImage

from inspector.resources import resource_folder
from tests.shared.desktop import PATIENCE, Desktop, end, wait_for
from tests.shared.desktop_twin import Twin
from tests.shared.sandbox import give_compiled_rules

NAME = "Context Budget Inspector"
_FEW = 12  # pixels
_GRIP = (8, 3)  # pixels from the corner of what the window shows to the grip of its frame
# Where it is named, the program is another one than the checkout's: an installed package.
_INSTALLED = os.environ.get("INSPECTOR_PROGRAM")
_PROGRAM = (_INSTALLED,) if _INSTALLED else (sys.executable, "-m", "inspector")
_ROOT = Path(__file__).parents[2]
_RESOURCES = resource_folder()


def of_program(path: Path) -> Path:
    """Return what an installed program has in the place of a resource of the checkout."""
    if _INSTALLED is None or not path.is_relative_to(_RESOURCES):
        return path
    own = Path(_INSTALLED).resolve().parent / "_internal" / "resources"
    return own / path.relative_to(_RESOURCES)


def alike(seen: QImage, expected: QImage) -> bool:
    """Whether two pictures are the same, but for a few pixels of smoothed edges."""
    if seen.size() != expected.size():
        return False
    return int((_pixels(seen) != _pixels(expected)).sum()) <= _FEW


def place_of(part: QImage, picture: QImage) -> QPoint | None:
    """The middle of where a picture is part of another; None where it is not."""
    whole, sought = _pixels(picture), _pixels(part)
    height, width = sought.shape
    for top, left in np.argwhere(whole == sought[0, 0]):
        if np.array_equal(whole[top : top + height, left : left + width], sought):
            return QPoint(int(left) + width // 2, int(top) + height // 2)
    return None


def _pixels(picture: QImage) -> np.ndarray:
    rows = np.frombuffer(picture.constBits(), np.uint32)
    rows = rows.reshape(picture.height(), picture.bytesPerLine() // 4)
    return rows[:, : picture.width()] & 0xFFFFFF


class Program:
    """A running program in front of a person."""

    def __init__(
        self,
        desktop: Desktop,
        process: subprocess.Popen[bytes],
        log: Path,
        environment: dict[str, str],
    ) -> None:
        self.desktop = desktop
        self._environment = environment
        self._process = process
        self._log = log
        self.window = wait_for("the window", self._main_window)

    def _main_window(self) -> str | None:
        assert self._process.poll() is None, self.said()
        # A message box has the bare name of the program.
        found = self.desktop.windows(f" – {NAME}$")
        return found[0] if found else None

    # Looking -----------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The title of the window, without the program's name."""
        return self.desktop.title(self.window).removesuffix(f" – {NAME}")

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the window, without its frame."""
        return self.desktop.size(self.window)

    def said(self) -> str:
        """What the program wrote to its output and its errors."""
        return self._log.read_text("utf-8", "replace")

    def picture(self, area: QRect | None = None) -> QImage:
        """What is to be seen of the window, or of an area of it."""
        left, top = self.desktop.origin(self.window)
        inside = area or QRect(QPoint(0, 0), QSize(*self.desktop.size(self.window)))
        return self.desktop.picture().copy(inside.translated(left, top))

    # Doing -------------------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys."""
        self.desktop.press(*keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.desktop.type(text)

    def click(self, at: QPoint, button: int = 1) -> None:
        """Click a place in the window."""
        self.desktop.click(self.window, at.x(), at.y(), button)

    def drag(self, *places: QPoint) -> None:
        """Press the mouse at the first place, and let go of it at the last."""
        hand = self.desktop
        hand.point(self.window, places[0].x(), places[0].y())
        hand.do("mousedown", "1")
        for place in places[1:]:
            hand.point(self.window, place.x(), place.y())
        hand.do("mouseup", "1")

    @contextmanager
    def stalled(self) -> Iterator[None]:
        """Stop the program; what is done meanwhile waits for it, one thing behind the other."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def drag_corner(self, right: int, down: int) -> None:
        """Drag the lower right corner of the window's frame."""
        hand, (width, height) = self.desktop, self.size
        hand.point(self.window, width - _GRIP[0], height + _GRIP[1])
        hand.do("mousedown", "1")
        for _ in range(2):
            hand.do("mousemove_relative", "--", str(right // 2), str(down // 2))
        hand.do("mouseup", "1")

    def choose(self, where: tuple[QPoint, list[QPoint]]) -> None:
        """Choose an entry of a menu with the mouse, through its submenus."""
        top, places = where
        before = set(self.desktop.windows())
        self.click(top)
        for place in places:
            popup = wait_for("a menu", lambda: set(self.desktop.windows()) - before).pop()
            before.add(popup)
            self.desktop.click(popup, place.x(), place.y())

    def await_sight(self, twin: Twin, *names: str) -> None:
        """Wait until widgets are to be seen as the twin has them."""
        for name in names:
            self._await_sight(twin, name, lambda: None)

    def scroll_to_end(self, twin: Twin, pane: str, name: str) -> None:
        """Turn the wheel over a pane until a widget is to be seen as it is at its end."""

        def turn() -> None:
            # What is shown there may still grow.
            twin.scroll_down(pane)
            at = twin.middle(pane)
            self.desktop.point(self.window, at.x(), at.y())
            self.desktop.do("click", "--repeat", "40", "--delay", "2", "5")

        self._await_sight(twin, name, turn)

    def _await_sight(self, twin: Twin, name: str, first: Callable[[], None]) -> None:
        def is_seen() -> bool:
            first()
            area = twin.area(name)
            return not area.isEmpty() and alike(self.picture(area), twin.picture(area))

        try:
            wait_for(f"{name} as it is", is_seen, pause=0.2)
        except AssertionError:
            area = twin.area(name)
            twin.picture(area).save(str(self._log.with_name(f"{name}-expected.png")))
            self.picture(area).save(str(self._log.with_name(f"{name}-seen.png")))
            raise

    def await_title(self, title: str) -> None:
        """Wait until the window has a title."""
        wait_for(f"the title {title!r}", lambda: self.title == title)

    def await_dialog(self, title: str) -> None:
        """Wait until a dialog with a title has the keyboard."""
        wait_for(f"the dialog {title!r}", lambda: self.desktop.active() == title)

    def await_window(self) -> None:
        """Wait until no dialog is in front of the window."""
        wait_for("the window", lambda: self.desktop.active().endswith(f" – {NAME}"))

    def await_size(self, meant: Callable[[int, int], bool]) -> tuple[int, int]:
        """Wait until the window's size is as it is meant, and return it."""
        try:
            wait_for("another size", lambda: meant(*self.size))
        except AssertionError as failed:
            failed.add_note(f"{self.size}, and {self.desktop.active()!r} has the keyboard")
            raise
        return self.size

    def answer(self, button: QImage) -> None:
        """Click a button of the question that is about to be asked."""
        self.await_dialog(NAME)
        [dialog] = self.desktop.windows(f"^{NAME}$")
        left, top = self.desktop.origin(dialog)
        area = QRect(QPoint(left, top), QSize(*self.desktop.size(dialog)))
        look = lambda: place_of(button, self.desktop.picture().copy(area))  # noqa: E731
        at = wait_for("the button", look)
        self.desktop.click(dialog, at.x(), at.y())

    def name_file(self, dialog: str, path: Path) -> None:
        """Type a path into a file dialog that is about to open, and take it."""
        self.await_dialog(dialog)
        [shown] = self.desktop.windows(f"^{dialog}$")
        self.press("ctrl+a")
        self.type(str(path))
        while shown in (before := set(self.desktop.windows())):
            # The first one only closes the list of names that fit, where that is open.
            self.press("Return")
            wait_for("an effect of Return", lambda: set(self.desktop.windows()) != before)
        self.await_window()

    def start_again(self, *words: str | Path) -> int:
        """Start the program once more beside this one, wait for its end, return its exit code."""
        run = subprocess.run(
            [*_PROGRAM, *map(str, words)],
            cwd=_ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        return run.returncode

    def await_end(self) -> int:
        """Wait until the program has ended, and return its exit code."""
        wait_for("the end of the program", lambda: self._process.poll() is not None)
        return self._process.returncode


@contextmanager
def running(desktop: Desktop, folder: Path, *words: str | Path) -> Iterator[Program]:
    """The program, started on a screen by a person whose settings are in a folder of their own."""
    log = folder / "said.txt"
    environment = dict(desktop.environment)
    for kind in ("CONFIG", "DATA", "CACHE", "STATE"):
        environment[f"XDG_{kind}_HOME"] = str(folder / "home" / kind.lower())
    give_compiled_rules(Path(environment["XDG_CACHE_HOME"]))
    with log.open("ab") as said:
        process = subprocess.Popen(
            [*_PROGRAM, *(str(of_program(Path(word))) for word in words)],
            cwd=_ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
    try:
        yield Program(desktop, process, log, environment)
    finally:
        desktop.picture().save(str(folder / f"last-seen-{process.pid}.png"))
        end(process)
