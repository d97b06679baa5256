"""Recording what commands find out in the history of runs, without getting in their way."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.cli.output import BAD_INPUT, DONE, has_errors, report_problems, write_text
from inspector.core.problems import Severity
from inspector.session.session import Session

if TYPE_CHECKING:
    from inspector.core.problems import Problem
    from inspector.files.history import RunRecord

BUSY_SECONDS = 5.0  # a command does not wait longer for another program's saving


def add_history_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say where a run is recorded, if at all."""
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--history", metavar="FILE", help="record the run in this history (one for the user)"
    )
    place.add_argument("--no-history", action="store_true", help="do not record the run")


def record_result(options: argparse.Namespace, result: Any) -> None:
    """Record a result; where that is not possible, say so in one line on standard error."""
    if options.no_history:
        return
    from inspector.files.recording import record_of

    record_all(options, [lambda: record_of(result, now())])


def record_all(
    options: argparse.Namespace, makers: Iterable[Callable[[], RunRecord | None]]
) -> None:
    """Record what is made; where that is not possible, say so in one line on standard error."""
    from inspector.files.history import HistoryError, open_history
    from inspector.files.history.opening import default_history_path

    records: list[RunRecord] = []
    told: tuple[Problem, ...] = ()
    for make in makers:
        try:
            record = make()
        except HistoryError as error:
            told = told or error.problems
        else:
            records += [] if record is None else [record]
    if records:
        loaded = open_history(options.history or default_history_path(), busy_seconds=BUSY_SECONDS)
        if loaded.value is None:
            told = told or loaded.problems
        else:
            with loaded.value as history:
                try:
                    history.add_many(records)
                except HistoryError as error:
                    told = told or error.problems
    # One line, and none that reads as if the run had failed.
    for problem in told[:1]:
        fix = f"{problem.fix.removesuffix('.')}, or run with --history FILE or --no-history."
        report_problems((replace(problem, severity=Severity.NOTE, fix=fix),))


def now() -> str:
    """Return the time of a record, UTC with a ``Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Subcommand(NamedTuple):
    """A command whose module has others, too."""

    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def session_command(
    help_text: str, result_of: Callable[[Session], Any], text_of: Callable[[Any], str]
) -> Subcommand:
    """Return the command that shows the result of a session, and its text on the terminal."""

    def add_options(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("session", help=help_text)
        add_history_options(parser)

    def run(options: argparse.Namespace) -> int:
        from inspector.cli.session_options import session_path
        from inspector.files import load_session

        loaded = load_session(session_path(options.session))
        report_problems(loaded.problems)
        if loaded.value is None or has_errors(loaded.problems):
            return BAD_INPUT
        result = result_of(loaded.value)
        write_text("-", f"{text_of(result)}\n")
        record_result(options, result)
        return DONE

    return Subcommand(add_options, run)
