"""The rank of a candidate, with every weight and penalty that made it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.builder.outputs import InclusionReason, Priority
from inspector.project.index import Relation


class TermKind(StrEnum):
    """What earns or costs points (Builder, step 2)."""

    TARGET_FILE = "target_file"
    TARGET_SYMBOL = "target_symbol"
    DIRECT_DEPENDENCY = "direct_dependency"
    BASE_TYPE = "base_type"
    CALLER_OR_CALLEE = "caller_or_callee"
    CONFIGURATION = "configuration"
    EVERYTHING_ELSE = "everything_else"
    SIGNALS = "signals"
    SIZE_PENALTY = "size_penalty"
    DISTANCE_PENALTY = "distance_penalty"
    DUPLICATE_PENALTY = "duplicate_penalty"


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

    @property
    def is_weight(self) -> bool:
        """Whether it is a base weight, not a penalty or what signals add."""
        return self.kind is not TermKind.SIGNALS and not self.kind.value.endswith("_penalty")


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
