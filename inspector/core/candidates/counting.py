"""Counting a candidate set: tokens of every text and of the layout around it.

Done once for a set and a counter; any number of requests and policies start from it. Declared
counts are used as given, as their producer used them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, tee

import numpy as np

from inspector.core.arrays import Int32, Int64
from inspector.core.candidates.candidate_set import (
    Bucket,
    BucketFile,
    CandidateSet,
    FilePlaces,
    file_places,
    file_reference,
    file_subject,
)
from inspector.core.candidates.card import TIERS
from inspector.core.candidates.interned import ABSENT
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.tokens.counter import TokenCounter, count_each


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

    ``id_ranks`` are the places of the cards when all are sorted by ``node_id``, which decides
    between equals; ``card_costs`` are tokens by row and tier, ``ABSENT`` where a tier does not
    exist; ``uncountable`` are the rows of cards with a text that has no count.
    """

    candidates: CandidateSet
    id_ranks: Int32
    counter_name: str
    card_costs: Int64
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


_Wanted = tuple[str, str, tuple[str | int, ...]]
"""A text, whose it is, and where it stands in the set."""


class _Counting:
    """Counts texts and collects those that cannot be counted."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.problems: list[Problem] = []

    def count_all(self, wanted: Iterable[_Wanted]) -> Iterator[int | None]:
        """Give the tokens of each text, None for one that has no count, which is reported."""
        places, texts = tee(wanted)
        counts = count_each(self._tokens, (text for text, _, _ in texts))
        for (_, subject, where), count in zip(places, counts, strict=True):
            if isinstance(count, int):
                yield count
                continue
            self.problems.append(
                Problem(
                    Severity.ERROR,
                    "candidates.uncountable",
                    f"A text of {subject!r} has no token count: {count}",
                    "Correct the text, or declare its token count.",
                    Place(pointer=pointer(*where)),
                )
            )
            yield None


def count_candidates(candidates: CandidateSet, tokens: TokenCounter) -> CountedCandidates:
    """Count every text of a set that does not declare its tokens, and the layout around all."""
    counting = _Counting(tokens)
    costs, uncountable = _card_costs(candidates, counting)
    return CountedCandidates(
        candidates=candidates,
        id_ranks=candidates.knowledge_cards.id_ranks,
        counter_name=tokens.name,
        card_costs=costs,
        uncountable=uncountable,
        files=tuple(_count_files(candidates, counting, tokens.count(TEXT_SEPARATOR))),
        buckets=tuple(_count_buckets(candidates, counting)),
        separators=Separators(
            knowledge_heading=tokens.count(KNOWLEDGE_HEADING),
            card=tokens.count(CARD_SEPARATOR),
            background=tokens.count(BACKGROUND_SEPARATOR),
            line=tokens.count(LINE_SEPARATOR),
        ),
        problems=tuple(counting.problems),
    )


def _card_costs(candidates: CandidateSet, counting: _Counting) -> tuple[Int64, frozenset[int]]:
    columns = candidates.knowledge_cards
    costs = np.where(columns.present, columns.declared, ABSENT).astype(np.int64)
    rows, tiers = np.nonzero(columns.has_text & (columns.declared == ABSENT))
    counts = counting.count_all(
        (
            columns.texts.get(row, tier) or "",
            columns.node_ids[row],
            ("knowledge_cards", row, "renderings", TIERS[tier]),
        )
        for row, tier in zip(map(int, rows), map(int, tiers), strict=True)
    )
    found = (ABSENT if one is None else one for one in counts)
    costs[rows, tiers] = np.fromiter(found, np.int64, len(rows))
    return costs, frozenset(rows[costs[rows, tiers] == ABSENT].tolist())


def _texts_of_files(buckets: Iterable[Bucket]) -> Iterator[_Wanted]:
    """Give three texts of each file: its own where it is to be counted, its heading, its line."""
    for index, bucket in enumerate(buckets):
        for place, file in enumerate(bucket.files):
            reference = file_reference(bucket.bucket_id, file.file_id)
            where = ("buckets", index, "files", place)
            is_counted = file.inlinable and file.token_count is None
            yield (file.text or "") if is_counted else "", reference, (*where, "text")
            yield file_heading(file), reference, (*where, "title")
            yield manifest_line(file), reference, (*where, "title")


def _count_files(
    candidates: CandidateSet, counting: _Counting, text_separator: int
) -> Iterator[CountedFile]:
    counts = counting.count_all(_texts_of_files(candidates.buckets))
    spelled: Counter[str] = Counter()
    for bucket_index, bucket in enumerate(candidates.buckets):
        for file in bucket.files:
            text, heading, line = islice(counts, 3)
            reference = file_reference(bucket.bucket_id, file.file_id)
            subject = file_subject(reference, spelled[reference])
            spelled[reference] += 1
            if not file.inlinable or file.text == "":
                text = None
            elif file.token_count is not None or file.text is None:
                text = file.token_count
            yield CountedFile(
                bucket_index=bucket_index,
                file=file,
                reference=reference,
                subject=subject,
                text=None if heading is None else text,
                heading=(heading or 0) + text_separator,
                line=line,
            )


def _count_buckets(candidates: CandidateSet, counting: _Counting) -> Iterator[CountedBucket]:
    places = ((bucket, ("buckets", index)) for index, bucket in enumerate(candidates.buckets))
    counts = counting.count_all(
        wanted
        for bucket, where in places
        for wanted in (
            (bucket_heading(bucket), bucket.bucket_id, (*where, "bucket_title")),
            (bucket.background or "", bucket.bucket_id, (*where, "background")),
        )
    )
    for bucket in candidates.buckets:
        heading, background = islice(counts, 2)
        yield CountedBucket(bucket, heading or 0, background if bucket.background else None)


KNOWLEDGE_HEADING = "# Knowledge\n\n"


CARD_SEPARATOR = "\n\n"


BACKGROUND_SEPARATOR = "\n\n"


TEXT_SEPARATOR = "\n\n"


LINE_SEPARATOR = "\n"


def bucket_heading(bucket: Bucket) -> str:
    """Return the heading over whatever is rendered of a bucket."""
    return f"# {bucket.bucket_title}\n\n"


def file_heading(file: BucketFile) -> str:
    """Return the heading over an inlined file's text."""
    return f"## {file.title}\n\n"


def manifest_line(file: BucketFile) -> str:
    """Return the line that lists a file: its title and, where there is one, its summary."""
    return f"- {file.title}: {file.summary}" if file.summary else f"- {file.title}"
