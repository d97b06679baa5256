"""``inspector tally``."""

from __future__ import annotations

import argparse

from inspector.stages.tally.runs import run_tally

from inspector.cli.output import BAD_INPUT, DONE, report_problems, write_text
from inspector.cli.recording import add_history_options, record_result


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("session", help="a session with a note")
    add_history_options(parser)


def run(options: argparse.Namespace) -> int:
    from inspector.files import load_session

    loaded = load_session(options.session)
    report_problems(loaded.problems)
    if loaded.value is None:
        return BAD_INPUT
    result = run_tally(loaded.value)
    write_text("-", f"{result.words} words\n")
    record_result(options, result)
    return DONE
