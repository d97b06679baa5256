"""Everything of an assembly in the order of the prompt: what is in, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.assembly import Assembly, PieceKind, Step
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason
from inspector.language import capitalized, tr, tr_n
from inspector.present.assembly.bands import span_key
from inspector.present.assembly.names import entry_key

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
                name=capitalized(entry.name),
                kind=entry.kind,
                entry=entry,
                tokens=entry.tokens,
                start=starts[entry.reason],
            )
