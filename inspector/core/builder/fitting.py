"""Fitting a bundle into its hard limit, in the order that the document fixes (Builder step 4).

Only what is required (P0) refuses; a related file goes down in steps: whole, signatures, one line,
out. What that leaves free is given out again by ``refilling``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from inspector.core.builder.drafts import Draft
from inspector.core.builder.forms import BlockForms
from inspector.core.builder.inputs import ModelLimits
from inspector.core.builder.layout import BlockCounter
from inspector.core.builder.outputs import Priority
from inspector.core.builder.refilling import LEFT_OUT, refilled
from inspector.core.builder.report import FitAction, FitStep
from inspector.plurals import count_of
from inspector.project.code.slices import SliceLevel


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
    measure: BlockCounter
    forms: BlockForms
    drafts: dict[str, Draft]
    kept: dict[str, Draft]
    sum_of_parts: int = 0
    tokens: int = 0
    removed: dict[str, Removed] = field(default_factory=dict)
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
        self.put_down(action, sentence, draft, self.estimate())

    def put_down(self, action: FitAction, sentence: str, draft: Draft | None, tokens: int) -> None:
        """Put down what was done, with the estimate after it."""
        before, self.tokens = self.tokens, tokens
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
            self.removed[draft.subject] = Removed(self.drafts[draft.subject], self.tokens)

    def replace(self, smaller: Draft) -> None:
        self.sum_of_parts += smaller.tokens - self.kept[smaller.subject].tokens
        self.kept[smaller.subject] = smaller


def fit(
    drafts: Sequence[Draft],
    limits: ModelLimits,
    measure: BlockCounter,
    *,
    short_targets: bool = False,
) -> Fitted:
    """Take out and slice until the estimate is within the hard limit; then give out what is free.

    Blocks come counted. Nothing is done to a bundle that fits from the start. The first pass is
    the document's and ends with the first fit; the second gives the room of what is not
    required out again in order of rank, and with ``short_targets`` (signals) also that of
    targets that are signatures anyway.
    """
    known = {draft.subject: draft for draft in drafts}
    work = _Fitting(limits, measure, BlockForms(measure), known, dict(known))
    work.sum_of_parts = sum(draft.tokens for draft in work.kept.values())
    work.note(FitAction.ESTIMATE, f"{count_of(len(drafts), 'block')} to send.")
    if not work.fits:
        _remove_optional(work)
    for priority, step in (
        (Priority.P2, _remove),
        (Priority.P1, _slice_related),
        (Priority.P1, _outline_related),
        (Priority.P1, _summarise_related),
        (Priority.P1, _remove),
        (Priority.P0, _slice_target),
        (Priority.P0, _outline_target),
    ):
        for draft in work.ranked_from_last(priority):
            if work.fits:
                break
            step(work, draft)
    if not work.fits:
        over = work.tokens - limits.hard_limit_tokens
        work.note(FitAction.REFUSE, f"Nothing is left to do: {count_of(over, 'token')} too many.")
    elif len(work.steps) > 1:
        _refill(work, drafts, short_targets)
    return Fitted(
        tuple(sorted(work.kept.values(), key=lambda draft: draft.order)),
        tuple(work.removed.values()),
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


def _remove(work: _Fitting, draft: Draft) -> None:
    secondary = draft.priority is Priority.P2
    work.remove((draft,))
    action = FitAction.REMOVE_SECONDARY if secondary else FitAction.REMOVE_RELATED
    work.note(action, f"Removed {draft.title}, of {draft.priority.value}.", draft)


def _slice_related(work: _Fitting, draft: Draft) -> None:
    if draft.is_file:  # everything else is a signature already
        smaller = work.forms.signatures(draft)
        _slice(work, draft, smaller, (FitAction.SLICE_RELATED, FitAction.KEEP_RELATED))


def _outline_related(work: _Fitting, draft: Draft) -> None:
    _outline(work, draft, FitAction.SLICE_RELATED)


def _outline_target(work: _Fitting, draft: Draft) -> None:
    if draft.level is not SliceLevel.TARGET_REGION_ONLY:
        _outline(work, draft, FitAction.SLICE_TARGET)


def _outline(work: _Fitting, draft: Draft, action: FitAction) -> None:
    smaller = work.forms.outline(draft)
    if smaller is not None and smaller.tokens < draft.tokens:
        work.replace(smaller)
        work.note(action, f"Cut {draft.name} down to the signatures of its definitions.", smaller)


def _summarise_related(work: _Fitting, draft: Draft) -> None:
    line = work.forms.line(draft)
    if line is not None and line.tokens < draft.tokens:
        work.replace(line)
        work.note(FitAction.SUMMARISE_RELATED, f"Cut {draft.name} of P1 down to one line.", line)


def _slice_target(work: _Fitting, draft: Draft) -> None:
    if draft.is_file:
        region = work.forms.region(draft) if draft.symbols else None
        smaller = region or work.forms.signatures(draft)
        _slice(work, draft, smaller, (FitAction.SLICE_TARGET, FitAction.KEEP_TARGET))


def _slice(
    work: _Fitting, draft: Draft, smaller: Draft | None, actions: tuple[FitAction, FitAction]
) -> None:
    """Put a slice in the place of a file, where it takes less."""
    done, kept = actions
    if smaller is None:
        why = "leaving bodies out would not make it smaller"
        if not work.forms.can_slice(draft):
            why = "it has no reliable boundaries to slice at"
        work.note(kept, f"Kept {draft.title} whole: {why}.", draft)
        return
    work.replace(smaller)
    lines = sum(cut.last_line - cut.first_line + 1 for cut in smaller.cuts)
    work.note(done, f"Cut {count_of(lines, 'line')} from {draft.name}: {smaller.level}.", smaller)


def _refill(work: _Fitting, drafts: Sequence[Draft], short_targets: bool) -> None:
    """Take the result of the second pass over, and put down what it changed, block by block."""
    before = dict(work.kept)
    now = refilled(
        drafts, before, work.limits.hard_limit_tokens, work.measure, work.forms, short_targets
    )
    ranked = sorted({**now, **before}.values(), key=lambda draft: (draft.rank, draft.order))
    pairs = [(before.get(one.subject), now.get(one.subject)) for one in ranked]
    # What gives room goes first, so that no step is above the limit.
    giving = [(old, new) for old, new in reversed(pairs) if _size(new) < _size(old)]
    taking = [(old, new) for old, new in pairs if _size(new) > _size(old)]
    for number, (old, new) in enumerate((*giving, *taking), 1):
        if new is None:
            work.remove([old] if old else [])
        else:
            work.removed.pop(new.subject, None)
            work.kept[new.subject] = new
            work.sum_of_parts += new.tokens - (old.tokens if old else 0)
        last = number == len(giving) + len(taking)
        parts = work.measure.parts(work.sum_of_parts, len(work.kept))
        work.put_down(*_told(old, new), work.estimate() if last else parts)


def _size(draft: Draft | None) -> int:
    return -1 if draft is None else draft.tokens


def _told(old: Draft | None, new: Draft | None) -> tuple[FitAction, str, Draft | None]:
    if new is None:
        title = old.title if old else ""
        return FitAction.MAKE_ROOM, f"Took {title} out again, for what ranks above it.", old
    if new.name == LEFT_OUT:
        return FitAction.NAME_LEFT_OUT, "Listed by name what is left out.", new
    if old is not None and new.tokens < old.tokens:
        saying = f"Cut {new.name} to {new.level}, to bring back files that were out."
        return FitAction.MAKE_ROOM, saying, new
    return FitAction.BRING_BACK, f"Brought {new.title} back.", new
