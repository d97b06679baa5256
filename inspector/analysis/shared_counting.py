"""What one request chooses from, of a counted candidate set that many requests share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from inspector.core.candidates.candidate_set import file_subject, without_repeats
from inspector.core.candidates.counting import CountedCandidates, CountedFile, count_candidates
from inspector.core.candidates.request import OWN_CANDIDATES, Request
from inspector.core.problems import Place, pointer
from inspector.core.tokens.counter import TokenCounter


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
