"""What a request makes of a counted candidate set: ranked, interned, ready for any policy.

Made once for a request; every change of policy or strategy starts from here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from inspector.core.arrays import Bools, Float64, Int32, Int64
from inspector.core.candidates.candidate_set import BUCKET_FILE
from inspector.core.candidates.card import INTERACTION_POLICY, PROCEDURE, Tier
from inspector.core.candidates.columns import CardColumns
from inspector.core.candidates.counting import CountedCandidates, CountedFile
from inspector.core.candidates.interned import ABSENT, NO_CODE
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import CEILING_OF_KIND
from inspector.core.reasons import Reason


class Cap(IntEnum):
    """What limits candidates; arrays hold its number.

    ``kind`` is the kind of card that alone is under a ceiling, ``title`` what people call it,
    ``dropped`` why something is out that it left no room for. Ceilings stand between the budgets.
    """

    kind: str | None
    title: str
    dropped: Reason

    def __new__(cls, kind: str | None, title: str, dropped: Reason) -> Self:
        """Make a cap, which is its number."""
        cap = int.__new__(cls, len(cls.__members__))
        cap._value_ = len(cls.__members__)
        cap.kind, cap.title, cap.dropped = kind, title, dropped
        return cap

    KNOWLEDGE_BUDGET = None, "knowledge budget", Reason.KNOWLEDGE_BUDGET
    PROCEDURE_CAP = PROCEDURE, "procedure cap", Reason.PROCEDURE_CAP
    INTERACTION_POLICY_CAP = (
        INTERACTION_POLICY,
        "interaction policy cap",
        Reason.INTERACTION_POLICY_CAP,
    )
    BUCKET_BUDGET = None, "bucket budget", Reason.BUCKET_BUDGET

    @property
    def share(self) -> str:
        """The policy's field for a ceiling."""
        return CEILING_OF_KIND[self.kind] if self.kind else ""

    @property
    def label(self) -> str:
        """Its name in a ledger."""
        return self.name.lower()


CEILINGS = tuple(cap for cap in Cap if cap.kind)
CARD_CAPS = (Cap.KNOWLEDGE_BUDGET, *CEILINGS)
CAP_LABELS = ("", *(cap.label for cap in Cap))
"""What a column calls caps: the number of a cap and one, 0 for none."""


@dataclass(frozen=True, slots=True)
class ScoredFile:
    """A counted file with its relevance for this request."""

    counted: CountedFile
    relevance: float
    direct_target: bool


class FileCosts(NamedTuple):
    """What deciding on a file needs: its bucket with that one's heading, its forms, in tokens.

    In less than ``least`` none of its forms fits, whether or not the bucket has a heading yet.
    """

    least: float
    file: ScoredFile
    bucket: int
    bucket_heading: int
    text: int | None
    text_heading: int
    line: int | None
    line_end: int


NEVER = np.iinfo(np.int64).max
"""Tokens of a form that a file does not have."""


_FILE_FORMS = [(name, np.int64) for name in ("bucket", "bucket_heading", "text", "line")]


@dataclass(frozen=True, slots=True)
class CardForms:
    """Costs and tiers of each card from full to compact, three forms a card.

    In place of a missing tier stands a neighbouring one, so that every form is real.
    """

    costs: Int64
    tiers: npt.NDArray[np.int8]


@dataclass(frozen=True)
class RankedCards:
    """Knowledge cards in order of relevance, then ``node_id``; arrays are by rank.

    ``caps`` are the numbers of the ceilings that cards are under, 0 for none.

    ``costs`` are tokens by tier, separator not included, ``ABSENT`` where a tier does not exist.
    ``source_file`` is the place in ``Prepared.files`` of the file a card was extracted from, or
    ``ABSENT``.
    """

    columns: CardColumns
    order: Int32
    relevance: Float64
    costs: Int64
    caps: npt.NDArray[np.uint8]
    source_file: Int32

    @cached_property
    def tier_exists(self) -> Bools:
        """Which tiers each card has."""
        exists: Bools = self.costs != ABSENT
        return exists

    @cached_property
    def usable(self) -> Bools:
        """Which cards have a tier at all."""
        usable: Bools = np.logical_or.reduce(self.tier_exists, axis=1)
        return usable

    @cached_property
    def first_tier(self) -> npt.NDArray[np.uint8]:
        """The smallest tier each card has; meaningless for a card without any."""
        first: npt.NDArray[np.uint8] = self.tier_exists.argmax(axis=1).astype(np.uint8)
        return first

    @cached_property
    def first_cost(self) -> Int64:
        """Tokens of the smallest tier of each card."""
        return self.costs[np.arange(len(self.order)), self.first_tier]

    @cached_property
    def forms(self) -> CardForms:
        """The renderings of each card, the largest first."""
        costs = self.costs[:, ::-1].copy()
        largest_first = np.array([Tier.FULL, Tier.STANDARD, Tier.COMPACT], dtype=np.int8)
        tiers = np.tile(largest_first, (len(costs), 1))
        for form, neighbour in ((1, 0), (2, 1), (1, 2), (0, 1)):
            missing = costs[:, form] == ABSENT
            costs[missing, form] = costs[missing, neighbour]
            tiers[missing, form] = tiers[missing, neighbour]
        return CardForms(costs, tiers)

    @cached_property
    def rank_of_row(self) -> Int32:
        """The rank of each row of the columns."""
        ranks = np.empty(len(self.order), dtype=np.int32)
        ranks[self.order] = np.arange(len(self.order), dtype=np.int32)
        return ranks


