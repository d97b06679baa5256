"""Whether an assembly may be sent: its limits, and what refuses it (fail closed)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.core.assembly.surroundings import Surroundings
from inspector.core.discipline import DisciplineAction
from inspector.core.ledger import LedgerEntry, Number
from inspector.core.reasons import Reason, Verdict

SUBJECT = "assembly"


class Decision(StrEnum):
    """What becomes of the whole prompt."""

    OK = "ok"
    WARN_SOFT_LIMIT = "warn_soft_limit"
    REFUSE_HARD_LIMIT = "refuse_hard_limit"
    REFUSE_HOT_STATE = "refuse_hot_state"
    REFUSE_UNCOUNTED = "refuse_uncounted"

    @property
    def refused(self) -> bool:
        """Whether the prompt is not sent."""
        return self not in (Decision.OK, Decision.WARN_SOFT_LIMIT)


DECISIONS = {
    Reason.ASSEMBLY_FITS: Decision.OK,
    Reason.ASSEMBLY_NEAR_LIMIT: Decision.WARN_SOFT_LIMIT,
    Reason.ASSEMBLY_OVER_LIMIT: Decision.REFUSE_HARD_LIMIT,
    Reason.ASSEMBLY_STATE_REFUSED: Decision.REFUSE_HOT_STATE,
    Reason.ASSEMBLY_UNCOUNTED: Decision.REFUSE_UNCOUNTED,
}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a prompt in tokens.

    ``hard`` is the window less the reserve for the answer, at least 0; ``soft`` a part of it.
    """

    window: int
    reserve: int
    soft_pct: int

    @property
    def hard(self) -> int:
        """The most tokens that a prompt may take."""
        return max(0, self.window - self.reserve)

    @property
    def soft(self) -> int:
        """The tokens above which a prompt is warned about: a percentage of hard, rounded down."""
        return self.hard * self.soft_pct // 100

    @property
    def no_room(self) -> bool:
        """Whether the reserve alone is more than the window."""
        return self.reserve > self.window


def judge(limits: Limits, used: int, around: Surroundings) -> tuple[LedgerEntry, ...]:
    """Return every reason to refuse a prompt of ``used`` tokens, else the one that lets it pass.

    Nothing is ever cut to make a prompt fit.
    """
    refusals = []
    state = around.discipline
    if state is not None and state.type is DisciplineAction.REJECT:
        why = (state.reason or "no reason was given").rstrip(".")
        refusals.append(_judgement(Reason.ASSEMBLY_STATE_REFUSED, limits, used, why=why))
    if around.uncounted:
        names = ", ".join(around.uncounted)
        refusals.append(_judgement(Reason.ASSEMBLY_UNCOUNTED, limits, used, uncounted=names))
    if used > limits.hard or limits.no_room:
        over = used + limits.reserve - limits.window
        refusals.append(_judgement(Reason.ASSEMBLY_OVER_LIMIT, limits, used, over=f"{over:,}"))
    if refusals:
        return tuple(refusals)
    reason = Reason.ASSEMBLY_NEAR_LIMIT if used > limits.soft else Reason.ASSEMBLY_FITS
    return (_judgement(reason, limits, used),)


def _judgement(reason: Reason, limits: Limits, used: int, **detail: Number) -> LedgerEntry:
    return LedgerEntry(
        SUBJECT,
        "assembly",
        "The whole prompt",
        "window",
        reason,
        0 if reason.verdict is Verdict.REFUSED else used,
        needed=used,
        left=limits.hard,
        cap="hard_limit",
        detail={"soft": f"{limits.soft:,}", **detail},
    )
