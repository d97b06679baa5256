"""What can be forced on a subject, by its kind."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.overrides import FORCEABLE, Forced, Overrides
from inspector.language import in_sentence_case, tr

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
