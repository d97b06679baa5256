"""Counting a candidate set: tokens of every text and of the layout around it.

Done once for a set and a counter; any number of requests and policies start from it. Declared
counts are used as given, as their producer used them; ``declared_differences`` compares them with
counted ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.injection import layout
from inspector.core.injection.candidates import (
    Bucket,
    BucketFile,
    CandidateSet,
    FilePlaces,
    file_places,
    without_repeats,
)
from inspector.core.injection.card import Tier
from inspector.core.injection.interned import ABSENT
from inspector.core.injection.overlap import file_reference, file_subject
from inspector.core.injection.request import OWN_CANDIDATES, Request
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.tokens.counter import TokenCounter, UncountableTextError


@dataclass(frozen=True, slots=True)
class CountedFile:
    """A bucket file with its costs in tokens.

    ``text`` is None when the file can only be listed; ``line`` is None when its line has no count.
    ``heading`` is what inlining adds around the text, separator included. ``subject`` is the
    reference, told apart where several files spell the same one.
    """

    bucket_index: int
    file: BucketFile
    reference: str
    subject: str
    text: int | None
    heading: int
    line: int | None


@dataclass(frozen=True, slots=True)
class CountedBucket:
    """A bucket with the tokens of its heading and its background (None: there is none)."""

    bucket: Bucket
    heading: int
    background: int | None


@dataclass(frozen=True, slots=True)
class Separators:
    """Tokens that the layout adds around the parts of the injection."""

    knowledge_heading: int
    card: int
    background: int
    line: int


@dataclass(frozen=True)
class CountedCandidates:
    """A candidate set with the tokens of everything in it.

    ``card_costs`` are tokens by row and tier, ``ABSENT`` where a tier does not exist;
    ``uncountable`` are the rows of cards with a text that has no count.
    """

    candidates: CandidateSet
    counter_name: str
    card_costs: npt.NDArray[np.int64]
    uncountable: frozenset[int]
    files: tuple[CountedFile, ...]
    buckets: tuple[CountedBucket, ...]
    separators: Separators
    problems: tuple[Problem, ...]

    @cached_property
    def tokens_in_full(self) -> int:
        """Tokens of the longest form of every card, of every file's text and every background."""
        costs = np.where(self.card_costs == ABSENT, 0, self.card_costs)
        cards = int(costs.max(axis=1, initial=0).sum())
        files = sum(one.text or 0 for one in self.files)
        return cards + files + sum(one.background or 0 for one in self.buckets)

    @cached_property
    def file_places(self) -> FilePlaces:
        """Where the files of the set stand, by reference."""
        return file_places(self.candidates)

    @cached_property
    def files_at(self) -> Mapping[tuple[int, int], CountedFile]:
        """The counted files by index of their bucket and place in it."""
        found: dict[tuple[int, int], CountedFile] = {}
        next_of: Counter[int] = Counter()
        for file in self.files:
            found[file.bucket_index, next_of[file.bucket_index]] = file
            next_of[file.bucket_index] += 1
        return found


@dataclass(frozen=True, slots=True)
class CountDifference:
    """A declared token count that differs from the counted one. ``place`` is a JSON pointer."""

    place: str
    subject: str
    declared: int
    counted: int


