"""A strip of the budget bar: segments side by side as arrays, and the words of each on demand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from inspector.analysis.not_included import Cause
from inspector.core.candidates.counting import CountedFile
from inspector.core.injection.card_rows import (
    TIER_LABELS,
    VERDICT_LABELS,
    CardRows,
    verdict_code,
)
from inspector.core.injection.prepare import RankedFile
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import in_sentence_case, tr

# What a segment is; the legend gives each a name, a colour and a pattern.
GROUPS = (
    "knowledge",
    "bucket",
    "entity",
    "other",
    "procedure",
    "interaction_policy",
    "background",
    "inlined",
    "listed",
    "overhead",
    "released",
    "unused",
    "unallocated",
    *(cause.code for cause in Cause),
    "duplicated",
    "met",
    "partly_met",
    "unmet",
)
CARD_GROUPS = frozenset(("entity", "other", "procedure", "interaction_policy"))
_TITLES = {
    "knowledge": tr("knowledge budget"),
    "bucket": tr("file budget"),
    "unallocated": tr("unallocated (rounding)"),
    "entity": tr("entity cards"),
    "procedure": tr("procedures"),
    "interaction_policy": tr("interaction policies"),
    "other": tr("other cards"),
    "background": tr("bucket summaries"),
    "inlined": tr("files in full text"),
    "listed": tr("files by title only"),
    "overhead": tr("overhead (headings, separators)"),
    "released": tr("freed by overlap, not reused"),
    "unused": tr("unused"),
    **{cause.code: in_sentence_case(tr(cause.title)) for cause in Cause},
    "duplicated": tr("duplicated"),
    "met": tr("all expectations met"),
    "partly_met": tr("met in a part of the pixel"),
    "unmet": tr("some expectations met"),
}
_GROUP = {name: code for code, name in enumerate(GROUPS)}
NO_VERDICT = len(VERDICT_LABELS)  # of a segment that is no candidate


def group_title(group: str) -> str:
    """Return what people call a group of segments."""
    return _TITLES[group]


Codes = npt.NDArray[np.uint8]
Tokens = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Segment:
    """One segment in words. ``key`` names its subject as ``kind:id``, "" for none.

    ``name`` is the subject's name, "" where it has none; ``label`` says the rest on one line.
    """

    key: str
    name: str
    label: str
    group: str
    tokens: int

    @property
    def text(self) -> str:
        """Everything there is to say, the name on a line of its own."""
        return f"{self.name}\n{self.label}" if self.name else self.label


class Segments(Protocol):
    """A run of segments that makes the words of one when it is asked for."""

    def __len__(self) -> int: ...
    def arrays(self) -> tuple[Tokens, Codes, Codes]:
        """Return sizes, groups and verdicts."""
        ...

    def name_at(self, place: int) -> str:
        """Return the name of a segment's subject, "" for none."""
        ...

    def segment(self, place: int) -> Segment:
        """Return one segment in words."""
        ...

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject, None where it has no segment here."""
        ...


@dataclass(frozen=True, slots=True)
class NamedSegment:
    """A segment whose words exist already."""

    tokens: int
    group: str
    verdict: Verdict | None
    key: str
    name: str
    label: str


class NamedSegments:
    """Segments whose words exist already; one without any tokens is left out."""

    def __init__(self, segments: Sequence[NamedSegment]) -> None:
        self._segments = [segment for segment in segments if segment.tokens > 0]

    def __len__(self) -> int:
        return len(self._segments)

    def arrays(self) -> tuple[Tokens, Codes, Codes]:
        """Return sizes, groups and verdicts."""
        return (
            np.array([segment.tokens for segment in self._segments], dtype=np.float64),
            np.array([_GROUP[segment.group] for segment in self._segments], dtype=np.uint8),
            np.array(
                [
                    NO_VERDICT if segment.verdict is None else verdict_code(segment.verdict)
                    for segment in self._segments
                ],
                dtype=np.uint8,
            ),
        )

    def name_at(self, place: int) -> str:
        """Return the name of a segment's subject, "" for none."""
        return self._segments[place].name

    def segment(self, place: int) -> Segment:
        """Return one segment in words."""
        one = self._segments[place]
        return Segment(one.key, one.name, one.label, one.group, one.tokens)

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject, None where it has no segment here."""
        for place, segment in enumerate(self._segments):
            if segment.key == key:
                return place
        return None


class FileSegments:
    """Files as segments, all of one group and verdict; ``words`` say their form."""

    def __init__(
        self,
        files: Sequence[RankedFile],
        places: npt.NDArray[np.intp],
        tokens: npt.NDArray[np.int64],
        group: str,
        verdict: Verdict,
        words: str,
    ) -> None:
        """Take all files, the places of those that are segments, and the tokens of each."""
        self._files = files
        self._places = places
        self._tokens = tokens
        self._group = group
        self._verdict = verdict
        self._words = words

    def __len__(self) -> int:
        return len(self._places)

    def arrays(self) -> tuple[Tokens, Codes, Codes]:
        """Return sizes, groups and verdicts."""
        return (
            self._tokens.astype(np.float64),
            np.full(len(self), _GROUP[self._group], dtype=np.uint8),
            np.full(len(self), verdict_code(self._verdict), dtype=np.uint8),
        )

    def _counted(self, place: int) -> CountedFile:
        return self._files[int(self._places[place])].counted

    def name_at(self, place: int) -> str:
        """Return the name of a segment's subject."""
        return self._counted(place).file.title

    def segment(self, place: int) -> Segment:
        """Return one segment in words."""
        tokens = int(self._tokens[place])
        label = tr("file · {words} · {tokens:,} tokens", words=self._words, tokens=tokens)
        key = f"file:{self._counted(place).subject}"
        return Segment(key, self.name_at(place), label, self._group, tokens)

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject, None where it has no segment here."""
        kind, _, subject = key.partition(":")
        if kind != "file":
            return None
        return next((at for at in range(len(self)) if self._counted(at).subject == subject), None)


class CardSegments:
    """Cards as segments; one that takes no tokens has no width but keeps its place."""

    def __init__(
        self,
        report: InjectionReport,
        ranks: npt.NDArray[np.int64],
        tokens: npt.NDArray[np.int64],
        groups: Sequence[str],
        verdict: Verdict | None = None,
    ) -> None:
        """Take the cards' ranks with the tokens and the group of each.

        ``verdict`` is that of all of them, None where they have different ones.
        """
        self._verdict = verdict
        self._report = report
        self._ranks = ranks
        self._tokens = tokens
        self._groups = groups

    def __len__(self) -> int:
        return len(self._ranks)

    def arrays(self) -> tuple[Tokens, Codes, Codes]:
        """Return sizes, groups and verdicts."""
        groups = np.array([_GROUP[group] for group in self._groups], dtype=np.uint8)
        if self._verdict is None:
            verdicts = CardRows(self._report, self._ranks).verdicts
        else:
            verdicts = np.full(len(self._ranks), verdict_code(self._verdict), dtype=np.uint8)
        return self._tokens.astype(np.float64), groups, verdicts

    def name_at(self, place: int) -> str:
        """Return the name of a segment's subject, "" for none."""
        cards = self._report.prepared.cards
        return cards.columns.names[int(cards.order[self._ranks[place]])]

    def segment(self, place: int) -> Segment:
        """Return one segment in words."""
        rank = int(self._ranks[place])
        cards = self._report.prepared.cards
        row, columns = int(cards.order[rank]), cards.columns
        card = CardRows(self._report, self._ranks[place : place + 1])
        words = [columns.kinds[row] or "card", VERDICT_LABELS[int(card.verdicts[0])]]
        if card.tiers[0]:
            words.append(TIER_LABELS[int(card.tiers[0])])
        tokens = int(self._tokens[place])
        return Segment(
            f"card:{columns.node_ids[row]}",
            columns.names[row],
            tr("{names} · {tokens:,} tokens", names=" · ".join(words), tokens=tokens),
            self._groups[place],
            tokens,
        )

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject, None where it has no segment here."""
        kind, _, node_id = key.partition(":")
        cards = self._report.prepared.cards
        row = cards.columns.row_of.get(node_id) if kind == "card" else None
        if row is None:
            return None
        found = np.flatnonzero(self._ranks == cards.rank_of_row[row])
        return int(found[0]) if len(found) else None


@dataclass(frozen=True, slots=True, eq=False)
class Strip:
    """One strip of segments that lie side by side from 0 on.

    ``starts`` and ``sizes`` are tokens, ``groups`` places in ``GROUPS``, ``verdicts`` places in
    ``VERDICT_LABELS`` or ``NO_VERDICT``.
    """

    name: str
    starts: Tokens
    sizes: Tokens
    groups: Codes
    verdicts: Codes
    _parts: tuple[Segments, ...]

    @classmethod
    def of(cls, name: str, parts: Sequence[Segments]) -> Strip:
        """Lay runs of segments side by side."""
        arrays = [part.arrays() for part in parts]
        sizes, groups, verdicts = (np.concatenate(columns) for columns in zip(*arrays, strict=True))
        return cls(name, np.cumsum(sizes) - sizes, sizes, groups, verdicts, tuple(parts))

    def __len__(self) -> int:
        return len(self.sizes)

    @property
    def total(self) -> float:
        """Where the last segment ends, in tokens."""
        return float(self.starts[-1] + self.sizes[-1]) if len(self.sizes) else 0.0

    def name_at(self, place: int) -> str:
        """Return the name of a segment's subject, "" where it has none."""
        part, inside = self._part(place)
        return part.name_at(inside)

    def segment(self, place: int) -> Segment:
        """Return one segment in words."""
        part, inside = self._part(place)
        return part.segment(inside)

    def _part(self, place: int) -> tuple[Segments, int]:
        for part in self._parts:
            if place < len(part):
                return part, place
            place -= len(part)
        raise IndexError(place)

    def place_of(self, key: str) -> int | None:
        """Return the place of a subject's segment, None where it has none."""
        before = 0
        for part in self._parts:
            found = part.place_of(key) if key else None
            if found is not None:
                return before + found
            before += len(part)
        return None

    def place_at(self, tokens: float) -> int | None:
        """Return the place of the segment that lies at a distance from the start."""
        if not 0 <= tokens < self.total:
            return None
        # Of segments that begin together, all but the last have no width.
        return int(np.searchsorted(self.starts, tokens, side="right")) - 1
