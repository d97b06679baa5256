"""``inspector metrics``: whether prompts get bloated over a series of turns."""

from __future__ import annotations

import argparse
import json

from inspector.cli.output import (
    BAD_INPUT,
    BAD_USAGE,
    DONE,
    FAILED,
    has_errors,
    report_line,
    report_problems,
    write_text,
)
from inspector.cli.result_options import JSON, add_form_options, add_output_option
from inspector.stages.discipline.command_options import LimitError, add_limit_options, limits_from


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "series",
        metavar="SERIES",
        help="metrics of turns, one a line (JSONL), as the log has them; - reads standard input",
    )
    add_limit_options(parser)
    add_form_options(parser)
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the warnings; fail when there are any."""
    from inspector.core.discipline import detect_series_regressions
    from inspector.files import load_metrics, regressions_result
    from inspector.stages.discipline.words import series_summary

    try:
        limits = limits_from(options)
    except LimitError as error:
        report_line(f"inspector metrics: {error}")
        return BAD_USAGE
    loaded = load_metrics(options.series)
    report_problems(loaded.problems)
    turns = loaded.value
    if turns is None:
        return BAD_INPUT
    found = detect_series_regressions(turns, limits)
    if options.format == JSON:
        text = json.dumps(regressions_result(turns, found), indent=2, ensure_ascii=False)
    else:
        lines = [
            f"turn {one.turn + 1:,}  {turns[one.turn].timestamp}  {one.message}" for one in found
        ]
        text = "\n".join((series_summary(turns, found), *lines))
    write_text(options.output, text + "\n")
    if has_errors(loaded.problems):
        return BAD_INPUT
    return FAILED if found else DONE
