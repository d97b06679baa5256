"""``inspector lint``: every problem of any files, each with its place."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from inspector.analysis.secret_lint import SecretLints, user_scanner
from inspector.analysis.steps_before import has_steps, used_before
from inspector.cli.output import BAD_INPUT, DONE, FAILED, has_errors, write_text
from inspector.cli.result_options import JSON, add_form_options, add_output_option
from inspector.cli.session_options import session_path
from inspector.core.problems import Problem
from inspector.core.tokens import UncountableTextError, VocabularyError, counter_by_name
from inspector.files import load_any
from inspector.files.result_rows import problem_rows
from inspector.session.opening import session_of
from inspector.session.session import Session
from inspector.stage import Part


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="policies, candidate sets, requests, corpora, sessions or sample:NAME; - reads"
        " standard input",
    )
    parser.add_argument(
        "--secrets",
        action="store_true",
        help="also look for secrets in cards, bucket files, chunks, hot states and items",
    )
    add_form_options(parser)
    add_output_option(parser)
    parser.add_argument(
        "--strict", action="store_true", help="also fail (code 1) when there are only warnings"
    )


def _of_steps(session: Session, file: str) -> list[Problem]:
    """Return what is wrong with the number of tokens used before, where a prompt's steps say it."""
    request = session.request
    if request is None or not has_steps(session):
        return []
    try:
        tokens = counter_by_name(request.model.encoding)
        found = used_before(session, request, tokens).problems
    except (UncountableTextError, VocabularyError, ValueError):
        return []  # the texts that cannot be counted are problems of a run
    where = session.source(Part.REQUEST) or file
    return [one.at(replace(one.place, file=where)) for one in found]


def run(options: argparse.Namespace) -> int:
    """Print all problems; fail when a file has errors."""
    problems: list[Problem] = []
    lints: SecretLints | None = None
    for file in map(session_path, options.files):
        loaded = load_any(file)
        problems += loaded.problems
        if isinstance(loaded.value, Session):
            problems += _of_steps(loaded.value, file)
        if options.secrets:
            lints = lints or SecretLints(user_scanner())
            session = session_of(loaded.value, file) or Session()
            problems += [one.problem for one in lints.lint(session)]
    problems = list(dict.fromkeys(problems))
    if options.format == JSON:
        text = json.dumps(problem_rows(problems), indent=2) + "\n"
    else:
        text = "".join(f"{problem}\n" for problem in problems)
    write_text(options.output, text, severities=options.format != JSON)
    if has_errors(problems):
        return BAD_INPUT
    return FAILED if problems and options.strict else DONE
