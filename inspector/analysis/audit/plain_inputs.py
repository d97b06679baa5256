"""What the plain rewrite reads and notes: candidates with their sizes, room, and what was chosen.

Nothing here decides what gets in; ``plain_step`` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from inspector.analysis.steps_before import used_before
from inspector.core.candidates.candidate_set import Bucket, BucketFile
from inspector.core.candidates.card import Card
from inspector.core.reasons import REASONS_BY_CODE, Reason
from inspector.core.tokens.counter import TokenCounter, UncountableTextError
from inspector.session.session import Session

TIERS = ("compact", "standard", "full")
SEPARATOR = "\n\n"  # after a card, a background and a file's text
Why = tuple[Reason, Mapping[str, Any]]
"""A reason, and the numbers that its sentence says."""


class _Choices(NamedTuple):
    cards: list[Card]
    buckets: list[Bucket]


class PlainRequest:
    """A session as its request sees it: of candidates with one id the first, and their tokens."""

    def __init__(self, session: Session, tokens: TokenCounter) -> None:
        """Raise ``ValueError`` where the session has no request."""
        if session.request is None:
            raise ValueError("a session without a request cannot be replayed")
        self.session, self.request, self.tokens = session, session.request, tokens
        self.overrides = session.overrides
        given = session.candidates
        shared = _Choices(list(given.knowledge_cards), list(given.buckets))
        chosen = self._choices(shared)
        self.cards, self.buckets = _once(chosen)
        self.repeats = _repeats(shared) or _repeats(chosen)
        self.anything = bool(self.cards) or any(one.files or one.background for one in self.buckets)
        self.uncountable = False
        self.separator = self.sure(SEPARATOR)

    def count(self, text: str) -> int | None:
        """Return the tokens of a text, None where it has no count."""
        try:
            return self.tokens.count(text)
        except UncountableTextError:
            self.uncountable = True
            return None

    def sure(self, text: str) -> int:
        """Return the tokens of a text, 0 where it has no count."""
        return self.count(text) or 0

    def used_before(self) -> int:
        """Return the tokens that the context holds already."""
        return used_before(self.session, self.request, self.tokens).tokens

    def score(self, card: Card) -> float:
        """Return how relevant a card is to the request."""
        return float(self.request.relevance.cards.get(card.node_id, card.relevance_score))

    def sizes(self, card: Card) -> dict[str, int]:
        """Return the tokens of each rendering; one that is missing or has no count is none."""
        texts = {tier: getattr(card.renderings, tier) for tier in TIERS}
        sizes = {}
        for tier, text in texts.items():
            size = getattr(card.token_counts, tier) if card.token_counts else None
            if size is None and text:
                size = self.count(text)
            if size is not None and (text or not any(texts.values())):
                sizes[tier] = size
        return sizes

    def names_content(self) -> bool:
        """Whether the user names a bucket or a file that is there."""
        named = self.request.direct_target_refs
        return any(
            bucket.bucket_id in named
            or any(f"{bucket.bucket_id}:{file.file_id}" in named for file in bucket.files)
            for bucket in self.buckets
        )

    def shelves(self) -> list[Shelf]:
        """Return a shelf for every bucket, with nothing on it yet."""
        found = []
        for bucket in self.buckets:
            heading = self.sure(f"# {bucket.bucket_title}\n\n")
            background = self.count(bucket.background) if bucket.background else None
            claim = None if background is None else background + self.separator + heading
            found.append(Shelf(bucket, heading, claim))
        return found

    def files(self, shelves: list[Shelf]) -> Iterator[FileTurn]:
        """Yield every file with what it takes, bucket by bucket."""
        for place, shelf in enumerate(shelves):
            for file in shelf.bucket.files:
                reference = f"{shelf.bucket.bucket_id}:{file.file_id}"
                text = None
                if file.inlinable and file.text != "":  # None: its contents were left out
                    declared = file.token_count
                    text = self.count(file.text) if declared is None and file.text else declared
                heading = self.count(f"## {file.title}\n\n")
                line = f"- {file.title}: {file.summary}" if file.summary else f"- {file.title}"
                yield FileTurn(
                    shelf,
                    file,
                    reference,
                    float(self.request.relevance.files.get(reference, file.relevance_score)),
                    {shelf.bucket.bucket_id, reference} & set(self.request.direct_target_refs),
                    place,
                    None if heading is None or text is None else heading + text + self.separator,
                    None if (size := self.count(line)) is None else size + self.sure("\n"),
                )

    def forced_on(self, subject: str) -> str | None:
        """Return what is forced on a subject; of contradictions the first of these."""
        fields = ("exclude", "list_only", "inline", "pin", "keep")
        return next((name for name in fields if subject in getattr(self.overrides, name)), None)

    def barred(self, turns: list[tuple[str, float]]) -> dict[int, Reason]:
        """Return which candidates a floor and a top-k keep out, by place, of ids and scores.

        What an override names is left alone.
        """
        floor, left = self.overrides.relevance_floor, self.overrides.top_k
        out = {}
        for place, (name, score) in enumerate(turns):
            if self.forced_on(name):
                continue
            if floor is not None and score < floor:
                out[place] = Reason.BELOW_RELEVANCE_FLOOR
            elif left == 0:
                out[place] = Reason.BEYOND_TOP_K
            elif left is not None:
                left -= 1
        return out

    def _choices(self, shared: _Choices) -> _Choices:
        """Return what the request chooses from: the candidates that it names, then its own."""
        own = self.request.candidates
        if own is None:
            return shared
        named, once = set(own.only or ()), _once(shared)
        cards = [card for card in once.cards if card.node_id in named]
        buckets = []
        for bucket in once.buckets:
            files = [file for file in bucket.files if f"{bucket.bucket_id}:{file.file_id}" in named]
            if files:
                buckets.append(bucket.model_copy(update={"files": tuple(files)}))
        return _Choices([*cards, *own.knowledge_cards], [*buckets, *own.buckets])


def _once(given: _Choices) -> _Choices:
    cards: dict[str, Card] = {}
    for card in given.cards:
        cards.setdefault(card.node_id, card)
    buckets: dict[str, Bucket] = {}
    for bucket in given.buckets:
        files: dict[str, BucketFile] = {}
        for file in bucket.files:
            files.setdefault(file.file_id, file)
        once = bucket.model_copy(update={"files": tuple(files.values())})
        buckets.setdefault(bucket.bucket_id, once)
    return _Choices(list(cards.values()), list(buckets.values()))


def _repeats(given: _Choices) -> bool:
    """Whether an id is there twice."""
    every = (
        [card.node_id for card in given.cards],
        [bucket.bucket_id for bucket in given.buckets],
        *([file.file_id for file in bucket.files] for bucket in given.buckets),
    )
    return any(len(set(ids)) < len(ids) for ids in every)


@dataclass(frozen=True, slots=True)
class PlainBudget:
    """The total, its halves and the ceilings under the half for cards, in tokens."""

    remaining: float
    total: int
    knowledge: int
    bucket: int
    caps: Mapping[str, int]


@dataclass
class Shelf:
    """A bucket and what became of it, in tokens. ``claim`` None: it has no background."""

    bucket: Bucket
    heading: int
    claim: int | None
    reserved: bool = False
    background: str = ""  # "", "included" or "suppressed"
    inlined: dict[str, str] = field(default_factory=dict)  # titles by reference
    listed: int = 0
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class FileTurn:
    """A file and what each of its modes takes; None where it cannot have the mode."""

    shelf: Shelf
    file: BucketFile
    reference: str
    score: float
    named: set[str]
    place: int
    inlined: int | None
    listed: int | None


@dataclass(frozen=True)
class Contender:
    """A card that may get in: its tokens by tier (smallest tier first) and its ceiling's kind."""

    card: Card
    score: float
    sizes: Mapping[str, int]
    cap: str | None
    pinned: bool

    @property
    def name(self) -> str:
        """The card's id."""
        return self.card.node_id


