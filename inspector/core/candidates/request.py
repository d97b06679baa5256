"""A request: what the model, the conversation and the user bring to one injection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any

from pydantic import Field, model_validator

from inspector.core.candidates.candidate_set import (
    NO_CARDS,
    Bucket,
    CandidateSet,
    FilePlaces,
    ReadAsList,
    file_places,
    references_by_id,
    without_repeats,
)
from inspector.core.candidates.columns import CardColumns
from inspector.core.model import Document
from inspector.core.scalars import (
    AnyText,
    Flag,
    Moment,
    Natural,
    Number,
    SafeInteger,
    SchemaVersion,
    Text120,
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

    @model_validator(mode="before")
    @classmethod
    def _known_window(cls, given: Any) -> Any:
        """Take the window out of the table of models where it is not stated and is known."""
        if not isinstance(given, Mapping) or "context_window" in given:
            return given
        from inspector.core.model_facts import model_facts

        name = given.get("name")
        known = model_facts(name) if isinstance(name, str) else None
        window = known.window if known is not None else None
        return given if window is None else {**given, "context_window": window}


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


OWN_CANDIDATES = "/candidates"
"""Where a request holds its own candidates, as a JSON pointer."""


class RequestCandidates(Document):
    """What one request chooses from: what was retrieved for it, and nothing else."""

    only: tuple[AnyText, ...] | None = None
    """Of the candidate set, these alone: cards by ``node_id``, files by reference. None takes
    nothing of the set."""

    knowledge_cards: Annotated[CardColumns, ReadAsList()] = Field(default_factory=lambda: NO_CARDS)
    """Cards of the request's own."""

    buckets: tuple[Bucket, ...] = ()
    """Buckets of the request's own."""

    @property
    def own(self) -> CandidateSet:
        """The request's own candidates as a set; repeats are in it."""
        return CandidateSet(
            set_id="own", knowledge_cards=self.knowledge_cards, buckets=self.buckets
        )

    def of(self, shared: CandidateSet, places: FilePlaces) -> CandidateSet:
        """Return the set that the request chooses from: what it names, then its own.

        ``shared`` is without repeats, and ``places`` are those of its files. A background of it
        comes with each bucket of which a file is named. Of an id that is named and the request's
        own, the named candidate is used, and the other one is among the skipped records.
        """
        named = frozenset(self.only or ())
        cards = shared.knowledge_cards
        rows = sorted({cards.row_of[node_id] for node_id in named if node_id in cards.row_of})
        files = sorted({place for reference in named for place in places.get(reference, ())})
        buckets = [
            shared.buckets[index].model_copy(
                update={"files": tuple(shared.buckets[index].files[place] for _, place in group)}
            )
            for index, group in groupby(files, key=itemgetter(0))
        ]
        return without_repeats(
            shared.model_copy(
                update={
                    "knowledge_cards": cards.take(rows).joined(self.knowledge_cards),
                    "buckets": (*buckets, *self.buckets),
                }
            )
        )


class Request(Document):
    """One request for context."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    trace_id: Text120
    """Identifies the request; goes into the manifest."""

    timestamp: Moment
    """When the request was made, with any offset; in UTC, as which it goes into the manifest."""

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

    candidates: RequestCandidates | None = None
    """What this request alone chooses from; None is the whole candidate set."""

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

    def choices(self, shared: CandidateSet) -> CandidateSet:
        """Return the candidates that compete for this request, of a set that many share.

        Where the request chooses from less than the set, they are without repeats.
        """
        if self.candidates is None:
            return shared
        once = without_repeats(shared)
        return self.candidates.of(once, file_places(once, frozenset(self.candidates.only or ())))

    def used_before(self, tokens: TokenCounter) -> int:
        """Return the tokens of the steps before, counting their texts where they were given."""
        if isinstance(self.tokens_used_before, int):
            return self.tokens_used_before
        texts = self.tokens_used_before
        return sum(tokens.count_many(texts.values() if isinstance(texts, Mapping) else texts))


@cache
def default_request() -> Request:
    """Return the request under which a candidate set runs that came without one.

    128,000 tokens of window, counted with o200k_base, and nothing used before.
    """
    return Request(
        trace_id="default",
        timestamp="1970-01-01T00:00:00Z",
        model=ModelFacts(name="default", context_window=128_000),
    )


def naming_files(requests: Sequence[Request], candidates: CandidateSet) -> tuple[Request, ...]:
    """Return requests that name the files of a set by references where they have ids alone."""
    references = references_by_id(candidates, frozenset[str]().union(*map(_names, requests)))
    return tuple(naming(one, references) for one in requests) if references else tuple(requests)


def _names(request: Request) -> set[str]:
    """Return the names under which a request speaks of candidates."""
    names = {*request.relevance.cards, *request.relevance.files}
    if request.candidates is not None:
        names.update(request.candidates.only or ())
    if request.expect is not None:
        names.update(request.expect.must_exclude)
        for entry in request.expect.must_include:
            names.update((entry,) if isinstance(entry, str) else entry)
    return names


def naming(request: Request, references: Mapping[str, str]) -> Request:
    """Return a request that names candidates by their references where it has their ids alone."""

    def named(subject: str) -> str:
        return references.get(subject, subject)

    changes: dict[str, Any] = {}
    expect = request.expect
    if expect is not None:
        wanted = tuple(
            named(entry) if isinstance(entry, str) else tuple(map(named, entry))
            for entry in expect.must_include
        )
        unwanted = tuple(map(named, expect.must_exclude))
        if (wanted, unwanted) != (expect.must_include, expect.must_exclude):
            told = {"must_include": wanted, "must_exclude": unwanted}
            changes["expect"] = expect.model_copy(update=told)
    given = {"cards": request.relevance.cards, "files": request.relevance.files}
    if any(name in references for scores in given.values() for name in scores):
        renamed = {
            kind: {named(name): score for name, score in scores.items()}
            for kind, scores in given.items()
        }
        changes["relevance"] = request.relevance.model_copy(update=renamed)
    own = request.candidates
    if own is not None and own.only is not None and any(one in references for one in own.only):
        changes["candidates"] = own.model_copy(update={"only": tuple(map(named, own.only))})
    return request.model_copy(update=changes) if changes else request
