"""The options of ``inspector corpus``, and the workload that they describe."""

from __future__ import annotations

import argparse
import itertools
from pathlib import PurePath
from typing import TYPE_CHECKING

from inspector.cli.checks import add_check_options
from inspector.cli.output import STANDARD, UsageError, report_problems
from inspector.cli.recording import add_history_options
from inspector.cli.result_options import (
    CSV,
    add_axis_options,
    add_chart_option,
    add_form_options,
    add_output_option,
    any_number,
    range_asked,
    whole_number,
)
from inspector.cli.session_options import (
    add_part_options,
    better_of,
    session_from,
    session_path,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inspector.analysis.corpus.workload import Corpus, Variant
    from inspector.analysis.tuning.axes import AxisRange
    from inspector.core.injection.policy import UnifiedContextBudgetPolicy
    from inspector.core.problems import Problem
    from inspector.session.session import Session

ALL = "all"
"""Every strategy, each beside the others."""

_MOST_POLICIES = 100
_CHECK = """\
check, for continuous integration (exit code 1 when it fails):
  --min-recall PART   the mean recall under the policy as it is

"""


def add_corpus_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "corpora",
        nargs="*",
        metavar="PATH",
        help="requests (NAME.requests.jsonl, beside NAME.candidates.json), a folder of such"
        " pairs, or a session; without one, the requests of --session",
    )
    parser.add_argument(
        "--session",
        metavar="SESSION",
        help="a session file or sample:NAME, whose policy, strategy and overrides are used",
    )
    add_part_options(parser, more=(ALL,))
    parser.epilog = _CHECK + (parser.epilog or "")
    add_axis_options(parser, "division")
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="FIELD=A,B,…",
        help="also under other values of a field of the policy; several make a grid",
    )
    parser.add_argument(
        "--against",
        metavar="FILE",
        help="another policy beside this one; --comment writes both as Markdown",
    )
    parser.add_argument(
        "--group-by",
        default="found",
        metavar="KEY",
        help="requests that are drawn together: conversation, document, corpus, request (each"
        " alone), or a field such as mode (what is found in the data)",
    )
    parser.add_argument(
        "--tolerance",
        type=any_number,
        default=0.01,
        metavar="PART",
        help="recall that may be given up for fewer tokens or a steady value (0.01)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(),
        default=1,
        help="of the bootstrap: the same seed, the same intervals (1)",
    )
    parser.add_argument(
        "--processes",
        type=whole_number(1),
        metavar="N",
        help="how many processes (one for each core)",
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", help="work on the Dask cluster of this scheduler"
    )
    resume = parser.add_mutually_exclusive_group()
    resume.add_argument(
        "--journal",
        metavar="FILE",
        help="where to note what is done; the same command after a kill goes on from there",
    )
    resume.add_argument("--no-journal", action="store_true", help="note nothing, begin anew")
    parser.add_argument(
        "--min-recall", type=any_number, metavar="PART", help="check the mean recall"
    )
    parser.add_argument("--requests", metavar="FILE", help="write a line for each request as CSV")
    parser.add_argument("--losses", metavar="FILE", help="write a line for each lost piece as CSV")
    parser.add_argument(
        "--comment", metavar="FILE", help="write a comment for a pull request as Markdown"
    )
    add_check_options(parser, "lost", "used", "tokens", "growth")
    parser.add_argument("--front", metavar="FILE", help="write the Pareto front as CSV")
    add_chart_option(parser, "the curves")
    add_form_options(parser, CSV, "html", more="; html is a page for reading, with charts")
    add_output_option(parser)
    add_history_options(parser)


def check_usage(options: argparse.Namespace) -> None:
    """Raise ``UsageError`` for options that do not go together."""
    if options.request:
        raise UsageError("--request is one request; name a corpus of them")
    if options.processes is not None and options.processes < 1:
        raise UsageError("--processes needs at least 1")
    if options.scheduler and options.processes:
        raise UsageError("--scheduler and --processes do not go together")
    if not 0 <= options.tolerance <= 1:
        raise UsageError("--tolerance is a part of recall between 0 and 1")
    places = [
        options.output,
        options.requests,
        options.front,
        options.chart,
        options.losses,
        options.comment,
    ]
    if places.count(STANDARD) > 1:
        raise UsageError("only one result can go to standard output (--output FILE)")


