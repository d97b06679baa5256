"""What is known of a lens before it is made, and before the window is painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.language import in_sentence_case
from inspector.stage import Door

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


def _nothing(_result: Any) -> str:
    return ""


class LensRecord(NamedTuple):
    """One lens: where it stands, what it is called, and what is said of it.

    ``make`` imports what it needs by itself, because records are read before the first paint.
    ``specified`` is what the specification calls its subject, where that is another name than the
    title. ``needs`` says what a session without input for it would take; "" is never said.
    ``inputs`` are the parts of the session that it goes by, as ``Part`` spells them. ``tokens``
    tells the tokens of one of its results, in and out, "" where there are none.
    """

    id: str
    title: str
    help: str
    key: str
    make: Callable[[LensContext], LensWidget]
    door: Door = Door.INSPECT
    specified: str = ""
    needs: str = ""
    inputs: Sequence[str] = ("policy", "candidates", "request")
    tokens: Callable[[Any], str] = _nothing

    @property
    def full_title(self) -> str:
        """What it is called outside of its door."""
        if self.door is not Door.OPTIMISE:
            return self.title
        return f"{self.door.title}: {in_sentence_case(self.title)}"

    @property
    def tip(self) -> str:
        """What is shown while the pointer rests on it."""
        key = f" ({self.key})" if self.key else ""
        return f"{self.specified}\n{self.help}{key}" if self.specified else f"{self.help}{key}"
