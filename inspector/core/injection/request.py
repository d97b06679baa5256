"""A request: what the model, the conversation and the user bring to one injection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from inspector.core.injection.candidates import CandidateSet
from inspector.core.injection.overlap import file_reference
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import (
    AnyText,
    Flag,
    Natural,
    Number,
    SafeInteger,
    SchemaVersion,
    Text120,
    UtcDatetime,
)
from inspector.core.tokens.counter import TokenCounter


class ModelFacts(Document):
    """The model that the context is for."""

    name: AnyText
    """The model's name."""

    context_window: Natural
    """Size of its window, in tokens."""

    encoding: AnyText = "o200k_base"
    """The encoding or estimator that counts its tokens."""


class RelevanceScores(Document):
    """Scores that override those of the candidate set for this request."""

    cards: Mapping[str, Number] = Field(default_factory=dict)
    """Score by ``node_id``."""

    files: Mapping[str, Number] = Field(default_factory=dict)
    """Score by ``{bucket_id}:{file_id}``."""


class Expectations(Document):
    """What has to come out for the result to be right."""

    must_include: tuple[AnyText | tuple[AnyText, ...], ...] = ()
    """Ids that must be in; an entry that is a list needs one of its ids in. A card counts when it
    is injected, a file (by its reference) when it is inlined."""

    must_exclude: tuple[AnyText, ...] = ()
    """Ids that must be out."""

    limits: tuple[AnyText, ...] = ()
    """Limits such as ``procedures <= 20%`` or ``knowledge.unused < 300``."""


class Request(Document):
    """One request for context."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    trace_id: Text120
    """Identifies the request; goes into the manifest."""

    timestamp: UtcDatetime
    """When the request was made, in UTC; goes into the manifest."""

    user_message: AnyText = ""
    """What the user asked."""

    model: ModelFacts
    """The model that the context is for."""

    tokens_used_before: SafeInteger | Mapping[str, AnyText] | tuple[AnyText, ...] = 0
    """Tokens that the steps before the injection take, or the texts of those steps."""

    direct_target_refs: tuple[AnyText, ...] = ()
    """Buckets (by id) and files (by reference) that the user explicitly asked about."""

    relevance: RelevanceScores = RelevanceScores()
    """Scores of this request; what is not listed keeps the set's score."""

    expect: Expectations | None = None
    """What has to come out for the result to be right."""

    mode: AnyText | None = None
    """Relevance: the cognitive mode."""

    signals: Mapping[str, Any] | None = None
    """Relevance: the conversation's signals."""

    classification: Mapping[str, Any] | None = None
    """Relevance: the topic classification, with its urgency."""

    returning_from_silence: Flag = False
    """Relevance: whether the user comes back after a silence."""

    def used_before(self, tokens: TokenCounter) -> int:
        """Return the tokens of the steps before, counting their texts where they were given."""
        if isinstance(self.tokens_used_before, int):
            return self.tokens_used_before
        texts = self.tokens_used_before
        return sum(tokens.count_many(texts.values() if isinstance(texts, Mapping) else texts))


def lint_request(request: Request, candidates: CandidateSet) -> tuple[Problem, ...]:
    """Report references of a request that name nothing in the candidate set."""
    buckets = {bucket.bucket_id for bucket in candidates.buckets}
    files = {
        file_reference(bucket.bucket_id, file.file_id)
        for bucket in candidates.buckets
        for file in bucket.files
    }
    cards = candidates.knowledge_cards.row_of

    def unknown(noun: str, *where: str | int) -> Problem:
        return Problem(
            Severity.WARNING,
            "request.unknown-id",
            f"This {noun} is not in the candidate set {candidates.set_id!r}; it has no effect.",
            "Check its spelling, or open the set it belongs to.",
            Place(pointer=pointer(*where)),
        )

    found = [
        unknown("direct target", "direct_target_refs", place)
        for place, reference in enumerate(request.direct_target_refs)
        if reference not in files and reference not in buckets
    ]
    found += [
        unknown("card", "relevance", "cards", node_id)
        for node_id in request.relevance.cards
        if node_id not in cards
    ]
    found += [
        unknown("file", "relevance", "files", reference)
        for reference in request.relevance.files
        if reference not in files
    ]
    if isinstance(request.tokens_used_before, int):
        if request.tokens_used_before < 0:
            found.append(
                Problem(
                    Severity.WARNING,
                    "request.negative-tokens",
                    "The tokens used before are negative: more than the window seems to remain.",
                    "Use 0 or a positive number of tokens.",
                    Place(pointer="/tokens_used_before"),
                )
            )
        elif request.tokens_used_before >= request.model.context_window:
            found.append(
                Problem(
                    Severity.WARNING,
                    "request.window-full",
                    "The steps before take the whole window; nothing can be injected.",
                    "Use a model with a larger window, or shorten the steps before.",
                    Place(pointer="/tokens_used_before"),
                )
            )
    return tuple(found)