class Room:
    """What is left of the budget and of each ceiling, in tokens."""

    def __init__(self, left: int, caps: Mapping[str, int]) -> None:
        self.left, self.caps = left, dict(caps)

    def met_by(self, one: Contender) -> tuple[int, Reason]:
        """Return what is left for a card, and which limit says so."""
        if one.cap and self.caps[one.cap] < self.left:
            return self.caps[one.cap], REASONS_BY_CODE[f"{one.cap}_cap"]
        return self.left, Reason.KNOWLEDGE_BUDGET

    def take(self, one: Contender, size: int) -> bool:
        """Take so many tokens if they fit; tell whether they did."""
        if size > self.met_by(one)[0]:
            return False
        self.left -= size
        if one.cap:
            self.caps[one.cap] -= size
        return True


@dataclass
class PlainSelection:
    """The tiers of cards that are in, what kept them from larger ones, and what kept others out."""

    tiers: dict[str, str] = field(default_factory=dict)
    lowered: dict[str, Why] = field(default_factory=dict)
    refusals: dict[str, Why] = field(default_factory=dict)

    def lower(
        self, one: Contender, why: Reason, left: int | None = None, cap: Reason | None = None
    ) -> None:
        """Note what the next larger rendering of a card that is in needed and met."""
        tier, tiers = self.tiers[one.name], list(one.sizes)
        if tier == tiers[-1]:
            return
        better = tiers[tiers.index(tier) + 1]
        numbers = {
            "needed": one.sizes[better] - one.sizes[tier],
            "left": left,
            "cap": cap and cap.code,
            "detail": {"tier": tier, "better": better},
        }
        self.lowered[one.name] = (why, numbers)
