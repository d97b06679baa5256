"""The program: ``inspector COMMAND …`` is the command line, ``inspector [FILE…]`` the window."""

from __future__ import annotations

import os
import signal
import sys

from inspector import __version__
from inspector.signals import SIGNALS, end_at_once

# Nothing more is imported up here: it would be a large part of what the shortest answers take.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from inspector.gui.starting import Start

_OBJECTS_OF_A_START = 200_000  # those that the window makes up to a first result, and some more


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (that of the process by default); return its exit code.

    Only what was asked for is imported: the command line costs no window. An option in the first
    place, such as ``--help``, is the command line's.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments == ["--version"] and _version_told():
        return 0
    code = None
    with SIGNALS:
        code = _run(arguments)
    return SIGNALS.code(code)


def _run(arguments: list[str]) -> int:
    collect_seldom()
    if arguments and arguments[0].startswith("--max-input-mb="):
        arguments[:1] = arguments[0].split("=", 1)
    is_allowed = arguments[:1] == ["--max-input-mb"] and len(arguments) > 1
    if is_allowed and not any(map(_is_for_command_line, arguments[2:3])):
        return _window_with_larger_files(arguments[1], arguments[2:])
    if arguments[:1] == ["demo"] and _display_expected(os.environ):
        return _demo_in_window(arguments)
    if arguments[:1] == ["--pictures"]:
        return _pictures(arguments[1:])
    if arguments and _is_for_command_line(arguments[0]):
        from inspector import cli

        return cli.main(arguments)
    return _window(arguments)


def collect_seldom() -> None:
    """Start and end the process without searching what its imports made for garbage.

    There is none in it, and the searches were a sixth of the time of a short command.
    """
    import atexit
    import gc

    gc.set_threshold(_OBJECTS_OF_A_START, 1, 1)
    atexit.register(gc.freeze)


def _version_told() -> bool:
    """Tell the version; False where that cannot be written, which the command line can explain."""
    try:
        sys.stdout.write(f"inspector {__version__}\n")
        sys.stdout.flush()
    except (AttributeError, OSError, ValueError):  # closed at the start, full, closed since
        return False
    return True


def _window(arguments: list[str]) -> int:
    # Before anything of Qt: where a window is open already, this start is over in a moment.
    from inspector.gui.starting import prepare

    begun = prepare(arguments, os.environ)
    if begun is None:
        return 0
    # Until the window listens itself, too: Qt drops an error that is raised in its calls back.
    put_away = end_at_once()
    try:
        return _shown(begun)
    finally:
        for kind, handler in put_away.items():
            signal.signal(kind, handler)


def _window_with_larger_files(megabytes: str, arguments: list[str]) -> int:
    from inspector.files import bounds

    try:
        bounds.megabytes(megabytes)
    except ValueError as error:
        sys.stderr.write(f"inspector: {bounds.OPTION}: {error}\n")
        return 2
    with bounds.allowed(megabytes):  # a window that is open already allows what it was told
        return _window(arguments if "--new-window" in arguments else ["--new-window", *arguments])


def _shown(begun: Start) -> int:
    try:
        from inspector.gui.qt import import_as_usual

        import_as_usual()
        # Before all others: their texts are made when they are imported.
        from inspector.gui.settings import choose_language

        choose_language()
        from inspector.gui import app
    except ImportError:
        code = _without_qt()
        if code is None:
            raise
        return code
    return app.main(begun)


def _pictures(arguments: list[str]) -> int:
    from inspector import cli

    try:
        from inspector.gui.qt import import_as_usual

        import_as_usual()
        from inspector.gui import unattended
    except ImportError:
        code = _without_qt()
        if code is None:
            raise
        return code
    return cli.ended("inspector --pictures", lambda: unattended.main(arguments))


def _without_qt() -> int | None:
    """Say which of the system's libraries Qt cannot be loaded without; None: it is none of them."""
    from inspector.gui.qt import WINDOW, X11, missing_text
    from inspector.gui.starting import NO_DISPLAY

    on_x = (X11,) if os.environ.get("DISPLAY") else ()
    missing = missing_text(WINDOW, *on_x) if sys.platform == "linux" else ""
    if not missing:
        return None
    sys.stderr.write(missing)
    return NO_DISPLAY


def _display_expected(environment: Mapping[str, str]) -> bool:
    """Whether there seems to be a screen; asked without loading the window's libraries."""
    chosen = environment.get("QT_QPA_PLATFORM", "")
    if chosen.startswith(("offscreen", "minimal")):
        return False
    named = environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    return bool(named) or sys.platform in ("darwin", "win32")


def _demo_in_window(arguments: list[str]) -> int:
    """Open a sample in the window; leave its files where that is not possible after all.

    An option asks for files in a folder, or for help.
    """
    from inspector import cli, resources

    sample = arguments[1] if len(arguments) > 1 else cli.DEFAULT_SAMPLE
    session = resources.sample_sessions().get(sample)
    if session is None or len(arguments) > 2:
        return cli.main(arguments)
    code = _window([str(resources.resource_path(session))])
    from inspector.gui.starting import NO_DISPLAY

    return cli.main(arguments) if code == NO_DISPLAY else code


def _is_for_command_line(first: str) -> bool:
    if first in ("--", "--new-window"):
        return False
    if first.startswith("-"):
        return True
    import re
    from pathlib import Path

    from inspector.cli import COMMANDS

    # A single word that names no file is a command that was mistyped, not a file to open.
    is_word = re.fullmatch("[A-Za-z][A-Za-z-]*", first) is not None
    return first in COMMANDS or (is_word and not Path(first).exists())


if __name__ == "__main__":
    if getattr(sys, "frozen", False):
        # A frozen program starts its processes as itself; this is where they turn off.
        from multiprocessing import freeze_support

        freeze_support()
    sys.exit(main())
