"""Progress of long work, on standard error and only when that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import Protocol, TypeVar

T_co = TypeVar("T_co", covariant=True)


class _SizedIterable(Sized, Iterable[T_co], Protocol[T_co]):
    """Something whose length is known before it is walked."""


def with_progress(items: _SizedIterable[T_co], label: str) -> Iterator[T_co]:
    """Yield the items while a bar shows how many are done."""
    if not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(
        items, description=label, total=len(items), console=Console(stderr=True), transient=True
    )
