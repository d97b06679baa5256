"""The options of ``inspector build``, and the session that they describe."""

from __future__ import annotations

import argparse
import os
from datetime import UTC, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.recording import add_history_options
from inspector.cli.result_options import (
    CSV,
    FieldOption,
    add_chart_option,
    add_field_options,
    add_form_options,
    add_output_option,
    add_report_option,
    add_table_options,
    field_edits,
)
from inspector.cli.session_options import session_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inspector.core.problems import Problem
    from inspector.session.session import Session
    from inspector.session.store import Edit

_Group = argparse._ArgumentGroup  # noqa: SLF001  # the type that has no public name


PROMPTS = {"plain": "text", "markdown": "markdown", "xml": "xml"}
"""Forms of the context as a prompt to paste, and how the engine calls each."""

_ASKED = (
    FieldOption("--purpose", "request.purpose"),
    FieldOption("--intent", "request.intent", "what the user wants"),
    FieldOption("--step", "request.plan_step.description", "what the plan step is to do"),
    FieldOption("--step-id", "request.plan_step.step_id", "names the plan step", "ID"),
    FieldOption(
        "--correlation-id", "request.correlation_id", "joins this call with others", "UUID"
    ),
    FieldOption(
        "--created-at",
        "request.created_at",
        "time of the call, with its offset (the request's; where it has none, now)",
        "TIME",
    ),
)
_LIMITS = (
    FieldOption("--provider", "request.model.provider", metavar="NAME"),
    FieldOption("--model", "request.model.model", metavar="NAME"),
    FieldOption("--max-input-tokens", "request.model.max_input_tokens"),
    FieldOption("--max-output-tokens", "request.model.max_output_tokens"),
    FieldOption("--reserve", "request.model.response_token_reserve"),
    FieldOption("--soft-pct", "request.model.soft_limit_threshold_pct"),
    FieldOption(
        "--optional", "config.include_optional", "send optional context (P3) where it fits"
    ),
    FieldOption("--estimator", "estimator", "what counts tokens (o200k_base)", "NAME"),
)

TABLES = ("files", "ranking", "blocks", "redactions", "fit", "ledger")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "root",
        metavar="ROOT",
        help="the project's folder, or a session or builder stage that names one (sample:builder)",
    )
    parser.add_argument(
        "request", nargs="?", metavar="REQUEST", help="the request; - reads standard input"
    )
    asked = parser.add_argument_group("what is asked for, beside what the request says")
    _repeated(asked, "--target", "FILE", "a file to work on, relative to ROOT")
    _repeated(asked, "--symbol", "NAME", "a definition to work on, qualified or not")
    _repeated(
        asked, "--select", "PATH[#SYMBOL]", "the definition that is meant, or a file beside those"
    )
    asked.add_argument("--active-file", metavar="FILE", help="the file that is open in the editor")
    add_field_options(asked, "builder", _ASKED)
    _repeated(asked, "--constraint", "TEXT", "a rule of the user for this call")
    asked.add_argument("--system", metavar="FILE", help="the text of the system block")
    asked.add_argument("--last-error", metavar="FILE", help="what went wrong the last time")
    limits = parser.add_argument_group("limits and rules")
    add_field_options(limits, "builder", _LIMITS)
    limits.add_argument("--config", metavar="FILE", help="the project's rules")
    _repeated(limits, "--deny", "PATTERN", "paths never to send, as in a .gitignore file")
    limits.add_argument(
        "--signals",
        action="store_true",
        help="add signals (words, changes together, tests, relations) to the score",
    )
    _repeated(limits, "--allow-denied", "PATTERN", "take a default rule back, as in packages/**")
    _repeated(limits, "--allow-ignored", "PATH", "send what a .gitignore file ignores")
    _repeated(limits, "--allow-finding", "ID", "take a finding for text, by its id")
    limits.add_argument("--reason", metavar="TEXT", help="why what is allowed may be sent")
    written = parser.add_argument_group("what is written")
    written.add_argument("--out", metavar="DIR", help="a folder for the four artifacts")
    written.add_argument("--text", metavar="FILE", help="what a model would get; - prints it")
    add_form_options(
        written,
        CSV,
        *PROMPTS,
        more="; plain, markdown, xml: a prompt to paste, with what its marks mean and its files as"
        " a tree",
    )
    add_table_options(written, TABLES, "fate:excluded tokens>500")
    add_chart_option(written, "the budget")
    add_report_option(written)
    add_output_option(written)
    written.add_argument(
        "--line-numbers", action="store_true", help="number the lines of files (markdown)"
    )
    written.add_argument(
        "--copy", action="store_true", help="put the prompt on the clipboard (markdown)"
    )
    _repeated(written, "--why", "PATH", "print why a file is in, cut or out")
    written.add_argument(
        "--no-cache", action="store_true", help="keep nothing for the next time, and use nothing"
    )
    add_history_options(parser)


