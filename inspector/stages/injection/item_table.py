"""The table of the Budget lens: every row of the ledger, in the columns that somebody reads.

What stands over the rows of one verdict: how many, their tokens, and why, in few words.

Where over the whole axis of the split each row of the ledger is in, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from inspector.analysis.not_included import CAUSE_LABELS, ExclusionCause
from inspector.analysis.tuning.modes import INLINED, LISTED, RENDERED
from inspector.analysis.tuning.spans import Spans
from inspector.analysis.tuning.split import Splits
from inspector.core.arrays import Float64
from inspector.core.injection.card_rows import REASON_LABELS, REASONS, VERDICT_LABELS
from inspector.core.injection.prepare import Prepared
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Verdict
from inspector.language import localized, tr, tr_n
from inspector.present.reason_text import why_in_few_words
from inspector.present.shares import counted_tokens
from inspector.present.table import (
    Codes,
    Column,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
)
from inspector.present.table.snapshot import Heading
from inspector.present.threshold_columns import TOTAL_COLUMNS, TotalThresholds
from inspector.stages.injection.ledger_table import (
    LEDGER_COLUMNS,
    TYPES,
    LedgerTables,
    columns_of_run,
)

_TITLES = {cause.code: tr(cause.title) for cause in ExclusionCause} | {
    Verdict.INCLUDED.value: tr("Included"),
    Verdict.REDUCED.value: tr("In a shorter form"),
    Verdict.BALANCE.value: tr("Overhead and unused"),
}
OUTCOMES = tuple(_TITLES)
"""What becomes of a row, as the groups stand: what is not included first, by its cause."""

OUTCOME_COLUMN = "outcome"


def outcome_heading(data: TableData, label: str, rows: Rows) -> Heading:
    """Return the heading of the rows of one outcome: "Suppressed 9", "596 tokens · 8 cards: …".

    Tokens are those that the rows take; of what is not included those that are missing.
    """
    title = f"{_TITLES[label]} {localized(len(rows))}"
    takes = data.whole("takes")
    assert isinstance(takes, Numbers)
    known = np.abs(takes.values[rows])
    if takes.present is not None:
        known = known[takes.present[rows]]
    tokens = int(known.sum())
    said = [counted_tokens(tokens)]
    if label != Verdict.BALANCE:
        said += _reasons(data, rows)
    return Heading(title, " · ".join(said))


def _reasons(data: TableData, rows: Rows) -> list[str]:
    """Return how many cards, files and summaries there are for each reason, most first."""
    types, reasons = data.whole("type"), data.whole("reason")
    assert isinstance(types, Codes)
    assert isinstance(reasons, Codes)
    pairs = types.codes[rows].astype(np.int64) * len(REASON_LABELS) + reasons.codes[rows]
    counts: dict[tuple[str, str], int] = {}
    for pair, count in enumerate(np.bincount(pairs).tolist()):
        if count:
            kind, reason = divmod(pair, len(REASON_LABELS))
            key = (TYPES[kind], why_in_few_words(REASONS[reason]))
            counts[key] = counts.get(key, 0) + count
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return [_counted(kind, count, why) for (kind, why), count in ordered]


def _counted(kind: str, n: int, why: str) -> str:
    if kind == "card":
        return tr_n("1 card: {why}", "{n:,} cards: {why}", n, n=n, why=why)
    if kind == "file":
        return tr_n("1 file: {why}", "{n:,} files: {why}", n, n=n, why=why)
    return tr_n("1 summary: {why}", "{n:,} summaries: {why}", n, n=n, why=why)


_NEVER = "never"
_TEXTS_KEPT = 1_000
_STEPS = 1_000  # a stretch is said in tenths of a percent, never wider than it is


class SplitLines:
    """The stretches of the split at which each row of a ledger is in, and a file in full text.

    Nothing is worked out before a row is asked for.
    """

    def __init__(self, splits: Splits) -> None:
        """Take the splits. The rows are those of the ledger of any report that they hold for."""
        outcomes, report = splits.sweep.outcomes, splits.sweep.report
        self._starts = splits.starts
        self._ends = np.append(splits.starts[1:], splits.sweep.pieces.range.high)
        self._cards, self._files = outcomes.cards, outcomes.files
        self._backgrounds = outcomes.backgrounds.where(outcomes.backgrounds.forms == RENDERED)
        self._first_file = len(report.prepared.cards.order)
        self._first_background = self._first_file + len(report.prepared.files)
        self._buckets = [choice.bucket_index for choice in report.backgrounds]
        self._texts: dict[int, str] = {}  # of the rows that were looked at

    def stretches(self, row: int, form: int | None = None) -> tuple[Float64, Float64]:
        """Return the first and the last share of each stretch in which a row is in, ascending.

        In whatever form, or in one alone.
        """
        spans = self._spans(row)
        own = spans.whatever_form() if form is None else spans.where(spans.forms == form)
        return self._starts[own.first], self._ends[own.end - 1]

    def is_file(self, row: int) -> bool:
        """Tell whether a row is a file, which can be in by its title alone."""
        return self._first_file <= row < self._first_background

    def _spans(self, row: int) -> Spans:
        if row < self._first_file:
            return self._cards.of(row)
        if row < self._first_background:
            return self._files.of(row - self._first_file)
        place = row - self._first_background
        return self._backgrounds.of(self._buckets[place] if place < len(self._buckets) else -1)

    def pixels(self, row: int, width: int, form: int | None = None) -> list[tuple[int, int]]:
        """Return the runs of pixels, of ``width``, that a row's stretches touch: first and end.

        However many stretches there are, there is at most one run for every second pixel; a stretch
        that is narrower than a pixel has one.
        """
        lows, highs = self.stretches(row, form)
        first = np.minimum(np.floor(lows * width), width - 1).astype(np.intp)
        end = np.clip(np.ceil(highs * width), first + 1, width).astype(np.intp)
        steps = np.zeros(width + 1, dtype=np.int64)
        np.add.at(steps, first, 1)
        np.subtract.at(steps, end, 1)
        touched = np.concatenate([[False], np.cumsum(steps)[:-1] > 0, [False]])
        edges = np.flatnonzero(touched[1:] != touched[:-1]).tolist()
        return list(zip(edges[::2], edges[1::2], strict=True))

    def has_line(self, row: int) -> bool:
        """Tell whether a row is a candidate, which a row that closes the sum is not."""
        return row < self._first_background + len(self._buckets)

    def text(self, row: int) -> str:
        """Return the stretches of a row as text: "15–19, 61–100 %"; "never" where it has none.

        Those of a file that is in by its title, too, are told apart.
        """
        if not self.has_line(row):
            return ""
        if row not in self._texts:
            if len(self._texts) >= _TEXTS_KEPT:
                self._texts.clear()
            titles = self._said(row, LISTED) if self.is_file(row) else _NEVER
            if titles == _NEVER:
                self._texts[row] = self._said(row)
            else:
                whole = self._said(row, INLINED)
                self._texts[row] = tr(
                    "full text {whole}; title only {titles}", whole=whole, titles=titles
                )
        return self._texts[row]

    def _said(self, row: int, form: int | None = None) -> str:
        lows, highs = self.stretches(row, form)
        parts = []
        for low, high in zip(lows.tolist(), highs.tolist(), strict=True):
            first = math.ceil(round(low * _STEPS, 6)) * 100 / _STEPS
            last = math.floor(round(high * _STEPS, 6)) * 100 / _STEPS
            parts.append(f"{first:g}–{last:g}" if first < last else f"{100 * low:.4g}")
        return f"{', '.join(parts)} %" if parts else _NEVER


SPLIT_COLUMN = "included_at"


_TAKES = Column(
    "takes",
    "Tokens",
    "Tokens it takes; of what is not included, those that are missing, below 0.",
    Kind.INTEGER,
    width=6,
    write=lambda number: localized(int(number)).replace("-", "−"),
)
_OUTCOME = Column(
    OUTCOME_COLUMN,
    "Outcome",
    "Whether it is in, and what keeps it out.",
    Kind.ENUM,
    visible=False,
    width=11,
)
_INCLUDED_AT = Column(
    SPLIT_COLUMN,
    "Included at split",
    "Where from 0 to 100 % knowledge it is included, thin where a file is by its title only; the"
    " line is the present split.",
    Kind.TEXT,
    ("split",),
    width=14,
    searched=False,
)
_WRITTEN = {column.id: replace(column, visible=False) for column in LEDGER_COLUMNS}
_FIRST = (
    replace(_WRITTEN.pop("name"), title="Name", visible=True),
    replace(_WRITTEN.pop("card_kind"), visible=True, width=14),
    replace(_WRITTEN.pop("form"), visible=True),
    _TAKES,
    replace(_WRITTEN.pop("relevance"), visible=True),
    _INCLUDED_AT,
)
_TOKENS = replace(_WRITTEN.pop("tokens"), title="Tokens used")
ITEM_COLUMNS = (
    *_FIRST,
    _OUTCOME,
    _WRITTEN.pop("verdict"),
    _TOKENS,
    *_WRITTEN.values(),
    *TOTAL_COLUMNS,
)
"""What is read first, then everything that a written ledger has, hidden."""

_OF_CAUSE = np.array([0, *(OUTCOMES.index(label) for label in CAUSE_LABELS[1:])], dtype=np.uint8)
_OF_VERDICT = np.array(
    [OUTCOMES.index(label) if label in OUTCOMES else 0 for label in VERDICT_LABELS], dtype=np.uint8
)


class ItemTables:
    """Makes the table of each report; what all reports on one input share is made once for it."""

    def __init__(self, prepared: Prepared) -> None:
        """Take the prepared input that all reports share."""
        self._ledger = LedgerTables(prepared)
        self._columns: tuple[Column, ...] = ()

    @property
    def prepared(self) -> Prepared:
        """The input that all reports share."""
        return self._ledger.prepared

    def table(self, report: InjectionReport, lines: SplitLines | None = None) -> TableData:
        """Return the table of one report. Without ``lines`` nothing is said of other splits."""
        ledger = self._ledger.table(report)
        others = ledger.row_count - len(report.prepared.cards.order)
        self._columns = self._columns or _telling(ledger, report)
        return TableData(
            columns_of_run(self._columns, report),
            ledger.keys,
            {
                **ledger.values,
                OUTCOME_COLUMN: _lazy(lambda rows: _outcomes(ledger, rows)),
                "takes": _lazy(lambda rows: _taken(ledger, rows)),
                SPLIT_COLUMN: _included_at(ledger.row_count, lines),
                **TotalThresholds(report, others).columns(),
            },
        )


def _telling(ledger: TableData, report: InjectionReport) -> tuple[Column, ...]:
    """Return the columns, without those of the input at first that are the same in every row."""
    same = {one for one in ("card_kind", "relevance") if ledger.says_one_thing(one)}
    if report.budget.division != "both":
        same.add(SPLIT_COLUMN)  # there is nothing to split
    return tuple(replace(one, visible=one.visible and one.id not in same) for one in ITEM_COLUMNS)


def _lazy(some: Callable[[Rows | None], Values]) -> Lazy:
    return Lazy(lambda: some(None), some)


def _codes(ledger: TableData, column: str, rows: Rows | None) -> NDArray[np.integer[Any]]:
    values = ledger.whole(column) if rows is None else ledger.take(column, rows)
    assert isinstance(values, Codes)
    return values.codes


def _numbers(ledger: TableData, column: str, rows: Rows | None) -> Numbers:
    values = ledger.whole(column) if rows is None else ledger.take(column, rows)
    assert isinstance(values, Numbers)
    return values


def _outcomes(ledger: TableData, rows: Rows | None) -> Values:
    """Return the causes of rows, else their verdicts, in the order in which groups stand."""
    causes = _codes(ledger, "cause", rows)
    verdicts = _OF_VERDICT[_codes(ledger, "verdict", rows)]
    return Codes(np.where(causes > 0, _OF_CAUSE[causes], verdicts).astype(np.uint8), OUTCOMES)


def _taken(ledger: TableData, rows: Rows | None) -> Values:
    """Return the tokens of rows; below 0 those that are missing of what is not included."""
    tokens, missing = _numbers(ledger, "tokens", rows), _numbers(ledger, "left_out", rows)
    assert missing.present is not None
    return Numbers(np.where(missing.present, -missing.values, tokens.values))


def _included_at(row_count: int, lines: SplitLines | None) -> Lazy:
    def some(rows: Rows) -> Values:
        return Texts(["" if lines is None else lines.text(row) for row in rows.tolist()])

    return Lazy(lambda: some(np.arange(row_count)), some)
