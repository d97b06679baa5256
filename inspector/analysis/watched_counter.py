"""Counting for many runs: watched and stopped, and of a counted set that requests share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import numpy as np

from inspector.core.candidates.candidate_set import file_subject, without_repeats
from inspector.core.candidates.counting import (
    CountedCandidates,
    CountedFile,
    count_candidates,
)
from inspector.core.candidates.request import OWN_CANDIDATES, Request
from inspector.core.problems import Place, pointer
from inspector.core.tokens.counter import TokenCounter, shares

Watch = Callable[[int, int], bool]
"""Told (texts counted, texts in all) now and then; returning False stops the run."""


def unwatched(_done: int, _total: int) -> bool:
    """Let a run go on to its end."""
    return True


class StoppedError(Exception):
    """A run was stopped by its ``watch``."""


_COUNTS_BETWEEN_LOOKS = 64


class WatchedCounter:
    """Counts as another counter does, tells how far it is, and stops when it is told to.

    ``total`` is about how many texts will be counted.
    """

    def __init__(self, tokens: TokenCounter, watch: Watch, total: int) -> None:
        self._tokens = tokens
        self._watch = watch
        self._total = total
        self._done = 0

    @property
    def name(self) -> str:
        """The name of the counter that counts."""
        return self._tokens.name

    def count(self, text: str) -> int:
        """Return the tokens of one text. Raises ``StoppedError`` when it is to stop."""
        if self._done % _COUNTS_BETWEEN_LOOKS == 0:
            self._look()
        self._done += 1
        return self._tokens.count(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; errors as ``count``."""
        counts: list[int] = []
        for share in shares(texts):
            self._look()
            self._done += len(share)
            counts += self._tokens.count_many(share)
        return counts

    def _look(self) -> None:
        if not self._watch(min(self._done, self._total), self._total):
            raise StoppedError


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
        id_ranks=candidates.knowledge_cards.id_ranks,
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
