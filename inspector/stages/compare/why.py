"""Why a subject changed between A and B: its cause, the runs behind it, who took its room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from inspector.analysis.audit.finding import Working
from inspector.analysis.comparison import Change, Compared, Explained, SingleChange
from inspector.language import ENGLISH, localized, spoken, tr, tr_n
from inspector.present.recorded_words import recorded_differences, state_words
from inspector.present.why import SizelessWhy, Why
from inspector.stages.compare.words import (
    cause_sentence,
    change_text,
    difference_text,
    displaced_text,
    label_text,
    own_text,
    state_text,
    trial_text,
)

_RULE = tr("Changed one input at a time")
_HELP = tr(
    "Each difference is taken over from B into A alone, and taken back from B alone. What then"
    " gives the subject what B gives it is a cause; nothing is read off scores or sizes."
)
SECTION_TITLES = {
    "arithmetic": tr("Evidence"),
    "remedies": tr("What did it"),
    "help": tr("How causes are found"),
}


def explained(
    shown: tuple[Compared, Explained | None] | Mapping[str, Any], subject: str
) -> tuple[Why, str]:
    """Explain a change, by what was found of it, else all of them; with the text of its link.

    Of two recorded runs of a stage there is a mapping of what differs.
    """
    if isinstance(shown, Mapping):
        return why_recorded(shown, subject), ""
    compared, found = shown
    why = why_changed(compared, subject, found) if subject else None
    if why is None:
        return why_whole(compared), ""
    return why, "" if why.kind == "bucket" else tr("Show in Budget")


def why_recorded(found: Mapping[str, Any], subject: str) -> Why:
    """Explain a subject of two recorded runs, else what came of them as a whole."""
    kind, _, name = subject.partition(":")
    row = next((one for one in found["rows"] if (one["kind"], one["id"]) == (kind, name)), None)
    if row is not None:
        steps = [
            Working(tr("In A"), "", state_words(row["before"])),
            Working(tr("In B"), "", state_words(row["after"])),
        ]
    else:
        told = recorded_differences(found, "metrics", "verdicts")
        steps = [Working(label, f"{before} →", after) for label, before, after in told]
    return SizelessWhy(
        key=subject if row else "comparison:A and B",
        name=name if row else tr("What changed"),
        kind=kind if row else "comparison",
        sentence=tr("A history keeps numbers and reasons: what differs is told, no causes are."),
        steps=tuple(steps),
    )


def why_changed(compared: Compared, subject: str, explained: Explained | None) -> Why | None:
    """Explain a subject, written ``kind:id``; None for one that neither side has.

    Without ``explained`` (it is being established, or a manifest tells no inputs) only the states
    are told.
    """
    kind, _, name = subject.partition(":")
    index = compared.comparison.index_of(kind, name)
    if index is None:
        return None
    change = compared.comparison.change(index)
    known = explained if explained is not None and explained.index == index else None
    return Why(
        key=subject,
        name=change.subject.name or name,
        kind=kind,
        verdict=change.after.verdict,
        reason=change_text(change),
        rule=_RULE,
        sentence=_sentence(compared, change, known),
        help=_HELP,
        tokens=change.gained,
        steps=tuple(_steps(change, known)),
        remedies=tuple(_remedies(known)),
    )


def _sentence(compared: Compared, change: Change, explained: Explained | None) -> str:
    if change.before == change.after:
        return tr("The same on both sides: {state_text}.", state_text=state_text(change.before))
    if compared.attribution is None:
        return tr("A manifest does not tell the inputs it was made from, so no cause can be found.")
    if explained is None:
        return tr("The cause is being established…")
    return cause_sentence(explained.cause)


def _steps(change: Change, explained: Explained | None) -> Iterator[Working]:
    yield Working(tr("In A"), "", state_text(change.before))
    yield Working(tr("In B"), "", state_text(change.after))
    if explained is None:
        return
    for trial in explained.trials:
        yield Working(tr("A, but B's {named}", named=_named(trial)), "", trial_text(trial.alone))
    if len(explained.trials) > 1:
        for trial in explained.trials:
            yield Working(
                tr("B, but A's {named}", named=_named(trial)), "", trial_text(trial.without)
            )


def _remedies(explained: Explained | None) -> Iterator[str]:
    if explained is None:
        return
    if explained.displaced is not None:
        yield displaced_text(explained.displaced)
    for difference, own in explained.own:
        yield own_text(difference, own)


def _named(trial: SingleChange) -> str:
    label = label_text(trial.difference)
    return label[:1].lower() + label[1:] if spoken() == ENGLISH else label


def why_whole(compared: Compared) -> Why:
    """Explain the comparison as a whole: what differs between the inputs, and what came of it."""
    comparison, attribution = compared.comparison, compared.attribution
    before, after = comparison.totals
    steps = [
        Working(tr("Budget"), f"{localized(before.total_budget)} →", localized(after.total_budget)),
        Working(tr("Used"), f"{localized(before.used)} →", localized(after.used)),
        Working(tr("Subjects"), tr("on both sides together"), localized(len(comparison))),
        Working(tr("Changed"), "", localized(len(comparison.changes))),
        Working(tr("Other verdict"), "", localized(len(comparison.flips))),
    ]
    differing = attribution.differences if attribution else ()
    if attribution is None:
        sentence = tr(
            "Of a manifest, what became of everything is compared; its inputs are not known."
        )
    elif not differing:
        sentence = tr("The inputs of both sides are the same.")
    else:
        many = tr_n("1 thing", "{differing:,} things", len(differing), differing=len(differing))
        sentence = tr(
            "The inputs differ in {many}. Select a row to see which of them changed it.", many=many
        )
    return Why(
        key="comparison:A and B",
        whole=True,
        name=tr("What changed"),
        kind="comparison",
        sentence=sentence,
        tokens=after.used - before.used,
        steps=tuple(steps),
        remedies=tuple(difference_text(one) for one in differing),
    )
