"""The tables of an assembly, and its prompt part by part beside what overlap suppressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from inspector.core.assembly import Assembly, PieceKind, Step
from inspector.core.assembly.pieces import SEPARATOR
from inspector.core.candidates.card import Tier
from inspector.core.injection.card_rows import VERDICT_LABELS
from inspector.core.injection.rendering import RenderedPassage, bucket_passages, knowledge_passages
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.language import tr
from inspector.present.table import Column, Elide, Kind, TableData, percent
from inspector.present.table.spec import table_of
from inspector.present.why import SHOWN_CHARACTERS, most_similar
from inspector.stages.assembly.bands import ItemRow, bands_of, item_rows, span_key
from inspector.stages.assembly.words import (
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


GHOST = "ghost"
_PARTS = {"card": "entity", "background": "background", "heading": "overhead", "file": "inlined"}
_COMPARED = 100  # suppressed cards of one file that are put beside their paragraph


@dataclass(frozen=True, slots=True)
class PromptPart:
    """A stretch of text. ``key`` is its subject's, ``part`` the step or the part of the budget.

    A ``GHOST`` is not sent: it stands behind the passage that makes it redundant. ``note`` says
    what the part is.
    """

    text: str
    key: str
    part: str
    note: str = ""

    @property
    def sent(self) -> bool:
        """Whether the model gets it."""
        return self.part != GHOST


def prompt_parts(assembly: Assembly) -> tuple[PromptPart, ...]:
    """Return the text of all eight steps, and the ghosts of what overlap suppressed.

    What is sent, joined, is ``prompt_text``; a text that was left out of the inputs is empty here.
    """
    return tuple(part for part in _parts(assembly) if part.text)


def _parts(assembly: Assembly) -> Iterator[PromptPart]:
    notes = {block.key: block.text for line in bands_of(assembly).lines for block in line.blocks}
    for band in assembly.bands:
        if band.step is Step.INJECTION:
            yield from _injected(assembly.injection, notes)
        for span in band.spans:
            piece, key = span.piece, span_key(span)
            if piece.text:
                text = piece.text + (SEPARATOR if piece.overhead else "")
                yield PromptPart(text, key, f"step-{int(band.step)}", notes.get(key, ""))


def _injected(report: InjectionReport, notes: dict[str, str]) -> Iterator[PromptPart]:
    suppressed = _suppressed_by_file(report)
    for one in (*knowledge_passages(report), *bucket_passages(report)):
        key = f"{one.kind}:{one.subject}"
        note = notes.get(key, "")
        ghosts = suppressed.get(one.subject, ()) if one.kind == PieceKind.FILE else ()
        for text, after in _with_ghosts(one, ghosts):
            yield PromptPart(text, key, _part(one), note)
            yield from after
        if one.kind == PieceKind.HEADING:
            yield from _covered_background(report, one.subject.removesuffix(".heading"))


def _part(passage: RenderedPassage) -> str:
    """Return the part of the budget that a passage takes."""
    listed = passage.kind == PieceKind.FILE and not passage.before
    return "listed" if listed else _PARTS[passage.kind]


def _with_ghosts(
    passage: RenderedPassage, ghosts: Iterable[PromptPart]
) -> Iterator[tuple[str, list[PromptPart]]]:
    """Yield a passage in stretches, each with the ghosts that stand behind it."""
    text = passage.text or ""
    at: dict[int, list[PromptPart]] = {}
    for number, ghost in enumerate(ghosts):
        match = most_similar(ghost.text, text) if number < _COMPARED else None
        at.setdefault(len(text) if match is None else match.end, []).append(ghost)
    begin, before = 0, passage.before
    for end in sorted({*at, len(text)}):
        after = passage.after if end == len(text) else ""
        yield before + text[begin:end] + after, at.get(end, [])
        begin, before = end, ""


def _suppressed_by_file(report: InjectionReport) -> dict[str, list[PromptPart]]:
    """Return the suppressed cards by the reference of the file whose text covers them."""
    found: dict[str, list[PromptPart]] = {}
    cards = report.prepared.cards
    for rank in np.flatnonzero(report.suppressed).tolist():
        row, file = int(cards.order[rank]), report.covering_file(rank)
        tier = next((tier for tier in Tier if cards.tier_exists[rank, tier]), Tier.COMPACT)
        name = cards.columns.names[row]
        text = (cards.columns.texts.get(row, tier) or name)[:SHOWN_CHARACTERS]
        note = tr("{name}\nsuppressed: text already included", name=name)
        ghost = PromptPart(text, f"card:{cards.columns.node_ids[row]}", GHOST, note)
        found.setdefault(file.reference, []).append(ghost)
    return found


def _covered_background(report: InjectionReport, bucket_id: str) -> Iterator[PromptPart]:
    for choice in report.backgrounds:
        bucket = report.prepared.counted.buckets[choice.bucket_index].bucket
        if bucket.bucket_id == bucket_id and choice.verdict is Verdict.SUPPRESSED:
            note = tr("{name}\nsuppressed: covered by its cards", name=bucket.bucket_title)
            text = (bucket.background or "")[:SHOWN_CHARACTERS]
            yield PromptPart(text, f"background:{bucket_id}", GHOST, note)
