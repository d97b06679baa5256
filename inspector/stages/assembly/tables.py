"""The tables of an assembly: everything in it, and the eight steps with what closes the window."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from inspector.core.assembly import Assembly, Step
from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.reasons import Reason
from inspector.present.table import Codes, Column, Elide, Kind, Numbers, TableData, Texts
from inspector.present.table.data import percent
from inspector.stages.assembly.bands import ItemRow, item_rows
from inspector.stages.assembly.names import KIND_TITLES, LENS_TITLES, deciding_lens, step_key

STEP_LABELS = (*(f"{int(step)} {step.title}" for step in Step), "window")
_LENSES = ("", *LENS_TITLES.values())
_LENS_IDS = ("", *LENS_TITLES)
_KINDS = tuple(KIND_TITLES)
_VERDICTS = (*VERDICT_LABELS, "")
_REASONS = (*(reason.code for reason in Reason), "")
_RULES = (*dict.fromkeys(reason.rule for reason in Reason), "")

ITEM_COLUMNS = (
    Column("step", "Step", "The step of the prompt it belongs to.", Kind.ENUM, width=18),
    Column("name", "Item", "What people call it.", Kind.TEXT, ("item",), width=30),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=12),
    Column("tokens", "Tokens", "Tokens of its content.", Kind.INTEGER, width=8),
    Column("layout", "Layout", "Tokens of headings and separators around it.", Kind.INTEGER,
           width=7),
    Column("start", "Start", "The token of the window at which it starts.", Kind.INTEGER, width=8),
    Column("decided", "Decided in", "The lens that decided.", Kind.ENUM, ("lens",), width=11),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, visible=False, width=60),
    Column("type", "Type", "What it is.", Kind.ENUM, visible=False, width=11),
    Column("needed", "Needed", "Tokens it asked for.", Kind.INTEGER, visible=False, width=7),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, visible=False,
           width=18),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, visible=False,
           width=18),
    Column("id", "Id", "Its id or reference.", Kind.TEXT, visible=False, width=20,
           elide=Elide.MIDDLE),
)  # fmt: skip

STEP_COLUMNS = (
    Column("step", "Step", "The step of the prompt, or a part of the window.", Kind.TEXT,
           ("name",), width=24),
    Column("items", "In", "Pieces that are in.", Kind.INTEGER, width=6),
    Column("out", "Out", "Pieces that were left out.", Kind.INTEGER, width=6),
    Column("tokens", "Tokens", "Tokens it takes, layout included.", Kind.INTEGER, width=9),
    Column("start", "Start", "The token of the window at which it starts.", Kind.INTEGER, width=9),
    Column("end", "End", "Where the next one starts.", Kind.INTEGER, width=9),
    Column("share", "Window", "Part of the window.", Kind.NUMBER, width=8, write=percent(1)),
    Column("brings", "Brings", "What the step is for.", Kind.TEXT, visible=False, width=60),
)  # fmt: skip


def item_table(assembly: Assembly) -> TableData:
    """Return everything in the order of the prompt; keys are kind and id."""
    rows = item_rows(assembly)
    entries = [row.entry for row in rows]
    return TableData(
        ITEM_COLUMNS,
        [row.key for row in rows],
        {
            "step": _codes([8 if row.step is None else row.step - 1 for row in rows], STEP_LABELS),
            "name": Texts([row.name for row in rows]),
            "type": _labels([row.kind for row in rows], _KINDS, tuple(KIND_TITLES.values())),
            "verdict": _labels(["" if e is None else e.verdict for e in entries], _VERDICTS),
            "tokens": Numbers.whole([row.tokens for row in rows]),
            "layout": Numbers.whole([row.layout or None for row in rows]),
            "start": Numbers.whole([row.start for row in rows]),
            "needed": Numbers.whole([None if e is None else e.needed for e in entries]),
            "reason": _labels(["" if e is None else e.reason.code for e in entries], _REASONS),
            "decided": _labels([_lens_of(row) for row in rows], _LENS_IDS, _LENSES),
            "why": Texts(["" if e is None else e.sentence for e in entries]),
            "rule": _labels(["" if e is None else e.rule for e in entries], _RULES),
            "id": Texts([row.key.partition(":")[2] for row in rows]),
        },
    )


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
    tokens = [*(band.tokens for band in assembly.bands), *(row.tokens for row in closing)]
    starts = [*(band.start for band in assembly.bands), *(row.start or 0 for row in closing)]
    ends = [start + abs(size) for start, size in zip(starts, tokens, strict=True)]
    nothing: list[int | None] = [None] * len(closing)
    in_bands: list[int | None] = [
        sum(span.piece.kind.value != "heading" for span in band.spans) for band in assembly.bands
    ]
    return TableData(
        STEP_COLUMNS,
        [*(step_key(step) for step in Step), *(row.key for row in closing)],
        {
            "step": Texts([*STEP_LABELS[:8], *(row.name for row in closing)]),
            "items": Numbers.whole([*in_bands, *nothing]),
            "out": Numbers.whole([*out, *nothing]),
            "tokens": Numbers.whole(tokens),
            "start": Numbers.whole(starts),
            "end": Numbers.whole(ends),
            "share": Numbers(np.array([size / window for size in tokens], dtype=np.float64)),
            "brings": Texts(
                [
                    *(step.help for step in Step),
                    *("" if row.entry is None else row.entry.reason.help for row in closing),
                ]
            ),
        },
    )


def _lens_of(row: ItemRow) -> str:
    if row.entry is None:
        return "injection" if row.step is Step.INJECTION else ""
    return deciding_lens(row.entry)


def _codes(codes: Sequence[int], labels: tuple[str, ...]) -> Codes:
    return Codes(np.array(codes, dtype=np.uint16), labels)


def _labels(
    values: Sequence[str], known: tuple[str, ...], labels: tuple[str, ...] | None = None
) -> Codes:
    places = {value: place for place, value in enumerate(known)}
    return _codes([places[value] for value in values], labels or known)
