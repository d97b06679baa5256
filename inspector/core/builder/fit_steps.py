"""What fitting a bundle into its budget did, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.project.code.slices import SliceLevel


class FitAction(StrEnum):
    """A step of fitting, in the order in which they are tried (Builder, step 4)."""

    ESTIMATE = "estimate"  # everything that was asked for, before anything is done
    REMOVE_OPTIONAL = "remove_optional"  # all blocks of P3 at once
    REMOVE_SECONDARY = "remove_secondary"  # one block of P2
    SLICE_RELATED = "slice_related"  # one block of P1
    SUMMARISE_RELATED = "summarise_related"  # one block of P1 becomes one line
    REMOVE_RELATED = "remove_related"  # one block of P1
    KEEP_RELATED = "keep_related"  # one block of P1 that slicing would not make smaller
    SLICE_TARGET = "slice_target"  # one target
    KEEP_TARGET = "keep_target"  # one target that cannot be sliced, or would not get smaller
    REFUSE = "refuse"  # nothing is left to do
    MAKE_ROOM = "make_room"  # second pass: one block gives room to files that were out
    BRING_BACK = "bring_back"  # second pass: one block comes back, or gets longer
    NAME_LEFT_OUT = "name_left_out"  # second pass: what is out is listed by name


@dataclass(frozen=True, slots=True)
class FitStep:
    """One step: what was done to what, and the estimate before and after, in tokens.

    ``path`` is the file that the block is about, "" for none or for several; ``title`` is the
    block's title. ``fits`` says whether the estimate is within the hard limit, which ends fitting.
    """

    number: int
    action: FitAction
    path: str
    title: str
    sentence: str
    tokens_before: int
    tokens_after: int
    soft_limit: int
    hard_limit: int
    level: SliceLevel | None = None

    @property
    def fits(self) -> bool:
        """Whether the estimate after the step is within the hard limit."""
        return self.tokens_after <= self.hard_limit

    @property
    def saved(self) -> int:
        """Tokens that the step saved."""
        return self.tokens_before - self.tokens_after
