"""The tables of a sweep: breakpoints, what gets in next, what leaves next, and the optimum."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from inspector.analysis.quantities import TOKENS_FREED, TOKENS_USED
from inspector.analysis.tuning.axes import Axis
from inspector.analysis.tuning.runs import Item, key_of
from inspector.analysis.tuning.sweep import Optimum, Sweep
from inspector.analysis.tuning.thresholds import NOWHERE, ItemKind, next_in, next_out
from inspector.core.candidates.card import Tier
from inspector.core.injection.report import InjectionReport
from inspector.language import localized, tr
from inspector.present.axis_names import distance_text, item_name, number_text, written
from inspector.present.table import (
    Codes,
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
from inspector.stages.tuning.readout import Change, ChangeCounts, changes_at, names_of

Int64 = npt.NDArray[np.int64]


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
_TIERS = tuple(tier.label for tier in Tier)
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


def _value(column_id: str, title: str, help_text: str, sweep: Sweep) -> Column:
    axis = sweep.axis
    return Column(
        column_id,
        title,
        help_text,
        Kind.NUMBER,
        width=13 if axis is Axis.DIVISION else 9,
        write=lambda value: written(axis, value),
    )


def breakpoint_table(sweep: Sweep) -> TableData:
    """Return every place of the axis where something is added, removed or re-rendered."""
    pieces, outcomes = sweep.breakpoints, sweep.outcomes
    starts = sweep.pieces.starts[pieces]
    counts = ChangeCounts(sweep)
    report = sweep.report

    def named(keep: Callable[[Change], bool]) -> Lazy:
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
            "entering": Numbers(counts.entering[pieces]),
            "leaving": Numbers(counts.leaving[pieces]),
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
    items: list[Item] = []
    below: list[float] = []
    above: list[float] = []
    for kind in ItemKind:
        found = next_in(sweep, kind) if entering else next_out(sweep, kind)
        for subject, up, down in zip(
            found.subjects.tolist(), found.above.tolist(), found.below.tolist(), strict=True
        ):
            if up != NOWHERE or down != NOWHERE:
                items.append(Item(kind, subject))
                above.append(np.nan if up == NOWHERE else sweep.number_from(up))
                below.append(np.nan if down == NOWHERE else sweep.number_to(down))
    ups, downs = np.array(above, dtype=np.float64), np.array(below, dtype=np.float64)
    distance = np.fmin(ups - sweep.current, sweep.current - downs)
    order = np.lexsort((np.arange(len(items)), distance))
    chosen = [items[place] for place in order.tolist()]
    report = sweep.report
    return TableData(
        (
            Column("item", "Item", "What it is called.", Kind.TEXT, ("name",), width=30),
            Column("kind", "Kind", "Card, file or background.", Kind.ENUM, width=11),
            _value(
                "above",
                "Going up, at",
                "The nearest higher value: it is included."
                if entering
                else "The nearest higher value: it leaves.",
                sweep,
            ),
            _value(
                "below",
                "Going down, at",
                "The nearest lower value: it is included."
                if entering
                else "The nearest lower value: it leaves.",
                sweep,
            ),
            Column(
                "distance",
                "Distance",
                "How far the nearer of the two is from the current value.",
                Kind.NUMBER,
                width=9,
                write=lambda value: distance_text(sweep.axis, value),
            ),
            Column("tokens", "Tokens", "What it takes, or would at least.", Kind.INTEGER, width=7),
            Column("relevance", "Relevance", "Its relevance.", Kind.NUMBER, width=9,
                   write=decimals(4)),
            Column("id", "Id", "Its id.", Kind.TEXT, visible=False, width=24, elide=Elide.MIDDLE),
        ),
        [key_of(report, item) for item in chosen],
        {
            "item": Texts([item_name(report, item.kind, item.subject) for item in chosen]),
            "kind": _kinds(chosen),
            "above": Numbers(ups[order]),
            "below": Numbers(downs[order]),
            "distance": Numbers(distance[order]),
            "tokens": Numbers.whole([_tokens(report, item) for item in chosen]),
            "relevance": Numbers(np.array([_relevance(report, item) for item in chosen], float)),
            "id": Texts([key_of(report, item).partition(":")[2] for item in chosen]),
        },
    )  # fmt: skip


def _kinds(items: Iterable[Item]) -> Codes:
    return Codes(np.array([_KINDS.index(one.kind.value) for one in items], dtype=np.uint8), _KINDS)


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
    items = [Item(ItemKind.CARD, one.rank) for one in found]
    labels = (_OUT, *_TIERS)

    def forms(tiers: list[int | None]) -> Codes:
        return Codes(np.array([0 if t is None else t + 1 for t in tiers], dtype=np.uint8), labels)

    columns, order = report.prepared.cards.columns, report.prepared.cards.order
    return TableData(
        (
            Column("item", "Card", "What it is called.", Kind.TEXT, ("name", "card"), width=30),
            Column("node_kind", "Kind", "What it is about.", Kind.TEXT, ("kind",), width=16),
            Column("greedy", "Greedy", "Its rendering in the greedy selection.", Kind.ENUM,
                   width=10),
            Column("best", "Best", "Its rendering in the best selection.", Kind.ENUM, width=10),
            Column("value", "Value", "How much value the change brings.", Kind.NUMBER, width=9,
                   write=lambda value: f"{value:+.3f}"),
            Column("tokens", "Tokens", "How many more tokens it takes.", Kind.INTEGER, width=8,
                   write=lambda value: localized(int(value), '+,')),
            Column("relevance", "Relevance", "Its relevance.", Kind.NUMBER, width=9,
                   write=decimals(4)),
        ),
        [key_of(report, item) for item in items],
        {
            "item": Texts([item_name(report, item.kind, item.subject) for item in items]),
            "node_kind": Texts([columns.kinds[int(order[one.rank])] or "" for one in found]),
            "greedy": forms([one.greedy for one in found]),
            "best": forms([one.best for one in found]),
            "value": Numbers(np.array([one.value for one in found], dtype=np.float64)),
            "tokens": Numbers.whole([one.tokens for one in found]),
            "relevance": Numbers(report.prepared.cards.relevance[[one.rank for one in found]]),
        },
    )  # fmt: skip