def _repeated(group: _Group, name: str, metavar: str, words: str) -> None:
    group.add_argument(
        name, action="append", default=[], metavar=metavar, help=f"{words}; may be repeated"
    )


def build_session(options: argparse.Namespace) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return the session that the options describe, None when a file of it cannot be used.

    Raises ``ValidationError`` for the value of an option that is not valid. Where neither the
    request nor an option says when the call was made, the clock does.
    """
    from inspector.core.builder.inputs import BuilderStage
    from inspector.files import load_build_request, load_builder_config, load_output
    from inspector.session.edits import open_part, set_at
    from inspector.stage import Part

    session, read = _project(options.root)
    problems = list(read)
    if session is None:
        return None, read
    failed = False
    if options.request is not None:
        request = load_build_request(options.request)
        problems += request.problems
        failed = failed or request.value is None
        if request.value is not None:
            stage = BuilderStage(request=request.value)
            session = open_part("builder", stage, options.request)(session)
    if options.config is not None:
        config = load_builder_config(options.config)
        problems += config.problems
        failed = failed or config.value is None
        if config.value is not None:
            source = session.source(Part.BUILDER)
            session = open_part("builder", BuilderStage(config=config.value), source)(session)
    for field, file in (("system", options.system), ("last_error", options.last_error)):
        if file is not None:
            text = load_output(file)
            problems += text.problems
            failed = failed or text.value is None
            session = set_at("builder", ("request", field), text.value or "")(session)
    for edit in _edits(options, session):
        session = edit(session)
    return None if failed else session, tuple(problems)


def _project(name: str) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return a session with a project's folder, None where nothing names one."""
    from inspector.core.builder.inputs import BuilderStage
    from inspector.core.problems import Place, Problem, Severity
    from inspector.files import load_any
    from inspector.session.edits import open_part, set_at
    from inspector.session.session import Session

    path = session_path(name)
    if not os.path.isfile(path):  # noqa: PTH113  # a folder, or nothing: the run says which
        return set_at("builder", "root", path)(Session()), ()
    loaded = load_any(path)
    session = loaded.value
    if isinstance(session, BuilderStage):
        session = open_part("builder", session, path)(Session())
    if isinstance(session, Session) and session.builder.root:
        return session, loaded.problems
    if loaded.value is None:
        return None, loaded.problems
    nothing = Problem(
        Severity.ERROR,
        "builder.no-project",
        "The file names no project.",
        "Name the project's folder, and the request after it.",
        Place(name),
    )
    return None, (*loaded.problems, nothing)


def _edits(options: argparse.Namespace, session: Session) -> Iterator[Edit]:
    from inspector.session.edits import set_at
    from inspector.stages.builder import part as edits

    root = session.builder.root
    for path in options.target:
        yield edits.add_target_file(relative_to(root, path))
    for name in options.symbol:
        yield edits.add_target_symbol(name)
    for text in options.select:
        path, _, symbol = text.partition("#")
        yield edits.select_target(relative_to(root, path), symbol or None)
    if options.active_file is not None:
        yield set_at("builder", "request.active_file", relative_to(root, options.active_file))
    for pattern in options.deny:
        yield edits.add_deny_pattern(pattern)
    yield from _allowances(options, root)
    if options.signals and session.builder.config.signals is None:
        yield set_at("builder", "config.signals", {})
    if options.constraint:
        rules = (*session.builder.request.constraints.user, *options.constraint)
        yield set_at("builder", "request.constraints.user", rules)
    yield from field_edits(options, "builder", (*_ASKED, *_LIMITS))
    said = session.builder.request.model_fields_set
    if options.created_at is None and "created_at" not in said:
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        yield set_at("builder", "request.created_at", now)


def _allowances(options: argparse.Namespace, root: str) -> Iterator[Edit]:
    """Give what a person lets in, for the reason of this command."""
    from inspector.stages.builder import part as edits

    for pattern in options.allow_denied:
        yield edits.override_default_pattern(pattern, options.reason)
    for path in options.allow_ignored:
        yield edits.allow_ignored(relative_to(root, path).rstrip("/"), options.reason)
    for finding in options.allow_finding:
        yield edits.allow_finding(finding, options.reason)


def relative_to(root: str, path: str) -> str:
    """Return a path as the project has it: relative to its root, with slashes.

    One that a shell completed, absolute or from the folder one is in, means the same file. What
    leads out of the project is returned as it was given: the build says that it is outside.
    """
    text = path.replace(os.sep, "/")
    absolute = os.path.isabs(path)  # noqa: PTH117
    if not absolute and os.path.lexists(os.path.join(root, path)):  # noqa: PTH118
        return text
    if not absolute and not os.path.lexists(path):
        return text
    try:
        found = os.path.relpath(os.path.abspath(path), os.path.abspath(root))  # noqa: PTH100
    except ValueError:  # on another drive
        return text
    outside = PurePath(found).parts[:1] in ((), ("..",))
    return text if outside else found.replace(os.sep, "/")
