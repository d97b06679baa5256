"""Progress of long work, on standard error and only when that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from inspector.cli.manner import MANNER

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


class PhaseLine:
    """A line that says what long work is doing and how far it is, and goes when it is done."""

    def __init__(self) -> None:
        self._status: Status | None = None

    def __enter__(self) -> Self:
        if MANNER.moves(sys.stderr):
            self._status = _console().status("")
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def watch(self, phase: str, done: int, total: int) -> bool:
        """Show a phase, with what is done of all where that is known; the work is to go on."""
        if self._status is not None:
            of_all = f" of {total:,}" if total else ""
            self._status.update(f"{phase}{f' {done:,}{of_all}' if done else ''}")
        return True


def _console() -> Console:
    from rich.console import Console

    return Console(stderr=True, no_color=not MANNER.colored(sys.stderr))
