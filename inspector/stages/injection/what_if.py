"""What can be forced on a subject, and how a run under overrides is marked wherever it is shown.

One that holds a secret is kept out so, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.overrides import FIELDS, FORCEABLE, Forced, Overrides
from inspector.language import in_sentence_case, localized, tr
from inspector.session.edits import force
from inspector.session.store import Edit

_TITLES = {
    Forced.PINNED: tr("Pin"),
    Forced.KEPT: tr("Never suppress"),
    Forced.EXCLUDED: tr("Exclude"),
    Forced.INLINED: tr("Full text first"),
    Forced.LISTED: tr("Title only"),
}


@dataclass(frozen=True, slots=True)
class OverrideChoice:
    """One thing that can be forced; ``holds`` tells whether it is."""

    forced: Forced
    title: str
    holds: bool

    @property
    def label(self) -> str:
        """What an undo step of it is called."""
        title = in_sentence_case(self.title)
        return (
            tr("Take back: {title}", title=title)
            if self.holds
            else tr("What-if: {title}", title=title)
        )


def choices_for(subject: str, overrides: Overrides) -> tuple[OverrideChoice, ...]:
    """Return what can be forced on a subject, written ``kind:id``; nothing on a balance row."""
    kind, _, name = subject.partition(":")
    holds = overrides.of(reference_of_subject(name))
    return tuple(
        OverrideChoice(forced, _TITLES[forced], holds is forced)
        for forced in FORCEABLE.get(kind, ())
    )


_MARK = "what-if"
_MADE = {
    Forced.PINNED: tr("pinned"),
    Forced.KEPT: tr("never suppressed"),
    Forced.EXCLUDED: tr("excluded"),
    Forced.INLINED: tr("with full text first"),
    Forced.LISTED: tr("by title only"),
}


def what_if_text(overrides: Overrides) -> str:
    """Return what is overridden, in one line; "" where nothing is."""
    if not overrides:
        return ""
    counts = {forced: len(set(getattr(overrides, FIELDS[forced]))) for forced in Forced}
    parts = [f"{localized(count)} {_MADE[forced]}" for forced, count in counts.items() if count]
    if overrides.relevance_floor is not None:
        parts.append(tr("relevance from {floor:g}", floor=overrides.relevance_floor))
    if overrides.top_k is not None:
        parts.append(tr("top {count:,}", count=overrides.top_k))
    return tr("What-if: {parts}. The sources are as they were.", parts=", ".join(parts))


def what_if_name(name: str, overrides: Overrides) -> str:
    """Return a file's name with a mark before its first suffix where something is overridden."""
    if not overrides:
        return name
    stem, dot, suffixes = PurePath(name).name.partition(".")
    return f"{stem}.{_MARK}{dot}{suffixes}"


def exclude(_holder: str, subject: str) -> Edit:
    """Return the edit that excludes a candidate by an override; its source stays as it is."""
    return force((subject,), Forced.EXCLUDED)