@dataclass(frozen=True)
class Prepared:
    """Everything about one request and one set that no policy changes.

    ``of_steps`` says that the tokens used before are counted from the steps of a prompt, and not
    what the request gives.
    """

    request: Request
    counted: CountedCandidates
    tokens_used_before: int
    cards: RankedCards
    files: tuple[ScoredFile, ...]  # in the order in which they get their mode
    bucket_is_direct_target: bool
    of_steps: bool = False

    @cached_property
    def file_costs(self) -> tuple[FileCosts, ...]:
        """What ``files`` cost, in their order, beside the heading of a bucket without another."""
        return tuple(self._file_costs(file) for file in self.files)

    @cached_property
    def file_forms(self) -> npt.NDArray[Any]:
        """The same as columns: a form is with its own layout, ``NEVER`` where there is none."""

        def whole(tokens: int | None, around: int) -> int:
            return NEVER if tokens is None else tokens + around

        rows = (
            (c.bucket, c.bucket_heading, whole(c.text, c.text_heading), whole(c.line, c.line_end))
            for c in self.file_costs
        )
        return np.array(list(rows), dtype=_FILE_FORMS)

    @cached_property
    def file_sizes(self) -> Int64:
        """Tokens of each file's largest form, its text or else its line, layout left out."""
        sizes = [costs.text or costs.line or 0 for costs in self.file_costs]
        return np.array(sizes, dtype=np.int64)

    def _file_costs(self, file: ScoredFile) -> FileCosts:
        counted, line_end = file.counted, self.counted.separators.line
        heading = self.counted.buckets[counted.bucket_index].heading
        forms = ((counted.text, counted.heading), (counted.line, line_end))
        least = min((text + around for text, around in forms if text is not None), default=math.inf)
        return FileCosts(
            least + min(0, heading),
            file,
            counted.bucket_index,
            heading,
            counted.text,
            counted.heading,
            counted.line,
            line_end,
        )

    @property
    def has_bucket_content(self) -> bool:
        """Whether a bucket has a file or a background (Injection §2.2)."""
        return bool(self.files) or any(entry.bucket.background for entry in self.counted.buckets)

    @property
    def has_knowledge_cards(self) -> bool:
        """Whether the set has a card (Injection §2.2)."""
        return len(self.cards.order) > 0


def prepare(request: Request, counted: CountedCandidates, tokens_used_before: int) -> Prepared:
    """Rank cards and files for one request, and link each card to the file it came from."""
    targets = set(request.direct_target_refs)
    scores = request.relevance.files
    files = [
        ScoredFile(
            counted=entry,
            relevance=scores.get(entry.reference, entry.file.relevance_score),
            direct_target=entry.reference in targets
            or counted.buckets[entry.bucket_index].bucket.bucket_id in targets,
        )
        for entry in counted.files
    ]
    files.sort(
        key=lambda entry: (
            not entry.direct_target,
            -entry.relevance,
            entry.counted.bucket_index,
            entry.counted.file.file_id,
        )
    )
    return Prepared(
        request=request,
        counted=counted,
        tokens_used_before=tokens_used_before,
        cards=_rank_cards(request, counted, files),
        files=tuple(files),
        bucket_is_direct_target=any(file.direct_target for file in files)
        or any(entry.bucket.bucket_id in targets for entry in counted.buckets),
    )


def _rank_cards(
    request: Request, counted: CountedCandidates, files: list[ScoredFile]
) -> RankedCards:
    columns = counted.candidates.knowledge_cards
    relevance = columns.relevance
    if request.relevance.cards:
        relevance = relevance.copy()
        row_of = columns.row_of
        for node_id, score in request.relevance.cards.items():
            row = row_of.get(node_id)
            if row is not None:
                relevance[row] = score
    order = np.lexsort((counted.id_ranks, -relevance)).astype(np.int32)
    caps = np.zeros(len(relevance), dtype=np.uint8)
    for cap in CEILINGS:
        caps[columns.kinds.codes == columns.kinds.code_of.get(cap.kind or "", NO_CODE)] = cap
    return RankedCards(
        columns=columns,
        order=order,
        relevance=relevance[order],
        costs=counted.card_costs[order],
        caps=caps[order],
        source_file=_source_files(columns, files)[order],
    )


def _source_files(columns: CardColumns, files: list[ScoredFile]) -> Int32:
    """Return, for each row, the place of the bucket file that the card was extracted from.

    References are looked up once for each distinct one (Injection §3.2), not for each card. Where
    two files spell the same reference, the last in order is found; ``inlined_references`` of the
    materialization makes them count as one.
    """
    place_of = {entry.counted.reference: place for place, entry in enumerate(files)}
    found = [
        place_of.get(text, ABSENT) if text else ABSENT for text in columns.references.vocabulary
    ]
    by_code = np.array([*found, ABSENT], dtype=np.int32)  # the code of "none" is the last place
    places: Int32 = by_code[columns.references.codes]
    places[columns.sources.codes != columns.sources.code_of.get(BUCKET_FILE, NO_CODE)] = ABSENT
    return places
