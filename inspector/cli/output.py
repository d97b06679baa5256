"""Where commands write: results to a file or standard output, problems to standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from inspector.core.problems import Problem, Severity
from inspector.files import write_atomically

STANDARD = "-"


def write_result(path: str, data: bytes) -> None:
    """Write to a file (atomically) or, for ``-``, to standard output.

    Raises ``OSError``, whose text says what went wrong.
    """
    if path == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_atomically(path, data)


def report_problems(problems: Iterable[Problem]) -> None:
    """Write each problem as one line to standard error, without secrets."""
    for problem in problems:
        report_line(str(problem))


def report_line(line: str) -> None:
    """Write a line to standard error, without the secrets that names in it may hold."""
    from inspector.core.builder.secrets.telling import without_secrets

    # A file's name may hold what the terminal's encoding cannot show.
    data = without_secrets(line).encode(sys.stderr.encoding or "utf-8", "backslashreplace")
    print(data.decode(sys.stderr.encoding or "utf-8"), file=sys.stderr)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Tell whether any part of the input could not be used."""
    return any(problem.severity is Severity.ERROR for problem in problems)
