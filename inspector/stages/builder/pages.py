"""The pages of a build: the whole, a refused call, and the text of a file line by line.

What is shown was redacted before: no part of a secret is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from inspector.core.builder.report import (
    FateKind,
    Refusal,
    RefusalCode,
    RefusedPlace,
    Remedy,
    SourceView,
)
from inspector.language import localized, tr
from inspector.present.html_page import Chart, PageTable, result_page
from inspector.present.reason_text import reason_help
from inspector.present.table.cells import unbroken
from inspector.project.code.slices import SliceLevel
from inspector.project.secrets.redaction import without_secrets
from inspector.stages.builder.actions import Action, choose_action, filling_actions, refusal_actions
from inspector.stages.builder.charts import budget_svg
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table
from inspector.stages.builder.words import LEVEL_WORDS, banner, index_text, lines_text

MOST_PLACES = 200
_TITLES = {
    RefusalCode.CONTEXT_TOO_LARGE: tr("The context is too large"),
    RefusalCode.SECRET_RISK: tr("A secret would be sent"),
    RefusalCode.AMBIGUOUS_TARGET: tr("A name has several definitions"),
    RefusalCode.UNSUPPORTED_TARGET: tr("A target cannot be sent"),
    RefusalCode.UNKNOWN_TARGET: tr("A target is not in the project"),
    RefusalCode.UNCOUNTABLE_TEXT: tr("A text cannot be counted"),
}


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A place of the page, or something that is missing. ``action`` chooses it or fills it, where
    that can be done.
    """

    path: str
    where: str
    what: str
    action: Action | None = None


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """Everything that the page says. ``advice`` are sentences, ``actions`` what buttons do.

    An ``opening`` page is that of a call that is not written yet: nothing is wrong with it.
    """

    code: str
    title: str
    sentence: str
    help: str
    rule: str
    places: tuple[PlaceRow, ...]
    more: int
    advice: tuple[str, ...]
    actions: tuple[Action, ...]
    opening: bool = False


_NOT_YET = frozenset({RefusalCode.MISSING_STEP, RefusalCode.MISSING_TARGET})


def refusal_page(shown: Shown) -> RefusalPage | None:
    """Return the page of a refused call; None for one that was not refused."""
    refusal = shown.report.refusal
    if refusal is None:
        return None
    if refusal.code in _NOT_YET:
        return _opening_page(refusal, shown)
    choosing = refusal.code is RefusalCode.AMBIGUOUS_TARGET
    advice = [one.sentence for one in refusal.advice if one.remedy is not Remedy.CHOOSE_DEFINITION]
    return RefusalPage(
        refusal.code.value,
        _TITLES[refusal.code],
        _sentence(refusal.sentence),
        reason_help(refusal.reason),
        refusal.reason.rule,
        tuple(
            _row(place, number, choosing=choosing)
            for number, place in enumerate(refusal.places[:MOST_PLACES])
        ),
        max(0, len(refusal.places) - MOST_PLACES),
        tuple(dict.fromkeys(advice)),
        () if choosing else refusal_actions(shown, refusal),
    )


def _opening_page(refusal: Refusal, shown: Shown) -> RefusalPage:
    return RefusalPage(
        refusal.code.value,
        tr("What this call still needs"),
        tr(
            "The folder is indexed. The first of these is needed; the rest makes the bundle better."
        ),
        reason_help(refusal.reason),
        refusal.reason.rule,
        tuple(PlaceRow("", "", what, action) for what, action in filling_actions(shown)),
        0,
        (),
        (),
        opening=True,
    )


def _sentence(told: str) -> str:
    """Return a sentence without the word that the page says anyway; a path at its start stays."""
    bare = told.removeprefix("Refused: ")
    return bare[:1].upper() + bare[1:] if bare.startswith(("after ", "the ", "a ")) else bare


def _row(place: RefusedPlace, number: int, *, choosing: bool) -> PlaceRow:
    where = tr("line {line:,}", line=place.line) if place.line is not None else ""
    name = "" if place.path and place.path in place.name else place.name
    words = [place.kind.replace("_", " "), name]
    action = choose_action(number, place.path, place.name) if choosing else None
    return PlaceRow(place.path, where, " ".join(filter(None, words)), action)


_ALL = (BuilderTable.LEDGER, BuilderTable.RANKING, BuilderTable.FIT, BuilderTable.REDACTIONS)


def build_page(shown: Shown) -> str:
    """Return a build as one HTML document. No value of a secret is in it."""
    report, refusal = shown.report, refusal_page(shown)
    needs = () if refusal is None or not refusal.opening else (one.what for one in refusal.places)
    advice = "" if refusal is None else " ".join((refusal.sentence, *needs, *refusal.advice))
    root = shown.session.builder.root or ""
    excluded = np.array([kind is FateKind.EXCLUDED for kind in shown.fates.values()], dtype=bool)
    return result_page(
        tr("Context from {project}", project=without_secrets(PurePath(root).name or root)),
        banner(report) if refusal is None else refusal.title,
        advice=advice,
        figures=(
            (localized(report.budget.estimated_input_tokens), tr("tokens")),
            (localized(report.budget.soft_limit_tokens), tr("soft limit")),
            (localized(report.budget.hard_limit_tokens), tr("hard limit")),
            (localized(len(report.manifest.selection.included_files)), tr("files")),
            (localized(len(report.redactions.redactions)), tr("redactions")),
        ),
        charts=(
            Chart(
                tr("Budget"),
                budget_svg(shown),
                (index_text(shown.index, root), *report.budget.notes[:2]),
            ),
        ),
        tables=(
            *(PageTable(TITLES[one], builder_table(one, shown)) for one in _ALL),
            PageTable(
                tr("Files out by a hard rule"),
                builder_table(BuilderTable.FILES, shown),
                np.flatnonzero(excluded),
            ),
        ),
    )


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
