"""The tables of a sweep: breakpoints, what gets in next, what leaves next, and the optimum."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from operator import attrgetter, itemgetter
from typing import Any

import numpy as np

from inspector.analysis.quantities import TOKENS_FREED, TOKENS_USED
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import Item, key_of
from inspector.analysis.tuning.sweep import Optimum, Sweep
from inspector.analysis.tuning.thresholds import NOWHERE, ItemKind, next_in, next_out
from inspector.core.candidates.card import TIERS
from inspector.core.injection.report import InjectionReport
from inspector.language import localized, tr
from inspector.present.axis_names import distance_text, item_name, number_text, written
from inspector.present.table import (
    Column,
    Elide,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
    decimals,
)
from inspector.present.table.spec import KIND_WORDS, table_of
from inspector.stages.tuning.readout import FormChange, change_counts, changes_at, names_of

Of = Callable[[Any], Any] | None


class TuningTable(StrEnum):
    """The tables, in the order of their tabs."""

    BREAKPOINTS = "breakpoints"
    NEXT_IN = "next-in"
    NEXT_OUT = "next-out"
    OPTIMUM = "tuning-optimum"


TITLES = {
    TuningTable.BREAKPOINTS: tr("Breakpoints"),
    TuningTable.NEXT_IN: tr("Nearest to enter"),
    TuningTable.NEXT_OUT: tr("Nearest to drop"),
    TuningTable.OPTIMUM: tr("Greedy vs optimal"),
}

_OUT = "out"
_KINDS = tuple(kind.value for kind in ItemKind)


def piece_key(piece: int) -> str:
    """Return the key of a breakpoint's row."""
    return f"breakpoint:{piece}"


def piece_of_key(key: str) -> int | None:
    """Return the piece of a breakpoint's key, None for another key."""
    kind, _, number = key.partition(":")
    return int(number) if kind == "breakpoint" and number.isdecimal() else None


def _integer(column_id: str, title: str, help_text: str, width: int = 8) -> Column:
    return Column(column_id, title, help_text, Kind.INTEGER, width=width)


def _count(column_id: str, title: str, help_text: str) -> Column:
    return Column(column_id, title, help_text, Kind.INTEGER, visible=False, width=5)


def _value(column_id: str, title: str, help_text: str, sweep: Sweep, of: Of = None) -> Column:
    axis = sweep.axis
    width = 13 if axis is Axis.DIVISION else 9
    return Column(column_id, title, help_text, Kind.NUMBER, width=width, of=of,
                  write=lambda value: written(axis, value))  # fmt: skip


def breakpoint_table(sweep: Sweep) -> TableData:
    """Return every place of the axis where something is added, removed or re-rendered."""
    pieces, outcomes = sweep.breakpoints, sweep.outcomes
    starts = sweep.pieces.starts[pieces]
    entering, leaving = change_counts(sweep)
    report = sweep.report

    def named(keep: Callable[[FormChange], bool]) -> Lazy:
        def some(rows: Rows) -> Values:
            return Texts(
                [
                    names_of(report, filter(keep, changes_at(sweep, int(pieces[row]))))
                    for row in rows.tolist()
                ]
            )

        return Lazy(lambda: some(np.arange(len(pieces), dtype=np.intp)), some)

    following = [*(pieces[1:] - 1).tolist(), len(sweep.pieces) - 1][: len(pieces)]
    firsts = [sweep.number_from(piece) for piece in pieces.tolist()]
    lasts = [sweep.number_to(piece) for piece in following]
    return TableData(
        (
            _value("from", "From", "The shortest number from which on it is so.", sweep),
            _value("to", "To", "The shortest number up to which it is so.", sweep),
            Column("comes_in", "Added", "What is added here.", Kind.TEXT, ("in",), width=26),
            Column("goes_out", "Removed", "What is removed here.", Kind.TEXT, ("out",), width=26),
            Column(
                "changes",
                "Re-rendered",
                "What stays in, at another rendering or mode.",
                Kind.TEXT,
                width=24,
            ),
            _integer("items", "Items", "Cards, files and backgrounds that are in.", 6),
            _integer("used", TOKENS_USED.title, TOKENS_USED.definition),
            Column(
                "value",
                "Value",
                "Relevance × weight of the rendering, of all cards that are in.",
                Kind.NUMBER,
                width=8,
                write=decimals(3),
            ),
            _integer("suppressed", TOKENS_FREED.title, TOKENS_FREED.definition, 10),
            _count("entering", "In", "How many items come in here."),
            _count("leaving", "Out", "How many items leave here."),
            Column(
                "exact",
                "Exactly from",
                "The first value to the last digit.",
                Kind.TEXT,
                visible=False,
                width=22,
            ),
        ),
        [piece_key(piece) for piece in pieces.tolist()],
        {
            "from": Numbers(np.array(firsts, dtype=np.float64)),
            "to": Numbers(np.array(lasts, dtype=np.float64)),
            "entering": Numbers(entering[pieces]),
            "leaving": Numbers(leaving[pieces]),
            "comes_in": named(lambda change: change.comes_in),
            "goes_out": named(lambda change: change.goes_out),
            "changes": named(lambda change: not change.comes_in and not change.goes_out),
            "items": Numbers(outcomes.items_in[pieces]),
            "used": Numbers(outcomes.used[pieces]),
            "value": Numbers(outcomes.value[pieces]),
            "suppressed": Numbers(outcomes.tokens_freed[pieces]),
            "exact": Texts([number_text(sweep.axis, start) for start in starts.tolist()]),
        },
    )


