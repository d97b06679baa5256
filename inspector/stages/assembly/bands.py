"""The eight bands as plain values: where every piece stands in the model's window, in tokens.

Everything of an assembly in the order of the prompt: what is in, and what was left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.core.assembly import Assembly, Band, Decision, PieceKind, Span, Step
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.language import capitalized, tr, tr_n
from inspector.present.reason_text import entry_name
from inspector.stages.assembly.words import (
    KIND_TITLES,
    OUT,
    StepWords,
    entry_key,
    step_key,
    step_name,
)


@dataclass(frozen=True, slots=True)
class BandBlock:
    """A stretch of the window. ``part`` names its look; ``key`` its subject.

    ``layout`` are those of its tokens that stand around a piece's own.
    """

    key: str
    name: str
    part: str
    start: int
    tokens: int
    detail: str = ""
    layout: int = 0

    @property
    def end(self) -> int:
        """Where the next stretch starts."""
        return self.start + self.tokens

    @property
    def text(self) -> str:
        """Everything there is to say, the name on a line of its own."""
        more = f"{self.detail}\n" if self.detail else ""
        span = tr("tokens {start:,} to {end:,}", start=self.start, end=self.end)
        return tr(
            "{value}\n{more}{tokens:,} tokens · {span}",
            value=self.name,
            more=more,
            tokens=self.tokens,
            span=span,
        )


@dataclass(frozen=True, slots=True)
class BandLine:
    """One of the eight steps: its pieces, and what relevance or discipline left out of it.

    ``out`` are the titles of what is not in. The injection's own candidates are not among them.
    The first stands for steps 1 to 5 where the request states these in one.
    ``empty`` is what is said where it takes nothing.
    """

    step: Step
    name: StepWords
    start: int
    tokens: int
    blocks: tuple[BandBlock, ...]
    out: tuple[str, ...]
    empty: str

    @property
    def key(self) -> str:
        """The step's key."""
        return step_key(self.step)

    @property
    def end(self) -> int:
        """Where the next step starts."""
        return self.start + self.tokens


@dataclass(frozen=True)
class Bands:
    """The whole window in tokens."""

    window: int
    reserve: int
    used: int
    unused: int
    over: int
    soft: int
    hard: int
    decision: Decision
    lines: tuple[BandLine, ...]

    @property
    def total(self) -> int:
        """Where everything ends: the window, and what exceeds it."""
        return self.window + self.over

    @cached_property
    def overview(self) -> tuple[BandBlock, ...]:
        """The window as one strip: steps, what stays free, the reserve. Nothing empty."""
        blocks = [
            BandBlock(line.key, f"{line.name.number} {line.name.title}", f"step-{int(line.step)}",
                  line.start, line.tokens)
            for line in self.lines
        ]  # fmt: skip
        end = self.used
        blocks.append(
            BandBlock("balance:window.assembly_unused", tr("Unused"), "unused", end, self.unused)
        )
        end += self.unused
        name = tr("Output reserve")
        blocks.append(
            BandBlock("balance:window.response_reserve", name, "reserve", end, self.reserve)
        )
        return tuple(block for block in blocks if block.tokens > 0)

    def line(self, step: Step) -> BandLine:
        """Return the line of one step."""
        return self.lines[int(step) - 1]

    def words(self, key: str) -> str:
        """Say everything about a step or a piece, "" for what is neither."""
        for block in (*self.overview, *(one for line in self.lines for one in line.blocks)):
            if block.key == key:
                return block.text
        return ""

    def step_of(self, key: str) -> Step | None:
        """Return the step that a key names or whose piece it names."""
        for line in self.lines:
            if key == line.key or any(block.key == key for block in line.blocks):
                return line.step
        return None


def bands_of(assembly: Assembly) -> Bands:
    """Return the bands of an assembly."""
    out: dict[str, list[str]] = {}
    for row in assembly.around.rows:
        if row.verdict in OUT:
            out.setdefault(row.account, []).append(row.name)
    return Bands(
        window=assembly.limits.window,
        reserve=assembly.limits.reserve,
        used=assembly.used,
        unused=assembly.unused,
        over=assembly.over,
        soft=assembly.limits.soft,
        hard=assembly.limits.hard,
        decision=assembly.decision,
        lines=tuple(
            _line(assembly, band, tuple(out.get(band.step.account, ()))) for band in assembly.bands
        ),
    )


def _line(assembly: Assembly, band: Band, out: tuple[str, ...]) -> BandLine:
    elsewhere = assembly.steps_before_given and band.step.before_injection
    return BandLine(
        step=band.step,
        name=step_name(assembly, band.step),
        start=band.start,
        tokens=band.tokens,
        blocks=tuple(_block(span) for span in band.spans if span.piece.size > 0),
        out=out,
        empty=tr("in 1–5") if elsewhere else tr("nothing"),
    )


