"""``inspector lint``: every problem of any files, each with its place."""

from __future__ import annotations

import argparse
import json

from inspector.analysis.secret_lint import SecretLints, user_scanner
from inspector.cli.exit_codes import BAD_INPUT, DONE, FAILED
from inspector.cli.output import has_errors
from inspector.core.injection.candidates import CandidateSet
from inspector.core.problems import Problem
from inspector.files import load_any
from inspector.session.assembly_edits import open_assembly
from inspector.session.discipline_edits import open_discipline
from inspector.session.edits import open_candidates
from inspector.session.relevance_edits import open_relevance
from inspector.session.session import Session
from inspector.session.stages import (
    AssemblyStage,
    DisciplineStage,
    RelevanceStage,
    WindowStage,
)
from inspector.session.window_edits import open_window


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
            problems += [one.problem for one in lints.lint(_session_of(loaded.value, file))]
    if options.json:
        print(json.dumps([problem_fields(problem) for problem in problems], indent=2))
    else:
        for problem in problems:
            print(problem)
    if has_errors(problems):
        return BAD_INPUT
    return FAILED if problems and options.strict else DONE


def _session_of(value: object, file: str) -> Session:
    """Return a session that holds what a file was opened as, where that may hold texts."""
    match value:
        case Session():
            return value
        case CandidateSet():
            return open_candidates(value, file)(Session())
        case WindowStage():
            return open_window(value, file)(Session())
        case DisciplineStage():
            return open_discipline(value, file)(Session())
        case AssemblyStage():
            return open_assembly(value, file)(Session())
        case RelevanceStage():
            return open_relevance(value, file)(Session())
        case _:
            return Session()


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
