"""One run as a self-contained HTML report: no file beside it, and one script, its divider's.

The page's content security policy lets that script run and no other: it names the script's hash.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from markupsafe import Markup

from inspector import __version__, resources
from inspector.analysis import quantities as q
from inspector.analysis.independent import independent_run
from inspector.analysis.tuning.axes import Axis, without_effect
from inspector.analysis.tuning.split import Splits, splits_of
from inspector.analysis.tuning.states import SweepTooLargeError
from inspector.core.canonical import fingerprint
from inspector.core.injection.card_rows import CardRows, card_entry, verdict_code
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.language import in_sentence_case, localized, tr
from inspector.present.form_fields import field_value, form_fields
from inspector.present.html_page import html_page
from inspector.present.injection.answer import headline, percent
from inspector.present.injection.attribution import attribution_lines
from inspector.present.injection.bar import budget_bar
from inspector.present.injection.bar_svg import bar_svg
from inspector.present.injection.policy_effects import policy_effects
from inspector.present.injection.split_states import split_states
from inspector.present.injection.summary import balance, saved_text
from inspector.present.injection.what_if import what_if_text
from inspector.present.injection.why import budget_steps
from inspector.present.problem_list import grouped
from inspector.present.reason_text import entry_sentence
from inspector.session.session import Note

ROWS_PRINTED = 500  # of each table; how many more there are is said below it


@dataclass(frozen=True, slots=True)
class _Head:
    title: str
    number: bool = False
    mono: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    note: str
    heads: tuple[_Head, ...]
    rows: tuple[tuple[str, ...], ...]
    count: int


_NAME = _Head(tr("Name"))
_TOKENS = _Head(tr("Tokens"), number=True)
_WHY = _Head(tr("Why"))
_RULE = _Head(tr("Rule"))


def html_report(
    report: InjectionReport,
    title: str = "",
    notes: Sequence[Note] = (),
    problems: Sequence[Problem] = (),
) -> str:
    """Return the report as one HTML document."""
    independent = independent_run(report)
    splits = _splits(report)
    bar = budget_bar(report, independent)
    effects = {effect.field: effect for effect in policy_effects(report)}
    return html_page(
        "report",
        title=title or report.prepared.counted.candidates.title or tr("Unified injection"),
        request=report.prepared.request,
        counter=report.prepared.counted.counter_name,
        strategy=report.strategy.value,
        what_if=what_if_text(report.overrides),
        figures=_figures(report),
        # The picture is made here, from numbers and escaped labels.
        bar_svg=Markup(bar_svg(bar, splits=splits)),  # noqa: S704
        headline=headline(report, independent),
        divider=None if splits is None else _divider(splits),
        balance=balance(report),
        budget_steps=budget_steps(report),
        independent=independent,
        saved=saved_text(independent),
        effects=tuple(
            (form.title, localized(field_value(report.policy, form)), effects[form.id])
            for form in form_fields(UnifiedContextBudgetPolicy)
        ),
        quantities=tuple(
            (tr(one.title), localized(value).replace("-", "−"), tr(one.unit), tr(one.definition))
            for one, value in q.quantities(report, independent)
        ),
        tables=tuple(_tables(report)),
        notes=notes,
        problems=grouped((*problems, *report.problems)),
        fingerprints=fingerprints(report),
    )


@dataclass(frozen=True, slots=True)
class _Divider:
    """The script of the divider, its hash for the page's policy, and its data."""

    script: Markup
    hash: str
    data: Markup
    note: str


def _splits(report: InjectionReport) -> Splits | None:
    """Return the results at every split; None where there is nothing to divide."""
    budget = report.budget
    if without_effect(Axis.DIVISION, budget) or not budget.total_budget:
        return None
    try:
        return splits_of(report)
    except (SweepTooLargeError, SelectionTooLargeError):
        return None


