"""A candidate set that takes one aspect from another set: which cards, their scores, texts, …

Records that come with the other set come whole. What a mixed set is for is to be run and compared,
so facts that decide nothing (attributions) are left out of its cards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.candidate_set import Bucket, BucketFile, CandidateSet, file_reference
from inspector.core.candidates.columns import (
    CardColumns,
    FieldValues,
    RenderingTexts,
    no_attributions,
)
from inspector.core.candidates.interned import ABSENT, Interned

R = TypeVar("R", Bucket, BucketFile)

SCORES, TEXTS, FACTS = "scores", "texts", "facts"  # aspects of a card
ASPECTS = {"relevance_score": SCORES}
"""The aspect of a column; all others are facts."""

FILE_SCORES = ("relevance_score",)
FILE_TEXTS = ("title", "summary", "text", "inlinable", "token_count")
BACKGROUNDS = ("bucket_title", "matter_id", "background")


@dataclass(frozen=True, slots=True)
class _Choice:
    """For each card that comes out: whether an aspect is the other set's, and the row there."""

    other: Bools
    rows: Int64


class _MixedTexts:
    """Renderings that stay where they are, in either set."""

    def __init__(self, mine: RenderingTexts, theirs: RenderingTexts, choice: _Choice) -> None:
        self._sides = (mine, theirs)
        self._choice = choice

    def get(self, card: int, tier: int) -> str | None:
        side = self._sides[int(self._choice.other[card])]
        return side.get(int(self._choice.rows[card]), tier)


def with_cards(mine: CandidateSet, theirs: CandidateSet) -> CandidateSet:
    """Return the set with exactly the cards of the other one; those of both keep their facts."""
    columns, other = mine.knowledge_cards, theirs.knowledge_cards
    here = rows_in(columns, other.node_ids)
    choice = _Choice(here < 0, np.where(here < 0, np.arange(len(other)), here))
    return _with_columns(
        mine, _mixed(columns, other, dict.fromkeys((SCORES, TEXTS, FACTS), choice))
    )


def with_aspect(
    mine: CandidateSet, theirs: CandidateSet, aspect: str, only: str | None = None
) -> CandidateSet:
    """Return the set with an aspect of its cards as the other one has it.

    ``SCORES`` are relevance scores; ``TEXTS`` renderings and declared counts; ``FACTS`` all else,
    such as name, kind, matter and origin. ``only`` limits it to the card with this id.
    """
    columns, other = mine.knowledge_cards, theirs.knowledge_cards
    here = np.arange(len(columns), dtype=np.int64)
    there = rows_in(other, columns.node_ids)
    taken = there >= 0
    if only is not None:
        row = columns.row_of.get(only, ABSENT)
        taken &= here == row
    keep = _Choice(np.zeros(len(columns), dtype=np.bool_), here)
    choices = dict.fromkeys((SCORES, TEXTS, FACTS), keep)
    choices[aspect] = _Choice(taken, np.where(taken, there, here))
    return _with_columns(mine, _mixed(columns, other, choices))


def with_buckets(mine: CandidateSet, theirs: CandidateSet) -> CandidateSet:
    """Return the set with exactly the other one's buckets and files, in its order.

    Those that both have keep what they say.
    """
    here = {bucket.bucket_id: bucket for bucket in mine.buckets}
    buckets = []
    for other in theirs.buckets:
        bucket = here.get(other.bucket_id)
        if bucket is None:
            buckets.append(other)
            continue
        files = {file.file_id: file for file in bucket.files}
        kept = tuple(files.get(file.file_id, file) for file in other.files)
        buckets.append(bucket.model_copy(update={"files": kept}))
    return mine.model_copy(update={"buckets": tuple(buckets)})


