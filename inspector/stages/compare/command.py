"""``inspector compare``: what changed between two runs, and which input did it."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    FAILED,
    STANDARD,
    UsageError,
    report_line,
    report_problems,
    write_text,
)
from inspector.cli.result_options import (
    JSON,
    add_chart_option,
    add_form_options,
    add_output_option,
    whole_number,
)
from inspector.cli.session_options import (
    add_part_options,
    has_unusable_part,
    parts_given,
    session_from,
    session_path,
    unread_relevance,
)

if TYPE_CHECKING:
    from inspector.analysis.comparison import ChangeCause, Compared, CompareRuns, Displacement
    from inspector.core.injection.manifest import UnifiedInjectionManifest
    from inspector.core.problems import Problem
    from inspector.session.session import Session

FAIL_ON = {
    "any": "anything that is not the same",
    "flip": "another verdict",
    "lost": "something that was in and is out",
    "gained": "something that was out and is in",
    "more-tokens": "more tokens used in B than in A",
    "expectation": "an expectation of B's request that is not met",
}
_LINES = 40  # changes that the text lists


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "a", metavar="A", help="a session, sample:NAME, a manifest or receipts: what it was before"
    )
    parser.add_argument(
        "session",
        nargs="?",
        metavar="B",
        help="what it is after; A again where it is left out. The options change B",
    )
    add_part_options(parser)
    add_form_options(parser)
    add_chart_option(parser, "mirrored bars and matrix")
    add_output_option(parser)
    parser.add_argument(
        "--fail-on",
        action="append",
        default=[],
        choices=FAIL_ON,
        metavar="WHAT",
        help="exit with 1 for: "
        + "; ".join(f"{name} ({what})" for name, what in FAIL_ON.items())
        + ". May be given several times",
    )
    parser.add_argument(
        "--no-causes", action="store_true", help="do not find out which input did it"
    )
    parser.add_argument(
        "--displaced",
        type=whole_number(),
        default=20,
        metavar="N",
        help="for up to N subjects that fell out, find out who took their room (20)",
    )


def run(options: argparse.Namespace) -> int:
    """Compare; 1 stands for a difference that was asked to fail."""
    names = (options.a, options.session or options.a)
    of_receipts = [_is_receipts(name) for name in names]
    if any(of_receipts):
        if not all(of_receipts) or options.session is None:
            raise UsageError("receipts are compared with receipts; name two files of them")
        return _compare_receipts(options)
    a, problems_a = _first(options.a)
    b, problems_b = _second(options)
    problems = tuple(dict.fromkeys((*problems_a, *problems_b)))
    if a is None or b is None:
        report_problems(problems)
        return BAD_INPUT

    from inspector.analysis.comparison import CompareRuns
    from inspector.analysis.injection_runs import CannotRunError
    from inspector.core.problems import merged
    from inspector.session.session import Session

    runs = CompareRuns()
    try:
        compared = runs.compared(a, b)
    except CannotRunError as error:
        report_problems(merged(problems, error.problems))
        return BAD_INPUT
    problems = merged(problems, compared.problems)
    report_problems(problems)
    causes = {} if options.no_causes else runs.causes(compared)
    displaced = {} if options.no_causes else _displaced(runs, compared, options.displaced)
    if options.chart:
        from inspector.stages.compare.picture import compare_svg

        write_text(options.chart, compare_svg(compared.comparison))
    if options.chart != STANDARD or options.output != STANDARD:
        write_text(options.output, _written(options, compared, names, causes, displaced))
    sessions = [one for one in (a, b) if isinstance(one, Session)]
    if has_unusable_part(problems, *sessions):
        return BAD_INPUT
    failed = [name for name in dict.fromkeys(options.fail_on) if _fails(name, compared)]
    for name in failed:
        report_line(f"inspector compare: there is {FAIL_ON[name]}")
    return FAILED if failed or unread_relevance(problems, *sessions) else DONE


def _is_receipts(name: str) -> bool:
    from inspector.files import FileKind, detect_kind

    return name != STANDARD and detect_kind(session_path(name)).value is FileKind.RECEIPTS


def _compare_receipts(options: argparse.Namespace) -> int:
    """Compare two files of receipts as they stand; 1 for a difference that was asked to fail."""
    from inspector.files.findings import Findings
    from inspector.stages.compare.receipt_results import comparison_lines
    from inspector.stages.compare.receipts import compare_receipts, read_decisions

    unfit = parts_given(options) + ["--chart"] * bool(options.chart)
    unfit += ["--fail-on expectation"] * ("expectation" in options.fail_on)
    if unfit:
        raise UsageError(f"{unfit[0]} is not for receipts")
    found = Findings()
    sides = [read_decisions(name, found) for name in (options.a, options.session)]
    report_problems(found.problems())
    before, after = sides
    if before is None or after is None:
        return BAD_INPUT
    compared = compare_receipts(before, after)
    if options.format == JSON:
        fields = compared.model_dump(mode="json")
        text = json.dumps(fields, indent=2, ensure_ascii=False)
    else:
        text = "\n".join(comparison_lines(compared, _LINES))
    write_text(options.output, text + "\n")
    failed = [name for name in dict.fromkeys(options.fail_on) if compared.has(name)]
    for name in failed:
        report_line(f"inspector compare: there is {FAIL_ON[name]}")
    return FAILED if failed else DONE


def _first(name: str) -> tuple[Session | UnifiedInjectionManifest | None, tuple[Problem, ...]]:
    from inspector.files import FileKind, detect_kind, load_manifest, load_session

    path = session_path(name)
    if detect_kind(path).value is FileKind.MANIFEST:
        manifest = load_manifest(path)
        return manifest.value, manifest.problems
    session = load_session(path)
    return session.value, session.problems


def _second(
    options: argparse.Namespace,
) -> tuple[Session | UnifiedInjectionManifest | None, tuple[Problem, ...]]:
    """Return what side B is: a manifest, or a session with what the options change."""
    from inspector.files import FileKind, detect_kind

    options.session = options.session or options.a
    if detect_kind(session_path(options.session)).value is FileKind.MANIFEST:
        return _first(options.session)
    return session_from(options)


def _displaced(runs: CompareRuns, compared: Compared, most: int) -> dict[int, Displacement]:
    """Return who took the room of the first subjects that were in and are out."""
    comparison, found = compared.comparison, {}
    fell = [
        index
        for index in comparison.flips.tolist()
        if comparison.before.tokens[index] and not comparison.after.tokens[index]
    ]
    for index in fell[:most]:
        explained = runs.explained(compared, index)
        if explained is not None and explained.displaced is not None:
            found[index] = explained.displaced
    return found


def _written(
    options: argparse.Namespace,
    compared: Compared,
    names: tuple[str, str],
    causes: dict[int, ChangeCause],
    displaced: dict[int, Displacement],
) -> str:
    differing = compared.attribution.differences if compared.attribution else None
    if options.format == JSON:
        from inspector.stages.compare.results import comparison_result

        fields = comparison_result(compared.comparison, names, differing, causes, displaced)
        return json.dumps(fields, indent=2, ensure_ascii=False) + "\n"
    from inspector.stages.compare.results import comparison_lines

    lines = comparison_lines(compared.comparison, names, differing, causes, displaced, _LINES)
    return "\n".join(lines) + "\n"


def _fails(name: str, compared: Compared) -> bool:
    """Tell whether a comparison has what was asked to fail it."""
    from inspector.analysis.expectations import checked
    from inspector.analysis.injection_runs import InjectionResult

    comparison = compared.comparison
    before, after = comparison.before.tokens > 0, comparison.after.tokens > 0
    match name:
        case "any":
            return len(comparison.changes) > 0
        case "flip":
            return len(comparison.flips) > 0
        case "lost":
            return bool((before & ~after).any())
        case "gained":
            return bool((~before & after).any())
        case "more-tokens":
            return comparison.totals[1].used > comparison.totals[0].used
        case _:
            b = compared.b
            report = b.report if isinstance(b, InjectionResult) else None
            return report is not None and not checked(report).passed
