"""``inspector history``: the recorded runs, listed, shown, compared and removed."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.cli.output import (
    BAD_INPUT,
    DONE,
    InputError,
    UsageError,
    has_errors,
    report_line,
    report_problems,
    usable,
    write_result,
    write_text,
)
from inspector.cli.result_options import (
    JSON,
    add_form_options,
    add_output_option,
    whole_number,
)
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.files.history import History, RunSummary, StoredRun


def compared_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the differences as lines of text."""
    from inspector.present.recorded_words import recorded_differences, state_words

    first, second = found["runs"]
    yield f"run {first} and run {second}"
    for heading in ("inputs", "configuration", "metrics", "verdicts"):
        differences = found[heading]
        yield from ("", heading if differences else f"{heading}: the same")
        for name, one, other in recorded_differences(found, heading):
            yield f"  {name:40} {one} → {other}"
    rows = found["rows"]
    yield from ("", "rows" if rows else "rows: the same")
    for row in rows:
        before, after = state_words(row["before"]), state_words(row["after"])
        yield f"  {row['kind']:8} {row['id']:32} {before} → {after}"


LISTED = 20
_HISTORY_HELP = "another history than the user's own"
_COLUMNS = ("id", "last seen", "times", "stage", "title", "verdicts")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the command's options and its actions."""
    _add_list_options(parser)
    actions = parser.add_subparsers(metavar="ACTION", dest="action")
    show = actions.add_parser("show", help="print one run with its configuration and its result")
    show.add_argument("id", type=whole_number(1), metavar="ID", help="the run's number in the list")
    prune = actions.add_parser("prune", help="remove old runs")
    prune.add_argument("--keep", type=whole_number(), metavar="N", help="all but the newest N")
    prune.add_argument(
        "--older-than", metavar="TIME", help="last seen before this UTC time, with Z"
    )
    compare = actions.add_parser("compare", help="print what differs between two runs")
    compare.add_argument(
        "id", type=whole_number(1), metavar="ID", help="the run's number in the list"
    )
    compare.add_argument(
        "other", type=whole_number(1), metavar="OTHER", help="the number of the other run"
    )
    manifest = actions.add_parser("manifest", help="write a run's manifest, to verify or reopen it")
    manifest.add_argument(
        "id", type=whole_number(1), metavar="ID", help="the run's number in the list"
    )
    for action in (show, prune, compare, manifest):
        # Where it is not given here, what stands before the action holds.
        action.add_argument(
            "--history", default=argparse.SUPPRESS, metavar="FILE", help=_HISTORY_HELP
        )
        add_form_options(action, default=argparse.SUPPRESS)
        add_output_option(action, default=argparse.SUPPRESS)


def _add_list_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--history", metavar="FILE", help=_HISTORY_HELP)
    add_form_options(parser)
    add_output_option(parser)
    parser.add_argument(
        "--limit", type=whole_number(), default=LISTED, metavar="N", help=f"runs to list ({LISTED})"
    )
    parser.add_argument(
        "--stage",
        metavar="STAGE",
        help="list runs of one stage only: injection, relevance, discipline, window, assembly,"
        " builder, timeline or corpus",
    )
    parser.add_argument(
        "--text",
        default="",
        metavar="TEXT",
        help="list runs with these words in the title or in metrics that are texts",
    )
    parser.add_argument(
        "--since", metavar="TIME", help="list runs seen then or later (UTC, with Z)"
    )
    parser.add_argument("--until", metavar="TIME", help="list runs seen before then (UTC, with Z)")
    parser.add_argument(
        "--fingerprint",
        default="",
        metavar="HEX",
        help="list runs with an input, a configuration or a result whose SHA-256 begins so",
    )
    parser.add_argument("--policy", metavar="FILE", help="list runs of exactly this policy")
    parser.add_argument(
        "--verdict", metavar="VERDICT", help="list runs in which some subject got this verdict"
    )


def run(options: argparse.Namespace) -> int:
    """List runs, the newest first, or do what the action says."""
    from inspector.files.history import HistoryError, open_history
    from inspector.files.history.opening import default_history_path

    if options.action == "prune" and options.keep is None and options.older_than is None:
        raise UsageError("prune needs --keep or --older-than")
    path = Path(options.history or default_history_path())
    if options.history is None and not os.path.lexists(path):
        _write_empty(options)
        return DONE if options.action in (None, "prune") else BAD_INPUT
    # Opened for writing, a file that is not there would be made.
    only_read = options.action != "prune" or not path.exists()
    loaded = open_history(path, read_only=only_read)
    report_problems(loaded.problems)
    if loaded.value is None or has_errors(loaded.problems):
        return BAD_INPUT
    with loaded.value as history:
        try:
            return _ACTIONS[options.action](options, history)
        except HistoryError as error:
            report_problems(error.problems)
            return BAD_INPUT


