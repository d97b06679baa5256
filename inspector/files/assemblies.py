"""The result of an assembly as JSON, for other programs."""

from __future__ import annotations

from typing import Any

from inspector.core.arguments import require
from inspector.core.assembly import Assembly, Band, Span
from inspector.core.ledger import LedgerEntry
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion


class AssemblyPiece(Document):
    """One piece in its place in the window."""

    id: str
    """Its id or reference."""

    kind: str
    """What it is: item, hot_state, message, heading, card, background or file."""

    title: str
    """What people call it."""

    group: str
    """``knowledge`` or ``bucket:`` and the bucket's id within the injection, else empty."""

    tokens: int
    """Tokens of its content."""

    layout: int
    """Tokens of headings and separators around it."""

    span: tuple[int, int]
    """Where it starts, and where the next one does."""


class AssembledStep(Document):
    """One of the eight steps."""

    step: int
    """Its number."""

    title: str
    """What it is called."""

    tokens: int
    """Tokens it takes, layout included."""

    span: tuple[int, int]
    """Where it starts, and where the next one does."""

    pieces: list[AssemblyPiece]
    """What is in, in order."""


class AssemblyJudgement(Document):
    """A reason to refuse the prompt, or the one that lets it pass."""

    reason: str
    """The reason's code."""

    verdict: str
    """``included`` or ``refused``."""

    sentence: str
    """The reason in plain words."""


class AssemblyLedgerRow(Document):
    """One row of the ledger."""

    id: str
    """Its id, or the code of a row that closes the sum."""

    kind: str
    """What it is."""

    name: str
    """What people call it."""

    account: str
    """The step, the half of the injection or the window it belongs to."""

    verdict: str
    """What became of it."""

    reason: str
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    tokens: int
    """Tokens it takes from the window."""

    needed: int | None
    """Tokens it asked for."""

    left: int | None
    """Tokens that were left at its turn."""

    cap: str | None
    """The cap that it met."""

    sentence: str
    """The reason in plain words."""


class AssemblyResult(Document):
    """What the eight steps came to. All sizes are tokens."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    trace_id: str
    """The request's id."""

    counter: str
    """What counted the tokens."""

    decision: str
    """``ok``, ``warn_soft_limit``, ``refuse_hard_limit``, ``refuse_hot_state`` or
    ``refuse_uncounted``."""

    judgements: list[AssemblyJudgement]
    """Every reason to refuse the prompt, or the one that lets it pass."""

    window: int
    """The model's window."""

    response_token_reserve: int
    """Kept for the answer."""

    hard_limit_tokens: int
    """The window less the reserve."""

    soft_limit_tokens: int
    """Above this a prompt is warned about."""

    tokens_used_before: int
    """Steps 1 to 5."""

    used: int
    """All eight steps."""

    over: int
    """By so much prompt and reserve exceed the window."""

    steps: list[AssembledStep]
    """The eight steps, consecutive from 0."""

    unused_span: tuple[int, int]
    """What stays free."""

    reserve_span: tuple[int, int]
    """Where the reserve is."""

    balances: bool
    """Whether the rows of the ledger add up to the window."""

    ledger: list[AssemblyLedgerRow]
    """Every piece and every candidate, and the rows that close the sum."""


def assembly_result(assembly: Assembly) -> dict[str, Any]:
    """Return an assembly as plain values, as ``AssemblyResult`` has them; texts are not among them.

    A ledger may have a million rows: they are written as they are, without a model of each.
    """
    require(Assembly, assembly=assembly)
    limits = assembly.limits
    return {
        "schema_version": 1,
        "trace_id": assembly.inputs.request.trace_id,
        "counter": assembly.injection.prepared.counted.counter_name,
        "decision": assembly.decision.value,
        "judgements": [
            {
                "reason": entry.reason.code,
                "verdict": entry.verdict.value,
                "sentence": entry.sentence,
            }
            for entry in assembly.judgements
        ],
        "window": limits.window,
        "response_token_reserve": limits.reserve,
        "hard_limit_tokens": limits.hard,
        "soft_limit_tokens": limits.soft,
        "tokens_used_before": assembly.tokens_used_before,
        "used": assembly.used,
        "over": assembly.over,
        "steps": [_step(band) for band in assembly.bands],
        "unused_span": list(assembly.unused_span),
        "reserve_span": list(assembly.reserve_span),
        "balances": assembly.ledger.balances,
        "ledger": [_row(entry) for entry in assembly.ledger.entries],
    }


def _step(band: Band) -> dict[str, Any]:
    return {
        "step": int(band.step),
        "title": band.step.title,
        "tokens": band.tokens,
        "span": [band.start, band.end],
        "pieces": [_piece(span) for span in band.spans],
    }


def _piece(span: Span) -> dict[str, Any]:
    piece = span.piece
    return {
        "id": piece.subject,
        "kind": piece.kind.value,
        "title": piece.title,
        "group": piece.group,
        "tokens": piece.tokens,
        "layout": piece.overhead,
        "span": [span.start, span.end],
    }


def _row(entry: LedgerEntry) -> dict[str, Any]:
    return {
        "id": entry.subject,
        "kind": entry.kind,
        "name": entry.name,
        "account": entry.account,
        "verdict": entry.verdict.value,
        "reason": entry.reason.code,
        "rule": entry.rule,
        "tokens": entry.tokens,
        "needed": entry.needed,
        "left": entry.left,
        "cap": entry.cap,
        "sentence": entry.sentence,
    }
