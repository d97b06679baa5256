"""Options that change the limits of context discipline."""

from __future__ import annotations

import argparse


class LimitError(ValueError):
    """A ``--limit`` option is wrong; its message says how."""


def add_limit_options(parser: argparse.ArgumentParser) -> None:
    """Add the option that changes a limit."""
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        metavar="NAME=NUMBER",
        help="change a limit, such as max_hot_state_tokens=800; may be given several times",
    )


def limits_from(options: argparse.Namespace) -> dict[str, float]:
    """Return the limits that were given, by name. Raises ``LimitError`` naming all wrong ones."""
    from inspector.core.discipline import DisciplineLimits

    limits: dict[str, float] = {}
    wrong = []
    for text in options.limit:
        name, _, number = text.partition("=")
        name = name.strip()
        if name not in DisciplineLimits.model_fields:
            known = ", ".join(DisciplineLimits.model_fields)
            wrong.append(f"--limit {text}: there is no such limit; there are {known}")
            continue
        try:
            limits[name] = int(number) if number.strip().isdecimal() else float(number)
        except ValueError:
            wrong.append(f"--limit {text}: write NAME=NUMBER")
    if wrong:
        raise LimitError("; ".join(wrong))
    return limits
