"""What a comparison says in words: verdicts, causes, who took the room."""

from __future__ import annotations

from inspector.analysis.comparison import (
    Cause,
    CauseKind,
    Change,
    Difference,
    Displacement,
    Explained,
    State,
    TakenHow,
)
from inspector.core.reasons import Verdict
from inspector.language import localized, tr

NOWHERE = "not there"
"""Stands for the verdict of a subject that is no candidate on a side."""

_FEW = 3  # names told before the rest is counted


def verdict_text(verdict: Verdict | None) -> str:
    """Return a verdict, or that there is no candidate."""
    return NOWHERE if verdict is None else verdict.value


def state_text(state: State) -> str:
    """Return verdict, form and tokens of one side."""
    return _state(state.verdict, state.form, state.tokens)


def trial_text(state: tuple[Verdict | None, str, int]) -> str:
    """Return verdict, form and tokens of a trial."""
    return _state(*state)


def change_text(change: Change) -> str:
    """Return what a subject was and is."""
    return f"{state_text(change.before)} → {state_text(change.after)}"


def difference_text(difference: Difference) -> str:
    """Return what differs, and how."""
    return f"{difference.label}: {difference.before} → {difference.after}"


def cause_text(cause: Cause) -> str:
    """Return a cause in a few words."""
    labels = [difference.label for difference in cause.differences]
    match cause.kind:
        case CauseKind.ALONE:
            return labels[0]
        case CauseKind.EITHER:
            return tr("any of: {names}", names=", ".join(labels))
        case CauseKind.TOGETHER:
            return " + ".join(labels)
        case CauseKind.NOT_FOUND:
            return tr("not narrowed down")


def cause_sentence(cause: Cause) -> str:
    """Return a cause as a sentence that says how it was established."""
    told = "; ".join(difference_text(difference) for difference in cause.differences)
    match cause.kind:
        case CauseKind.ALONE:
            return tr(
                "Taken over alone, this changes it so, and no other difference does: {told}.",
                told=told,
            )
        case CauseKind.EITHER:
            return tr("Each of these alone changes it so: {told}.", told=told)
        case CauseKind.TOGETHER:
            return tr(
                "No difference alone does it. These do together, and none can be spared: {told}.",
                told=told,
            )
        case CauseKind.NOT_FOUND:
            return tr(
                "No difference alone does it; which of them do together would have taken too many"
                " runs to find."
            )


def displaced_text(displaced: Displacement) -> str:
    """Return who stands in a subject's place."""
    names = [tr("“{name}”", name=one.name or one.id) for one in displaced.subjects]
    told = ", ".join(names[:_FEW])
    if len(names) > _FEW:
        told += tr(" and {names:,} more", names=len(names) - _FEW)
    match displaced.how:
        case TakenHow.COVERED:
            return tr("{told} is inlined now, which makes it redundant.", told=told)
        case TakenHow.ALONE if len(names) == 1:
            return tr("{told} took its room: without it, this one is in.", told=told)
        case TakenHow.ALONE:
            return tr("Without any one of these it is in: {told}.", told=told)
        case TakenHow.TOGETHER:
            return tr(
                "These took its room together: without all of them it is in: {told}.", told=told
            )


def own_text(difference: Difference, own: bool | None) -> str:
    """Return whether the subject's own part of a difference is enough."""
    if own is None:
        return tr(
            "{difference}: its own are the same; those of others changed.",
            difference=difference.label,
        )
    if own:
        return tr("{difference}: its own change is enough.", difference=difference.label)
    return tr(
        "{difference}: its own change is not enough; it takes those of others.",
        difference=difference.label,
    )


def explained_text(explained: Explained) -> str:
    """Return cause and displacement in one text."""
    told = cause_sentence(explained.cause)
    return f"{told} {displaced_text(explained.displaced)}" if explained.displaced else told


def _state(verdict: Verdict | None, form: str, tokens: int) -> str:
    if verdict is None or not tokens:
        return verdict_text(verdict)
    return f"{verdict_text(verdict)}{', ' + form if form else ''} ({localized(tokens)})"
