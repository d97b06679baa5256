"""Options that name the inputs of a run, and the session made from them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from inspector.cli.output import BAD_INPUT, DONE, FAILED, InputError, UsageError
from inspector.cli.result_options import any_number, whole_number
from inspector.core.problems import Place, Problem, Severity

if TYPE_CHECKING:
    from inspector.files import Loaded
    from inspector.files.importers.values import Better
    from inspector.session.session import Session

T = TypeVar("T")
SAMPLE = "sample:"
"""Begins what names a built-in session instead of a file."""


def add_session_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that name a session, its parts, and changes to its policy."""
    parser.add_argument(
        "session",
        nargs="?",
        metavar="SESSION",
        help="a session file (*.inspector.json), candidates, a file of another program, a folder"
        " of these, or sample:NAME; options replace its parts",
    )
    parser.add_argument(
        "beside", nargs="*", metavar="FILE", help="more of the same; candidates become one set"
    )
    add_part_options(parser)


def add_part_options(parser: argparse.ArgumentParser, *, more: tuple[str, ...] = ()) -> None:
    """Add the options that name the parts of a session, and changes to its policy.

    ``more`` are strategies beside those that a session can have.
    """
    parser.add_argument("--policy", metavar="FILE", help="the budget policy")
    parser.add_argument(
        "--production",
        metavar="FOLDER",
        help="the policy that a production system keeps below this folder",
    )
    parser.add_argument(
        "--candidates", metavar="FILE", help="the candidate set: a file, or a folder of texts"
    )
    add_score_option(parser)
    parser.add_argument("--request", metavar="FILE", help="the request; - reads standard input")
    parser.add_argument(
        "--strategy",
        choices=("coverage", "depth", "optimal", *more),
        help="how cards are given their renderings (coverage)",
    )
    parser.add_argument(
        "--what-if",
        metavar="FILE",
        help="policy, strategy and what-ifs of a configuration, which is a session with no more",
    )
    parser.add_argument(
        "--overrides", metavar="FILE", help="what-if overrides, instead of those of the session"
    )
    parser.add_argument(
        "--relevance-floor",
        type=any_number,
        metavar="X",
        help="what-if: keep out cards and files of less relevance",
    )
    parser.add_argument(
        "--top-k",
        type=whole_number(),
        metavar="N",
        help="what-if: so many cards and so many files compete, the most relevant first",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="FIELD=NUMBER",
        help="change a field of the policy; may be given several times",
    )


def add_score_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that turns how the scores of files of other programs are read."""
    parser.add_argument(
        "--scores",
        choices=("higher", "lower"),
        help="which scores are better, where the reading that is told is wrong",
    )


def better_of(options: argparse.Namespace) -> Better | None:
    """Return how scores are to be read, None where a file's own telling counts."""
    if options.scores is None:
        return None
    from inspector.files.importers.values import Better

    return Better[options.scores.upper()]


def parts_given(options: argparse.Namespace) -> list[str]:
    """Return which of the options that name or change parts were given, by their names."""
    parser = argparse.ArgumentParser(add_help=False)
    add_part_options(parser)
    unsaid = vars(parser.parse_args([]))
    names = (name for name, value in unsaid.items() if getattr(options, name) != value)
    return [f"--{name.replace('_', '-')}" for name in names]


def require_session(options: argparse.Namespace) -> None:
    """Raise ``UsageError`` where the options name nothing that could be run."""
    if not (options.session or options.request or options.candidates):
        raise UsageError("name a session, a sample (sample:NAME), candidates or a request")


def has_unusable_part(problems: Iterable[Problem], *sessions: Session) -> bool:
    """Whether a part of the input was replaced or ignored; records left out make it partial only.

    A result without some cards, files or buckets of its candidates is ``partial``: it says so, and
    each of them is a problem with its place. ``sessions`` are those that the problems are of; where
    nothing is left of the candidates of one, what was left out was not only records. A relevance
    configuration that cannot be read leaves nothing out: see ``unread_relevance``.
    """
    from inspector.stage import Part

    sets = [session.candidates for session in sessions]
    whole = all(len(one.knowledge_cards) or one.buckets for one in sets)
    sources = {session.source(Part.CANDIDATES) for session in sessions} - {None}
    records = ("/candidates/", "/knowledge_cards/", "/buckets/")

    def is_record(place: Place) -> bool:
        if place.file in sources:
            return whole
        return whole and (place.pointer or "").startswith(records)

    return any(
        one.severity is Severity.ERROR
        and not is_record(one.place)
        and not _is_of_relevance(one, sessions)
        for one in problems
    )


def unread_relevance(problems: Iterable[Problem], *sessions: Session) -> bool:
    """Whether a relevance configuration could not be read: all is in, and the command fails."""
    return any(
        one.severity is Severity.ERROR and _is_of_relevance(one, sessions) for one in problems
    )


def code_of(problems: Iterable[Problem], session: Session) -> int:
    """Return the exit code of a result beside problems of the session that it was made from.

    An error makes it 3; a relevance configuration that cannot be read leaves nothing out, which
    makes it 1.
    """
    errors = [one for one in problems if one.severity is Severity.ERROR]
    if all(_is_of_relevance(one, (session,)) for one in errors):
        return FAILED if errors else DONE
    return BAD_INPUT