def with_file_fields(
    mine: CandidateSet, theirs: CandidateSet, fields: tuple[str, ...], only: str | None = None
) -> CandidateSet:
    """Return the set with some fields of the files that both have as the other one gives them.

    ``only`` limits it to the file with this reference.
    """

    def mixed(bucket: Bucket, other: Bucket) -> Bucket:
        known = {file.file_id: file for file in other.files}
        files = tuple(
            _taken(file, known.get(file.file_id), fields)
            if only is None or only == file_reference(bucket.bucket_id, file.file_id)
            else file
            for file in bucket.files
        )
        return bucket.model_copy(update={"files": files})

    return _with_each_bucket(mine, theirs, mixed)


def with_backgrounds(
    mine: CandidateSet, theirs: CandidateSet, only: str | None = None
) -> CandidateSet:
    """Return the set with title, matter and background of its buckets as the other one has them.

    ``only`` limits it to the bucket with this id.
    """

    def mixed(bucket: Bucket, other: Bucket) -> Bucket:
        mine_only = only is not None and only != bucket.bucket_id
        return bucket if mine_only else _taken(bucket, other, BACKGROUNDS)

    return _with_each_bucket(mine, theirs, mixed)


def rows_in(columns: CardColumns, ids: list[str]) -> Int64:
    """Return the row of each id, -1 for one that is not there."""
    if columns.node_ids is ids or columns.node_ids == ids:
        return np.arange(len(ids), dtype=np.int64)
    return columns.row_of.rows(ids)


def _mixed(mine: CardColumns, theirs: CardColumns, choices: dict[str, _Choice]) -> CardColumns:
    texts = choices[TEXTS]
    return CardColumns(
        {
            name: _chosen(column, theirs.columns[name], choices[ASPECTS.get(name, FACTS)])
            for name, column in mine.columns.items()
        },
        texts=_MixedTexts(mine.texts, theirs.texts, texts),
        has_text=_where(mine.has_text, theirs.has_text, texts),
        declared=_where(mine.declared, theirs.declared, texts),
        attributions=no_attributions(len(texts.rows)),
    )


def _chosen(mine: FieldValues, theirs: Any, choice: _Choice) -> FieldValues:
    if isinstance(mine, list):
        return _listed(mine, theirs, choice)
    if isinstance(mine, Interned):
        codes, other, vocabulary = mine.in_one_vocabulary(theirs)
        return Interned(_where(codes, other, choice), vocabulary)
    return _where(mine, theirs, choice)


def _listed(mine: list[str], theirs: list[str], choice: _Choice) -> list[str]:
    if not choice.other.any() and np.array_equal(choice.rows, np.arange(len(mine))):
        return mine
    sides = (mine, theirs)
    places = zip(choice.other.tolist(), choice.rows.tolist(), strict=True)
    return [sides[other][row] for other, row in places]


def _where(mine: npt.NDArray[Any], theirs: npt.NDArray[Any], choice: _Choice) -> npt.NDArray[Any]:
    """Return rows of two arrays, of the second one where it says so."""
    taken = np.empty((len(choice.rows), *mine.shape[1:]), dtype=mine.dtype)
    taken[~choice.other] = mine[choice.rows[~choice.other]]
    taken[choice.other] = theirs[choice.rows[choice.other]]
    return taken


def _with_columns(candidates: CandidateSet, cards: CardColumns) -> CandidateSet:
    return candidates.model_copy(update={"knowledge_cards": cards})


def _with_each_bucket(
    mine: CandidateSet, theirs: CandidateSet, mixed: Callable[[Bucket, Bucket], Bucket]
) -> CandidateSet:
    there = {bucket.bucket_id: bucket for bucket in theirs.buckets}
    buckets = tuple(
        mixed(bucket, there[bucket.bucket_id]) if bucket.bucket_id in there else bucket
        for bucket in mine.buckets
    )
    return mine.model_copy(update={"buckets": buckets})


def _taken(record: R, other: R | None, fields: tuple[str, ...]) -> R:
    if other is None:
        return record
    return record.model_copy(update={name: getattr(other, name) for name in fields})
