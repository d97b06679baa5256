"""A command that runs the session it is given and says one thing of what came of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from inspector.cli.output import BAD_INPUT, DONE, has_errors, report_problems, write_text
from inspector.cli.recording import add_history_options, record_result
from inspector.session.session import Session

AddOptions = Callable[[argparse.ArgumentParser], None]
Run = Callable[[argparse.Namespace], int]


def session_command(
    help_text: str, result_of: Callable[[Session], Any], text_of: Callable[[Any], str]
) -> tuple[AddOptions, Run]:
    """Return ``add_options`` and ``run``: the result of a session, and its text on the terminal."""

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

    return add_options, run