def _is_of_relevance(problem: Problem, sessions: Iterable[Session]) -> bool:
    from inspector.stage import Part

    sources = {session.source(Part.RELEVANCE) for session in sessions} - {None}
    place = problem.place
    inline = (place.pointer or "").startswith("/relevance/inline")
    return inline or place.file in sources or problem.code.startswith("relevance.")


def _policy_named(options: argparse.Namespace) -> str | None:
    """Return the policy's file: the one that is named, or that of production."""
    from inspector.files.requests import policy_storage_path

    named: str | None = options.policy
    folder = getattr(options, "production", None)
    if folder is None:
        return named
    if named:
        raise UsageError("--policy and --production both name the policy; use one of them")
    return str(policy_storage_path(folder))


def session_from(options: argparse.Namespace) -> tuple[Session | None, tuple[Problem, ...]]:
    """Return the session that the options describe, None when a part cannot be used at all."""
    from inspector.core.injection.policy import Strategy
    from inspector.files import (
        load_any,
        load_candidates,
        load_policy,
        load_request,
    )
    from inspector.session.edits import open_candidates, open_policy, open_requests
    from inspector.session.opening import joined, taken_into
    from inspector.session.session import Session

    problems: list[Problem] = []
    missing = False

    def taken(loaded: Loaded[T]) -> T | None:
        nonlocal missing
        problems.extend(loaded.problems)
        missing = missing or loaded.value is None
        return loaded.value

    session = Session()
    # Also a candidate set, or a file of another program: what it holds makes a session.
    paths = _files_named(options.session, *getattr(options, "beside", ()))
    better = better_of(options)
    alone = [taken(load_any(path, better=better)) for path in paths]
    for path, one, value in zip(paths, alone, joined(alone), strict=True):
        source = path if value is one else None  # what several files hold, none of them holds
        session = taken_into(session, value, source) or session
    named = _policy_named(options)
    if named:
        options.policy = named
        policy = taken(load_policy(named))
        session = open_policy(policy, options.policy)(session) if policy else session
    if options.candidates:
        candidates = taken(load_candidates(options.candidates, better=better))
        if candidates is not None:
            session = open_candidates(candidates, options.candidates)(session)
    if options.request:
        request = taken(load_request(options.request))
        session = open_requests((request,), options.request)(session) if request else session
    session = _with_what_ifs(session, options, taken)
    if options.strategy:
        session = replace(session, strategy=Strategy(options.strategy))
    session = _with_changes(session, options.set)
    return None if missing else session, tuple(problems)


def _with_what_ifs(
    session: Session, options: argparse.Namespace, taken: Callable[[Loaded[Any]], Any]
) -> Session:
    """Return a session under the what-ifs of the options; ``taken`` gives what was loaded."""
    from inspector.files import load_overrides, load_session

    if options.what_if:
        from inspector.session.edits import use_configuration

        held = taken(load_session(options.what_if))
        session = use_configuration(held)(session) if held else session
    if options.overrides:
        from inspector.session.edits import open_overrides

        overrides = taken(load_overrides(options.overrides))
        session = open_overrides(overrides, options.overrides)(session) if overrides else session
    if options.relevance_floor is not None or options.top_k is not None:
        from inspector.session.edits import set_at

        if options.relevance_floor is not None:
            session = set_at("overrides", "relevance_floor", options.relevance_floor)(session)
        if options.top_k is not None:
            session = set_at("overrides", "top_k", options.top_k)(session)
    return session


def _files_named(*names: str | None) -> tuple[str, ...]:
    """Return the files that names stand for: several where one is a folder of such."""
    from inspector.files.opening import files_of_folder

    paths = [session_path(name) for name in names if name]
    return tuple(file for path in paths for file in files_of_folder(path) or (path,))


def session_path(name: str) -> str:
    """Return the path of a session, that of a built-in sample for ``sample:NAME``.

    Raises ``InputError`` where there is no such sample.
    """
    from inspector import resources

    if not name.startswith(SAMPLE):
        return name
    samples, called = resources.sample_sessions(), name.removeprefix(SAMPLE)
    if called not in samples:
        raise InputError(f"no sample {called!r}; there are {', '.join(samples)}")
    return str(resources.resource_path(samples[called]))


def _with_changes(session: Session, changes: list[str]) -> Session:
    """Apply the ``--set`` options. Raises ``UsageError`` naming all that are wrong."""
    from pydantic import ValidationError

    from inspector.core.injection.policy import UnifiedContextBudgetPolicy
    from inspector.session.edits import set_policy_fields

    values: dict[str, float] = {}
    wrong = []
    for change in changes:
        field, _, number = change.partition("=")
        try:
            values[field.strip()] = any_number(number)
        except argparse.ArgumentTypeError:
            wrong.append(f"--set {change}: is not FIELD=NUMBER")
        if field.strip() not in UnifiedContextBudgetPolicy.model_fields:
            known = ", ".join(UnifiedContextBudgetPolicy.model_fields)
            wrong.append(f"--set {change}: names no field of the policy: {known}")
    if wrong:
        raise UsageError("; ".join(wrong))
    try:
        return set_policy_fields(values)(session) if values else session
    except ValidationError as error:
        said = (
            f"--set {'.'.join(map(str, found['loc']))}: {found['msg']}"
            for found in error.errors(include_url=False, include_input=False)
        )
        raise UsageError("; ".join(said)) from None
