"""The program: ``inspector COMMAND …`` is the command line, ``inspector [FILE…]`` the window."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (that of the process by default); return its exit code.

    Only what was asked for is imported: the command line costs no window. An option in the first
    place, such as ``--help``, is the command line's.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and _is_for_command_line(arguments[0]):
        from inspector import cli

        return cli.main(arguments)
    from inspector.gui import app

    return app.main(arguments)


def _is_for_command_line(first: str) -> bool:
    if first.startswith("-"):
        return True
    from inspector.cli import COMMANDS

    return first in COMMANDS


if __name__ == "__main__":
    sys.exit(main())
