"""Fitting a bundle into its hard limit, in the order that the document fixes (Builder step 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inspector.core.builder.code import signatures_only, target_region
from inspector.core.builder.code.slices import Slice, SliceLevel
from inspector.core.builder.drafts import Draft, count_of
from inspector.core.builder.fit_steps import FitAction, FitStep
from inspector.core.builder.measuring import Measure
from inspector.core.builder.outputs import Priority
from inspector.core.builder.request import ModelLimits


@dataclass(frozen=True, slots=True)
class Removed:
    """A block that was taken out, and the estimate before."""

    draft: Draft
    before: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """The blocks that are left, in the order of the bundle, and what led there.

    ``tokens`` is the estimate of them all. ``fits`` says whether it is within the hard limit.
    """

    drafts: tuple[Draft, ...]
    removed: tuple[Removed, ...]
    steps: tuple[FitStep, ...]
    tokens: int
    fits: bool


@dataclass(slots=True)
class _Fitting:
    limits: ModelLimits
    measure: Measure
    kept: dict[str, Draft]
    sum_of_parts: int = 0
    tokens: int = 0
    removed: list[Removed] = field(default_factory=list)
    steps: list[FitStep] = field(default_factory=list)

    @property
    def fits(self) -> bool:
        return self.tokens <= self.limits.hard_limit_tokens

    def estimate(self) -> int:
        """Tokens of everything; the joined text is counted where the parts are within the limit."""
        tokens = self.measure.parts(self.sum_of_parts, len(self.kept))
        if tokens > self.limits.hard_limit_tokens:
            return tokens
        return max(tokens, self.measure.joined(self.kept.values()))

    def note(self, action: FitAction, sentence: str, draft: Draft | None = None) -> None:
        """Estimate anew and put down what was done."""
        before, self.tokens = self.tokens, self.estimate()
        self.steps.append(
            FitStep(
                len(self.steps),
                action,
                draft.path if draft else "",
                draft.title if draft else "",
                sentence,
                before if self.steps else self.tokens,
                self.tokens,
                self.limits.soft_limit_tokens,
                self.limits.hard_limit_tokens,
                draft.level if draft else None,
            )
        )

    def ranked_from_last(self, priority: Priority) -> list[Draft]:
        """Blocks of a priority that have a rank, the lowest rank first."""
        here = [draft for draft in self.kept.values() if draft.priority is priority]
        return sorted(here, key=lambda draft: (draft.rank, draft.order), reverse=True)

    def remove(self, drafts: Iterable[Draft]) -> None:
        for draft in drafts:
            del self.kept[draft.subject]
            self.sum_of_parts -= draft.tokens
            self.removed.append(Removed(draft, self.tokens))


def fit(drafts: Sequence[Draft], limits: ModelLimits, measure: Measure) -> Fitted:
    """Take out and slice until the estimate is within the hard limit; the first fit ends it.

    Blocks come counted. Nothing is done to a bundle that fits from the start.
    """
    work = _Fitting(limits, measure, {draft.subject: draft for draft in drafts})
    work.sum_of_parts = sum(draft.tokens for draft in work.kept.values())
    work.note(FitAction.ESTIMATE, f"{count_of(len(drafts), 'block')} to send.")
    for step in (_remove_optional, _remove_secondary, _slice_related, _slice_targets):
        if work.fits:
            break
        step(work)
    if not work.fits:
        over = work.tokens - limits.hard_limit_tokens
        work.note(FitAction.REFUSE, f"Nothing is left to do: {count_of(over, 'token')} too many.")
    return Fitted(
        tuple(sorted(work.kept.values(), key=lambda draft: draft.order)),
        tuple(work.removed),
        tuple(work.steps),
        work.tokens,
        work.fits,
    )


def _remove_optional(work: _Fitting) -> None:
    optional = work.ranked_from_last(Priority.P3)
    if optional:
        work.remove(optional)
        number = count_of(len(optional), "block")
        work.note(FitAction.REMOVE_OPTIONAL, f"Removed all optional context: {number} of P3.")


def _remove_secondary(work: _Fitting) -> None:
    for draft in work.ranked_from_last(Priority.P2):
        if work.fits:
            return
        work.remove((draft,))
        work.note(FitAction.REMOVE_SECONDARY, f"Removed {draft.title}, of P2.", draft)


def _slice_related(work: _Fitting) -> None:
    for draft in work.ranked_from_last(Priority.P1):
        if work.fits:
            return
        if not draft.is_file:
            continue  # a signature already
        part = _signatures(draft)
        if part is None:
            work.remove((draft,))
            work.note(
                FitAction.REMOVE_RELATED,
                f"Removed {draft.title}, of P1: it has no reliable boundaries to slice at.",
                draft,
            )
        else:
            _slice(work, draft, part, (FitAction.SLICE_RELATED, FitAction.KEEP_RELATED))


def _slice_targets(work: _Fitting) -> None:
    for draft in work.ranked_from_last(Priority.P0):
        if work.fits:
            return
        if not draft.is_file:
            continue
        part = (_region(draft) if draft.symbols else None) or _signatures(draft)
        if part is None:
            work.note(
                FitAction.KEEP_TARGET,
                f"Kept {draft.title} whole: it has no reliable boundaries to slice at.",
                draft,
            )
        else:
            _slice(work, draft, part, (FitAction.SLICE_TARGET, FitAction.KEEP_TARGET))


def _slice(work: _Fitting, draft: Draft, part: Slice, actions: tuple[FitAction, FitAction]) -> None:
    """Put a slice in the place of a file, where it takes less."""
    smaller = work.measure.counted(draft.cut_down(part))
    done, kept = actions
    if part.level is SliceLevel.FULL_FILE or smaller.tokens >= draft.tokens:
        work.note(kept, f"Kept {draft.title} whole: slicing would not make it smaller.", draft)
        return
    work.kept[draft.subject] = smaller
    work.sum_of_parts -= draft.tokens - smaller.tokens
    lines = sum(cut.last_line - cut.first_line + 1 for cut in part.cuts)
    work.note(done, f"Cut {count_of(lines, 'line')} from {draft.name}: {part.level}.", smaller)


def _signatures(draft: Draft) -> Slice | None:
    return signatures_only(draft.language, draft.whole)


def _region(draft: Draft) -> Slice | None:
    return target_region(draft.language, draft.whole, draft.symbols)
