"""The receipt of a report: what competed, with its sizes, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from inspector.core.arrays import Int32
from inspector.core.candidates.candidate_set import BUCKET_FILE
from inspector.core.candidates.card import TIERS, Tier
from inspector.core.candidates.counting import Separators
from inspector.core.candidates.interned import ABSENT, Interned
from inspector.core.injection.card_rows import REASON_LABELS
from inspector.core.injection.materialization import Mode
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.core.receipts.receipt import UNCOUNTABLE

ENGINE = "context-budget-inspector"
_FORMS = (*TIERS, None)  # the place of "none" is -1
_WIDTH = 8


def receipt_of(
    report: InjectionReport, *, keep_texts: bool = False, rows: list[Any] | None = None
) -> dict[str, Any]:
    """Return what a receipt says of a report. Texts are in it where they are asked for.

    ``rows`` are those of its cards where they are known (``has_rows``).
    """
    given = report.given
    request, separators, budget = given.request, given.counted.separators, report.budget
    receipt = {
        "trace_id": request.trace_id,
        "timestamp": request.timestamp,
        "engine": ENGINE,
        "model": {"name": request.model.name, "context_window": request.model.context_window},
        "tokenizer": given.counted.counter_name,
        "used_before": given.tokens_used_before,
        "policy": report.policy.model_dump(mode="json"),
        "strategy": report.strategy.value,
        "settings": report.settings.model_dump(mode="json"),
        "overrides": report.overrides.model_dump(mode="json", exclude_defaults=True) or None,
        "targets": list(request.direct_target_refs),
        "degraded": report.degraded_state,
        "skipped": given.counted.candidates.skipped_records,
        "budget": {
            "total": budget.total_budget,
            "knowledge": budget.knowledge_card_budget,
            "bucket": budget.bucket_budget,
            "used": report.total_tokens_used,
        },
        "overheads": {name: getattr(separators, name) for name in Separators.__slots__},
        "cards": list(_cards(report)) if rows is None else rows,
        "buckets": _buckets(report),
        "files": _files(report),
    }
    return receipt | ({"texts": _texts(report)} if keep_texts else {})


def has_rows(report: InjectionReport, rows: list[Any]) -> bool:
    """Whether the rows of a receipt that was replayed are surely those of the replay.

    What competes passes through a replay as it is, so the order and what is decided are compared;
    rows that a replay might spell in another way are not told to be the same.
    """
    order = report.prepared.cards.order
    if len(rows) != order.size or not np.array_equal(order, np.arange(order.size)):
        return False
    tiers, reasons = report.tier_by_rank.tolist(), report.card_rows.reasons.tolist()
    due = [(_FORMS[tier], REASON_LABELS[why]) for tier, why in zip(tiers, reasons, strict=True)]
    return due == [(row[6], row[7]) for row in rows] and all(
        len(row) == _WIDTH
        and type(row[3]) is list
        and len(row[3]) == len(TIERS)
        and row[5] != ""
        and (row[4] is None or (type(row[4]) is str and row[4] != ""))
        for row in rows
    )


def _cards(report: InjectionReport) -> Iterator[list[Any]]:
    """Give a row for each card, in order of relevance."""
    cards = report.prepared.cards
    columns, uncountable = cards.columns, report.prepared.counted.uncountable
    columns_of = (columns.kinds, columns.matters, columns.sources, columns.references)
    kinds, matters, sources, references = (_texts_of(one, cards.order) for one in columns_of)
    sizes = cards.costs.tolist()
    for rank, place in np.argwhere(cards.costs == ABSENT).tolist():
        sizes[rank][place] = None
    for rank, row in enumerate(cards.order.tolist() if uncountable else ()):
        if row in uncountable:
            for tier in np.flatnonzero(columns.has_text[row] & (cards.costs[rank] == ABSENT)):
                sizes[rank][tier] = UNCOUNTABLE
    rows = zip(
        *(cards.order.tolist(), kinds, cards.relevance.tolist(), sizes, sources, references),
        *(matters, report.tier_by_rank.tolist(), report.card_rows.reasons.tolist()),
        strict=True,
    )
    for row, kind, score, tokens, source, reference, matter, tier, reason in rows:
        of_file = source == BUCKET_FILE or reference is None
        yield [
            columns.node_ids[row],
            kind,
            _plain(score),
            tokens,
            reference if of_file else [source, reference],
            matter,
            None if tier < 0 else TIERS[tier],
            REASON_LABELS[reason],
        ]


def _texts_of(column: Interned, order: Int32) -> list[str | None]:
    """Return the texts of a column in an order, made of its codes at once."""
    words = (*column.vocabulary, None)  # the code of "none" is the last place
    return [words[code] for code in column.codes[order].tolist()]


def _buckets(report: InjectionReport) -> list[list[Any]]:
    """Return a row for each bucket, in the order of the set."""
    *_, backgrounds, _balance = report.ledger.parts
    reasons = {
        choice.bucket_index: (choice.verdict is Verdict.INCLUDED, entry.reason.code)
        for choice, entry in zip(report.backgrounds, backgrounds, strict=True)
    }
    rows = []
    for index, one in enumerate(report.prepared.counted.buckets):
        tokens = one.background
        if one.bucket.background and tokens is None:
            tokens = UNCOUNTABLE
        included, reason = reasons.get(index, (False, None))
        form = "text" if included else None
        bucket = one.bucket
        rows.append([bucket.bucket_id, bucket.matter_id, one.heading, tokens, form, reason])
    return rows


def _files(report: InjectionReport) -> list[list[Any]]:
    """Return a row for each file, in the order of the set."""
    modes, reasons = report.file_rows.columns.modes.tolist(), report.file_rows.reasons.tolist()
    forms = {list(Mode).index(Mode.INLINED): "text", list(Mode).index(Mode.LISTED): "line"}
    decided = {
        id(file.counted): (file.relevance, forms.get(modes[place]), REASON_LABELS[reasons[place]])
        for place, file in enumerate(report.prepared.files)
    }
    rows = []
    for one in report.prepared.counted.files:
        score, form, reason = decided[id(one)]
        rows.append(
            [
                one.bucket_index,
                one.file.file_id,
                _plain(score),
                [one.line, one.text],
                one.heading,
                form,
                reason,
            ]
        )
    return rows


def _texts(report: InjectionReport) -> dict[str, dict[str, str]]:
    """Return the texts of what competed, by id and form, as far as the set has them."""
    columns, counted = report.prepared.cards.columns, report.prepared.counted
    texts: dict[str, dict[str, str]] = {}
    for row, node_id in enumerate(columns.node_ids):
        forms = {tier.label: columns.texts.get(row, tier) for tier in Tier}
        texts[node_id] = {form: text for form, text in forms.items() if text}
    for file in counted.files:
        texts[file.subject] = {"text": file.file.text} if file.file.text else {}
    return {name: forms for name, forms in texts.items() if forms}


def _plain(score: float) -> float | int:
    """Return a score as JSON of any maker writes it: a whole number without a point."""
    return int(score) if score.is_integer() else score
