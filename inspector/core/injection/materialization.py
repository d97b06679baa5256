"""Which files are inlined, listed or left out, and which backgrounds stay (Injection §4.6b, §3.4).

Text is never cut: a file is inlined whole or not at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inspector.core.injection.prepare import Prepared, RankedFile
from inspector.core.injection.what_if import WhatIf
from inspector.core.reasons import Reason

COVERING_CARDS = 3  # so many injected entity cards of its matter cover a background (§3.4)


class Mode(Enum):
    """What becomes of a file."""

    INLINED = "inlined"
    LISTED = "listed"
    OMITTED = "omitted"


@dataclass(frozen=True, slots=True)
class FileChoice:
    """A file's mode with the tokens that decided.

    ``tokens`` is what its text or line takes, ``overhead`` what the layout adds (the bucket's
    heading included when this file is the first of it); ``needed`` what its largest form would
    have taken with overhead, ``left`` what was left of the bucket budget at its turn. ``barred`` is
    why overrides keep it out, None where they do not.
    """

    file: RankedFile
    mode: Mode
    tokens: int
    overhead: int
    needed: int
    left: int
    barred: Reason | None = None

    @property
    def is_inlined(self) -> bool:
        """Whether its whole text is in."""
        return self.mode is Mode.INLINED


@dataclass(frozen=True, slots=True)
class BackgroundPlace:
    """A background's claim on the bucket budget before cards are chosen.

    ``reserved`` is True when it was set aside before the files; one that waits is rendered last.
    """

    bucket_index: int
    tokens: int
    overhead: int
    reserved: bool


@dataclass(frozen=True, slots=True)
class Materialization:
    """The modes of all files, in the order in which they were decided, and what is left."""

    budget: int
    files: tuple[FileChoice, ...]
    backgrounds: tuple[BackgroundPlace, ...]
    left: int
    headed: frozenset[int]  # buckets whose heading a file has paid for
    inlined_references: frozenset[str]


def materialize(
    prepared: Prepared, budget: int, background_part: float, what_if: WhatIf | None = None
) -> Materialization:
    """Give every file its mode within ``budget`` tokens (Injection §4.6b).

    Backgrounds are set aside first while together they take at most ``background_part`` of it.
    ``what_if`` are overrides that ``prepared`` comes from.
    """
    headed: set[int] = set()
    left = budget
    backgrounds = _set_aside(
        prepared,
        budget * background_part,
        what_if.backgrounds_excluded if what_if else frozenset(),
    )
    for claim in backgrounds:
        if claim.reserved:
            left -= claim.tokens + claim.overhead
            headed.add(claim.bucket_index)
    reserved_headings = frozenset(headed)
    choices = []
    files_headed: set[int] = set()
    barred = what_if.files_barred if what_if else {}
    listed = what_if.files_listed if what_if else frozenset()
    for place, file in enumerate(prepared.files):
        if place in barred:
            choices.append(FileChoice(file, Mode.OMITTED, 0, 0, 0, left, barred[place]))
            continue
        choice = _choose(prepared, file, left, headed, may_inline=place not in listed)
        choices.append(choice)
        if choice.mode is not Mode.OMITTED:
            left -= choice.tokens + choice.overhead
            headed.add(file.counted.bucket_index)
            files_headed.add(file.counted.bucket_index)
    return Materialization(
        budget=budget,
        files=tuple(choices),
        backgrounds=backgrounds,
        left=left,
        headed=frozenset(files_headed | reserved_headings),
        inlined_references=frozenset(
            choice.file.counted.reference for choice in choices if choice.mode is Mode.INLINED
        ),
    )


def _set_aside(
    prepared: Prepared, at_most: float, excluded: frozenset[int]
) -> tuple[BackgroundPlace, ...]:
    """Set backgrounds aside in bucket order while together they take at most so many tokens."""
    places = []
    reserved = 0
    for index, entry in enumerate(prepared.counted.buckets):
        if entry.background is None:
            continue
        overhead = prepared.counted.separators.background + entry.heading
        claim = entry.background + overhead
        fits = reserved + claim <= at_most and index not in excluded
        reserved += claim if fits else 0
        places.append(BackgroundPlace(index, entry.background, overhead, fits))
    return tuple(places)


def _choose(
    prepared: Prepared, file: RankedFile, left: int, headed: set[int], *, may_inline: bool
) -> FileChoice:
    counted = file.counted
    heading = (
        0
        if counted.bucket_index in headed
        else prepared.counted.buckets[counted.bucket_index].heading
    )
    inline_overhead = heading + counted.heading
    line_overhead = heading + prepared.counted.separators.line
    needed = 0
    text = counted.text if may_inline else None
    if text is not None:
        needed = text + inline_overhead
        if needed <= left:
            return FileChoice(file, Mode.INLINED, text, inline_overhead, needed, left)
    if counted.line is not None:
        if text is None:
            needed = counted.line + line_overhead
        if counted.line + line_overhead <= left:
            return FileChoice(file, Mode.LISTED, counted.line, line_overhead, needed, left)
        needed = min(needed, counted.line + line_overhead)
    return FileChoice(file, Mode.OMITTED, 0, 0, needed, left)
