"""What a conversion has gathered so far: pieces in original order, and problems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from inspector.core.problems import Place, Problem, Severity
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.plurals import count_of

MessageFacts = Mapping[str, str | int | float | bool | Mapping[str, float]]

# Deeper than any request nests content, and far from the depth of Python's own stack.
DEEPEST = 12


@dataclass(frozen=True, slots=True)
class Speaker:
    """Whose words a piece is made of.

    ``type`` is what its text becomes; ``message`` is the place of the whole message, by which the
    user's last one is found; ``facts`` go into the metadata of every chunk.
    """

    type: ChunkType
    message: str
    facts: MessageFacts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Piece:
    place: str
    type: ChunkType
    message: str
    content: str | None
    tokens: int | None
    facts: MessageFacts


class Conversion:
    """Gathers chunks and problems. A place is a JSON pointer into the request."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []
        self._problems: list[Problem] = []
        self._tool_names: dict[str, str] = {}

    def text(self, place: str, text: object, speaker: Speaker, **facts: object) -> None:
        """Add a text. One that is empty takes no tokens and is left out; None is no text."""
        if text is None or text == "":
            return
        if not isinstance(text, str):
            self.unreadable(place, "This should be text")
            return
        self._add(place, speaker, facts, content=text)

    def data(self, place: str, value: object, speaker: Speaker, **facts: object) -> None:
        """Add a value as the text it is sent as: itself, or compact JSON."""
        if value is None or isinstance(value, str):
            self.text(place, value, speaker, **facts)
            return
        try:
            written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        except (RecursionError, TypeError, ValueError):
            self.unreadable(place, "This value cannot be written as JSON")
            return
        self.text(place, written, speaker, **facts)

    def estimated(self, place: str, tokens: int, what: str, speaker: Speaker) -> None:
        """Add a part that is no text with an estimate of its tokens, and say so."""
        self._add(place, speaker, {"media": what}, tokens=tokens)
        article = "An" if what[0] in "aeiou" else "A"
        self.warn(
            place,
            "tokens-estimated",
            f"{article} {what} is no text; it is counted as {count_of(tokens, 'token')},"
            " an estimate.",
            "Set the chunk's tokens to what the vendor counts.",
        )

    def cached(self, kind: str) -> None:
        """Mark the piece added last as one up to which the prompt is to be cached."""
        if self._pieces:
            last = self._pieces[-1]
            self._pieces[-1] = replace(last, facts={**last.facts, "cache_control": kind})

    def named_call(self, call_id: object, tool_name: object) -> None:
        """Remember the tool of a call, to name it beside the call's result."""
        if isinstance(call_id, str) and isinstance(tool_name, str):
            self._tool_names[call_id] = tool_name

    def tool_of(self, call_id: object) -> str | None:
        """Return the name of the tool that an earlier call used."""
        return self._tool_names.get(call_id) if isinstance(call_id, str) else None

    def warn(self, place: str, code: str, message: str, fix: str) -> None:
        """List something that is used, but not as it is sent."""
        self._report(Severity.WARNING, place, code, message, fix)

    def note(self, place: str, code: str, message: str, fix: str) -> None:
        """List something worth knowing."""
        self._report(Severity.NOTE, place, code, message, fix)

    def refuse(self, place: str, code: str, message: str, fix: str) -> None:
        """List what nothing is read of."""
        self._report(Severity.ERROR, place, code, message, fix)

    def unreadable(self, place: str, what: str) -> None:
        """List a part that does not have the shape of its format; it is left out."""
        self._report(
            Severity.ERROR,
            place,
            "part-unreadable",
            f"{what}; it is left out.",
            "Export the request again, or correct it here.",
        )

    def no_chunk(self, place: str, what: str) -> None:
        """List a part that takes tokens but whose text is not in the request; it is left out."""
        self._report(
            Severity.WARNING,
            place,
            "part-not-converted",
            f"{what}: its text is not in the request; it is left out.",
            "Add a chunk of your own with the tokens the vendor counts for it.",
        )

    def chunks(self) -> list[Chunk]:
        """Return the chunks in original order; the user's last message is the current prompt."""
        said = [p.message for p in self._pieces if p.type is ChunkType.CHAT_HISTORY_USER]
        current = said[-1] if said else None
        return [
            Chunk(
                id=piece.place.lstrip("/") or "request",
                type=ChunkType.CURRENT_USER_PROMPT
                if piece.type is ChunkType.CHAT_HISTORY_USER and piece.message == current
                else piece.type,
                content=piece.content,
                tokens=piece.tokens,
                metadata=dict(piece.facts),
            )
            for piece in self._pieces
        ]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found wrong so far."""
        return tuple(self._problems)

    def _add(
        self,
        place: str,
        speaker: Speaker,
        facts: Mapping[str, object],
        content: str | None = None,
        tokens: int | None = None,
    ) -> None:
        known = {
            name: value
            for name, value in (dict(speaker.facts) | dict(facts)).items()
            if isinstance(value, str | int | float | bool | Mapping)
        }
        self._pieces.append(_Piece(place, speaker.type, speaker.message, content, tokens, known))

    def _report(self, severity: Severity, place: str, code: str, message: str, fix: str) -> None:
        self._problems.append(Problem(severity, f"chat.{code}", message, fix, Place(pointer=place)))
