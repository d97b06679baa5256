"""One assembly: the eight steps in the model's window, and the ledger of all of them.

Whether an assembly may be sent: its limits, and what refuses it (fail closed).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from inspector.core.assembly.inputs import AssemblyInputs
from inspector.core.assembly.pieces import Band, Piece, Span, Step
from inspector.core.assembly.surroundings import Surroundings, has_own_steps_before
from inspector.core.discipline import DisciplineAction, DisciplineReport
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import EntryRows, Ledger, LedgerEntry, Number
from inspector.core.problems import Problem
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import RelevanceReport

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
class PromptLimits:
    """The limits of a prompt in tokens.

    ``hard`` is the window less the output reserve, at least 0; ``soft`` a part of it.
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


def judge(limits: PromptLimits, used: int, around: Surroundings) -> tuple[LedgerEntry, ...]:
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


def _judgement(reason: Reason, limits: PromptLimits, used: int, **detail: Number) -> LedgerEntry:
    return LedgerEntry(
        SUBJECT,
        "assembly",
        WHOLE_NAME,
        "window",
        reason,
        0 if reason.verdict is Verdict.REFUSED else used,
        needed=used,
        left=limits.hard,
        cap="hard_limit",
        detail={
            "soft": f"{limits.soft:,}",
            "reserve": f"{limits.reserve:,}",
            "window": f"{limits.window:,}",
            **detail,
        },
    )


WINDOW = "window"
WHOLE_NAME = "The whole prompt"
CLOSING_NAMES = {
    Reason.PIECE_SEPARATORS: "separators",
    Reason.RESPONSE_RESERVE: "output reserve",
    Reason.ASSEMBLY_OVER: "over the window",
    Reason.ASSEMBLY_UNUSED: "unused",
}
"""What people call the rows that close the sum."""


@dataclass(frozen=True)
class Assembly:
    """What the eight steps come to. All sizes are tokens.

    ``judgements`` holds what was decided about the whole: every reason to refuse it, or the one
    that lets it pass. ``problems`` are those of the assembly alone; the reports bring their own.
    """

    inputs: AssemblyInputs
    around: Surroundings
    injection: InjectionReport
    pieces: tuple[Piece, ...]
    limits: PromptLimits
    judgements: tuple[LedgerEntry, ...]

    @property
    def relevance(self) -> RelevanceReport | None:
        """What decided about context nodes; None without a configuration or without a mode."""
        return self.around.relevance

    @property
    def discipline(self) -> DisciplineReport | None:
        """What discipline made of the hot state; None where there is none."""
        return self.around.discipline

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the pieces, each with its place."""
        return self.around.problems

    @property
    def decision(self) -> Decision:
        """What becomes of the prompt: the first judgement."""
        return DECISIONS[self.judgements[0].reason]

    @property
    def refused(self) -> bool:
        """Whether the prompt is not sent."""
        return self.decision.refused

    @property
    def tokens_used_before(self) -> int:
        """Tokens of steps 1 to 5, which the injection finds used."""
        return self.around.tokens_before

    @property
    def steps_before_given(self) -> bool:
        """Whether what the request states used before stands in step 1 for steps 1 to 5."""
        return bool(self.tokens_used_before) and not has_own_steps_before(self.inputs)

    @cached_property
    def used(self) -> int:
        """Tokens of all eight steps, layout included."""
        return sum(piece.size for piece in self.pieces)

    @property
    def unused(self) -> int:
        """Tokens of the window beside the prompt and the reserve."""
        return max(0, self._left)

    @property
    def over(self) -> int:
        """Tokens by which prompt and reserve exceed the window."""
        return max(0, -self._left)

    @property
    def _left(self) -> int:
        return self.limits.window - self.limits.reserve - self.used

    @cached_property
    def bands(self) -> tuple[Band, ...]:
        """The eight steps, consecutive from token 0; an empty one has no length."""
        bands = []
        start = 0
        for step in Step:
            spans = []
            at = start
            for piece in self.pieces:
                if piece.step is step:
                    spans.append(Span(piece, at))
                    at += piece.size
            bands.append(Band(step, start, tuple(spans)))
            start = at
        return tuple(bands)

    @property
    def spans(self) -> tuple[Span, ...]:
        """Every piece in its place: consecutive, never overlapping."""
        return tuple(span for band in self.bands for span in band.spans)

    @property
    def unused_span(self) -> tuple[int, int]:
        """Where the free tokens are: after the prompt; empty where it does not fit."""
        return self.used, self.used + self.unused

    @property
    def reserve_span(self) -> tuple[int, int]:
        """Where the reserve is: after the free tokens, to the end of the window.

        Where the prompt does not fit it ends beyond the window, by what is missing.
        """
        return self.used + self.unused, self.used + self.unused + self.limits.reserve

    @cached_property
    def ledger(self) -> Ledger:
        """One row for every piece and candidate; closes to the size of the window."""
        return _ledger_of(self)

    def step_of(self, entry: LedgerEntry) -> Step | None:
        """Return the step that a row of the ledger belongs to; None for rows of the window."""
        if entry.account in ("knowledge", "bucket"):
            return Step.INJECTION
        number = entry.account.removeprefix("step ")
        return Step(int(number)) if number.isdecimal() else None


def _ledger_of(assembly: Assembly) -> Ledger:
    """Return the closed ledger.

    The injection's own rows stand between steps 5 and 7: cards, files, backgrounds and overhead;
    what its budget leaves unused is free in the window.
    """
    after = (Step.TASK.account, Step.MESSAGE.account)
    around = assembly.around.rows
    cards, files, backgrounds, balance = assembly.injection.ledger.parts
    overhead = tuple(row for row in balance if row.reason is Reason.OVERHEAD)
    return Ledger(
        assembly.limits.window,
        (
            EntryRows(tuple(row for row in around if row.account not in after)),
            cards,
            files,
            backgrounds,
            EntryRows(overhead),
            EntryRows(tuple(row for row in around if row.account in after)),
            EntryRows(_balance(assembly)),
        ),
    )


def _balance(assembly: Assembly) -> tuple[LedgerEntry, ...]:
    separators = sum(
        piece.overhead for piece in assembly.pieces if piece.step is not Step.INJECTION
    )
    rest = assembly.unused - assembly.over
    return (
        _row(Reason.PIECE_SEPARATORS, separators),
        _row(Reason.RESPONSE_RESERVE, assembly.limits.reserve),
        _row(
            Reason.ASSEMBLY_OVER if assembly.over else Reason.ASSEMBLY_UNUSED,
            rest,
            over=f"{assembly.over:,}",
        ),
    )


def _row(reason: Reason, tokens: int, **detail: str) -> LedgerEntry:
    name = CLOSING_NAMES[reason]
    return LedgerEntry(
        f"{WINDOW}.{reason.code}", "balance", name, WINDOW, reason, tokens, detail=detail
    )
