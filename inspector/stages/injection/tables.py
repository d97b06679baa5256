"""What the request expects, and whether the run meets it.

Which rows of the ledger a group of segments stands for, in the language of filters.

The tables of a run, made when somebody looks at one, and the subjects of their rows.
"""

from __future__ import annotations

from enum import StrEnum
from operator import itemgetter

from inspector.analysis.expectations import CheckedRun, checked
from inspector.analysis.not_included import ExclusionCause
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import pointer
from inspector.language import tr, tr_n
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.spec import table_of
from inspector.stages.injection.item_table import ItemTables, SplitLines

RESULTS = ("met", "not met", "unreadable")
_APART = "\t"  # between the place and the subject in a key; a pointer of ours has none
EXPECTATION_COLUMNS = (
    Column("expectation", "Expectation", "What has to be so.", Kind.TEXT, ("name",), width=44,
           of=itemgetter(1)),
    Column("result", "Result", "Whether it is so.", Kind.ENUM, ("state",), width=11,
           labels=RESULTS, of=itemgetter(2)),
    Column("found", "Found", "What the run came to.", Kind.TEXT, width=34, of=itemgetter(3)),
    Column("place", "Place", "Where the request asks for it.", Kind.TEXT, visible=False, width=26,
           elide=Elide.MIDDLE, of=itemgetter(0)),
)  # fmt: skip


def expectation_table(report: InjectionReport) -> TableData:
    """Return the expectations; a key leads to the subject that it is about, if there is one."""
    held = checked(report)
    rows = [(one.place, one.expectation, RESULTS[not one.met], one.found) for one in held.outcomes]
    for problem in held.problems:
        place = problem.place.pointer or ""
        rows.append((place, _limit_at(report, place), RESULTS[2], problem.message))
    keys = [f"{place}{_APART}{_subject_at(report, place)}" for place, *_ in rows]
    return table_of(EXPECTATION_COLUMNS, keys, rows)


def subject_of_expectation(key: str) -> str:
    """Return the subject, written ``kind:id``, that a row is about; "" for none."""
    return key.partition(_APART)[2]


def expectations_met(held: CheckedRun) -> tuple[int, int]:
    """Return how many expectations are met, and how many there are."""
    met = sum(outcome.met for outcome in held.outcomes)
    return met, len(held.outcomes) + len(held.problems)


def expectations_text(held: CheckedRun) -> str:
    """Return how many expectations are met, "" where nothing is expected."""
    met, whole = expectations_met(held)
    if not whole:
        return ""
    if met == whole:
        return tr_n("expectation met", "all {whole:,} expectations met", whole, whole=whole)
    return tr("{missed:,} of {whole:,} expectations NOT MET", missed=whole - met, whole=whole)


def _limit_at(report: InjectionReport, place: str) -> str:
    expect = report.prepared.request.expect
    limits = expect.limits if expect else ()
    found = (text for at, text in enumerate(limits) if pointer("expect", "limits", at) == place)
    return next(found, place)


def _subject_at(report: InjectionReport, place: str) -> str:
    """Return the first card, file or background of an expectation that the set has."""
    expect = report.prepared.request.expect
    parts = place.split("/")
    if expect is None or len(parts) < 4 or parts[2] == "limits":
        return ""
    entry = getattr(expect, parts[2])[int(parts[3])]
    cards = report.prepared.cards.columns.row_of
    files = {file.counted.reference for file in report.prepared.files}
    for one in (entry,) if isinstance(entry, str) else entry:
        if one in cards:
            return f"card:{one}"
        if one in files:
            return f"file:{one}"
    return ""


class TableId(StrEnum):
    """The tables of one run."""

    LEDGER = "ledger"
    EXPECTATIONS = "expectations"


_INJECTED = "tokens>0"
_ROWS = {
    "knowledge": f"account:knowledge type:card {_INJECTED}",
    "bucket": f"account:bucket {_INJECTED}",
    "entity": f"type:card kind:entity {_INJECTED}",
    "procedure": f"type:card kind:procedure {_INJECTED}",
    "interaction_policy": f"type:card kind:interaction_policy {_INJECTED}",
    "other": f"type:card -kind:entity -kind:procedure -kind:interaction_policy {_INJECTED}",
    "background": "type:background state:included",
    "inlined": "type:file state:included",
    "listed": "type:file state:reduced",
    "overhead": "reason:overhead",
    "released": "reason:released",
    "unused": "reason:unused",
    "unallocated": "reason:unallocated",
    **{cause.code: f"out:{cause.code}" for cause in ExclusionCause},
}


def rows_of_group(group: str) -> str | None:
    """Return the filter of the ledger that keeps the rows of a group; None for an unknown one."""
    return _ROWS.get(group)


def cards_of_file(subject: str) -> str:
    """Return the filter that keeps the cards that were extracted from one file."""
    escaped = reference_of_subject(subject).replace("\\", "\\\\").replace('"', '\\"')
    return f'source_ref="{escaped}"'


TITLES = {TableId.LEDGER: tr("Ledger"), TableId.EXPECTATIONS: tr("Expectations")}


class RunTables:
    """Makes tables. What all reports on one prepared input share is made once for it."""

    def __init__(self) -> None:
        self._items: ItemTables | None = None

    def table(
        self, table: TableId, report: InjectionReport, lines: SplitLines | None = None
    ) -> TableData:
        """Return one table of a report; ``lines`` say what other splits do, where known."""
        if table is TableId.EXPECTATIONS:
            return expectation_table(report)
        if self._items is None or self._items.prepared is not report.prepared:
            self._items = ItemTables(report.prepared)
        return self._items.table(report, lines)


def subject_of_row(table: TableId, key: str) -> str:
    """Return the subject, written ``kind:id``, of a row; "" for no row."""
    return key if table is TableId.LEDGER else subject_of_expectation(key)


def row_of_subject(table: TableId, subject: str) -> str:
    """Return the key of a subject's row in a table, "" where it has none there."""
    return subject if table is TableId.LEDGER else ""
