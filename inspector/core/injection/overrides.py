"""Overrides: a layer above a run that never touches its inputs, and what it makes of them.

A pinned card is considered before all others, a forced file before all other files; both are
counted, and neither goes over a budget or a ceiling.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import SerializerFunctionWrapHandler, model_serializer

from inspector.core.arrays import Bools, Float64, Int32, Int64
from inspector.core.candidates.interned import ABSENT
from inspector.core.injection.prepare import Prepared, RankedCards
from inspector.core.model import Document
from inspector.core.reasons import Reason
from inspector.core.scalars import Natural, Number, SchemaVersion, WholeText


class Forced(StrEnum):
    """What an override makes of a subject."""

    EXCLUDED = "excluded"  # out, whatever the rules say
    LISTED = "listed"  # a file: never inlined
    INLINED = "inlined"  # a file: first in turn, inlined where its text fits
    PINNED = "pinned"  # a card: first in turn, and not suppressed
    KEPT = "kept"  # not suppressed


class Overrides(Document):
    """What-if decisions by id; the file format of a patch.

    An id is a card's, a file's reference or, for its background, a bucket's. Where two decisions
    about a subject contradict each other, the one that is named first here holds. What is named by
    any of them is neither kept out by ``relevance_floor`` and ``top_k`` nor counted by the latter.
    """

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    exclude: tuple[WholeText, ...] = ()
    """Cards, files and backgrounds that are kept out."""

    list_only: tuple[WholeText, ...] = ()
    """Files that are listed, never inlined."""

    inline: tuple[WholeText, ...] = ()
    """Files that are considered before all others, in their order of relevance."""

    pin: tuple[WholeText, ...] = ()
    """Cards that are considered before all others and that no file suppresses."""

    keep: tuple[WholeText, ...] = ()
    """Cards and backgrounds that are not suppressed."""

    relevance_floor: Number | None = None
    """Cards and files of less relevance than this are kept out; None keeps none out."""

    top_k: Natural | None = None
    """So many cards and so many files compete, those first in turn; None lets all compete."""

    @model_serializer(mode="wrap")
    def _without_unset_limits(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # What is not set was not there before these fields were: other readers need not know them.
        written: dict[str, Any] = write(self)
        limits = ("relevance_floor", "top_k")
        return {name: one for name, one in written.items() if one is not None or name not in limits}

    def __bool__(self) -> bool:
        """Whether anything is overridden."""
        named = self.exclude or self.list_only or self.inline or self.pin or self.keep
        return bool(named) or self.relevance_floor is not None or self.top_k is not None

    @property
    def count(self) -> int:
        """How many subjects are overridden."""
        return len(self.subjects)

    @property
    def subjects(self) -> tuple[str, ...]:
        """Every id that is named, once."""
        fields = (getattr(self, FIELDS[forced]) for forced in Forced)
        return tuple(dict.fromkeys(subject for field in fields for subject in field))

    def forcing(self, subjects: Iterable[str], forced: Forced | None) -> Overrides:
        """Return these with one thing forced on some subjects, whatever was; None lets them be."""
        chosen = tuple(dict.fromkeys(subjects))
        fields = {
            field: tuple(one for one in getattr(self, field) if one not in chosen)
            for field in FIELDS.values()
        }
        if forced is not None:
            fields[FIELDS[forced]] = (*fields[FIELDS[forced]], *chosen)
        return self.model_copy(update=fields)

    def of(self, subject: str) -> Forced | None:
        """Return what holds for a subject, None where nothing is said about it."""
        return next((forced for forced in Forced if subject in getattr(self, FIELDS[forced])), None)


FORCEABLE = {
    "card": (Forced.PINNED, Forced.KEPT, Forced.EXCLUDED),
    "file": (Forced.INLINED, Forced.LISTED, Forced.EXCLUDED),
    "background": (Forced.KEPT, Forced.EXCLUDED),
}
"""What can be forced on a subject, by its kind."""

FIELDS = {
    Forced.EXCLUDED: "exclude",
    Forced.LISTED: "list_only",
    Forced.INLINED: "inline",
    Forced.PINNED: "pin",
    Forced.KEPT: "keep",
}
"""The field of ``Overrides`` that holds each decision."""

NO_OVERRIDES = Overrides()

BARRED = (None, Reason.WHAT_IF_EXCLUDED, Reason.BELOW_RELEVANCE_FLOOR, Reason.BEYOND_TOP_K)
"""Why something is kept out by overrides; the first stands for what is not."""


@dataclass(frozen=True, eq=False)
class WhatIf:
    """Overrides applied to the candidates of one request.

    ``prepared`` has the pinned cards and the forced files first in turn; ``given`` is what it was
    made from. ``barred`` (places in ``BARRED``) and ``kept`` are by rank, files by place in
    ``prepared.files``, backgrounds by index of the bucket.
    """

    overrides: Overrides
    given: Prepared
    prepared: Prepared
    pinned: int  # so many cards, the first in rank
    barred: npt.NDArray[np.uint8]
    kept: Bools
    files_barred: Mapping[int, Reason]
    files_listed: frozenset[int]
    backgrounds_excluded: frozenset[int]
    backgrounds_kept: frozenset[int]

    @cached_property
    def excluded(self) -> Bools:
        """Which cards are kept out, by rank."""
        return self.barred > 0

    @cached_property
    def files_excluded(self) -> frozenset[int]:
        """The files that are kept out, by place."""
        return frozenset(self.files_barred)

    def why_out(self, rank: int) -> Reason | None:
        """Return why the card at a rank is kept out, None where it is not."""
        return BARRED[int(self.barred[rank])]


def apply_overrides(overrides: Overrides, prepared: Prepared) -> WhatIf:
    """Find the subjects of overrides and put the pinned and the forced ones first in turn."""
    files = _file_places(prepared, overrides)
    first = sorted(files[Forced.INLINED])
    turns = [*first, *(at for at in range(len(prepared.files)) if at not in files[Forced.INLINED])]
    place_now = np.full(len(turns) + 1, ABSENT, dtype=np.int32)  # the last stands for no file
    place_now[turns] = np.arange(len(turns), dtype=np.int32)
    ranks = _ranks(prepared.cards, overrides)
    pinned = ranks[Forced.PINNED]
    order = np.concatenate([pinned, np.delete(np.arange(len(prepared.cards.order)), pinned)])
    cards = _in_order(prepared.cards, order)
    cards = replace(cards, source_file=place_now[cards.source_file])
    barred = _barred(prepared.cards.relevance, list(ranks.values()), overrides)
    barred[ranks[Forced.EXCLUDED]] = BARRED.index(Reason.WHAT_IF_EXCLUDED)
    files_barred = _barred(
        np.array([file.relevance for file in prepared.files], dtype=np.float64),
        [np.array(sorted(places), dtype=np.int64) for places in files.values()],
        overrides,
    )
    files_barred[sorted(files[Forced.EXCLUDED])] = BARRED.index(Reason.WHAT_IF_EXCLUDED)
    kept = np.zeros(len(order), dtype=np.bool_)
    kept[pinned] = kept[ranks[Forced.KEPT]] = True
    buckets = [entry.bucket.bucket_id for entry in prepared.counted.buckets]
    return WhatIf(
        overrides=overrides,
        given=prepared,
        prepared=replace(
            prepared, cards=cards, files=tuple(prepared.files[place] for place in turns)
        ),
        pinned=len(pinned),
        barred=barred[order],
        kept=kept[order],
        files_barred={
            int(place_now[place]): reason
            for place, code in enumerate(files_barred.tolist())
            if (reason := BARRED[code]) is not None
        },
        files_listed=_now(place_now, files[Forced.LISTED]),
        backgrounds_excluded=_buckets_forced(buckets, overrides, Forced.EXCLUDED),
        backgrounds_kept=_buckets_forced(buckets, overrides, Forced.KEPT),
    )


def _barred(relevance: Float64, named: list[Int64], overrides: Overrides) -> npt.NDArray[np.uint8]:
    """Return what floor and top-k keep out of some candidates in turn, as places in ``BARRED``."""
    barred = np.zeros(len(relevance), dtype=np.uint8)
    open_to = np.ones(len(relevance), dtype=np.bool_)
    open_to[np.concatenate(named)] = False
    if overrides.relevance_floor is not None:
        below = open_to & (relevance < overrides.relevance_floor)
        barred[below] = BARRED.index(Reason.BELOW_RELEVANCE_FLOOR)
        open_to &= ~below
    if overrides.top_k is not None:
        barred[np.flatnonzero(open_to)[overrides.top_k :]] = BARRED.index(Reason.BEYOND_TOP_K)
    return barred


def _ranks(cards: RankedCards, overrides: Overrides) -> dict[Forced, Int64]:
    """Return the ranks of the cards that each decision holds for, ascending."""
    found: dict[Forced, list[int]] = {forced: [] for forced in Forced}
    row_of, rank_of_row = cards.columns.row_of, cards.rank_of_row
    for subject in overrides.subjects:
        forced, row = overrides.of(subject), row_of.get(subject)
        if row is not None and forced is not None:
            found[forced].append(int(rank_of_row[row]))
    return {forced: np.array(sorted(ranks), dtype=np.int64) for forced, ranks in found.items()}


def _file_places(prepared: Prepared, overrides: Overrides) -> dict[Forced, frozenset[int]]:
    found: dict[Forced, set[int]] = {forced: set() for forced in Forced}
    subjects = set(overrides.subjects)
    for place, file in enumerate(prepared.files):
        if file.counted.reference in subjects:
            forced = overrides.of(file.counted.reference)
            if forced is not None:
                found[forced].add(place)
    return {forced: frozenset(places) for forced, places in found.items()}


def _buckets_forced(buckets: list[str], overrides: Overrides, forced: Forced) -> frozenset[int]:
    return frozenset(at for at, bucket in enumerate(buckets) if overrides.of(bucket) is forced)


def _in_order(cards: RankedCards, order: Int64) -> RankedCards:
    by_rank = ("order", "relevance", "costs", "caps", "source_file")
    return replace(cards, **{name: getattr(cards, name)[order] for name in by_rank})


def _now(place_now: Int32, places: frozenset[int]) -> frozenset[int]:
    return frozenset(int(place_now[place]) for place in places)
