"""The tables of an assembly: everything in it, and the eight steps with what closes the window."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, NamedTuple

from inspector.core.assembly import Assembly, Step
from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.reasons import Reason
from inspector.present.table import Column, Elide, Kind, TableData, percent
from inspector.present.table.spec import table_of
from inspector.stages.assembly.bands import ItemRow, item_rows
from inspector.stages.assembly.names import (
    KIND_TITLES,
    LENS_TITLES,
    deciding_lens,
    step_key,
    step_name,
)

STEP_LABELS = (*(f"{int(step)} {step.title}" for step in Step), "window")
_REASONS = (*(reason.code for reason in Reason), "")
_RULES = (*dict.fromkeys(reason.rule for reason in Reason), "")


def _of_entry(name: str) -> Callable[[ItemRow], Any]:
    """Return what gives a field of a row's ledger entry, None where it has none."""
    read = attrgetter(name)
    return lambda row: None if row.entry is None else read(row.entry)


ITEM_COLUMNS = (
    Column("step", "Step", "The step of the prompt it belongs to.", Kind.ENUM, width=18,
           labels=STEP_LABELS,
           of=lambda row: STEP_LABELS[-1 if row.step is None else row.step - 1]),
    Column("name", "Item", "What people call it.", Kind.TEXT, ("item",), width=30,
           of=attrgetter("name")),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=12,
           labels=(*VERDICT_LABELS, ""), of=_of_entry("verdict")),
    Column("tokens", "Tokens", "Tokens of its content.", Kind.INTEGER, width=8,
           of=attrgetter("tokens")),
    Column("layout", "Layout", "Tokens of headings and separators around it.", Kind.INTEGER,
           width=7, of=lambda row: row.layout or None),
    Column("start", "Start", "The token of the window at which it starts.", Kind.INTEGER, width=8,
           of=attrgetter("start")),
    Column("decided", "Decided in", "The lens that decided.", Kind.ENUM, ("lens",), width=11,
           labels=("", *LENS_TITLES.values()), of=lambda row: LENS_TITLES.get(_lens_of(row))),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, visible=False, width=60,
           of=_of_entry("sentence")),
    Column("type", "Type", "What it is.", Kind.ENUM, visible=False, width=11,
           labels=tuple(KIND_TITLES.values()), of=lambda row: KIND_TITLES[row.kind]),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, visible=False, width=7,
           of=_of_entry("needed")),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, visible=False,
           width=18, labels=_REASONS, of=_of_entry("reason.code")),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, visible=False,
           width=18, labels=_RULES, of=_of_entry("rule")),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=20,
           elide=Elide.MIDDLE, of=lambda row: row.key.partition(":")[2]),
)  # fmt: skip


def item_table(assembly: Assembly) -> TableData:
    """Return everything in the order of the prompt; keys are kind and id."""
    rows = item_rows(assembly)
    return table_of(ITEM_COLUMNS, [row.key for row in rows], rows)


def step_table(assembly: Assembly) -> TableData:
    """Return the eight steps and the rows that close the window; keys are ``step:`` and number."""
    rows = item_rows(assembly)
    out = [0] * 8
    for row in rows:
        if row.step is not None and row.start is None:
            out[row.step - 1] += 1
    report = assembly.injection
    candidates = sum(len(part) for part in report.ledger.parts[:3])
    placed = sum(band.step is Step.INJECTION for band in assembly.bands for _ in band.spans)
    headings = sum(row.kind == "heading" for row in rows)
    out[Step.INJECTION - 1] = candidates - (placed - headings)
    closing = [row for row in rows if row.step is None]
    window = max(assembly.limits.window, 1)
    named = [step_name(assembly, step) for step in Step]
    lines = [
        _Line(
            f"{name.number} {name.title}",
            sum(span.piece.kind.value != "heading" for span in band.spans),
            out[band.step - 1],
            band.tokens,
            band.start,
            name.help,
        )
        for band, name in zip(assembly.bands, named, strict=True)
    ]
    lines += [
        _Line(row.name, None, None, row.tokens, row.start or 0,
              "" if row.entry is None else row.entry.reason.help)
        for row in closing
    ]  # fmt: skip
    columns = (
        Column("step", "Step", "The step of the prompt, or a part of the window.", Kind.TEXT,
               ("name",), width=24, of=attrgetter("title")),
        Column("items", "In", "Pieces that are in.", Kind.INTEGER, width=6,
               of=attrgetter("items")),
        Column("out", "Out", "Pieces that were left out.", Kind.INTEGER, width=6,
               of=attrgetter("out")),
        Column("tokens", "Tokens", "Tokens it takes, layout included.", Kind.INTEGER, width=9,
               of=attrgetter("tokens")),
        Column("start", "Start", "The token of the window at which it starts.", Kind.INTEGER,
               width=9, of=attrgetter("start")),
        Column("end", "End", "Where the next one starts.", Kind.INTEGER, width=9,
               of=lambda line: line.start + abs(line.tokens)),
        Column("share", "Window", "Part of the window.", Kind.NUMBER, width=8, write=percent(1),
               of=lambda line: line.tokens / window),
        Column("brings", "Brings", "What the step is for.", Kind.TEXT, visible=False, width=60,
               of=attrgetter("brings")),
    )  # fmt: skip
    keys = [*(step_key(step) for step in Step), *(row.key for row in closing)]
    return table_of(columns, keys, lines)


class _Line(NamedTuple):
    """A step, or what closes the window."""

    title: str
    items: int | None
    out: int | None
    tokens: int
    start: int
    brings: str


def _lens_of(row: ItemRow) -> str:
    if row.entry is None:
        return "injection" if row.step is Step.INJECTION else ""
    return deciding_lens(row.entry)
