"""What is known of a lens before it is made, and before the window is painted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


class LensRecord(NamedTuple):
    """One lens of the row.

    ``make`` imports what it needs by itself, because records are read before the first paint.
    """

    id: str
    title: str
    help: str
    key: str
    make: Callable[[LensContext], LensWidget]