def next_in_table(sweep: Sweep) -> TableData:
    """Return what is out and gets in somewhere on the axis, the nearest first."""
    return _crossing_table(sweep, entering=True)


def next_out_table(sweep: Sweep) -> TableData:
    """Return what is in and leaves somewhere on the axis, the nearest first."""
    return _crossing_table(sweep, entering=False)


def _crossing_table(sweep: Sweep, *, entering: bool) -> TableData:
    report, current = sweep.report, sweep.current
    rows: list[tuple[Item, float, float, float]] = []
    for kind in ItemKind:
        found = next_in(sweep, kind) if entering else next_out(sweep, kind)
        for subject, up, down in zip(
            found.subjects.tolist(), found.above.tolist(), found.below.tolist(), strict=True
        ):
            if up != NOWHERE or down != NOWHERE:
                above = np.nan if up == NOWHERE else sweep.number_from(up)
                below = np.nan if down == NOWHERE else sweep.number_to(down)
                nearer = float(np.fmin(above - current, current - below))
                rows.append((Item(kind, subject), above, below, nearer))
    rows.sort(key=itemgetter(3))
    then = "it is included." if entering else "it leaves."
    columns = (
        Column("item", "Item", "What it is called.", Kind.TEXT, ("name",), width=30,
               of=lambda row: item_name(report, row[0].kind, row[0].subject)),
        Column("kind", "Kind", "Card, file or background.", Kind.ENUM, width=11, labels=_KINDS,
               of=lambda row: row[0].kind.value),
        _value("above", "Going up, at", f"The nearest higher value: {then}", sweep, itemgetter(1)),
        _value("below", "Going down, at", f"The nearest lower value: {then}", sweep,
               itemgetter(2)),
        Column("distance", "Distance", "How far the nearer of the two is from the current value.",
               Kind.NUMBER, width=9, write=lambda value: distance_text(sweep.axis, value),
               of=itemgetter(3)),
        Column("tokens", "Tokens", "What it takes, or would at least.", Kind.INTEGER, width=7,
               of=lambda row: _tokens(report, row[0])),
        Column("relevance", "Relevance", "Its relevance.", Kind.NUMBER, width=9,
               write=decimals(4), of=lambda row: _relevance(report, row[0])),
        Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=24, elide=Elide.MIDDLE,
               of=lambda row: key_of(report, row[0]).partition(":")[2]),
    )  # fmt: skip
    return table_of(columns, [key_of(report, row[0]) for row in rows], rows)


def _tokens(report: InjectionReport, item: Item) -> int:
    """Return what an item takes now; what is out, what its smallest form would take."""
    prepared = report.prepared
    if item.kind is ItemKind.CARD:
        tier = report.tiers.tier_by_rank.get(item.subject)
        chosen = int(prepared.cards.first_tier[item.subject]) if tier is None else tier
        return report.tiers.cost_of(item.subject, chosen)
    if item.kind is ItemKind.BACKGROUND:
        return prepared.counted.buckets[item.subject].background or 0
    choice = report.materialization.files[item.subject]
    counted = prepared.files[item.subject].counted
    return choice.tokens or counted.line or counted.text or 0


def _relevance(report: InjectionReport, item: Item) -> float:
    if item.kind is ItemKind.CARD:
        return float(report.prepared.cards.relevance[item.subject])
    if item.kind is ItemKind.FILE:
        return report.prepared.files[item.subject].relevance
    return float("nan")


def optimum_table(optimum: Optimum) -> TableData:
    """Return the cards that the best selection treats otherwise than the greedy one."""
    found, report = optimum.differences, optimum.greedy
    cards = report.prepared.cards

    def form(tier: int | None) -> str:
        return _OUT if tier is None else TIERS[tier]

    columns = (
        Column("item", "Card", "What it is called.", Kind.TEXT, ("name", "card"), width=30,
               of=lambda one: item_name(report, ItemKind.CARD, one.rank)),
        Column("node_kind", "Kind", "What it is about.", Kind.TEXT, ("kind",), width=16,
               words=KIND_WORDS,
               of=lambda one: cards.columns.kinds[int(cards.order[one.rank])]),
        Column("greedy", "Greedy", "Its rendering in the greedy selection.", Kind.ENUM, width=10,
               labels=(_OUT, *TIERS), of=lambda one: form(one.greedy)),
        Column("best", "Best", "Its rendering in the best selection.", Kind.ENUM, width=10,
               labels=(_OUT, *TIERS), of=lambda one: form(one.best)),
        Column("value", "Value", "How much value the change brings.", Kind.NUMBER, width=9,
               write=lambda value: f"{value:+.3f}", of=attrgetter("value")),
        Column("tokens", "Tokens", "How many more tokens it takes.", Kind.INTEGER, width=8,
               write=lambda value: localized(int(value), '+,'), of=attrgetter("tokens")),
        Column("relevance", "Relevance", "Its relevance.", Kind.NUMBER, width=9,
               write=decimals(4), of=lambda one: cards.relevance[one.rank]),
    )  # fmt: skip
    return table_of(
        columns, [key_of(report, Item(ItemKind.CARD, one.rank)) for one in found], found
    )
