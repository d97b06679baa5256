"""A request while a file is read: what competes for it, and the evidence that it needs."""

from __future__ import annotations

from typing import Any

from inspector.core.candidates.request import (
    Expectations,
    RelevanceScores,
    Request,
    RequestCandidates,
    default_request,
)


class RequestDraft:
    """One request, and the candidates that it competes with."""

    def __init__(self, trace_id: str, message: str, timestamp: str | None) -> None:
        self.trace_id = trace_id
        self.message = message
        self.timestamp = timestamp
        self.cards: dict[str, float | None] = {}
        self.files: dict[str, float | None] = {}
        self.evidence: list[tuple[str, ...]] = []
        self.has_own = False

    def competes(self, subject: str, *, card: bool = False) -> bool:
        """Let a candidate compete for this request; return whether it did not yet."""
        self.has_own = True
        among = self.cards if card else self.files
        is_new = subject not in among
        among.setdefault(subject, None)
        return is_new

    def needs(self, *any_of: str) -> None:
        """Add one piece of evidence; any one of these subjects is enough."""
        if any_of and any_of not in self.evidence:
            self.evidence.append(any_of)

    def finished(self, *, whole: bool) -> Request:
        """Return the request; one that competes for the ``whole`` set need not list it."""
        cards = {subject: score for subject, score in self.cards.items() if score is not None}
        files = {subject: score for subject, score in self.files.items() if score is not None}
        own = None
        if self.has_own and not whole:
            own = RequestCandidates(only=(*self.cards, *self.files))
        changes: dict[str, Any] = {
            "trace_id": self.trace_id,
            "user_message": self.message,
            "relevance": RelevanceScores(cards=cards, files=files),
            "candidates": own,
        }
        if self.timestamp is not None:
            changes["timestamp"] = self.timestamp
        if self.evidence:
            changes["expect"] = Expectations(
                must_include=tuple(one[0] if len(one) == 1 else one for one in self.evidence)
            )
        return default_request().model_copy(update=changes)

    def lacks_scores(self, name: str) -> bool:
        """Whether nothing that competes of a kind has a score; where it has its own, some must."""
        among = self.cards if name == "cards" else self.files
        return all(one is None for one in among.values()) and (bool(among) or not self.has_own)
