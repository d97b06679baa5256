"""How large an input may be: what is read within seconds, and how a person allows more.

Every bound of a reader is made for inputs of up to ``USUAL_MB``. Whoever allows larger ones, with
the option ``--max-input-mb`` or the variable of the environment, raises all of them in proportion.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from inspector.core.problems import Problem, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from inspector.core.problems import Place
    from inspector.files.findings import Findings

OPTION, VARIABLE = "--max-input-mb", "INSPECTOR_MAX_INPUT_MB"
USUAL_MB = 100
TOO_LARGE, YAML_TOO_LARGE = "file.too-large", "yaml.too-large"
LARGEST_MB = 2_000
"""More is never read at once."""


@contextmanager
def allowed(said: str | None) -> Iterator[None]:
    """Allow inputs of so many MB in this process, and in those that it starts; None: as it is."""
    before = os.environ.get(VARIABLE)
    if said is not None:
        os.environ[VARIABLE] = said
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


def megabytes(said: str) -> int:
    """Read how much is allowed. Raises ``ValueError`` for no number from 1 to ``LARGEST_MB``."""
    if said.isascii() and said.isdecimal() and len(said) <= 9 and 0 < int(said) <= LARGEST_MB:
        return int(said)
    raise ValueError(f"{said!r} is no number of megabytes from 1 to {LARGEST_MB}")


def most(usual: int) -> int:
    """Return a bound, raised or lowered as much as the size that is allowed."""
    try:
        return max(1, usual * megabytes(os.environ.get(VARIABLE) or str(USUAL_MB)) // USUAL_MB)
    except ValueError:  # told at the start of a command
        return usual


def exceeds(count: int, usual: int) -> bool:
    """Whether there is more of something than is read; asked of each record, so quick for few."""
    return count > usual // USUAL_MB and count > most(usual)


def or_more(fix: str, wanted: int = 0) -> str:
    """Return what to do about a bound, and how whoever starts a command or the window raises it.

    ``wanted`` are the MB that are needed; 0: twice of what is allowed.
    """
    more = wanted or 2 * most(USUAL_MB)
    if more > LARGEST_MB:
        return fix
    return f"{fix.removesuffix('.')}, or start inspector with {OPTION} {more} or {VARIABLE}={more}."


def is_too_large(
    size: int,
    place: Callable[[], Place],
    found: Findings,
    fix: str = "Split it into smaller files.",
) -> bool:
    """Whether a file, a record or a folder has more bytes than are read at once; reported."""
    if not exceeds(size, USUAL_MB << 20):
        return False
    megabytes = -(-size >> 20)
    message = (
        f"It has {megabytes:,} MB, and at most {most(USUAL_MB):,} MB are read at once;"
        " it was not read."
    )
    found.add(Problem(Severity.ERROR, TOO_LARGE, message, or_more(fix, megabytes), place()))
    return True
