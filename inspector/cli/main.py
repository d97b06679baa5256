"""The command line's entry: finds the command, reads its options, runs it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Container, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePath
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

from inspector import __version__
from inspector.cli.output import (
    BAD_INPUT,
    BAD_USAGE,
    BROKEN,
    DONE,
    FAILED,
    INTERRUPTED,
    STANDARD,
    THIS_RUN,
    WARNED,
    InputError,
    UnusableError,
    UsageError,
    flush_standard_output,
    has_errors,
    report_line,
    report_problems,
    write_text,
)
from inspector.cli.terminal import MANNER, add_common_options
from inspector.core.text import visible
from inspector.resources import own_models_path
from inspector.signals import SIGNALS
from inspector.stage import stages

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

# Where `add_options(parser)` and `run(options) -> int` of each are: a module, or `module:name`.
COMMANDS = {
    one.name: (stage.module_of(one.home), one.summary)
    for stage in stages()
    for one in stage.commands
} | {
    "import": ("inspector.cli.foreign", "say what a file of another program is, and convert it"),
    "lint": ("inspector.cli.lint", "check files and report every problem with its place"),
    "schema": ("inspector.cli.schema", "print the JSON Schema of a file format"),
    "history": ("inspector.cli.history", "list, show, compare and remove recorded runs"),
    "story": ("inspector.cli.story", "write the story of a session as one HTML file"),
    "completion": ("inspector.cli.completion", "print the completion of commands for a shell"),
    "mcp": ("inspector.cli.mcp", "answer a model that asks about files (Model Context Protocol)"),
    "manual": ("inspector.cli.manual", "print the manual page"),
}

DEFAULT_SAMPLE = "securities-fraud"  # of the demo

_CODES = """\
exit codes:
  0  done
  1  done, but an expectation or the balance failed
  2  the command was used wrongly
  3  an input could not be used, or an output not be written
  4  done, with a warning about a soft limit
  70 the program failed where nobody expected it to
"""

DEBUG, MODELS = "--debug", "models"
MAX_INPUT_MB, MAX_INPUT_VARIABLE = "--max-input-mb", "INSPECTOR_MAX_INPUT_MB"
_FRAMES = 6  # of an error's way through the program that are told


def main(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. ``arguments`` do not hold the program's name."""
    words = [one for one in arguments if not one.startswith("-")]
    name = next((one for one in words if one in COMMANDS), words[0] if words else "")

    def work() -> int:
        if name and name not in COMMANDS and arguments[0] == name:
            raise UsageError(_no_such_command(name))
        options = parser_with({name}).parse_args(arguments)
        MANNER.choose(options)
        with _input_bound(getattr(options, "max_input_mb", None)):
            _use_models(getattr(options, MODELS, None))
            return int(options.run(options))

    title = f"inspector {name}" if name in COMMANDS else "inspector"
    return ended(title, work, debug=DEBUG in arguments)


def _input_bound(said: str | None) -> AbstractContextManager[None]:
    """Read inputs of up to so many MB meanwhile. Raises ``UsageError`` for no such number."""
    if said is None and not os.environ.get(MAX_INPUT_VARIABLE):
        return nullcontext()
    from inspector.files.bounds import allowed, megabytes

    try:
        megabytes(os.environ[MAX_INPUT_VARIABLE] if said is None else said)
    except ValueError as error:
        raise UsageError(
            f"{MAX_INPUT_VARIABLE if said is None else MAX_INPUT_MB}: {error}"
        ) from error
    return allowed(said)


def _use_models(named: str | None) -> None:
    """Use a table of models: the named one, else the one in the user's folder of settings."""
    if named is None and not os.path.lexists(own_models_path()):
        return
    from inspector.files.models import use_models

    problems = use_models(named)
    if problems:
        report_problems(problems)
        if named is not None and has_errors(problems):
            raise InputError("the table of models cannot be used")


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1)
    hint = f"did you mean '{close[0]}'?" if close else "'inspector --help' lists the commands"
    return f"there is no command {name!r}, and no file either; {hint}"


