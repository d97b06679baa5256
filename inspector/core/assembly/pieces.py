"""What a prompt is assembled from, step by step: its pieces, and the file format of given ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Annotated

from pydantic import Field

from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity
from inspector.core.scalars import AnyText, Natural, Percentage, SchemaVersion
from inspector.core.tokens.counter import TokenCounter, UncountableTextError


class Step(IntEnum):
    """A step of the assembly. The value is its place in the prompt."""

    SYSTEM = 1
    SESSION = 2
    MEMORY = 3
    FRESHNESS = 4
    MODEL_SWITCH = 5
    INJECTION = 6
    TASK = 7
    MESSAGE = 8

    @property
    def title(self) -> str:
        """What people call the step."""
        return _TITLES[self]

    @property
    def help(self) -> str:
        """What the step brings into the prompt."""
        return _HELP[self]

    @property
    def account(self) -> str:
        """The account of the ledger that rows of the step belong to."""
        return f"step {int(self)}"

    @property
    def before_injection(self) -> bool:
        """Whether its tokens are used before the injection is given its budget."""
        return self < Step.INJECTION


_TITLES = {
    Step.SYSTEM: "System and safety",
    Step.SESSION: "Session context",
    Step.MEMORY: "Memory",
    Step.FRESHNESS: "Freshness",
    Step.MODEL_SWITCH: "Model switch",
    Step.INJECTION: "Injection",
    Step.TASK: "Task overlays",
    Step.MESSAGE: "User message",
}
_HELP = {
    Step.SYSTEM: "What the model is and what it must never do: the baseline of every prompt.",
    Step.SESSION: "What this session is about; the hot state, under discipline, is part of it.",
    Step.MEMORY: "What is remembered of the person and of earlier work.",
    Step.FRESHNESS: "What has changed since: the time, the state of the world, news.",
    Step.MODEL_SWITCH: "What a model needs to know that takes over from another one.",
    Step.INJECTION: "Knowledge cards and bucket content under one budget.",
    Step.TASK: "What the current task, panel or forum adds.",
    Step.MESSAGE: "What the user asked.",
}


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


class TextMeasure:
    """Counts texts in tokens. ``problems`` grows by one for each text that has no count."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.problems: list[Problem] = []

    def text(self, text: str, name: str, place: str, part: str = "assembly") -> int | None:
        """Return the tokens of a text; None where there is no count, which is then a problem.

        ``place`` is a JSON pointer into ``part`` of the inputs, with which the code begins.
        """
        try:
            return self._tokens.count(text)
        except UncountableTextError as error:
            message = f"The text of {name!r} has no token count: {error}"
            fix = "Correct the text, or give its number of tokens instead."
            found = Problem(
                Severity.ERROR, f"{part}.uncountable", message, fix, Place(pointer=place)
            )
            self.problems.append(found)
            return None


class AssemblyItem(Document):
    """One piece of the steps around the injection: a text, or its tokens."""

    step: Annotated[int, Field(ge=1, le=8, strict=True)]
    """The step of the assembly it belongs to: 1 to 5 before the injection, 7 or 8 after it."""

    item_id: AnyText
    """Names the item; unique within one assembly."""

    title: AnyText = ""
    """What people call it."""

    text: AnyText | None = None
    """Its text."""

    tokens: Natural | None = None
    """Its tokens, where the text was left out."""

    node: AnyText | None = None
    """The context node it is; it is then in only when the relevance stage includes that node."""


class AssemblyStage(Document):
    """Assembly: what the steps around the injection hold, and the limits of the whole."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    items: tuple[AssemblyItem, ...] = ()
    """The pieces of steps 1 to 5, 7 and 8, in their order. The hot state is part of step 2, the
    injection is step 6, and the request's message is step 8."""

    response_token_reserve: Annotated[Natural, Field(title="Output reserve")] = 4_000
    """Tokens of the window that are kept for the model's answer."""

    soft_limit_threshold_pct: Annotated[Percentage, Field(title="Soft limit, percent of hard")] = 80
    """Part of the hard limit, in percent, above which the assembly is warned about."""