def _divider(splits: Splits) -> _Divider:
    states = split_states(splits)
    script = resources.read_text("report/divider.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # Within a script element only "<" could end it, so it is written as an escape.
    data = json.dumps(states, separators=(",", ":")).replace("<", "\\u003c")
    carried = tr(
        "{states:,} states, exact at every {step} %",
        states=len(states["states"]["used"]),
        step=percent(1 / states["steps"]),
    )
    notes = [carried]
    if states["left_out"]:
        notes.append(tr("{count:,} narrower ones left out", count=states["left_out"]))
    if states["more_items"]:
        notes.append(tr("{count:,} more items not listed", count=states["more_items"]))
    return _Divider(
        Markup(script),  # noqa: S704  # a file of the program
        f"sha256-{digest}",
        Markup(data),  # noqa: S704  # numbers and escaped texts
        f"{'; '.join(notes)}.",
    )


def fingerprints(report: InjectionReport) -> tuple[tuple[str, str], ...]:
    """Return what identifies a run: SHA-256 of manifest, policy and request, and the version."""

    def of(document: Any) -> str:
        return fingerprint(document.model_dump(mode="json", exclude_none=True))

    return (
        ("manifest", of(report.manifest)),
        ("policy", of(report.policy)),
        ("request", of(report.prepared.request)),
        ("settings", of(report.settings)),
        ("inspector", __version__),
    )


def _figures(report: InjectionReport) -> tuple[tuple[str, str], ...]:
    return (
        (
            localized(q.TOKENS_USED.of(report)),
            tr("of {total:,} tokens used", total=q.TOTAL_BUDGET.of(report)),
        ),
        (
            localized(q.CARDS_INJECTED.of(report)),
            tr("of {cards:,} cards injected", cards=q.CARDS.of(report)),
        ),
        *(
            (localized(one.of(report)), in_sentence_case(tr(one.title)))
            for one in (
                q.CARDS_SUPPRESSED,
                q.SUMMARIES_SUPPRESSED,
                q.TOKENS_FREED,
                q.CARDS_DROPPED,
                q.FILES_INLINED,
            )
        ),
    )


def _tables(report: InjectionReport) -> Iterator[_Table]:
    yield _cards(
        report,
        Verdict.SUPPRESSED,
        tr("Suppressed cards"),
        tr("Extracted from a file whose whole text is in the context."),
    )
    yield _cards(
        report, Verdict.DROPPED, tr("Dropped cards"), tr("No room was left at their turn.")
    )
    yield _cards(report, Verdict.EXCLUDED, tr("Excluded cards"), tr("They have nothing to inject."))
    yield _cards(report, Verdict.REDUCED, tr("Cards injected below their largest rendering"), "")
    yield _cards(report, Verdict.INCLUDED, tr("Cards injected at their largest rendering"), "")
    heads = (_Head(tr("File")), _Head(tr("Verdict")), _TOKENS, _WHY, _RULE)
    yield _entries(tr("Files"), heads, list(report.ledger.parts[1]))
    heads = (_Head(tr("Background of")), _Head(tr("Verdict")), _TOKENS, _WHY, _RULE)
    yield _entries(tr("Bucket summaries"), heads, list(report.ledger.parts[2]))


def _cards(report: InjectionReport, verdict: Verdict, title: str, note: str) -> _Table:
    ranks = np.flatnonzero(CardRows(report).verdicts == verdict_code(verdict))
    cards = report.prepared.cards
    known = bool(cards.columns.attributions)
    rows = []
    for rank in ranks[:ROWS_PRINTED].tolist():
        entry = card_entry(report, rank)
        attribution = attribution_lines(cards.columns.attribution(int(cards.order[rank])))
        lines = [" · ".join(f"{name}: {value}" for name, value in attribution)] if known else []
        rows.append(
            (entry.name, entry.subject, *lines, _tokens(entry), entry_sentence(entry), entry.rule)
        )
    heads = [_NAME, _Head(tr("Id"), mono=True), _TOKENS, _WHY, _RULE]
    if known:
        heads.insert(2, _Head(tr("Attribution")))
    return _Table(title, note if rows else "", tuple(heads), tuple(rows), len(ranks))


def _entries(title: str, heads: tuple[_Head, ...], entries: list[LedgerEntry]) -> _Table:
    rows = tuple(
        (e.name, e.verdict.value, _tokens(e), entry_sentence(e), e.rule)
        for e in entries[:ROWS_PRINTED]
    )
    return _Table(title, "", heads, rows, len(entries))


def _tokens(entry: LedgerEntry) -> str:
    """Return what a row takes or, for one that is out, what it would have needed."""
    if entry.tokens or entry.needed is None:
        return localized(entry.tokens)
    return f"({localized(entry.needed)})"
