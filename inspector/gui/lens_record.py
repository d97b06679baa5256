"""What is known of a lens before it is made, and before the window is painted."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.language import in_sentence_case, tr

if TYPE_CHECKING:
    from inspector.gui.lens import LensContext, LensWidget


def _nothing(_result: Any) -> str:
    return ""


class Door(Enum):
    """A question that somebody has, and so a part of the window."""

    INSPECT = "inspect"
    OPTIMISE = "optimise"
    COMPARE = "compare"
    AUDIT = "audit"

    @property
    def title(self) -> str:
        """What the window calls it."""
        return _SAID[self][0]

    @property
    def help(self) -> str:
        """The question that it answers."""
        return _SAID[self][1]

    @property
    def key(self) -> str:
        """The keys that lead to it, as Qt writes them in English."""
        return f"Ctrl+{list(Door).index(self) + 1}"


_SAID = {
    Door.INSPECT: (tr("Inspect"), tr("What the model gets, stage by stage, and why.")),
    Door.OPTIMISE: (
        tr("Optimise"),
        tr("Which policy would be better, for this request or for all requests."),
    ),
    Door.COMPARE: (tr("Compare"), tr("What changed between two runs, and which input did it.")),
    Door.AUDIT: (
        tr("Audit"),
        tr("Whether a manifest is right: in itself, and against the inputs it came from."),
    ),
}


class LensRecord(NamedTuple):
    """One lens: where it stands, what it is called, and what is said of it.

    ``make`` imports what it needs by itself, because records are read before the first paint.
    ``specified`` is what the specification calls its subject, where that is another name than the
    title. ``needs`` says what a session without input for it would take; "" is never said.
    ``tokens`` tells the tokens of one of its results, in and out, "" where there are none.
    """

    id: str
    title: str
    help: str
    key: str
    make: Callable[[LensContext], LensWidget]
    door: Door = Door.INSPECT
    specified: str = ""
    needs: str = ""
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
