"""The eight bands as plain values: where every piece stands in the model's window, in tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from inspector.core.assembly import Assembly, Band, Decision, PieceKind, Span, Step
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.assembly.names import KIND_TITLES, entry_key, step_key

_OUT = (Verdict.EXCLUDED, Verdict.SUPPRESSED, Verdict.DROPPED, Verdict.REFUSED)


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the window. ``part`` names its look; ``key`` its subject."""

    key: str
    name: str
    part: str
    start: int
    tokens: int
    detail: str = ""

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
    """

    step: Step
    start: int
    tokens: int
    blocks: tuple[Block, ...]
    out: tuple[str, ...]

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
    def overview(self) -> tuple[Block, ...]:
        """The window as one strip: steps, what stays free, the reserve. Nothing empty."""
        blocks = [
            Block(line.key, f"{int(line.step)} {tr(line.step.title)}", f"step-{int(line.step)}",
                  line.start, line.tokens)
            for line in self.lines
        ]  # fmt: skip
        end = self.used
        blocks.append(
            Block("balance:window.assembly_unused", tr("Unused"), "unused", end, self.unused)
        )
        end += self.unused
        name = tr("Output reserve")
        blocks.append(Block("balance:window.response_reserve", name, "reserve", end, self.reserve))
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
        if row.verdict in _OUT:
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
        lines=tuple(_line(band, tuple(out.get(band.step.account, ()))) for band in assembly.bands),
    )


def _line(band: Band, out: tuple[str, ...]) -> BandLine:
    return BandLine(
        step=band.step,
        start=band.start,
        tokens=band.tokens,
        blocks=tuple(_block(span) for span in band.spans if span.piece.size > 0),
        out=out,
    )


def _block(span: Span) -> Block:
    piece = span.piece
    detail = KIND_TITLES[piece.kind.value]
    if piece.overhead and piece.tokens:
        detail += tr(", {overhead:,} of them around it", overhead=piece.overhead)
    part = f"step-{int(piece.step)}"
    if piece.step is Step.INJECTION:
        part = piece.group.partition(":")[0]
        if piece.kind is PieceKind.HEADING:
            part = "heading"
    return Block(span_key(span), piece.title, part, span.start, piece.size, detail)


def span_key(span: Span) -> str:
    """Return the key of a piece; a heading has one although no ledger row is its own."""
    return f"{span.piece.kind.value}:{span.piece.subject}"


def rows_by_key(assembly: Assembly) -> dict[str, LedgerEntry]:
    """Return the ledger rows of everything but the injection's cards, by key."""
    cards = assembly.ledger.parts[1]
    return {
        entry_key(row): row for part in assembly.ledger.parts if part is not cards for row in part
    }
