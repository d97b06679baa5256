"""A build as a page, and a refused call: what happened, where, and what can be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

import numpy as np

from inspector.core.builder.report import FateKind, Refusal, RefusalCode, RefusedPlace, Remedy
from inspector.language import localized, tr
from inspector.present.html_page import Chart, PageTable, result_page
from inspector.present.reason_text import reason_help
from inspector.project.secrets.telling import without_secrets
from inspector.stages.builder.actions import (
    Action,
    choose_action,
    filling_actions,
    refusal_actions,
)
from inspector.stages.builder.charts import budget_svg
from inspector.stages.builder.shown import Shown
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table
from inspector.stages.builder.words import banner, index_text

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