def _write_empty(options: argparse.Namespace) -> None:
    """Answer where nothing was ever recorded, without making a history to say so."""
    if options.format == JSON and options.action is None:
        write_result(options.output, b"[]\n")
    report_line("inspector history: nothing has been recorded yet")


def _list(options: argparse.Namespace, history: History) -> int:
    from inspector.files.history import Query

    named = options.policy is not None
    fingerprint = _policy_fingerprint(options.policy) if named else options.fingerprint
    query = Query(
        stage=options.stage,
        text=options.text,
        since=options.since,
        until=options.until,
        fingerprint=fingerprint,
        verdict=options.verdict,
    )
    found = history.search(query, limit=options.limit)
    if options.format == JSON:
        _print_json(options, [asdict(one) for one in found])
        return DONE
    rows = [_COLUMNS, *(_row(one) for one in found)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(_COLUMNS))]
    lines = [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    number, every = history.count(query), history.count()
    told = count_of(number, "run" if number == every else "matching run")
    recorded = "" if number == every else f"; {every:,} recorded"
    lines.append(f"{len(found):,} of {told}{recorded}")
    _print(options, "\n".join(lines))
    return DONE


def _show(options: argparse.Namespace, history: History) -> int:
    stored = history.get(options.id)
    if stored is None:
        raise InputError(f"there is no run {options.id}")
    if options.format == JSON:
        _print_json(options, _whole(stored))
    else:
        _print(options, "\n".join(_lines(stored)))
    return DONE


def _compare(options: argparse.Namespace, history: History) -> int:
    from inspector.files.history.differences import run_differences

    runs = [history.get(number) for number in (options.id, options.other)]
    for number, run in zip((options.id, options.other), runs, strict=True):
        if run is None:
            report_line(f"inspector history: there is no run {number}")
    first, second = runs
    if first is None or second is None:
        return BAD_INPUT
    found = run_differences(first, second)
    if options.format == JSON:
        _print_json(options, found)
    else:
        _print(options, "\n".join(compared_lines(found)))
    return DONE


def _manifest(options: argparse.Namespace, history: History) -> int:
    stored = history.get(options.id)
    result = None if stored is None else stored.record.result_value
    manifest = result.get("manifest") if isinstance(result, dict) else None
    if manifest is None:
        why = "there is no run" if stored is None else "there is no manifest in run"
        raise InputError(f"{why} {options.id}")
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    write_text(options.output, text)
    return DONE


def _policy_fingerprint(path: str) -> str:
    """Return the SHA-256 by which runs of a policy are known."""
    from inspector.core.canonical import fingerprint
    from inspector.files import load_policy

    loaded = load_policy(path)
    policy = usable(loaded.value, loaded.problems)
    return fingerprint(policy.model_dump(mode="json"))


def _prune(options: argparse.Namespace, history: History) -> int:
    removed = history.prune(keep=options.keep, older_than=options.older_than)
    left = history.count()
    if options.format == JSON:
        _print_json(options, {"removed": removed, "left": left})
    else:
        _print(options, f"{count_of(removed, 'run')} removed, {left:,} left")
    return DONE


_ACTIONS: Mapping[str | None, Callable[[argparse.Namespace, History], int]] = {
    None: _list,
    "show": _show,
    "prune": _prune,
    "compare": _compare,
    "manifest": _manifest,
}


def _row(one: RunSummary) -> tuple[str, ...]:
    verdicts = " ".join(f"{name}:{count:,}" for name, count in one.verdicts.items())
    times = f"{one.times_seen:,}"
    title = " ".join(one.title.split())
    return (str(one.id), one.last_seen, times, one.stage, title, verdicts)


def _whole(stored: StoredRun) -> dict[str, Any]:
    record = stored.record
    return {
        **asdict(stored.summary),
        "configuration": record.configuration_value,
        "result": record.result_value,
    }


def _lines(stored: StoredRun) -> list[str]:
    from inspector.present.recorded_words import grouped_value

    one = stored.summary
    lines = [
        f"run            {one.id}, {one.stage}" + (f" of {one.series}" if one.series else ""),
        f"title          {one.title}",
        f"seen           {count_of(one.times_seen, 'time')}, {one.first_seen} to {one.last_seen}",
        f"version        {one.version}",
    ]
    for heading, values in (
        ("inputs", one.inputs),
        ("metrics", one.metrics),
        ("verdicts", one.verdicts),
    ):
        lines += ["", heading]
        lines += (f"  {name:24} {grouped_value(value)}" for name, value in values.items())
    for heading, value in (
        ("configuration", stored.record.configuration_value),
        ("result", stored.record.result_value),
    ):
        lines += ["", heading, json.dumps(value, indent=2, ensure_ascii=False)]
    return lines


def _print_json(options: argparse.Namespace, value: object) -> None:
    _print(options, json.dumps(value, indent=2, ensure_ascii=False))


def _print(options: argparse.Namespace, text: str) -> None:
    write_text(options.output, f"{text}\n")