def ended(title: str, work: Callable[[], int], *, debug: bool = False) -> int:
    """Do the work of a command and return the program's exit code, however the work ends.

    The one place that decides what an error that nobody expected and an output that could not be
    written come to. ``title`` stands before what is said of them.
    """
    THIS_RUN.begin()
    MANNER.choose()
    ending = _Ending(title, debug)
    with ending:
        ending.code = work()
    flush_standard_output()
    if THIS_RUN.refused:
        report_line(f"{title}: {THIS_RUN.sentence()}")
        if ending.code in (DONE, FAILED, WARNED):
            return BAD_INPUT
    elif MANNER.verbose and THIS_RUN.written:
        report_line(f"{title}: written: {', '.join(THIS_RUN.written)}")
    return ending.code


@dataclass(slots=True)
class _Ending:
    """Makes an exit code of the way in which a piece of work ends; no error passes."""

    title: str
    debug: bool
    code: int = BROKEN

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        way: TracebackType | None,
    ) -> bool:
        match error:
            case None:
                pass
            case SystemExit():  # argparse has said what there is to say
                self.code = error.code if isinstance(error.code, int) else BAD_USAGE
            case KeyboardInterrupt():
                report_line("inspector: interrupted")
                self.code = INTERRUPTED
            case _ if SIGNALS.number:  # what it became in a module that was being imported
                self.code = SIGNALS.code(None)
            case MemoryError():
                report_line(
                    f"{self.title}: there is too little memory for this input; it was not used"
                    " (split it, or make memory free)"
                )
                self.code = BAD_INPUT
            case UnusableError():
                self.code = BAD_INPUT
            case UsageError():
                report_line(f"{self.title}: {error}")
                self.code = error.code
            case ModuleNotFoundError(name=str(name)) if name.partition(".")[0] != "inspector":
                # Installed without what it needs, as a server that only decides may be.
                told = (
                    f"{name} is not installed; pip install context-budget-inspector has all of it"
                )
                report_line(f"{self.title}: {told}")
                self.code = BAD_USAGE
            case _:
                self._tell(error, way)
        return True

    def _tell(self, error: BaseException, way: TracebackType | None) -> None:
        """Tell an error by its kind and place only: its words could quote what was read."""
        import traceback

        if self.debug:
            report_line("".join(traceback.format_exception(error)).rstrip())
        frames = traceback.extract_tb(way)[-_FRAMES:]
        places = " > ".join(f"{PurePath(one.filename).name}:{one.lineno}" for one in frames)
        more = "" if self.debug else f" ({DEBUG} shows more)"
        report_line(f"{self.title}: the program failed: {type(error).__name__} in {places}{more}")


class _Parser(argparse.ArgumentParser):
    """Begins its help with examples; says what is wrong without the secrets in the arguments."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        # Newer versions of the library colour their texts by rules of their own.
        self.color = False

    def format_help(self) -> str:
        from inspector.cli.examples import examples_of

        told = super().format_help()
        examples = "".join(f"  {one.line}\n      {one.meaning}\n" for one in examples_of(self.prog))
        return f"examples:\n{examples}\n{told}" if examples else told

    def parse_known_args(self, *arguments: Any, **settings: Any) -> tuple[Any, list[str]]:
        """Refuse what is not known here: the library would blame the command above for it."""
        found, unknown = super().parse_known_args(*arguments, **settings)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return found, unknown

    def error(self, message: str) -> NoReturn:
        from inspector.project.secrets.redaction import without_secrets

        super().error(visible(without_secrets(message)))

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        # The library keeps to itself that help could not be written.
        if file is sys.stderr:
            super()._print_message(message, file)
        else:
            write_text(STANDARD, message)


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
    _add_common(parser)
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
    for name, (_home, summary) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name in chosen:
            home = command_home(name)
            home.add_options(command)
            _add_common(command)
            command.set_defaults(run=home.run)
    return parser


def command_home(name: str) -> Any:
    """Return what has the ``add_options`` and ``run`` of a command."""
    module, _, part = COMMANDS[name][0].partition(":")
    home = import_module(module)
    return getattr(home, part) if part else home


def _add_common(parser: argparse.ArgumentParser) -> None:
    add_common_options(parser)
    parser.add_argument(
        "--models",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="windows, encodings and prices of models of your own, before those that ship",
    )
    parser.add_argument(
        MAX_INPUT_MB,
        metavar="N",
        default=argparse.SUPPRESS,
        help="read inputs of up to N megabytes instead of 100; the other bounds of inputs follow",
    )
    parser.add_argument(
        DEBUG,
        action="store_true",
        default=argparse.SUPPRESS,
        help="show where the program failed, should it do so; this may quote what was read",
    )
