"""``--fail-on``: conditions of a command over many requests, the same in every command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from inspector.cli.output import (
    DONE,
    FAILED,
    InputError,
    UsageError,
    report_line,
    report_note,
    write_result,
    write_text,
)
from inspector.locks import read_regular
from inspector.plurals import count_of

if TYPE_CHECKING:
    from inspector.analysis.checks import Baseline, Checked, Condition, MeasuredRequest

_SHOWN = 20


def add_check_options(parser: argparse.ArgumentParser, *measures: str) -> None:
    """Add the conditions; ``measures`` are the names of those that the command knows."""
    group = parser.add_argument_group("checks")
    group.add_argument(
        "--fail-on",
        action="append",
        default=[],
        metavar="CONDITION",
        help="exit with 1 where a request meets it, such as used>80%%, tokens>100000 or, with"
        f" --baseline, growth>10%%; of {', '.join(measures)}; may be repeated",
    )
    group.add_argument(
        "--baseline", metavar="FILE", help="what growth is measured against (see --write-baseline)"
    )
    group.add_argument(
        "--write-baseline",
        metavar="FILE",
        help="keep the tokens of each request, unless a check failed; of a file that is there,"
        " what is less stays",
    )
    group.add_argument("--check-junit", metavar="FILE", help="write the checks as JUnit XML")
    parser.set_defaults(measures=measures)


def conditions_of(options: argparse.Namespace) -> tuple[Condition, ...]:
    """Return the conditions that were asked for. Raises ``UsageError`` for what is none."""
    if not options.fail_on:
        return ()
    from inspector.analysis.checks import Condition, Metric

    try:
        found = tuple(Condition.read(text, options.measures) for text in options.fail_on)
    except ValueError as error:
        raise UsageError(f"--fail-on {error}") from None
    if any(one.measure is Metric.GROWTH for one in found) and not options.baseline:
        raise UsageError("--fail-on growth needs a --baseline")
    return found


def checked(
    options: argparse.Namespace,
    conditions: Sequence[Condition],
    measured: Sequence[MeasuredRequest],
) -> Checked:
    """Hold the requests against the conditions. Raises ``InputError`` for an unusable baseline."""
    from inspector.analysis.checks import check

    is_first = options.baseline == options.write_baseline
    baseline = _baseline(options.baseline, may_miss=is_first) if options.baseline else None
    return check(measured, conditions, baseline)


def finish_checks(
    command: str,
    options: argparse.Namespace,
    found: Checked,
    measured: Sequence[MeasuredRequest],
    code: int = DONE,
) -> int:
    """Say what failed, write what was asked for, and return the code; ``code`` is the run's."""
    for told in _change_lines(found):
        report_note(f"inspector {command}: {told}")
    for one in found.failures[:_SHOWN]:
        report_line(f"inspector {command}: {one.request}: {one.condition.text}: {one.reason}")
    if len(found.failures) > _SHOWN:
        report_line(f"inspector {command}: … and {len(found.failures) - _SHOWN:,} more")
    if found.failures:
        failed, of = len(found.failed), len(found.requests)
        report_line(f"inspector {command}: {failed:,} of {of:,} failed")
    if options.check_junit:
        from inspector.files.junit import checks_bytes

        write_result(options.check_junit, checks_bytes(command, found))
    code = FAILED if found.failures and code == DONE else code
    if options.write_baseline and code == DONE:
        before = _baseline(options.write_baseline, may_miss=True)
        write_text(
            options.write_baseline, before.lowered(measured).model_dump_json(indent=1) + "\n"
        )
    elif options.write_baseline:
        report_note(f"inspector {command}: no baseline is written, as the command ends with {code}")
    return code


def check_facts(found: Checked) -> dict[str, Any]:
    """Return what the checks came to as JSON."""
    return {
        "conditions": [one.text for one in found.conditions],
        "requests": len(found.requests),
        "failed": len(found.failed),
        "failures": [
            {
                "request": one.request,
                "condition": one.condition.text,
                "value": one.value,
                "reason": one.reason,
            }
            for one in found.failures
        ],
        "not_in_baseline": list(found.unknown),
        "changes": [
            {"request": one.request, "before": one.before, "after": one.after}
            for one in found.changes
        ],
    }


def _change_lines(found: Checked) -> Iterator[str]:
    """Yield what is not as the baseline has it: a sum, and the largest changes."""
    if not found.changes:
        return
    more = sum(one.by for one in found.changes)
    count = count_of(len(found.changes), "request")
    yield f"{count} changed against the baseline, {count_of(more, 'token', '+,g')} together"
    for one in found.changes[:_SHOWN]:
        if one.before is None:
            yield f"{one.request} is not in the baseline: {count_of(one.by, 'token', ',g')}"
        elif one.after is None:
            yield f"{one.request} is in the baseline alone: {count_of(one.before, 'token', ',g')}"
        else:
            part = f" ({one.by / one.before:+.1%})" if one.before else ""
            yield f"{one.request}: {one.before:,g} → {count_of(one.after, 'token', ',g')}{part}"
    if len(found.changes) > _SHOWN:
        yield f"… and {len(found.changes) - _SHOWN:,} more"


def _baseline(name: str, *, may_miss: bool = False) -> Baseline:
    """Read a baseline; one that is written for the first time may be missing, and is empty.

    Raises ``InputError`` that says why it cannot be used.
    """
    from inspector.analysis.checks import Baseline

    try:
        return Baseline.model_validate_json(read_regular(name))
    except OSError as error:
        if may_miss and isinstance(error, FileNotFoundError):
            return Baseline(tokens={})
        said = error.strerror or "cannot be read"
    except ValueError:
        said = "is no baseline; --write-baseline makes one"
    raise InputError(f"{name}: {said}")
