"""The command line: one module for each command. Importing it loads no Qt.

Exit codes of every command: 0 done; 1 done, but an expectation or the balance failed; 2 the command
was used wrongly; 3 an input could not be used.
"""

from inspector.cli.main import COMMANDS, DEFAULT_SAMPLE, main

__all__ = ["COMMANDS", "DEFAULT_SAMPLE", "main"]
