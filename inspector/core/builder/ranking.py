"""The rank of every candidate that may be sent, with what made it (Builder step 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.builder.candidates import WEIGHTS, Candidate, TermKind
from inspector.core.builder.outputs import InclusionReason, Priority
from inspector.plurals import count_of
from inspector.project.index import Relation
from inspector.project.paths import in_bytes


class TieBreak(StrEnum):
    """What put a file behind the one ranked before it."""

    FIRST = "first"  # nothing is ranked before it
    SCORE = "score"
    HOPS = "hops"
    SIZE = "size"
    PATH = "path"


@dataclass(frozen=True, slots=True)
class RankTerm:
    """Points of one rule. Of several base weights only the highest is ``counted``."""

    kind: TermKind
    points: int
    sentence: str
    counted: bool = True


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A candidate in its rank, 1 being the highest.

    ``score`` is the sum of the counted terms. ``hops`` are steps along relations from the nearest
    target: 0 for a target, None for a file that no relation reaches. ``via`` are these steps,
    starting at the target; a step is followed against its direction where it leads to what was
    reached before. ``byte_size`` is the size that was indexed.
    """

    rank: int
    path: str
    score: int
    terms: tuple[RankTerm, ...]
    hops: int | None
    byte_size: int
    priority: Priority
    reason: InclusionReason
    tie_break: TieBreak
    via: tuple[Relation, ...] = ()


BYTES_A_POINT = 200_000
MOST_SIZE_POINTS = 30
POINTS_A_HOP = 10
DUPLICATE_POINTS = 5

_SAYINGS = {
    TermKind.TARGET_FILE: "The request names the file.",
    TermKind.TARGET_SYMBOL: "It defines a symbol that the request names.",
    TermKind.DIRECT_DEPENDENCY: "A target imports it.",
    TermKind.BASE_TYPE: "It defines a base type or an interface of a target.",
    TermKind.CALLER_OR_CALLEE: "It calls a target, or a target calls it.",
    TermKind.CONFIGURATION: "It configures or builds the folder of a target.",
    TermKind.EVERYTHING_ELSE: "No base weight speaks for it.",
}

_Key = tuple[int, float, int, bytes]


def rank(candidates: Iterable[Candidate]) -> tuple[RankedFile, ...]:
    """Order candidates by score, hops, size and path, and say what made each score.

    What another block represents already costs points: a file whose bytes are those of a file
    ranked above it, and a file whose called definitions have blocks of their own.
    """
    scored = [(candidate, _terms(candidate)) for candidate in candidates]
    scored.sort(key=_by_key)
    seen: dict[str, str] = {}
    final = []
    for candidate, terms in scored:
        told = candidate.file.hash
        twin = seen.setdefault(told, candidate.path) if told else candidate.path
        if candidate.priority is Priority.P0:
            final.append((candidate, terms))
        elif twin != candidate.path:
            final.append((candidate, (*terms, _duplicate(f"Its bytes are those of {twin}."))))
        elif candidate.called:
            saying = "What a target calls in it has blocks of its own."
            final.append((candidate, (*terms, _duplicate(saying))))
        else:
            final.append((candidate, terms))
    final.sort(key=_by_key)
    return tuple(
        RankedFile(
            place,
            candidate.path,
            _score(terms),
            terms,
            candidate.hops,
            candidate.file.byte_size,
            candidate.priority,
            candidate.reason,
            _tie_break(final, place - 1),
            candidate.via,
        )
        for place, (candidate, terms) in enumerate(final, 1)
    )


def _terms(candidate: Candidate) -> tuple[RankTerm, ...]:
    terms = [
        RankTerm(kind, WEIGHTS[kind], _SAYINGS[kind], counted=place == 0)
        for place, kind in enumerate(candidate.weights)
    ]
    if candidate.signals is not None:
        told = ", ".join(f"{kind.value} {place}" for kind, place in candidate.signals.places)
        saying = f"Signals speak for it; its place by each: {told}."
        terms.append(RankTerm(TermKind.SIGNALS, candidate.signal_points, saying))
    size = candidate.file.byte_size
    points = min(MOST_SIZE_POINTS, size // BYTES_A_POINT)
    if points:
        saying = (
            f"It has {count_of(size, 'byte')}: a point for every full {BYTES_A_POINT:,},"
            " at most 30."
        )
        terms.append(RankTerm(TermKind.SIZE_PENALTY, -points, saying))
    hops = candidate.hops
    if hops is not None and hops > 1:
        saying = (
            f"It is {count_of(hops, 'step')} from a target: {POINTS_A_HOP} points for each"
            " after the first."
        )
        terms.append(RankTerm(TermKind.DISTANCE_PENALTY, -POINTS_A_HOP * (hops - 1), saying))
    return tuple(terms)


def _duplicate(saying: str) -> RankTerm:
    return RankTerm(TermKind.DUPLICATE_PENALTY, -DUPLICATE_POINTS, saying)


def _score(terms: Iterable[RankTerm]) -> int:
    return sum(term.points for term in terms if term.counted)


def _by_key(scored: tuple[Candidate, tuple[RankTerm, ...]]) -> _Key:
    candidate, terms = scored
    hops = float("inf") if candidate.hops is None else candidate.hops
    return -_score(terms), hops, candidate.file.byte_size, in_bytes(candidate.path)


def _tie_break(final: Sequence[tuple[Candidate, tuple[RankTerm, ...]]], place: int) -> TieBreak:
    if place == 0:
        return TieBreak.FIRST
    names = (TieBreak.SCORE, TieBreak.HOPS, TieBreak.SIZE, TieBreak.PATH)
    before, own = _by_key(final[place - 1]), _by_key(final[place])
    pairs = zip(names, before, own, strict=True)
    return next(name for name, first, second in pairs if first != second)
