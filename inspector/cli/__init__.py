"""The command line: one module for each command. Importing it loads no Qt.

How a command may end, whatever it does, is decided in ``main``.
"""

from inspector.cli.main import COMMANDS, DEFAULT_SAMPLE, ended, main

__all__ = ["COMMANDS", "DEFAULT_SAMPLE", "ended", "main"]
