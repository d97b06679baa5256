"""The pieces that a prompt is made of, and where each stands in the model's window."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.assembly.steps import Step

SEPARATOR = "\n\n"  # between pieces of text


class PieceKind(StrEnum):
    """What a piece is; where a ledger has a row for it, the kind of that row."""

    ITEM = "item"
    HOT_STATE = "hot_state"
    MESSAGE = "message"
    HEADING = "heading"
    CARD = "card"
    BACKGROUND = "background"
    FILE = "file"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the prompt that is in. Sizes are tokens.

    ``overhead`` is what the layout adds after or around it. ``group`` is ``knowledge`` or
    ``bucket:`` with the bucket's id within the injection, "" elsewhere. ``text`` is None where the
    text was left out, and for parts of the injection, which is laid out as one.
    """

    step: Step
    kind: PieceKind
    subject: str
    title: str
    tokens: int
    overhead: int = 0
    group: str = ""
    text: str | None = None

    @property
    def size(self) -> int:
        """Tokens that it takes in the window."""
        return self.tokens + self.overhead


@dataclass(frozen=True, slots=True)
class Span:
    """A piece's place in the window: from token ``start`` up to, not including, ``end``."""

    piece: Piece
    start: int

    @property
    def end(self) -> int:
        """Where the next piece starts."""
        return self.start + self.piece.size


@dataclass(frozen=True, slots=True)
class Band:
    """One of the eight steps in the window: its pieces, one after another."""

    step: Step
    start: int
    spans: tuple[Span, ...]

    @property
    def end(self) -> int:
        """Where the next step starts."""
        return self.spans[-1].end if self.spans else self.start

    @property
    def tokens(self) -> int:
        """Tokens of the step, layout included."""
        return self.end - self.start
