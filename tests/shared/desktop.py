"""A screen in memory with a window manager on it, and a person's hands: mouse and keys.

What is on the screen is read from the file in which the X server keeps its picture, so nothing but
the server, the window manager and `xdotool` has to be installed.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import struct
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from PySide6.QtGui import QImage

from inspector.gui.qt import X11

SCREEN = (1680, 1050)
PATIENCE = 300.0
_TOOLS = ("Xvfb", "openbox", "xdotool")
# Keys are the program's own but for these four, as on most desktops.
_MANAGER = """<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <desktops><number>1</number></desktops>
  <keyboard>
    <keybind key="A-F4"><action name="Close"/></keybind>
    <keybind key="A-F9"><action name="Iconify"/></keybind>
    <keybind key="A-F10"><action name="ToggleMaximize"/></keybind>
    <keybind key="A-Tab"><action name="NextWindow"/></keybind>
  </keyboard>
  <mouse>
    <dragThreshold>1</dragThreshold>
    <context name="Client">
      <mousebind button="Left" action="Press">
        <action name="Focus"/><action name="Raise"/>
      </mousebind>
    </context>
    <context name="BRCorner">
      <mousebind button="Left" action="Drag">
        <action name="Resize"><edge>bottomright</edge></action>
      </mousebind>
    </context>
  </mouse>
</openbox_config>
"""

Found = TypeVar("Found")


def missing() -> list[str]:
    """What such a screen needs and this system does not have."""
    absent = [tool for tool in _TOOLS if not shutil.which(tool)]
    for name in X11.values():
        try:
            ctypes.CDLL(name)
        except OSError:
            absent.append(name)
    return absent


def wait_for(what: str, look: Callable[[], Found | None], pause: float = 0.05) -> Found:
    """Look until there is something to be seen, and return it."""
    deadline = time.monotonic() + PATIENCE
    while not (found := look()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(pause)
    return found


class Desktop:
    """The screen of one person. ``environment`` is what programs on it are started with."""

    def __init__(self, display: str, frame: Path, key: Path) -> None:
        self._frame = frame
        self.environment = {
            name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"
        } | {"DISPLAY": display, "XAUTHORITY": str(key), "LIBGL_ALWAYS_SOFTWARE": "1"}

    # Looking -----------------------------------------------------------------------------

    def picture(self) -> QImage:
        """What is on the screen now, pixel by pixel."""
        data = self._frame.read_bytes()
        head = struct.unpack(">25I", data[:100])
        header, width, height, stride, colors = head[0], head[4], head[5], head[12], head[19]
        pixels = data[header + 12 * colors :]
        return QImage(pixels, width, height, stride, QImage.Format.Format_RGB32).copy()

    def windows(self, title: str = "") -> list[str]:
        """The ids of the windows in sight whose title matches a pattern."""
        return self.ask("search", "--onlyvisible", "--name", title).split()

    def title(self, window: str) -> str:
        """The title of a window; "" when it is gone."""
        return self.ask("getwindowname", window).rstrip("\n")

    def active(self) -> str:
        """The title of the window that has the keyboard; "" when none has."""
        return self.ask("getactivewindow", "getwindowname").rstrip("\n")

    def size(self, window: str) -> tuple[int, int]:
        """The width and height of what a window shows, without its frame."""
        said = self._facts("getwindowgeometry", "--shell", window)
        return int(said["WIDTH"]), int(said["HEIGHT"])

    def origin(self, window: str) -> tuple[int, int]:
        """Where the upper left corner of what a window shows is.

        It is asked of the pointer, which is taken there, and then to the corner of the screen where
        it hides nothing.
        """
        there, away = ("mousemove", "--window", window, "0", "0"), map(str, SCREEN)
        said = self._facts(*there, "getmouselocation", "--shell", "mousemove", *away)
        return int(said["X"]), int(said["Y"])

    def _facts(self, *words: str) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.ask(*words).splitlines())

    # Doing -------------------------------------------------------------------------------

    def ask(self, *words: str) -> str:
        """Return what `xdotool` says; it says nothing of windows that are gone."""
        run = subprocess.run(
            ["xdotool", *words],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return run.stdout

    def do(self, *words: str) -> None:
        """Let `xdotool` do something."""
        subprocess.run(
            ["xdotool", *words],
            env=self.environment,
            capture_output=True,
            timeout=PATIENCE,
            check=True,
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each written like ``ctrl+shift+s``."""
        self.do("key", "--delay", "15", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.do("type", "--delay", "4", text)

    def point(self, window: str, x: int, y: int) -> None:
        """Move the pointer to a place in a window."""
        self.do("mousemove", "--window", window, str(x), str(y))

    def click(self, window: str, x: int, y: int, button: int = 1) -> None:
        """Click a place in a window."""
        self.point(window, x, y)
        self.do("click", str(button))


@contextmanager
def desktop(folder: Path) -> Iterator[Desktop]:
    """A new screen, at a display that nobody uses, for as long as the block lasts."""
    with ExitStack() as stack:
        frames = folder / "screen"
        frames.mkdir()
        size = f"{SCREEN[0]}x{SCREEN[1]}x24"
        key = folder / "key"
        key.write_bytes(_key())
        display = f":{_start_server(stack, folder, frames, key, size)}"
        made = Desktop(display, frames / "Xvfb_screen0", key)
        settings = folder / "openbox.xml"
        settings.write_text(_MANAGER, encoding="utf-8")
        _start(stack, folder, made.environment, "openbox", "--config-file", str(settings))
        wait_for("the window manager", lambda: made.ask("get_desktop").strip() == "0")
        yield made


def _key() -> bytes:
    """What lets programs onto the screen; others that try the same display are kept out."""
    parts = (b"", b"", b"MIT-MAGIC-COOKIE-1", secrets.token_bytes(16))  # any host, any display
    return struct.pack(">H", 0xFFFF) + b"".join(struct.pack(">H", len(one)) + one for one in parts)


def _start_server(stack: ExitStack, folder: Path, frames: Path, key: Path, size: str) -> str:
    """Start the server, which says which display it took."""
    reading, writing = os.pipe()
    words = ["-displayfd", str(writing), "-screen", "0", size, "-fbdir", str(frames)]
    # A hand that is held up on a busy machine would keep a key down until it repeats.
    words += ["-auth", str(key), "-r"]
    try:
        _start(
            stack,
            folder,
            dict(os.environ),
            *("Xvfb", *words, "-nolisten", "tcp", "-noreset"),
            pass_fds=[writing],
        )
    finally:
        os.close(writing)
    with os.fdopen(reading) as said:
        display = said.readline().strip()
    assert display, (folder / "Xvfb.txt").read_text()
    return display


def _start(
    stack: ExitStack,
    folder: Path,
    environment: dict[str, str],
    *words: str,
    pass_fds: list[int] | None = None,
) -> None:
    """Start a program that goes with the screen, and end it with the stack."""
    with (folder / f"{words[0]}.txt").open("wb") as said:
        process = subprocess.Popen(
            words, env=environment, stdout=said, stderr=said, pass_fds=pass_fds or []
        )
    stack.callback(end, process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process that was started here, and see that it is gone."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
