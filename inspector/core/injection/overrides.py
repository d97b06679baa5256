"""What-if overrides: a layer above a run that never touches its inputs.

What an override could not bring about is reported by ``unmet_overrides``, never silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from pydantic import SerializerFunctionWrapHandler, model_serializer

from inspector.core.injection.candidates import CandidateSet
from inspector.core.injection.overlap import file_reference
from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity, pointer
from inspector.core.scalars import AnyText, Natural, Number, SchemaVersion


class Forced(StrEnum):
    """What an override makes of a subject."""

    EXCLUDED = "excluded"  # out, whatever the rules say
    LISTED = "listed"  # a file: never inlined
    INLINED = "inlined"  # a file: first in turn, inlined where its text fits
    PINNED = "pinned"  # a card: first in turn, and not suppressed
    KEPT = "kept"  # not suppressed


class Overrides(Document):
    """What-if decisions by id; the file format of a patch.

    An id is a card's, a file's reference or, for its background, a bucket's. Where two decisions
    about a subject contradict each other, the one that is named first here holds. What is named by
    any of them is neither kept out by ``relevance_floor`` and ``top_k`` nor counted by the latter.
    """

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    exclude: tuple[AnyText, ...] = ()
    """Cards, files and backgrounds that are kept out."""

    list_only: tuple[AnyText, ...] = ()
    """Files that are listed, never inlined."""

    inline: tuple[AnyText, ...] = ()
    """Files that are considered before all others, in their order of relevance."""

    pin: tuple[AnyText, ...] = ()
    """Cards that are considered before all others and that no file suppresses."""

    keep: tuple[AnyText, ...] = ()
    """Cards and backgrounds that are not suppressed."""

    relevance_floor: Number | None = None
    """Cards and files of less relevance than this are kept out; None keeps none out."""

    top_k: Natural | None = None
    """So many cards and so many files compete, those first in turn; None lets all compete."""

    @model_serializer(mode="wrap")
    def _without_unset_limits(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # What is not set was not there before these fields were: other readers need not know them.
        written: dict[str, Any] = write(self)
        limits = ("relevance_floor", "top_k")
        return {name: one for name, one in written.items() if one is not None or name not in limits}

    def __bool__(self) -> bool:
        """Whether anything is overridden."""
        return self.count > 0 or self.relevance_floor is not None or self.top_k is not None

    @property
    def count(self) -> int:
        """How many subjects are overridden."""
        return len(self.subjects)

    @property
    def subjects(self) -> tuple[str, ...]:
        """Every id that is named, once."""
        fields = (getattr(self, FIELDS[forced]) for forced in Forced)
        return tuple(dict.fromkeys(subject for field in fields for subject in field))

    def of(self, subject: str) -> Forced | None:
        """Return what holds for a subject, None where nothing is said about it."""
        return next((forced for forced in Forced if subject in getattr(self, FIELDS[forced])), None)


FIELDS = {
    Forced.EXCLUDED: "exclude",
    Forced.LISTED: "list_only",
    Forced.INLINED: "inline",
    Forced.PINNED: "pin",
    Forced.KEPT: "keep",
}
"""The field of ``Overrides`` that holds each decision."""

NO_OVERRIDES = Overrides()


def lint_overrides(overrides: Overrides, candidates: CandidateSet) -> tuple[Problem, ...]:
    """Report ids that name nothing, decisions that do not fit their subject, contradictions."""
    kinds = _Kinds(candidates)
    return tuple(
        problem
        for forced in Forced
        for place, subject in enumerate(getattr(overrides, FIELDS[forced]))
        for problem in _lint(overrides, kinds, forced, subject, pointer(FIELDS[forced], place))
    )


class _Kinds:
    """Which ids of a set are cards, files and buckets with a background."""

    def __init__(self, candidates: CandidateSet) -> None:
        self._cards = candidates.knowledge_cards.row_of
        self._files = {
            file_reference(bucket.bucket_id, file.file_id)
            for bucket in candidates.buckets
            for file in bucket.files
        }
        self._backgrounds = {
            bucket.bucket_id for bucket in candidates.buckets if bucket.has_background
        }

    def of(self, subject: str) -> frozenset[str]:
        known = (
            ("card", self._cards),
            ("file", self._files),
            ("background", self._backgrounds),
        )
        return frozenset(kind for kind, ids in known if subject in ids)


_KINDS_OF = {
    Forced.EXCLUDED: frozenset(("card", "file", "background")),
    Forced.LISTED: frozenset(("file",)),
    Forced.INLINED: frozenset(("file",)),
    Forced.PINNED: frozenset(("card",)),
    Forced.KEPT: frozenset(("card", "background")),
}


def _lint(
    overrides: Overrides, kinds: _Kinds, forced: Forced, subject: str, place: str
) -> Iterator[Problem]:
    def warn(code: str, message: str, fix: str) -> Problem:
        where = Place(pointer=place)
        return Problem(Severity.WARNING, f"overrides.{code}", message, fix, where)

    found = kinds.of(subject)
    if not found:
        yield warn(
            "unknown-id",
            "This id names no card, file or background of the candidate set; it has no effect.",
            "Check its spelling, or remove it.",
        )
    elif not found & _KINDS_OF[forced]:
        yield warn(
            "wrong-kind",
            f"A {' and '.join(sorted(found))} cannot be {forced.value}; this has no effect.",
            f"Only these can be: {', '.join(sorted(_KINDS_OF[forced]))}.",
        )
    holds = overrides.of(subject)
    if holds is not None and holds is not forced:
        yield warn(
            "contradiction",
            f"This is also to be {holds.value}, which holds.",
            f"Remove it here or from {FIELDS[holds]}.",
        )
