"""The command line's entry: finds the command, reads its options, runs it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Container, Sequence
from importlib import import_module
from typing import NoReturn

from inspector import __version__
from inspector.cli.exit_codes import BAD_USAGE

# The module of each command has `add_options(parser)` and `run(options) -> int`.
COMMANDS = {
    "run": ("inspector.cli.run", "run the injection step and write manifest and ledger"),
    "discipline": ("inspector.cli.discipline", "bring a hot state within its limits"),
    "diff-check": ("inspector.cli.diff_check", "check that an output changes code by a diff"),
    "metrics": ("inspector.cli.metrics", "see prompts grow over a series of turns"),
    "lint": ("inspector.cli.lint", "check files and report every problem with its place"),
    "schema": ("inspector.cli.schema", "print the JSON Schema of a file format"),
    "place": ("inspector.cli.place", "put chunks into a model's window and say why"),
    "relevance": ("inspector.cli.relevance", "decide which context nodes are worth fetching"),
    "assemble": ("inspector.cli.assemble", "lay the eight steps of a prompt out in the window"),
    "build": ("inspector.cli.build", "build the context that a call gets from a project"),
    "verify": ("inspector.cli.verify", "check a manifest, or an audit bundle, and replay it"),
    "sweep": ("inspector.cli.sweep", "find every value of the policy at which a result changes"),
    "compare": ("inspector.cli.compare", "show what changed between two runs, and why"),
    "corpus": ("inspector.cli.corpus", "run many requests over every value of a policy"),
    "history": ("inspector.cli.history", "list, show, compare and remove recorded runs"),
    "story": ("inspector.cli.story", "write the story of a session as one HTML file"),
    "demo": ("inspector.cli.demo", "open a built-in sample, or leave its results in a folder"),
}

DEFAULT_SAMPLE = "securities-fraud"  # of the demo

_CODES = """\
exit codes:
  0  done
  1  done, but an expectation or the balance failed
  2  the command was used wrongly
  3  an input could not be used
  4  done, with a warning about a soft limit
  70 the program failed where nobody expected it to
"""


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. ``arguments`` do not hold the program's name."""
    name = next((one for one in arguments if not one.startswith("-")), None)
    try:
        options = parser_with({name} if name else ()).parse_args(arguments)
    except SystemExit as stop:  # argparse has said what there is to say
        return stop.code if isinstance(stop.code, int) else BAD_USAGE
    try:
        return int(options.run(options))
    except BrokenPipeError:
        # The reader went away (`inspector run … | head`); there is nobody left to write to.
        sys.stdout = None  # else the interpreter fails flushing it
        return 0
    except KeyboardInterrupt:
        print("inspector: interrupted", file=sys.stderr)
        return 130


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with the arguments without the secrets in them."""

    def error(self, message: str) -> NoReturn:
        from inspector.core.builder.secrets.telling import without_secrets

        super().error(without_secrets(message))


def parser_with(chosen: Container[str]) -> argparse.ArgumentParser:
    """Return the parser of all commands, with the options of the chosen ones.

    Only the modules of the chosen commands are imported. Manual and completion are made from the
    parser with all of ``COMMANDS``.
    """
    parser = _Parser(
        prog="inspector",
        description="Shows what goes into a language model's context, what was kept out, and why."
        " Without a command it opens the window, on the files that are named.",
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"inspector {__version__}")
    # Both are done before any command line is read, since they take the window.
    parser.add_argument(
        "--new-window",
        action="store_true",
        help="open the files that follow in a window of their own",
    )
    parser.add_argument(
        "--pictures",
        metavar="FOLDER",
        help="draw every lens on a built-in sample, without a display; names of single pictures"
        " may follow",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (module_name, summary) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in chosen:
            module = import_module(module_name)
            module.add_options(command)
            command.set_defaults(run=module.run)
    return parser
