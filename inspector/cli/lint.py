"""``inspector lint``: every problem of any files, each with its place."""

from __future__ import annotations

import argparse
import json

from inspector.analysis.secret_lint import SecretLints, user_scanner
from inspector.cli.exit_codes import BAD_INPUT, DONE, FAILED
from inspector.cli.output import STANDARD, has_errors, write_text
from inspector.core.problems import Problem
from inspector.files import load_any
from inspector.session.opening import session_of
from inspector.session.session import Session


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="policies, candidate sets, requests, corpora or sessions; - reads standard input",
    )
    parser.add_argument(
        "--secrets",
        action="store_true",
        help="also look for secrets in cards, bucket files, chunks, hot states and items",
    )
    parser.add_argument("--json", action="store_true", help="print the problems as JSON")
    parser.add_argument(
        "--strict", action="store_true", help="also fail (code 1) when there are only warnings"
    )


def run(options: argparse.Namespace) -> int:
    """Print all problems; fail when a file has errors."""
    problems: list[Problem] = []
    lints: SecretLints | None = None
    for file in options.files:
        loaded = load_any(file)
        problems += loaded.problems
        if options.secrets:
            lints = lints or SecretLints(user_scanner())
            session = session_of(loaded.value, file) or Session()
            problems += [one.problem for one in lints.lint(session)]
    problems = list(dict.fromkeys(problems))
    if options.json:
        text = json.dumps([problem_fields(problem) for problem in problems], indent=2) + "\n"
    else:
        text = "".join(f"{problem}\n" for problem in problems)
    write_text(STANDARD, text, severities=not options.json)
    if has_errors(problems):
        return BAD_INPUT
    return FAILED if problems and options.strict else DONE


def problem_fields(problem: Problem) -> dict[str, object]:
    """Return a problem as plain values for JSON."""
    place = problem.place
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "fix": problem.fix,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "pointer": place.pointer,
    }
