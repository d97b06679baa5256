"""``inspector sweep``: the result as a function of one value, every breakpoint."""

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
    usable,
    write_text,
)
from inspector.cli.result_options import (
    CSV,
    add_axis_options,
    add_chart_option,
    add_form_options,
    add_output_option,
    any_number,
    range_asked,
)
from inspector.cli.session_options import (
    add_session_options,
    has_unusable_part,
    require_session,
    session_from,
    unread_relevance,
)
from inspector.cli.terminal import PhaseLine
from inspector.language import localized

if TYPE_CHECKING:
    from inspector.analysis.tuning.runs import Item, Tuning
    from inspector.analysis.tuning.sweep import Sweep
    from inspector.core.injection.report import InjectionReport

_SHOWN = ("from", "to", "items", "used", "value", "suppressed", "comes_in", "goes_out")
_CHECKS = """\
checks, for continuous integration (exit code 1 when one fails):
  --keep-in ID        the item is in at every value of the range
  --steady-within D   nothing changes within D of the current value
  --max-gap PART      the greedy selection misses at most this part of the best value

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options."""
    add_session_options(parser)
    parser.epilog = _CHECKS + (parser.epilog or "")
    add_axis_options(parser, "total")
    parser.add_argument(
        "--item",
        action="append",
        default=[],
        metavar="ID",
        help="also say what would let this card, file or background in, or push it out;"
        " may be repeated",
    )
    parser.add_argument(
        "--optimum", action="store_true", help="also find the exact best selection, and the gap"
    )
    parser.add_argument(
        "--keep-in", action="append", default=[], metavar="ID", help="check that an item stays in"
    )
    parser.add_argument(
        "--steady-within", type=any_number, metavar="D", help="check that nothing changes nearby"
    )
    parser.add_argument(
        "--max-gap", type=any_number, metavar="PART", help="check the gap to the best selection"
    )
    add_chart_option(parser, "the chart")
    add_form_options(parser, CSV)
    add_output_option(parser)


def run(options: argparse.Namespace) -> int:
    """Sweep one value of a session's policy."""
    require_session(options)
    session, problems = session_from(options)
    session = usable(session, problems)
    from inspector.analysis.injection_runs import InjectionRuns

    result = InjectionRuns().run(session)
    report = usable(result.report, result.problems)
    if options.chart == STANDARD and options.output == STANDARD:
        raise UsageError("the chart and the result need different places (--output)")
    code = _sweep(options, report)
    if code in (DONE, FAILED) and has_unusable_part((*problems, *result.problems), session):
        return BAD_INPUT
    return FAILED if code == DONE and unread_relevance(problems, session) else code


def _sweep(options: argparse.Namespace, report: InjectionReport) -> int:
    from inspector.analysis.tuning.axes import SweepTooLargeError
    from inspector.analysis.tuning.runs import Tuning
    from inspector.core.selection.optimal import SelectionTooLargeError

    tuning = Tuning(report)
    try:
        span = range_asked(options, tuning.range)
        items = [_item(report, name) for name in (*options.item, *options.keep_in)]
    except ValueError as error:
        raise UsageError(str(error)) from None
    asked, kept = items[: len(options.item)], items[len(options.item) :]
    try:
        with PhaseLine() as line:
            found = tuning.sweep(span, lambda done, all_: line.watch("sweeping", done, all_))
            text = _text(options, tuning, found, asked, line)
            failed = _failures(options, tuning, found, kept)
    except SweepTooLargeError as error:
        raise UsageError(str(error)) from None
    except SelectionTooLargeError as error:
        report_problems((error.problem,))
        return BAD_INPUT
    if options.chart:
        from inspector.stages.tuning.sweep_chart import sweep_svg

        write_text(options.chart, sweep_svg(found))
    write_text(options.output, text)
    for one in failed:
        report_line(f"inspector sweep: {one}")
    return FAILED if failed else DONE


def _item(report: InjectionReport, name: str) -> Item:
    """Return the item of an id, with or without its kind. Raises ``ValueError``."""
    from inspector.analysis.tuning.runs import item_of

    for key in (name, f"card:{name}", f"file:{name}", f"background:{name}"):
        found = item_of(report, key)
        if found is not None:
            return found
    raise ValueError(f"there is no card, file or background {name!r}")


def _text(
    options: argparse.Namespace, tuning: Tuning, found: Sweep, items: list[Item], line: PhaseLine
) -> str:
    thresholds = tuple(tuning.thresholds(item) for item in items)
    optimum = tuning.optimum() if options.optimum else None
    if options.format == "json":
        from inspector.stages.tuning.results import sweep_result

        curve = None
        if options.optimum:
            curve = tuning.curve(
                found.pieces.range, lambda done, all_: line.watch("best values", done, all_)
            )
        plain = sweep_result(found, thresholds, optimum, curve)
        return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"

    from inspector.present.axis_names import AXIS_TITLES, headline, item_name, written
    from inspector.present.table import TableQuery, to_csv, to_text, visible_rows
    from inspector.stages.tuning.sentences import optimum_line, threshold_lines
    from inspector.stages.tuning.tables import breakpoint_table

    table = breakpoint_table(found)
    rows = visible_rows(table, TableQuery())
    if options.format == "csv":
        return to_csv(table, rows, [column.id for column in table.columns])
    now = written(found.axis, found.current)
    lines = [f"{AXIS_TITLES[found.axis]} {now} now; {headline(found)}", ""]
    lines.append(to_text(table, rows, _SHOWN))
    for one in thresholds:
        name = item_name(tuning.report, one.item.kind, one.item.subject)
        lines += [f"{name}:", *(f"  {text}" for text in threshold_lines(one)), ""]
    if optimum is not None:
        lines += [optimum_line(optimum), ""]
    return "\n".join(lines)


def _failures(
    options: argparse.Namespace, tuning: Tuning, found: Sweep, kept: list[Item]
) -> list[str]:
    """Return what is wrong by the checks that were asked for."""
    from inspector.analysis.tuning.runs import key_of
    from inspector.analysis.tuning.thresholds import item_spans
    from inspector.present.axis_names import written

    axis, failed = found.axis, []
    for item in kept:
        mask = item_spans(found, item.kind).mask(item.subject, len(found.pieces))
        if not mask.all():
            first = written(axis, float(found.pieces.starts[int(mask.argmin())]))
            failed.append(f"{key_of(tuning.report, item)} is out at {axis} {first}")
    if options.steady_within is not None:
        for piece in found.breakpoints.tolist():
            # Below the current value a breakpoint counts from the last value before it.
            at = float(found.pieces.starts[piece])
            near = at if at > found.current else found.pieces.last_of(piece - 1)
            if abs(near - found.current) <= options.steady_within:
                failed.append(f"the result changes at {axis} {written(axis, at)}")
    if options.max_gap is not None:
        gap = tuning.optimum().gap_part
        if gap > options.max_gap:
            failed.append(f"the greedy selection misses {localized(gap, '.2%')} of the best value")
    return failed
