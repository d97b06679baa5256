"""One run as a self-contained HTML report: no file beside it, and one script, its divider's.

The page's content security policy lets that script run and no other: it names the script's hash.

The states that a report carries for its divider: what is in at each split, without a server.

A report shows positions of a tenth of a percent. What is said of a position is exact there; states
that no position lies in are left out, and the report says how many.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from markupsafe import Markup

from inspector import __version__, resources
from inspector.analysis import quantities as q
from inspector.analysis.independent import independent_run
from inspector.analysis.not_included import missing_of_parts
from inspector.analysis.tuning.axes import Axis, SweepTooLargeError, without_effect
from inspector.analysis.tuning.modes import INLINED, MODES, RENDERED
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.split import Splits, splits_of
from inspector.core.arrays import Int64
from inspector.core.canonical import fingerprint
from inspector.core.injection.card_rows import TIER_LABELS, card_entry, verdict_code
from inspector.core.injection.materialization import Mode
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.core.injection.report import InjectionReport
from inspector.core.ledger import LedgerEntry, Rows
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.language import in_sentence_case, localized, spoken, tr, tr_n
from inspector.present.drawing_svg import svg_fill
from inspector.present.form_fields import form_fields, value_at
from inspector.present.html_page import html_page
from inspector.present.palette import LIGHT
from inspector.present.problem_list import grouped
from inspector.present.reason_text import entry_sentence
from inspector.present.shares import percent
from inspector.present.why import budget_steps, minus
from inspector.session.session import Note
from inspector.stages.injection.answer import headline
from inspector.stages.injection.bar import bar_svg, budget_bar
from inspector.stages.injection.bar_cells import group_title
from inspector.stages.injection.policy_effects import policy_effects
from inspector.stages.injection.provenance import attribution_lines, what_if_text
from inspector.stages.injection.summary import balance, dropped_text, two_budgets_text

MOST_STATES, MOST_ITEMS = 1_000, 500
_POSITIONS = (1_000, 500)  # steps of the divider; the second where the first has too many states
_MODES = {Mode.INLINED: tr("full text"), Mode.LISTED: tr("title only")}


def split_states(splits: Splits) -> dict[str, Any]:
    """Return what the report's divider needs, as plain JSON values.

    Its patterns are those of the budget bar, which is in the same report.
    """
    pieces, outcomes = splits.sweep.pieces, splits.sweep.outcomes
    edges = splits.sweep.breakpoints
    for steps in _POSITIONS:
        shares = np.arange(steps + 1) / steps
        places = np.maximum(np.searchsorted(splits.starts, shares, side="right") - 1, 0)
        stretches = np.searchsorted(edges, places, side="right")
        kept, state = np.unique(stretches, return_inverse=True)
        if len(kept) <= MOST_STATES:
            break
    starts = np.concatenate([[0], edges])[kept]
    ends = np.concatenate([edges, [len(splits.starts)]])[kept] - 1
    numbers, tokens = splits.met.numbers, outcomes.tokens
    items = list(_items(splits, starts))
    items.sort(key=lambda one: one[3])
    return {
        "language": spoken(),
        "steps": steps,
        "total": splits.sweep.report.budget.total_budget,
        "at": round(splits.sweep.current * steps),
        "state": state.tolist(),
        "knowledge": pieces.states.knowledge[places].tolist(),
        "bucket": pieces.states.bucket[places].tolist(),
        "met": splits.met.met[places].tolist(),
        "expected": splits.met.expected,
        "states": {
            "from": [percent(float(splits.starts[one])) for one in starts.tolist()],
            "to": [percent(pieces.last_of(one)) for one in ends.tolist()],
            "used": outcomes.used[starts].tolist(),
            "cards": outcomes.cards_in[starts].tolist(),
            "files": numbers["files.inlined"][0][starts].tolist(),
            "released": outcomes.released[starts].tolist(),
            "knowledge": {
                **{
                    kind: tokens[kind][starts].tolist()
                    for kind in ("entity", "other", "procedure", "interaction_policy")
                },
                "overhead": numbers["knowledge.overhead"][0][starts].tolist(),
            },
            "bucket": {
                "background": tokens["background"][starts].tolist(),
                "inlined": tokens["file"][starts].tolist(),
                "listed": tokens["line"][starts].tolist(),
                "overhead": numbers["bucket.overhead"][0][starts].tolist(),
            },
        },
        "left_out": len(edges) + 1 - len(kept),
        "items": [one[:3] for one in items[:MOST_ITEMS]],
        "more_items": max(0, len(items) - MOST_ITEMS),
        "groups": {
            group: [group_title(group), *svg_fill(LIGHT.parts[group])]
            for group in (
                *("entity", "other", "procedure", "interaction_policy", "background", "inlined"),
                *("listed", "overhead", "released", "unused"),
            )
        },
        "words": _words(),
    }


def _words() -> dict[str, str]:
    """Return the sentences of the divider; the report puts numbers into their places."""
    return {
        "said": tr(
            "Split %split% · %used% of %total% tokens used · cards %cards% · files in full text"
            " %files%"
        ),
        "met": tr("%met% of %expected% expectations met"),
        "same": tr("Same selection from %from% to %to% %"),
        "tokens": tr("%title%: %tokens% tokens"),
    }


def _items(splits: Splits, states: Int64) -> Iterator[tuple[str, str, list[list[Any]], int]]:
    """Yield name, kind and stretches of each item that is in anywhere, and its place in the order.

    A stretch is its first state, the one after its last, the form there and its tokens.
    """
    outcomes = splits.sweep.outcomes
    prepared = splits.sweep.report.prepared
    cards = prepared.cards
    for rank, own in _stretches(outcomes.cards, states):
        row = int(cards.order[rank])
        yield (
            cards.columns.names[row],
            cards.columns.kinds[row] or "card",
            [[a, b, TIER_LABELS[form], int(cards.costs[rank, form])] for a, b, form in own],
            rank,
        )
    after = len(cards.order)
    for place, own in _stretches(outcomes.files, states):
        file = prepared.files[place].counted
        sizes = [(file.text if form == INLINED else file.line) or 0 for _, _, form in own]
        forms = [_MODES[MODES[form]] for _, _, form in own]
        found = [
            [a, b, form, size] for (a, b, _), form, size in zip(own, forms, sizes, strict=True)
        ]
        yield file.file.title, tr("file"), found, after + place
    after += len(prepared.files)
    rendered = outcomes.backgrounds.where(outcomes.backgrounds.forms == RENDERED)
    for place, own in _stretches(rendered, states):
        entry = prepared.counted.buckets[place]
        size = int(entry.background or 0)
        yield (
            entry.bucket.bucket_title,
            tr("bucket summary"),
            [[a, b, "", size] for a, b, _ in own],
            after + place,
        )


def _stretches(spans: Spans, states: Int64) -> Iterator[tuple[int, list[tuple[int, int, int]]]]:
    """Yield each subject with its stretches in states instead of pieces."""
    first = np.searchsorted(states, spans.first).tolist()
    end = np.searchsorted(states, spans.end).tolist()
    found: dict[int, list[tuple[int, int, int]]] = {}
    for subject, form, a, b in zip(
        spans.subjects.tolist(), spans.forms.tolist(), first, end, strict=True
    ):
        if a < b:
            found.setdefault(subject, []).append((a, b, form))
    yield from found.items()


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
        without=two_budgets_text(independent),
        effects=tuple(
            (form.title, localized(value_at(report.policy, form.path)), effects[form.id])
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
    count = len(states["states"]["used"])
    carried = tr_n(
        "1 state, exact at every {step} %",
        "{states:,} states, exact at every {step} %",
        count,
        states=count,
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
    yield _cards(report, Verdict.DROPPED, tr("Dropped cards"), dropped_text(report))
    yield _cards(
        report,
        Verdict.EXCLUDED,
        tr("Excluded cards"),
        tr("They have nothing to inject, or a what-if keeps them out."),
    )
    yield _cards(report, Verdict.REDUCED, tr("Cards injected below their largest rendering"), "")
    yield _cards(report, Verdict.INCLUDED, tr("Cards injected at their largest rendering"), "")
    heads = (_Head(tr("File")), _Head(tr("Verdict")), _TOKENS, _WHY, _RULE)
    _, files, summaries = missing_of_parts(report)
    yield _entries(tr("Files"), heads, report.ledger.parts[1], files)
    heads = (_Head(tr("Background of")), _Head(tr("Verdict")), _TOKENS, _WHY, _RULE)
    yield _entries(tr("Bucket summaries"), heads, report.ledger.parts[2], summaries)


def _cards(report: InjectionReport, verdict: Verdict, title: str, note: str) -> _Table:
    ranks = np.flatnonzero(report.card_rows.verdicts == verdict_code(verdict))
    cards, missing = report.prepared.cards, missing_of_parts(report)[0]
    known = bool(cards.columns.attributions.values)
    rows = []
    for rank in ranks[:ROWS_PRINTED].tolist():
        entry = card_entry(report, rank)
        attribution = attribution_lines(cards.columns.attribution(int(cards.order[rank])))
        lines = [" · ".join(f"{name}: {value}" for name, value in attribution)] if known else []
        tokens = _tokens(entry, missing[rank])
        rows.append((entry.name, entry.subject, *lines, tokens, entry_sentence(entry), entry.rule))
    heads = [_NAME, _Head(tr("Id"), mono=True), _TOKENS, _WHY, _RULE]
    if known:
        heads.insert(2, _Head(tr("Attribution")))
    return _Table(title, note if rows else "", tuple(heads), tuple(rows), len(ranks))


def _entries(
    title: str, heads: tuple[_Head, ...], entries: Rows, missing: Sequence[int | None]
) -> _Table:
    rows = tuple(
        (e.name, e.verdict.value, _tokens(e, left_out), entry_sentence(e), e.rule)
        for e, left_out in islice(zip(entries, missing, strict=True), ROWS_PRINTED)
    )
    return _Table(title, "", heads, rows, len(entries))


def _tokens(entry: LedgerEntry, left_out: int | None) -> str:
    """Return what a row takes or, for one that is out, what is missing of it."""
    is_out = not entry.tokens and (left_out or 0) > 0
    return minus(left_out or 0) if is_out else localized(entry.tokens)
