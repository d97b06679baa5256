"""Counting a candidate set: tokens of every text and of the layout around it.

Done once for a set and a counter; any number of requests and policies start from it. Declared
counts are used as given, as their producer used them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.core.candidates.candidate_set import (
    Bucket,
    BucketFile,
    CandidateSet,
    FilePlaces,
    file_places,
    file_reference,
    file_subject,
)
from inspector.core.candidates.card import Tier
from inspector.core.candidates.interned import ABSENT
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

    ``id_ranks`` are the places of the cards when all are sorted by ``node_id``, which decides
    between equals; ``card_costs`` are tokens by row and tier, ``ABSENT`` where a tier does not
    exist; ``uncountable`` are the rows of cards with a text that has no count.
    """

    candidates: CandidateSet
    id_ranks: npt.NDArray[np.int32]
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


class _Counting:
    """Counts texts and collects those that cannot be counted."""

    def __init__(self, tokens: TokenCounter) -> None:
        self._tokens = tokens
        self.problems: list[Problem] = []

    def count(self, text: str, subject: str, *where: str | int) -> int | None:
        try:
            return self._tokens.count(text)
        except UncountableTextError as error:
            self.problems.append(
                Problem(
                    Severity.ERROR,
                    "candidates.uncountable",
                    f"A text of {subject!r} has no token count: {error}",
                    "Correct the text, or declare its token count.",
                    Place(pointer=pointer(*where)),
                )
            )
            return None

    def count_all(self, texts: Sequence[str]) -> list[int] | None:
        """Count texts together, which is quicker; None where one of them cannot be counted."""
        try:
            return self._tokens.count_many(texts)
        except UncountableTextError:
            return None


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


_TOGETHER = 1_024  # texts of cards; what cannot be counted makes so many be counted once more


def _card_costs(
    candidates: CandidateSet, counting: _Counting
) -> tuple[npt.NDArray[np.int64], frozenset[int]]:
    columns = candidates.knowledge_cards
    costs = np.where(columns.present, columns.declared, ABSENT).astype(np.int64)
    uncountable = set()
    places = np.argwhere(columns.has_text & (columns.declared == ABSENT))
    for start in range(0, len(places), _TOGETHER):
        share = places[start : start + _TOGETHER]
        texts = [columns.texts.get(row, tier) or "" for row, tier in share.tolist()]
        counts = counting.count_all(texts)
        if counts is not None:
            costs[share[:, 0], share[:, 1]] = counts
            continue
        for (row, tier), text in zip(share.tolist(), texts, strict=True):
            where = ("knowledge_cards", row, "renderings", Tier(tier).label)
            count = counting.count(text, columns.node_ids[row], *where)
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
            where = ("buckets", bucket_index, "files", place)
            text = None
            # A file that declares its tokens but comes without text had its contents left out.
            if file.inlinable and (file.text or file.text is None):
                text = file.token_count
                if text is None and file.text:
                    text = counting.count(file.text, reference, *where, "text")
            heading = counting.count(file_heading(file), reference, *where, "title")
            yield CountedFile(
                bucket_index=bucket_index,
                file=file,
                reference=reference,
                subject=subject,
                text=None if heading is None else text,
                heading=(heading or 0) + text_separator,
                line=counting.count(manifest_line(file), reference, *where, "title"),
            )


def _count_buckets(candidates: CandidateSet, counting: _Counting) -> Iterator[CountedBucket]:
    for index, bucket in enumerate(candidates.buckets):
        where = ("buckets", index)
        heading = counting.count(bucket_heading(bucket), bucket.bucket_id, *where, "bucket_title")
        background = None
        if bucket.background:
            background = counting.count(bucket.background, bucket.bucket_id, *where, "background")
        yield CountedBucket(bucket, heading or 0, background)


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
