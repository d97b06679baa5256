"""``inspector completion``: completion of the command in bash, zsh and fish, from the parsers.

The scripts hold every command, option and choice as text: completing starts no program.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab

from inspector.cli.outline import commands_of, complete_parser
from inspector.cli.output import DONE, write_text
from inspector.cli.result_options import add_output_option
from inspector.files.session_format import format_names
from inspector.resources import sample_sessions

SHELLS = ("bash", "zsh", "fish")

_SPACE = {"bash": r"\\\ ", "zsh": r"\ ", "fish": " "}
"""A space inside of a choice, so that the shell takes it for a part of it."""

_FOLDERS = frozenset({"DIR", "FOLDER", "ROOT"})
_FILES = frozenset(
    {"FILE", "A", "B", "PATH", "PATH[#SYMBOL]", "OUTPUT", "SERIES", "SESSION", "STATE", "session"}
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to read it")
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the script for one shell."""
    write_text(options.output, completion(options.shell))
    return DONE


def completion(shell: str) -> str:
    """Return the completion script for one of ``SHELLS``."""
    parser = complete_parser()
    for action in _actions(parser):
        _say_what_completes(action, _SPACE[shell])
    script = shtab.complete(parser, shell=shell)
    # The first lines tell how to install the script, which the manual and the package do.
    lines = script.splitlines()
    kept = [line for line in lines[:1] if line.startswith("#compdef")]
    start = next(at for at, line in enumerate(lines) if line and not line.startswith("#"))
    text = "\n".join([*kept, "# Made from the options of inspector.", *lines[start:]]) + "\n"
    return _with_files_for_the_window(text, shell)


def _with_files_for_the_window(script: str, shell: str) -> str:
    """Let files be completed where a command may stand: ``inspector FILE`` opens the window."""
    if shell == "fish":
        return script + (
            "complete -c inspector -n _shtab_inspector_using -ka '(__fish_complete_path)'\n"
        )
    old, new = {
        "bash": ("complete -o bashdefault -F", "complete -o bashdefault -o default -F"),
        "zsh": (
            "_describe 'inspector commands' _commands",
            "_describe 'inspector commands' _commands\n  _files",
        ),
    }[shell]
    if script.count(old) != 1:
        raise ValueError(f"The completion for {shell} is not built as it was: no {old!r} in it.")
    return script.replace(old, new)


def _say_what_completes(action: argparse.Action, space: str) -> None:
    shown = action.metavar or action.dest
    if commands_of(action) or action.nargs == 0:
        return
    if action.choices:
        action.choices = [str(choice).replace(" ", space) for choice in action.choices]
    elif shown == "format":
        action.choices = list(format_names())
    elif shown == "sample":
        action.choices = list(sample_sessions())
    elif shown in _FOLDERS:
        action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    elif shown in _FILES:
        action.complete = shtab.FILE  # type: ignore[attr-defined]


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001 - the only way to them
        yield action
        for child in commands_of(action).values():
            yield from _actions(child)
