"""What a block can be cut down to: signatures, named definitions, one line (Builder, slicing)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache

from inspector.core.builder.drafts import Draft
from inspector.core.builder.layout import BlockCounter
from inspector.project.code import signatures_only, target_region
from inspector.project.code.slices import Cut, Slice, SliceLevel
from inspector.project.index import FUNCTIONS, Symbol
from inspector.project.paths import shown_path

_MOST_NAMES = 24
_REMEMBERED = 512
"""Texts whose signatures are kept: those of one project, so that the next build is quick."""


class _Form(Enum):
    SIGNATURES = auto()
    OUTLINE = auto()
    REGION = auto()
    LINE = auto()


class BlockForms:
    """The smaller forms of the blocks of one build, each made and counted once."""

    def __init__(self, measure: BlockCounter) -> None:
        self._measure = measure
        self._made: dict[tuple[str, _Form], Draft | None] = {}

    def signatures(self, draft: Draft) -> Draft | None:
        """The file without bodies, None where that is not reliable or not smaller."""
        return self._form(draft, _Form.SIGNATURES)

    def outline(self, draft: Draft) -> Draft | None:
        """Nothing but the signatures of the file's definitions, with the same conditions.

        What ``signatures`` keeps beside them (imports, comments, docstrings of types, statements
        of the module) is often most of it.
        """
        return self._form(draft, _Form.OUTLINE)

    def region(self, draft: Draft) -> Draft | None:
        """The file with the named definitions only, None where that cannot be told."""
        return self._form(draft, _Form.REGION)

    def line(self, draft: Draft) -> Draft | None:
        """The path and the names that the file defines, None where the file takes no more.

        It is made from the outline, so a file without reliable boundaries has none.
        """
        return self._form(draft, _Form.LINE)

    def shortest(self, draft: Draft) -> Draft:
        """The shortest form with signatures, the block itself where there is none."""
        forms = (self.signatures(draft), self.outline(draft), draft)
        return min((one for one in forms if one is not None), key=lambda one: one.tokens)

    def can_slice(self, draft: Draft) -> bool:
        """Whether the file has reliable boundaries, whatever slicing would save."""
        return _signatures(draft.language, draft.whole) is not None

    def _form(self, draft: Draft, form: _Form) -> Draft | None:
        key = draft.subject, form
        if key not in self._made:
            part = _part(draft, form) if draft.is_file else None
            self._made[key] = None if part is None else self._smaller(draft, part)
        return self._made[key]

    def _smaller(self, draft: Draft, part: Slice) -> Draft | None:
        if part.level is SliceLevel.FULL_FILE:
            return None
        cut = self._measure.counted(draft.cut_down(part))
        return cut if cut.tokens < draft.needed else None


def outline_of(symbols: Sequence[Symbol]) -> str:
    """The signature of every definition on a line of its own, inner ones indented; "" for none.

    What is defined inside a function belongs to its body and goes with it. A signature that the
    grammar is not sure of is left out: nothing is guessed.
    """
    functions = {one.qualified_name for one in symbols if one.kind in FUNCTIONS}
    told = [
        one
        for one in symbols
        if one.signature and one.parsed_cleanly and not _is_local(one.qualified_name, functions)
    ]
    return "\n".join(
        dict.fromkeys("    " * one.qualified_name.count(".") + one.signature for one in told)
    )


def _is_local(name: str, functions: set[str]) -> bool:
    """Whether a definition stands inside a function."""
    while name := name.rpartition(".")[0]:
        if name in functions:
            return True
    return False


def summary_of(path: str, symbols: Iterable[Symbol]) -> str:
    """One line that says what a file defines: its path and the names at its top, in order."""
    names = list(dict.fromkeys(one.qualified_name for one in symbols if one.parsed_cleanly))
    outer = [name for name in names if "." not in name] or names
    told, more = outer[:_MOST_NAMES], len(outer) - _MOST_NAMES
    if more > 0:
        told.append(f"and {more:,} more")
    return shown_path(path) + (f": {', '.join(told)}" if told else "")


def _part(draft: Draft, form: _Form) -> Slice | None:
    if form is _Form.SIGNATURES:
        return _signatures(draft.language, draft.whole)
    if form is _Form.REGION:
        return target_region(draft.language, draft.whole, draft.symbols)
    if _signatures(draft.language, draft.whole) is None:
        return None
    if form is _Form.LINE:
        return _in_place_of(draft, SliceLevel.SUMMARY_ONLY, draft.summary)
    return _in_place_of(draft, SliceLevel.SIGNATURES_ONLY, draft.outline)


def _in_place_of(draft: Draft, level: SliceLevel, text: str) -> Slice | None:
    """A text that stands for all of the file."""
    if text and draft.doubt:
        return Slice(level, text, draft.cuts)
    if not text or not draft.whole:
        return None
    lines = draft.whole.count("\n") + (not draft.whole.endswith("\n"))
    return Slice(level, text, (Cut(0, len(draft.whole), 1, lines),))


@lru_cache(_REMEMBERED)
def _signatures(language: str, text: str) -> Slice | None:
    return signatures_only(language, text)