def _is_session(name: str) -> bool:
    from inspector.files import detect_kind
    from inspector.files.kinds import FileKind

    return name != STANDARD and detect_kind(session_path(name)).value is FileKind.SESSION


def corpora_from(
    options: argparse.Namespace,
) -> tuple[Session | None, tuple[Corpus, ...], tuple[Problem, ...]]:
    """Return the session and the corpora; problems are reported, and returned too."""
    from inspector.analysis.corpus.workload import Corpus
    from inspector.stages.corpus.corpora import load_corpora

    if len(options.corpora) == 1 and options.session is None and _is_session(options.corpora[0]):
        options.session = options.corpora.pop()
    shared, options.candidates = options.candidates, None
    asked, options.strategy = (
        options.strategy,
        None if options.strategy == ALL else options.strategy,
    )
    session, problems = session_from(options)
    options.strategy = asked
    report_problems(problems)
    if session is None:
        return None, (), problems
    if options.corpora:
        names = tuple(map(session_path, options.corpora))
        loaded = load_corpora(names, shared, better=better_of(options))
        report_problems(loaded.problems)
        return session, loaded.value or (), (*problems, *loaded.problems)
    requests = session.requests or ((session.request,) if session.request else ())
    if not requests:
        return session, (), problems
    name = session.title or session.candidates.set_id
    corpus = Corpus(name, session.candidates, requests, session)
    return session, (corpus,), problems


def range_from(
    options: argparse.Namespace, session: Session, corpora: Sequence[Corpus]
) -> AxisRange:
    """Return the range that is swept. Raises ``ValueError`` for one that cannot be."""
    from inspector.analysis.corpus.workload import usual_range

    policy, overrides = session.policy, session.overrides
    return range_asked(options, lambda axis: usual_range(axis, policy, overrides, corpora))


def variants_from(options: argparse.Namespace, session: Session) -> tuple[Variant, ...]:
    """Return the policy as it is and those of the grid. Raises ``ValueError`` for a wrong one."""
    from pydantic import ValidationError

    from inspector.analysis.corpus.workload import Variant
    from inspector.core.injection.policy import Strategy
    from inspector.files.documents import said_first
    from inspector.session.edits import set_policy_fields

    found = {session.policy: Variant("as it is", session.policy)}
    fields = [_varied(text, type(session.policy).model_fields) for text in options.vary]
    for values in itertools.product(*(numbers for _, numbers in fields)):
        changes = {name: value for (name, _), value in zip(fields, values, strict=True)}
        if not changes:
            break
        name = ", ".join(f"{field}={value:g}" for field, value in changes.items())
        try:
            policy = set_policy_fields(changes)(session).policy
        except ValidationError as error:
            raise ValueError(f"--vary {name}: {said_first(error)}") from error
        found.setdefault(policy, Variant(name, policy))
    if options.against:
        other = _other_policy(options.against)
        found.setdefault(other, Variant(PurePath(options.against).name, other))
    variants = tuple(found.values())
    if options.strategy == ALL:
        others = [one for one in Strategy if one is not session.strategy]
        variants += tuple(
            Variant(f"{one.name}, {strategy}", one.policy, strategy)
            for strategy in others
            for one in found.values()
        )
    if len(variants) > _MOST_POLICIES:
        raise ValueError(f"that makes {len(variants):,} policies; at most {_MOST_POLICIES} are run")
    return variants


def _other_policy(path: str) -> UnifiedContextBudgetPolicy:
    """Return the policy of a file. Raises ``ValueError`` where there is none."""
    from inspector.files.requests import load_policy

    loaded = load_policy(path)
    report_problems(loaded.problems)
    if loaded.value is None:
        raise ValueError(f"--against {path}: it holds no policy")
    return loaded.value


def _varied(text: str, known: object) -> tuple[str, list[float]]:
    field, _, numbers = text.partition("=")
    try:
        values = [any_number(one) for one in numbers.split(",")]
    except argparse.ArgumentTypeError:
        raise ValueError(f"--vary {text}: it is not FIELD=NUMBER,NUMBER") from None
    if field not in known:  # type: ignore[operator]  # a mapping of pydantic's
        raise ValueError(f"--vary {text}: it names no field of the policy")
    return field, values