def _block(span: Span) -> BandBlock:
    piece = span.piece
    detail = KIND_TITLES[piece.kind.value]
    layout = piece.overhead if piece.tokens else 0
    if layout:
        detail += tr(", {overhead:,} of them around it", overhead=layout)
    part = f"step-{int(piece.step)}"
    if piece.step is Step.INJECTION:
        part = piece.group.partition(":")[0]
        if piece.kind is PieceKind.HEADING:
            part = "heading"
    return BandBlock(span_key(span), piece.title, part, span.start, piece.size, detail, layout)


def span_key(span: Span) -> str:
    """Return the key of a piece; a heading has one although no ledger row is its own."""
    return f"{span.piece.kind.value}:{span.piece.subject}"


LEFT_OUT = "left_out:injection"


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One row: a piece in its place, something left out, or what closes the sum.

    ``tokens`` and ``layout`` are what it takes; ``start`` is None for what is not in the window.
    ``entry`` is its ledger row, None for a heading and for what stands for several rows.
    """

    key: str
    step: Step | None
    name: str
    kind: str
    entry: LedgerEntry | None
    tokens: int = 0
    layout: int = 0
    start: int | None = None

    @property
    def size(self) -> int:
        """Tokens that it takes in the window, layout included."""
        return self.tokens + self.layout


def item_rows(assembly: Assembly) -> list[ItemRow]:
    """Return all rows, step by step. Their sizes add up to the window.

    The candidates that the injection left out are one row: there may be a million of them.
    """
    return list(_rows(assembly))


def _rows(assembly: Assembly) -> Iterator[ItemRow]:
    injected = _injected_entries(assembly)
    for band in assembly.bands:
        placed = {span_key(span): span for span in band.spans}
        if band.step is Step.INJECTION:
            for key, span in placed.items():
                piece = span.piece
                yield ItemRow(
                    key, band.step, piece.title, piece.kind.value, injected.get(key),
                    piece.tokens, piece.overhead, span.start,
                )  # fmt: skip
            yield from _left_out(assembly)
        for entry in assembly.around.rows:
            if entry.account != band.step.account:
                continue
            at = placed.get(entry_key(entry))
            yield ItemRow(
                key=entry_key(entry),
                step=band.step,
                name=entry.name,
                kind=entry.kind,
                entry=entry,
                tokens=entry.tokens,
                layout=0 if at is None else at.piece.overhead,
                start=None if at is None else at.start,
            )
    yield from _closing(assembly)


def _injected_entries(assembly: Assembly) -> dict[str, LedgerEntry]:
    """Return the ledger rows of what the injection let in, by key."""
    report = assembly.injection
    cards, files, backgrounds, _ = report.ledger.parts
    entries = [cards[rank] for rank in report.tiers.ranks.tolist()]
    return {entry_key(entry): entry for entry in (*entries, *files, *backgrounds)}


def _counted(kind: PieceKind, count: int) -> str:
    match kind:
        case PieceKind.CARD:
            return tr_n("{count:,} card", "{count:,} cards", count, count=count)
        case PieceKind.FILE:
            return tr_n("{count:,} file", "{count:,} files", count, count=count)
        case _:
            return tr_n("{count:,} background", "{count:,} backgrounds", count, count=count)


def _left_out(assembly: Assembly) -> Iterator[ItemRow]:
    report = assembly.injection
    cards, files, backgrounds, _ = report.ledger.parts
    kinds = (PieceKind.CARD, PieceKind.FILE, PieceKind.BACKGROUND)
    inside = [span.piece.kind for span in assembly.bands[Step.INJECTION - 1].spans]
    counts = [
        len(rows) - inside.count(kind)
        for rows, kind in zip((cards, files, backgrounds), kinds, strict=True)
    ]
    named = [_counted(kind, count) for count, kind in zip(counts, kinds, strict=True) if count]
    if named:
        name = tr("{names} not injected", names=", ".join(named))
        yield ItemRow(LEFT_OUT, Step.INJECTION, name, "left_out", None)


def _closing(assembly: Assembly) -> Iterator[ItemRow]:
    starts = {
        Reason.ASSEMBLY_UNUSED: assembly.unused_span[0],
        Reason.ASSEMBLY_OVER: assembly.limits.window,
        Reason.RESPONSE_RESERVE: assembly.reserve_span[0],
    }
    for entry in reversed(tuple(assembly.ledger.parts[-1])):
        if entry.reason in starts:
            yield ItemRow(
                key=entry_key(entry),
                step=None,
                name=capitalized(entry_name(entry)),
                kind=entry.kind,
                entry=entry,
                tokens=entry.tokens,
                start=starts[entry.reason],
            )
