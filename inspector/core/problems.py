"""A problem is a value with a place: what is wrong, where, and what would fix it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from pathlib import PurePath

from inspector.core.text import visible


class Severity(StrEnum):
    """How much of the input a problem costs."""

    ERROR = "error"  # this part of the input is not used
    WARNING = "warning"  # used, but probably not what was meant
    NOTE = "note"  # worth knowing


@dataclass(frozen=True, slots=True)
class Place:
    """Where a problem is. Lines and columns count from 1, columns in code points.

    ``pointer`` is a JSON pointer (RFC 6901) into the document; "" is its root.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None

    @property
    def without_folder(self) -> Place:
        """The same place, its file by name alone: where that lies is nobody else's business."""
        return replace(self, file=self.file and PurePath(self.file).name)

    def __str__(self) -> str:
        spot = self.file or ""
        if self.line is not None:
            spot += f":{self.line}"
            if self.column is not None:
                spot += f":{self.column}"
        return f"{spot} {self.pointer}".strip() if self.pointer else spot


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input.

    ``code`` is stable and kebab-case (``policy.shares-over-one``); ``message`` never quotes the
    contents of cards or files; ``fix`` says what would make the problem go away.
    """

    severity: Severity
    code: str
    message: str
    fix: str = ""
    place: Place = field(default=NOWHERE)

    def at(self, place: Place) -> Problem:
        """Return the same problem at another place."""
        return replace(self, place=place)

    def __str__(self) -> str:
        """Return it on one line: what would break or turn the line stands as an escape."""
        where = str(self.place)
        tail = f" ({self.fix})" if self.fix else ""
        said = f"{where + ': ' if where else ''}{self.severity}: {self.message}{tail} [{self.code}]"
        return visible(said).replace("\r", "\\r").replace("\n", "\\n")


def pointer(*parts: str | int) -> str:
    """Join parts into a JSON pointer (RFC 6901), escaping ``~`` and ``/``."""
    return "".join(["/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts])


def merged(*groups: Iterable[Problem]) -> tuple[Problem, ...]:
    """Join problems of several checks of the same input, each problem once, the first telling.

    A loader knows the line of what a later check only knows the pointer of: the same code at the
    same pointer of the same file is the same problem.
    """
    found: dict[tuple[str, str | None, str | None], Problem] = {}
    for problem in chain.from_iterable(groups):
        place = problem.place
        found.setdefault((problem.code, place.file, place.pointer), problem)
    return tuple(found.values())
