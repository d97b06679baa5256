"""``inspector diff-check``: whether an output changes code by a diff."""

from __future__ import annotations

import argparse
import json

from inspector.cli.output import BAD_INPUT, DONE, FAILED, report_problems, write_text
from inspector.cli.result_options import JSON, add_form_options, add_output_option


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("file", metavar="FILE", help="the output; - reads standard input")
    parser.add_argument(
        "--mode",
        choices=("strict", "heuristic"),
        default="strict",
        help="strict parses the output, heuristic judges it by signs (strict)",
    )
    parser.add_argument("--task", metavar="TEXT", help="what the executor was asked to do")
    parser.add_argument(
        "--force", action="store_true", help="check even if the task asks for no change of code"
    )
    add_form_options(parser)
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Print the outcome; fail when the output is not accepted."""
    from inspector.core.discipline import validate_diff_only
    from inspector.files import diff_check_result, load_output
    from inspector.stages.discipline.result_view import diff_headline, finding_line

    loaded = load_output(options.file)
    report_problems(loaded.problems)
    if loaded.value is None:
        return BAD_INPUT
    check = validate_diff_only(
        loaded.value,
        task_description=options.task,
        force_check=options.force,
        mode=options.mode,
    )
    if options.format == JSON:
        text = json.dumps(diff_check_result(check), indent=2, ensure_ascii=False)
    else:
        headline = diff_headline(check)
        lines = [
            f"{'Accepted' if check.valid else 'Refused'}: {headline.title}",
            headline.detail,
            *map(finding_line, check.problems),
        ]
        text = "\n".join(line for line in lines if line)
    write_text(options.output, text + "\n")
    return DONE if check.valid else FAILED
