"""What a command says while it works: how much, in colour or not, and how far it is.

``--quiet``, ``--verbose`` and ``--color`` are of every command. Progress is shown on standard
error, and only where that is a terminal.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Protocol, Self, TextIO, TypeVar

AUTO, ALWAYS, NEVER = "auto", "always", "never"

_COLORS = {"error": "31", "warning": "33", "note": "36"}
# The word that says how bad a line is stands behind the place, where it has one.
_SEVERITY = re.compile(r"^((?:[^\s{\[\"][^\n]*?: )?)(error|warning|note)(?=: )", re.MULTILINE)


@dataclass(slots=True)
class Manner:
    """What was asked for by the options that every command has."""

    quiet: bool = False
    verbose: bool = False
    color: str = AUTO

    def choose(self, options: argparse.Namespace | None = None) -> None:
        """Take what a command line says, and the usual for what it does not say."""
        self.quiet = getattr(options, "quiet", False)
        self.verbose = getattr(options, "verbose", False)
        self.color = getattr(options, "color", AUTO)

    def colored(self, stream: TextIO) -> bool:
        """Tell whether a stream gets colours: a terminal, unless somebody said otherwise."""
        if self.color != AUTO:
            return self.color == ALWAYS
        if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
            return False
        return stream.isatty()

    def moves(self, stream: TextIO) -> bool:
        """Tell whether a line of progress may come and go there."""
        return not self.quiet and stream.isatty()


MANNER = Manner()
"""That of the command that runs; a process runs one at a time."""


def painted(text: str) -> str:
    """Return lines with the word in colour that says how bad each is."""
    return _SEVERITY.sub(lambda at: f"{at[1]}\x1b[{_COLORS[at[2]]}m{at[2]}\x1b[0m", text)


def add_common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of every command; they hold before and behind its name."""
    less = parser.add_mutually_exclusive_group()
    less.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        default=argparse.SUPPRESS,
        help="say nothing on standard error but errors",
    )
    less.add_argument(
        "-v",
        "--verbose",
        action="store_true",
        default=argparse.SUPPRESS,
        help="give every problem a line of its own, and say what was written",
    )
    parser.add_argument(
        "--color",
        choices=(AUTO, ALWAYS, NEVER),
        default=argparse.SUPPRESS,
        help="mark errors and warnings in colour (auto: on a terminal, unless NO_COLOR is set)",
    )


if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

T_co = TypeVar("T_co", covariant=True)


class _SizedIterable(Sized, Iterable[T_co], Protocol[T_co]):
    """Something whose length is known before it is walked."""


def with_progress(items: _SizedIterable[T_co], label: str) -> Iterator[T_co]:
    """Yield the items while a bar shows how many are done."""
    if not MANNER.moves(sys.stderr):
        yield from items
        return
    from rich.progress import track

    yield from track(items, description=label, total=len(items), console=_console(), transient=True)


_SOME_SECONDS, _LONG_SECONDS = 1, 5  # after which the rest is estimated, and is worth saying


class PhaseLine:
    """A line that says what long work is doing and how far it is, and goes when it is done.

    Where it is known how much there is, it also says how long the rest takes, by what is done.
    """

    def __init__(self, seconds: Callable[[], float] = monotonic) -> None:
        """Take what tells the time, in seconds."""
        self._status: Status | None = None
        self._seconds = seconds
        self._begun: tuple[str, float, int] = ("", 0.0, 0)  # a phase, when, and what was done then

    def __enter__(self) -> Self:
        if MANNER.moves(sys.stderr):
            self._status = _console().status("")
            self._status.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._status is not None:
            self._status.stop()

    def watch(self, phase: str, done: int, total: int) -> bool:
        """Show a phase, with what is done of all where that is known; the work is to go on."""
        if self._status is not None:
            of_all = f" of {total:,}{self._left(phase, done, total)}" if total else ""
            self._status.update(f"{phase}{f' {done:,}{of_all}' if done else ''}")
        return True

    def _left(self, phase: str, done: int, total: int) -> str:
        """Say how long the rest takes, "" for what nobody would look up from."""
        now = self._seconds()
        if phase != self._begun[0]:
            self._begun = phase, now, done
        _, begun, before = self._begun
        if now - begun < _SOME_SECONDS or done == before:
            return ""
        left = (now - begun) / (done - before) * (total - done)
        if left < _LONG_SECONDS:
            return ""
        return f", about {left:.0f} s left" if left < 100 else f", about {left / 60:.0f} min left"


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True, no_color=not MANNER.colored(sys.stderr))
