"""What a block can be cut down to: signatures, the named definitions, one line (Builder, slicing)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from inspector.core.builder.code import signatures_only, target_region
from inspector.core.builder.code.slices import Cut, Slice, SliceLevel
from inspector.core.builder.drafts import Draft
from inspector.core.builder.index import Symbol
from inspector.core.builder.measuring import Measure
from inspector.core.builder.project.paths import shown_path

_MOST_NAMES = 24
_REMEMBERED = 512
"""Texts whose signatures are kept: those of one project, so that the next build is quick."""


class Forms:
    """The smaller forms of the blocks of one build, each made and counted once."""

    def __init__(self, measure: Measure) -> None:
        self._measure = measure
        self._made: dict[tuple[str, SliceLevel], Draft | None] = {}

    def signatures(self, draft: Draft) -> Draft | None:
        """The block without bodies, None where that is not reliable or not smaller (B6)."""
        return self._form(draft, SliceLevel.SIGNATURES_ONLY)

    def region(self, draft: Draft) -> Draft | None:
        """The block with the named definitions only, None where that cannot be told."""
        return self._form(draft, SliceLevel.TARGET_REGION_ONLY)

    def line(self, draft: Draft) -> Draft | None:
        """The path and the names that the file defines, None where the file takes no more (B6a)."""
        return self._form(draft, SliceLevel.SUMMARY_ONLY)

    def can_slice(self, draft: Draft) -> bool:
        """Whether the file has reliable boundaries, whatever slicing would save."""
        return _signatures(draft.language, draft.whole) is not None

    def _form(self, draft: Draft, level: SliceLevel) -> Draft | None:
        key = draft.subject, level
        if key not in self._made:
            part = _part(draft, level) if draft.is_file else None
            self._made[key] = None if part is None else self._smaller(draft, part)
        return self._made[key]

    def _smaller(self, draft: Draft, part: Slice) -> Draft | None:
        if part.level is SliceLevel.FULL_FILE:
            return None
        cut = self._measure.counted(draft.cut_down(part))
        return cut if cut.tokens < draft.needed else None


def summary_of(path: str, symbols: Iterable[Symbol]) -> str:
    """One line that says what a file defines: its path and the names at its top, in order."""
    names = list(dict.fromkeys(one.qualified_name for one in symbols if one.parsed_cleanly))
    outer = [name for name in names if "." not in name] or names
    told, more = outer[:_MOST_NAMES], len(outer) - _MOST_NAMES
    if more > 0:
        told.append(f"and {more:,} more")
    return shown_path(path) + (f": {', '.join(told)}" if told else "")


def whole_of(draft: Draft) -> Draft:
    """The block as it was before anything was cut from it."""
    return replace(
        draft, content=draft.whole, level=SliceLevel.FULL_FILE, cuts=(), tokens=draft.needed
    )


def _part(draft: Draft, level: SliceLevel) -> Slice | None:
    if level is SliceLevel.SIGNATURES_ONLY:
        return _signatures(draft.language, draft.whole)
    if level is SliceLevel.TARGET_REGION_ONLY:
        return target_region(draft.language, draft.whole, draft.symbols)
    if not draft.summary or not draft.whole:
        return None
    lines = draft.whole.count("\n") + (not draft.whole.endswith("\n"))
    return Slice(level, draft.summary, (Cut(0, len(draft.whole), 1, lines),))


@lru_cache(_REMEMBERED)
def _signatures(language: str, text: str) -> Slice | None:
    return signatures_only(language, text)
