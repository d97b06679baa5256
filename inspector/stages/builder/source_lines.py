"""The text of a file line by line: what was cut and what was redacted in each.

What is shown was redacted before: no part of a secret is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.builder.report import FateKind, SourceView
from inspector.language import tr
from inspector.present.table.cells import unbroken
from inspector.project.code.slices import SliceLevel
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.words import LEVEL_WORDS, lines_text

_RULES = {
    SliceLevel.SIGNATURES_ONLY: tr("bodies are left out"),
    SliceLevel.TARGET_REGION_ONLY: tr("outside the named definitions"),
    SliceLevel.SUMMARY_ONLY: tr("only its path and names are sent"),
}


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line; ``cuts`` and ``marks`` are stretches of it in code points, ends excluded.

    ``note`` says what was cut, on the first line of a cut.
    """

    text: str
    cuts: tuple[tuple[int, int], ...] = ()
    marks: tuple[tuple[int, int], ...] = ()
    note: str = ""

    @property
    def is_cut(self) -> bool:
        """Whether nothing of it is sent."""
        room = self.text.strip()
        begin = len(self.text) - len(self.text.lstrip())
        return any(start <= begin and end >= begin + len(room) for start, end in self.cuts)


@dataclass(frozen=True, slots=True)
class ShownSource:
    """A file to be read. ``headline`` says what is sent of it; ``rule`` why, "" where it is all."""

    path: str
    headline: str
    rule: str
    lines: tuple[SourceLine, ...]
    sent: bool


def source_text(shown: Shown, path: str) -> ShownSource | None:
    """Return a file's text with its cuts and redactions; None where it may not be shown."""
    view = shown.view(path)
    fate = shown.fate(path)
    if view is None or fate is None:
        return None
    sent = fate.kind in (FateKind.INCLUDED, FateKind.SLICED, FateKind.REDACTED)
    lines = tuple(_lines(view))
    cut = sum(one.last_line - one.first_line + 1 for one in view.cuts)
    parts = [lines_text(len(lines))]
    if view.cuts:
        parts.append(tr("{cut:,} cut in {cuts:,} places", cut=cut, cuts=len(view.cuts)))
        if sent and fate.needed is not None:
            parts.append(
                tr(
                    "{needed:,} of {needed_2:,} tokens saved",
                    needed=fate.needed - fate.tokens,
                    needed_2=fate.needed,
                )
            )
    if view.redactions:
        parts.append(tr("{redactions:,} redacted", redactions=len(view.redactions)))
    if not sent:
        parts.append(tr("nothing of it is sent"))
    rule = ""
    if view.cuts:
        rule = tr(
            "Builder slicing: {level_words}; {get}.",
            level_words=LEVEL_WORDS[view.level],
            get=_RULES.get(view.level, "cut"),
        )
    elif not sent:
        rule = fate.sentence
    return ShownSource(path, " · ".join(parts), rule, lines, sent)


def _lines(view: SourceView) -> Iterator[SourceLine]:
    cuts = _Stretches([(one.start, one.end) for one in view.cuts])
    marks = _Stretches([(one.start, one.end) for one in view.redactions])
    notes = {one.start: one.last_line - one.first_line + 1 for one in view.cuts}
    start = 0
    for text in view.text.removesuffix("\n").split("\n"):
        end = start + len(text)
        here = cuts.within(start, end)
        begun = next((notes[start + one[0]] for one in here if start + one[0] in notes), 0)
        note = "" if not begun else "cut" if begun == 1 else tr("{begun:,} lines cut", begun=begun)
        shown = "\t".join(map(unbroken, text.removesuffix("\r").split("\t")))
        yield SourceLine(shown, here, marks.within(start, end), note)
        start = end + 1


class _Stretches:
    """Stretches of a text in order, asked for line by line."""

    def __init__(self, stretches: list[tuple[int, int]]) -> None:
        self._stretches = stretches
        self._at = 0

    def within(self, start: int, end: int) -> tuple[tuple[int, int], ...]:
        """Return what lies in a line, in columns; lines are asked for in order."""
        found = []
        at = self._at
        while at < len(self._stretches) and self._stretches[at][0] <= end:
            first, last = self._stretches[at]
            if last > start:
                found.append((max(first, start) - start, min(last, end) - start))
            if last <= end:
                self._at = at + 1
            at += 1
        return tuple(found)


def why_nothing(shown: Shown | None, path: str) -> str:
    """Return why there is no text to show."""
    if shown is None or not path:
        return tr("Select a file to see what is sent of it.")
    fate = shown.fate(path)
    if fate is None:
        return tr("The project has no such file.")
    if fate.kind is FateKind.NO_CANDIDATE:
        return tr("{path} was not read.\n{sentence}", path=path, sentence=shown.sentence(path))
    if fate.kind is FateKind.EXCLUDED:
        return tr("{path} is not shown.\n{sentence}", path=path, sentence=fate.sentence)
    return tr("{path} was not read.\n{sentence}", path=path, sentence=fate.sentence)