class _Counting:
    """Counts texts and collects those that cannot be counted."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.problems: list[Problem] = []

    def count(self, text: str, subject: str, place: str) -> int | None:
        try:
            return self._tokens.count(text)
        except UncountableTextError as error:
            self.problems.append(
                Problem(
                    Severity.ERROR,
                    "candidates.uncountable",
                    f"A text of {subject!r} has no token count: {error}",
                    "Correct the text, or declare its token count.",
                    Place(pointer=place),
                )
            )
            return None


def count_candidates(candidates: CandidateSet, tokens: TokenCounter) -> CountedCandidates:
    """Count every text of a set that does not declare its tokens, and the layout around all."""
    counting = _Counting(tokens)
    costs, uncountable = _card_costs(candidates, counting)
    return CountedCandidates(
        candidates=candidates,
        counter_name=tokens.name,
        card_costs=costs,
        uncountable=uncountable,
        files=tuple(_count_files(candidates, counting, tokens.count(layout.TEXT_SEPARATOR))),
        buckets=tuple(_count_buckets(candidates, counting)),
        separators=Separators(
            knowledge_heading=tokens.count(layout.KNOWLEDGE_HEADING),
            card=tokens.count(layout.CARD_SEPARATOR),
            background=tokens.count(layout.BACKGROUND_SEPARATOR),
            line=tokens.count(layout.LINE_SEPARATOR),
        ),
        problems=tuple(counting.problems),
    )


def counted_for(
    request: Request, counted: CountedCandidates, tokens: TokenCounter
) -> CountedCandidates:
    """Return what one request chooses from, of a counted set that many share.

    Only candidates of the request's own are counted; places of their problems are the request's.
    """
    chosen = request.candidates
    if chosen is None:
        return counted
    candidates = chosen.of(counted.candidates, counted.file_places)
    own = count_candidates(without_repeats(chosen.own), tokens)
    named = frozenset(chosen.only or ())
    spots = sorted({spot for one in named for spot in counted.file_places.get(one, ())})
    indices = sorted({index for index, _ in spots})
    taken = {counted.buckets[index].bucket.bucket_id for index in indices}
    own_taken = {
        index for index, one in enumerate(own.buckets) if one.bucket.bucket_id not in taken
    }
    row_of, own_row_of = (one.candidates.knowledge_cards.row_of for one in (counted, own))
    node_ids = candidates.knowledge_cards.node_ids
    rows = [row_of[one] for one in node_ids if one in named and one in row_of]
    own_rows = [own_row_of[one] for one in node_ids[len(rows) :]]
    place_of = {bucket.bucket_id: place for place, bucket in enumerate(candidates.buckets)}
    entries = [counted.buckets[index] for index in indices]
    entries += [own.buckets[index] for index in sorted(own_taken)]
    files = [(counted, counted.files_at[spot]) for spot in spots]
    files += [(own, file) for file in own.files if file.bucket_index in own_taken]
    uncountable = [row in counted.uncountable for row in rows]
    uncountable += [row in own.uncountable for row in own_rows]
    where = {pointer("knowledge_cards", row) for row in rows}
    where |= {pointer("buckets", index, "files", place) for index, place in spots}
    where |= {pointer("buckets", index, "bucket_title") for index in indices}
    where |= {pointer("buckets", index, "background") for index in indices}
    return replace(
        counted,
        candidates=candidates,
        card_costs=np.concatenate([counted.card_costs[rows], own.card_costs[own_rows]]),
        uncountable=frozenset(place for place, one in enumerate(uncountable) if one),
        files=tuple(
            _told_apart(
                replace(
                    file, bucket_index=place_of[part.buckets[file.bucket_index].bucket.bucket_id]
                )
                for part, file in files
            )
        ),
        buckets=tuple(
            replace(entry, bucket=candidates.buckets[place_of[entry.bucket.bucket_id]])
            for entry in entries
        ),
        problems=(
            *(one for one in counted.problems if _is_within(one.place.pointer or "", where)),
            *(
                one.at(Place(pointer=f"{OWN_CANDIDATES}{one.place.pointer}"))
                for one in own.problems
            ),
        ),
    )


def _told_apart(files: Iterable[CountedFile]) -> Iterator[CountedFile]:
    """Give the files of several sets, those that spell one reference with subjects of their own."""
    spelled: Counter[str] = Counter()
    for file in files:
        yield replace(file, subject=file_subject(file.reference, spelled[file.reference]))
        spelled[file.reference] += 1


def _is_within(place: str, where: set[str]) -> bool:
    """Whether a place is one of some, or in one of them."""
    parts = place.split("/")
    return any("/".join(parts[:end]) in where for end in range(2, len(parts) + 1))


def _card_costs(
    candidates: CandidateSet, counting: _Counting
) -> tuple[npt.NDArray[np.int64], frozenset[int]]:
    columns = candidates.knowledge_cards
    costs = np.where(columns.present, columns.declared, ABSENT).astype(np.int64)
    uncountable = set()
    rows, tiers = np.nonzero(columns.has_text & (columns.declared == ABSENT))
    for row, tier in zip(rows.tolist(), tiers.tolist(), strict=True):
        place = pointer("knowledge_cards", row, "renderings", Tier(tier).label)
        text = columns.texts.get(row, tier) or ""
        count = counting.count(text, columns.node_ids[row], place)
        if count is None:
            uncountable.add(row)
        else:
            costs[row, tier] = count
    return costs, frozenset(uncountable)


def _count_files(
    candidates: CandidateSet, counting: _Counting, text_separator: int
) -> Iterator[CountedFile]:
    spelled: Counter[str] = Counter()
    for bucket_index, bucket in enumerate(candidates.buckets):
        for place, file in enumerate(bucket.files):
            reference = file_reference(bucket.bucket_id, file.file_id)
            subject = file_subject(reference, spelled[reference])
            spelled[reference] += 1
            where = pointer("buckets", bucket_index, "files", place)
            text = None
            # A file that declares its tokens but comes without text had its contents left out.
            if file.inlinable and (file.text or file.text is None):
                text = file.token_count
                if text is None and file.text:
                    text = counting.count(file.text, reference, where + "/text")
            heading = counting.count(layout.file_heading(file), reference, where + "/title")
            yield CountedFile(
                bucket_index=bucket_index,
                file=file,
                reference=reference,
                subject=subject,
                text=None if heading is None else text,
                heading=(heading or 0) + text_separator,
                line=counting.count(layout.manifest_line(file), reference, where + "/title"),
            )


def _count_buckets(candidates: CandidateSet, counting: _Counting) -> Iterator[CountedBucket]:
    for index, bucket in enumerate(candidates.buckets):
        where = pointer("buckets", index)
        heading = counting.count(
            layout.bucket_heading(bucket), bucket.bucket_id, where + "/bucket_title"
        )
        background = None
        if bucket.background:
            background = counting.count(bucket.background, bucket.bucket_id, where + "/background")
        yield CountedBucket(bucket, heading or 0, background)


def declared_differences(
    candidates: CandidateSet, tokens: TokenCounter
) -> tuple[CountDifference, ...]:
    """Compare every declared token count with the counted one and return those that differ."""
    counting = _Counting(tokens)
    found: list[CountDifference] = []

    def compare(text: str | None, declared: int | None, subject: str, place: str) -> None:
        if not text or declared is None:
            return
        counted = counting.count(text, subject, place)
        if counted is not None and counted != declared:
            found.append(CountDifference(place, subject, declared, counted))

    columns = candidates.knowledge_cards
    rows, tiers = np.nonzero(columns.has_text & (columns.declared != ABSENT))
    for row, tier in zip(rows.tolist(), tiers.tolist(), strict=True):
        compare(
            columns.texts.get(row, tier),
            int(columns.declared[row, tier]),
            columns.node_ids[row],
            pointer("knowledge_cards", row, "token_counts", Tier(tier).label),
        )
    for index, bucket in enumerate(candidates.buckets):
        for place, file in enumerate(bucket.files):
            compare(
                file.text,
                file.token_count,
                file_reference(bucket.bucket_id, file.file_id),
                pointer("buckets", index, "files", place, "token_count"),
            )
    return tuple(found)
