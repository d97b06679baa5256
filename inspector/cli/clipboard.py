"""A text on the clipboard of the desktop, by the program that the system has for that."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

_SECONDS = 10
_HELP = "write it to a file with --text FILE instead"


class ClipboardError(Exception):
    """The text could not be put on a clipboard; the message says what would help."""


def copy_to_clipboard(text: str) -> None:
    """Give a text to the first program that can take it. Raises ``ClipboardError``.

    Programs are ``pbcopy`` (macOS), ``clip`` (Windows), ``wl-copy`` where there is a Wayland
    display, ``xclip`` or ``xsel`` where there is an X display. The window's own clipboard would end
    with this process.
    """
    commands = list(_commands())
    if not commands:
        raise ClipboardError(f"there is no display, and so no clipboard; {_HELP}")
    for command in commands:
        program = shutil.which(command[0])
        if program is not None:
            _give(text, [program, *command[1:]])
            return
    names = " or ".join(command[0] for command in commands)
    raise ClipboardError(f"install {names}, or {_HELP}")


def _commands() -> Iterator[tuple[str, ...]]:
    if sys.platform == "darwin":
        yield ("pbcopy",)
    elif sys.platform == "win32":
        yield ("clip",)
    else:
        if os.environ.get("WAYLAND_DISPLAY"):
            yield ("wl-copy",)
        if os.environ.get("DISPLAY"):
            yield ("xclip", "-selection", "clipboard")
            yield ("xsel", "--input", "--clipboard")


def _give(text: str, command: list[str]) -> None:
    encoding = "utf-16" if sys.platform == "win32" else "utf-8"  # clip goes by the mark
    try:
        subprocess.run(  # noqa: S603  # a fixed program of the system, and the text as its input
            command,
            input=text.encode(encoding, "backslashreplace"),
            stdout=subprocess.DEVNULL,  # what serves the clipboard goes on, and would hold a pipe
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        why = error.strerror if isinstance(error, OSError) else "it reported an error"
        raise ClipboardError(f"{command[0]} did not take the text: {why}; {_HELP}") from None
