"""Two sides of a comparison, subject by subject: who changed, from what to what.

All subjects are columns; a ``Change`` is made when somebody looks at one, so that a hundred
thousand cards that stayed the same cost a few array operations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from inspector.analysis.comparison.outcomes import (
    FORMS,
    VERDICTS,
    ManifestOutcomes,
    ReportOutcomes,
    SideOutcomes,
    SideTotals,
    Subject,
    SubjectOutcomes,
)
from inspector.core.arrays import Bools, Int64
from inspector.core.candidates.card import Tier
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.lazy import LazySequence

_ABSENT = -1


@dataclass(frozen=True, slots=True)
class SubjectState:
    """What became of a subject on one side.

    ``verdict`` None is no candidate there; ``form`` is a rendering, ``inlined``, ``listed`` or "";
    ``reason`` is the reason code, None where the side does not tell; ``tokens`` are those taken.
    """

    verdict: Verdict | None
    form: str
    tokens: int
    reason: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """One subject that is not the same on both sides."""

    index: int  # the place among all subjects of the comparison
    subject: Subject
    before: SubjectState
    after: SubjectState

    @property
    def flipped(self) -> bool:
        """Whether the verdict is another one."""
        return self.before.verdict is not self.after.verdict

    @property
    def gained(self) -> int:
        """Tokens that it takes more after than before; negative for fewer."""
        return self.after.tokens - self.before.tokens


@dataclass(frozen=True, slots=True)
class SideStates:
    """The states of one side for all subjects of both, those without a place there included."""

    rows: Int64  # places in the side's own states; -1: no candidate there
    verdicts: npt.NDArray[np.uint8]
    forms: npt.NDArray[np.uint8]
    tokens: Int64


@dataclass(frozen=True, slots=True)
class GroupTotals:
    """One group of subjects (a kind of card; files, backgrounds, buckets) on both sides. Tokens."""

    group: str
    account: str
    before: int
    after: int
    gained: int  # by those that take more than before
    lost: int  # by those that take less


class Changes(LazySequence[Change]):
    """The subjects that changed, in order."""

    def __init__(self, comparison: Comparison, indices: Int64) -> None:
        self._comparison = comparison
        self.indices = indices

    def __len__(self) -> int:
        return len(self.indices)

    def made(self, place: int) -> Change:
        """Make the change at a place."""
        return self._comparison.change(int(self.indices[place]))


@dataclass(frozen=True, eq=False)
class Comparison:
    """Two sides, subject by subject: cards first (those of A in its order, then those only in B),
    then files and backgrounds, or buckets, in the same way.
    """

    a: SideOutcomes
    b: SideOutcomes
    before: SideStates
    after: SideStates
    card_count: int

    def __len__(self) -> int:
        return len(self.before.rows)

    @cached_property
    def card_keys(self) -> Sequence[object]:
        """The id of each card, by place."""
        return self._keys(0, self.card_count, self.a.cards.keys, self.b.cards.keys)

    @cached_property
    def content_keys(self) -> Sequence[object]:
        """Kind and id of each content, by its place after the cards."""
        return self._keys(self.card_count, len(self), self.a.contents.keys, self.b.contents.keys)

    @cached_property
    def changed(self) -> Bools:
        """Which subjects are not the same: another verdict, form, or number of tokens."""
        before, after = self.before, self.after
        changed: Bools = (
            (before.verdicts != after.verdicts)
            | (before.forms != after.forms)
            | (before.tokens != after.tokens)
        )
        return changed

    @property
    def changes(self) -> Changes:
        """The subjects that are not the same."""
        return Changes(self, np.flatnonzero(self.changed))

    @cached_property
    def flips(self) -> Int64:
        """The places of the subjects whose verdict is another one."""
        return np.flatnonzero(self.before.verdicts != self.after.verdicts)

    @cached_property
    def matrix(self) -> dict[tuple[Verdict | None, Verdict | None], int]:
        """How many subjects went from one verdict (None: no candidate) to another.

        Every subject is in exactly one cell. Cells without a subject are left out.
        """
        size = len(VERDICTS)
        codes = self.before.verdicts.astype(np.intp) * size + self.after.verdicts
        counts = np.bincount(codes, minlength=size * size)
        return {
            (VERDICTS[code // size], VERDICTS[code % size]): int(counts[code])
            for code in np.flatnonzero(counts).tolist()
        }

    @cached_property
    def groups(self) -> tuple[GroupTotals, ...]:
        """Tokens before and after, gained and lost, for each group that takes any."""
        sums: dict[tuple[str, str], list[int]] = {}
        taking = np.flatnonzero((self.before.tokens != 0) | (self.after.tokens != 0))
        for index in taking.tolist():
            subject = self.subject(index)
            before, after = int(self.before.tokens[index]), int(self.after.tokens[index])
            mine = sums.setdefault((subject.group, subject.account), [0, 0, 0, 0])
            more = after - before
            for place, tokens in enumerate((before, after, max(0, more), max(0, -more))):
                mine[place] += tokens
        return tuple(GroupTotals(*key, *numbers) for key, numbers in sorted(sums.items()))

    @property
    def totals(self) -> tuple[SideTotals, SideTotals]:
        """Budgets and what is used of them, before and after."""
        return self.a.totals, self.b.totals

    def subject(self, index: int) -> Subject:
        """Return who stands at one place; as the side names it that comes last and has it."""
        side, outcomes = self.after, self.b
        if side.rows[index] == _ABSENT:
            side, outcomes = self.before, self.a
        row = int(side.rows[index])
        return outcomes.card(row) if index < self.card_count else outcomes.content(row)

    def change(self, index: int) -> Change:
        """Return one subject with its states, whether they differ or not."""
        return Change(
            index,
            self.subject(index),
            self._state(index, self.before, self.a),
            self._state(index, self.after, self.b),
        )

    def index_of(self, kind: str, subject: str) -> int | None:
        """Return the place of a subject; None where neither side has it."""
        card = kind == "card"
        for side, outcomes in ((self.before, self.a), (self.after, self.b)):
            keys = (outcomes.cards if card else outcomes.contents).keys
            key = subject if card else (kind, subject)
            if key in keys:
                begin, end = (0, self.card_count) if card else (self.card_count, len(self))
                found = np.flatnonzero(side.rows[begin:end] == keys.index(key))
                return begin + int(found[0])
        return None

    def _keys(
        self, begin: int, end: int, mine: Sequence[object], theirs: Sequence[object]
    ) -> Sequence[object]:
        only_b = self.after.rows[begin + len(mine) : end]
        return [*mine, *(theirs[row] for row in only_b.tolist())] if len(only_b) else mine

    def _state(self, index: int, side: SideStates, outcomes: SideOutcomes) -> SubjectState:
        row = int(side.rows[index])
        reason = None
        if row != _ABSENT:
            tell = outcomes.card_reason if index < self.card_count else outcomes.content_reason
            reason = tell(row)
        return SubjectState(
            VERDICTS[side.verdicts[index]],
            FORMS[side.forms[index]],
            int(side.tokens[index]),
            reason,
        )


def compare(a: InjectionReport, b: InjectionReport) -> Comparison:
    """Compare two runs, whatever of their inputs differs. Cards are matched by id."""
    return compare_outcomes(ReportOutcomes(a), ReportOutcomes(b))


def compare_manifests(
    a: UnifiedInjectionManifest,
    b: UnifiedInjectionManifest,
    known: InjectionReport | None = None,
) -> Comparison:
    """Compare two manifests, such as one that was recorded and one of a run now.

    ``known`` is a run over the same cards: it tells which renderings a card has, which a manifest
    does not say. Bucket content is compared bucket by bucket.
    """
    largest = largest_tiers(known) if known else None
    return compare_outcomes(ManifestOutcomes(a, largest), ManifestOutcomes(b, largest))


def compare_outcomes(a: SideOutcomes, b: SideOutcomes) -> Comparison:
    """Compare two sides of the same kind."""
    cards = _paired(a.cards, b.cards)
    contents = _paired(a.contents, b.contents)
    return Comparison(
        a,
        b,
        before=joined(side_of(a.cards, cards[0]), side_of(a.contents, contents[0])),
        after=joined(side_of(b.cards, cards[1]), side_of(b.contents, contents[1])),
        card_count=len(cards[0]),
    )


def largest_tiers(report: InjectionReport) -> dict[str, Tier]:
    """Return the largest rendering that each card of a run has; of none, none."""
    cards = report.prepared.cards
    largest = len(Tier) - 1 - cards.tier_exists[:, ::-1].argmax(axis=1)
    ids = cards.columns.node_ids
    return {
        ids[row]: Tier(tier)
        for row, tier, usable in zip(
            cards.order.tolist(), largest.tolist(), cards.usable.tolist(), strict=True
        )
        if usable
    }


def rows_of(states: SubjectOutcomes, keys: Sequence[object]) -> Int64:
    """Return the row of each key among ``states``, -1 where it has none."""
    if states.keys is keys or states.keys == keys:
        return np.arange(len(keys), dtype=np.int64)
    place_of = {key: place for place, key in enumerate(states.keys)}
    return np.array([place_of.get(key, _ABSENT) for key in keys], dtype=np.int64)


def side_of(states: SubjectOutcomes, rows: Int64) -> SideStates:
    """Return the states of ``rows``; a row of -1 is no candidate and takes nothing."""
    there = rows != _ABSENT
    if not len(states.keys):
        empty = np.zeros(len(rows), dtype=np.uint8)
        return SideStates(rows, empty, empty, np.zeros(len(rows), dtype=np.int64))
    return SideStates(
        rows,
        np.where(there, states.verdicts[rows], 0).astype(np.uint8),
        np.where(there, states.forms[rows], 0).astype(np.uint8),
        np.where(there, states.tokens[rows], 0),
    )


def joined(first: SideStates, second: SideStates) -> SideStates:
    """Return the subjects of two sides behind each other."""
    return SideStates(
        np.concatenate([first.rows, second.rows]),
        np.concatenate([first.verdicts, second.verdicts]),
        np.concatenate([first.forms, second.forms]),
        np.concatenate([first.tokens, second.tokens]),
    )


def _paired(a: SubjectOutcomes, b: SubjectOutcomes) -> tuple[Int64, Int64]:
    """Return the rows of A and of B for every key: those of A in order, then those only in B."""
    in_b = rows_of(b, a.keys)
    found = np.zeros(len(b.keys), dtype=np.bool_)
    found[in_b[in_b != _ABSENT]] = True
    only_b = np.flatnonzero(~found)
    nowhere = np.full(len(only_b), _ABSENT, dtype=np.int64)
    return (
        np.concatenate([np.arange(len(a.keys), dtype=np.int64), nowhere]),
        np.concatenate([in_b, only_b]),
    )
