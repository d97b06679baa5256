"""The table of chunks: one row each, in the order in which they were considered.

The table of several requests to a model, each placed alone: one row each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from inspector.core.reasons import Reason, Verdict
from inspector.core.window.chunk import ChunkType, Tokens
from inspector.core.window.outcome import Outcome, TokenSource
from inspector.core.window.priorities import Floats
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.language import localized
from inspector.present.table import (
    Codes,
    Column,
    Elide,
    Flags,
    Kind,
    Lazy,
    Numbers,
    Rows,
    TableData,
    Texts,
    Values,
    decimals,
)
from inspector.session.window_stage import WindowRequest
from inspector.stages.window.names import TYPE_TITLES, chunk_key

_BEGINNING = 160  # characters of a text that a cell shows at most


def _tokens(number: float) -> str:
    """Write a token count; the rare ones with a fraction keep it."""
    return localized(int(number)) if float(number).is_integer() else localized(number, ",.3f")


def token_column(
    column_id: str, title: str, help_text: str, *, visible: bool = True, width: int = 8
) -> Column:
    """Return a column of token counts."""
    return Column(
        column_id, title, help_text, Kind.NUMBER, visible=visible, width=width, write=_tokens
    )


def _points(column_id: str, title: str, help_text: str, width: int = 9) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=width, write=decimals(2))


CHUNK_COLUMNS = (
    Column("turn", "Turn", "Its place in the order of consideration.", Kind.INTEGER, width=5),
    Column("chunk", "Chunk", "The chunk's id.", Kind.TEXT, ("id",), width=22, elide=Elide.MIDDLE),
    Column("type", "Type", "What the chunk is.", Kind.ENUM, width=16),
    Column("verdict", "Verdict", "Whether it is in.", Kind.ENUM, ("state",), width=11),
    token_column("tokens", "Tokens", "Tokens it needs.", width=7),
    _points("priority", "Priority", "All its points together.", 8),
    _points("base", "Base", "Points of its type.", 7),
    _points("recency", "Recency", "Points for being recent.", 8),
    _points("rag", "Relevance", "Points for how well it matched."),
    _points("business", "Business", "Points of business factors, after the ceiling."),
    token_column("start", "Start", "Where it begins, in selection order."),
    token_column("end", "End", "Where it ends, in selection order."),
    Column(
        "beaten_by",
        "Beaten by",
        "The chunk placed last before a dropped one: it stays, the dropped one goes.",
        Kind.TEXT,
        ("rival",),
        width=18,
        elide=Elide.MIDDLE,
    ),
    token_column("left", "Left", "Tokens left under the cap at its turn.", visible=False, width=7),
    Column("cap", "Cap", "What had the least room at its turn.", Kind.ENUM, visible=False,
           width=16),
    Column(
        "text", "Text", "How its text begins.", Kind.TEXT, ("content",), width=40
    ),
    Column("reason", "Reason", "The rule that decided.", Kind.ENUM, visible=False, width=14),
    token_column("layout_start", "Laid out at", "Where it begins in original order.",
                 visible=False, width=10),
    Column("index", "Place", "Its place in the input, from 1.", Kind.INTEGER, visible=False,
           width=6),
    Column("estimated", "Estimated", "Its tokens were estimated from its text.", Kind.FLAG,
           visible=False, width=9),
    Column("counted", "Counted", "Its tokens were counted as the model counts them.", Kind.FLAG,
           visible=False, width=8),
    token_column("estimate", "Estimate", "Tokens estimated from its text.", visible=False, width=8),
    Column("long", "Long", "Long enough to be worth summarising. Nothing is ever cut.", Kind.FLAG,
           visible=False, width=6),
    Column("high_relevance", "High revenue", "Its revenue impact is 10,000 or more.", Kind.FLAG,
           visible=False, width=9),
    Column("urgent", "Urgent", "Its urgency is critical or urgent.", Kind.FLAG, visible=False,
           width=8),
    Column("source", "Source", "Where it came from.", Kind.TEXT, visible=False, width=14),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, visible=False, width=60),
)  # fmt: skip

_TYPES = tuple(TYPE_TITLES)
TYPE_LABELS = tuple(TYPE_TITLES[kind] for kind in _TYPES)
_TYPE_CODE = {kind: code for code, kind in enumerate(_TYPES)}
VERDICT_LABELS = (Verdict.INCLUDED.value, Verdict.DROPPED.value)
_REASONS = (
    Reason.CHUNK_PLACED,
    Reason.WINDOW_BUDGET,
    Reason.CATEGORY_LIMIT,
    Reason.FILL_STOPPED,
    Reason.REQUEST_UNUSABLE,
    Reason.PAIR_KEPT,
)


def type_codes(types: Sequence[ChunkType]) -> Codes:
    """Return chunk types as a column of labels."""
    return Codes(np.array([_TYPE_CODE[kind] for kind in types], dtype=np.uint8), TYPE_LABELS)


def token_numbers(values: Sequence[Tokens | None]) -> Numbers:
    """Return token counts as a column; None is no value."""
    return Numbers(np.array([np.nan if one is None else one for one in values], dtype=np.float64))


def beginning(text: str | None) -> str:
    """Return how a text begins, in one line."""
    return "" if text is None else " ".join(text[: 2 * _BEGINNING].split())[:_BEGINNING]


def chunk_table(report: WindowReport) -> TableData:
    """Return all usable chunks; keys are ``chunk:id``."""
    outcome = report.outcome
    selection, order = outcome.selection, outcome.selection.order
    rows = np.array(order, dtype=np.intp)
    placed = [selection.start[row] is not None for row in order]
    priorities = outcome.priorities

    def points(column: Floats) -> Numbers:
        return Numbers(column[rows])

    def lazily(cell: Callable[[int], str]) -> Lazy:
        return _lazy_texts(order, cell)

    return TableData(
        CHUNK_COLUMNS,
        [chunk_key(outcome.chunks[row].id) for row in order],
        {
            "turn": Numbers(np.arange(1, len(order) + 1)),
            "chunk": lazily(lambda row: outcome.chunks[row].id),
            "type": type_codes([outcome.chunks[row].type for row in order]),
            "verdict": Codes(
                np.array([0 if one else 1 for one in placed], dtype=np.uint8), VERDICT_LABELS
            ),
            "tokens": token_numbers([outcome.tokens[row] for row in order]),
            "priority": points(priorities.total),
            "base": points(priorities.base),
            "recency": points(priorities.recency),
            "rag": points(priorities.rag),
            "business": points(priorities.business),
            "start": token_numbers([selection.start[row] for row in order]),
            "end": token_numbers([_end(outcome, row) for row in order]),
            "beaten_by": lazily(lambda row: rival_of(outcome, row)),
            "left": token_numbers([selection.left[row] for row in order]),
            "cap": _labelled([_cap_of(outcome, row) for row in order]),
            "text": lazily(lambda row: beginning(outcome.chunks[row].content)),
            "reason": Codes(
                np.array([_REASONS.index(report.reason(row)) for row in order], dtype=np.uint8),
                tuple(reason.code for reason in _REASONS),
            ),
            "layout_start": token_numbers([outcome.layout_start[row] for row in order]),
            "index": Numbers(
                np.array([outcome.original_index(row) + 1 for row in order], dtype=np.int64)
            ),
            "estimated": Flags(np.array(outcome.estimated, dtype=np.bool_)[rows]),
            "counted": Flags(
                np.array(
                    [outcome.sources[row] is TokenSource.COUNTED for row in order], dtype=np.bool_
                )
            ),
            "estimate": token_numbers([outcome.estimate(row) for row in order]),
            "long": Flags(np.array([_long(outcome, row) for row in order], dtype=np.bool_)),
            "high_relevance": Flags(
                np.array(
                    [outcome.facts[row].has_high_business_relevance for row in order],
                    dtype=np.bool_,
                )
            ),
            "urgent": Flags(
                np.array([outcome.facts[row].is_urgent for row in order], dtype=np.bool_)
            ),
            "source": lazily(lambda row: outcome.chunks[row].source_system or ""),
            "why": _sentences(report),
        },
    )


def rival_of(outcome: Outcome, row: int) -> str:
    """Return the id of the chunk placed last before a dropped row; "" where there is none."""
    rival = outcome.selection.rival[row]
    return "" if rival == NOBODY else outcome.chunks[rival].id


def _end(outcome: Outcome, row: int) -> Tokens | None:
    span = outcome.span(row)
    return None if span is None else span[1]


def _cap_of(outcome: Outcome, row: int) -> str:
    """Return what kept a dropped row out; a placed one was kept out by nothing."""
    return "" if outcome.selection.start[row] is not None else outcome.selection.cap[row]


def _long(outcome: Outcome, row: int) -> bool:
    threshold = outcome.config.optimization.truncation_strategy.summary_threshold
    return outcome.tokens[row] > threshold


def _labelled(words: Sequence[str]) -> Codes:
    labels = tuple(dict.fromkeys(("", *words)))
    codes = {label: code for code, label in enumerate(labels)}
    return Codes(np.array([codes[word] for word in words], dtype=np.int32), labels)


def _lazy_texts(order: Sequence[int], cell: Callable[[int], str]) -> Lazy:
    def some(places: Rows) -> Values:
        return Texts([cell(order[place]) for place in places.tolist()])

    return Lazy(lambda: Texts([cell(row) for row in order]), some)


def _sentences(report: WindowReport) -> Lazy:
    """Return the ledger's sentences, made for the rows that somebody looks at."""
    chunks = report.ledger.parts[0]

    def some(places: Rows) -> Values:
        return Texts([chunks[place].sentence for place in places.tolist()])

    return Lazy(lambda: Texts([entry.sentence for entry in chunks]), some)


REQUEST_COLUMNS = (
    Column("request", "Request", "What tells it from the others.", Kind.TEXT, ("name",), width=26,
           elide=Elide.MIDDLE),
    Column("model", "Model", "The model it was sent to.", Kind.TEXT, width=18),
    Column("chunks", "Chunks", "Chunks it is made of.", Kind.INTEGER, width=8),
    token_column("tokens", "Tokens", "Tokens of all its chunks.", width=9),
    token_column("placed", "Placed", "Tokens of the chunks that are in.", width=9),
    Column("dropped", "Dropped", "Chunks that are not in.", Kind.INTEGER, width=8),
    token_column("unused", "Unused", "Tokens of the room that stay free.", width=9),
    Column("open", "Open", "Its chunks are those that are shown.", Kind.FLAG, width=6),
)  # fmt: skip

_PREFIX = "request:"


def request_facts(request: WindowRequest, report: WindowReport | None) -> dict[str, Any]:
    """Return the row of a request; one without chunks needs nothing and leaves all unknown."""
    return {
        "request": request.name,
        "model": request.model,
        "chunks": len(request.chunks),
        "tokens": 0 if report is None else sum(report.outcome.tokens),
        "placed": 0 if report is None else report.total_tokens_used,
        "dropped": 0 if report is None else report.chunks_dropped,
        "unused": None if report is None else max(0, report.tokens_remaining),
    }


def request_table(
    requests: Sequence[WindowRequest], reports: Sequence[WindowReport | None], chunks: object
) -> TableData:
    """Return one row for each request; ``chunks`` are those that are shown.

    Keys are ``request:`` and the request's place from 0.
    """
    rows = [request_facts(one, report) for one, report in zip(requests, reports, strict=True)]

    def integers(name: str) -> Numbers:
        return Numbers.whole([row[name] for row in rows])

    return TableData(
        REQUEST_COLUMNS,
        [f"{_PREFIX}{place}" for place in range(len(rows))],
        {
            "request": Texts([row["request"] for row in rows]),
            "model": Texts([row["model"] or "" for row in rows]),
            "chunks": integers("chunks"),
            "tokens": token_numbers([row["tokens"] for row in rows]),
            "placed": token_numbers([row["placed"] for row in rows]),
            "dropped": integers("dropped"),
            "unused": token_numbers([row["unused"] for row in rows]),
            "open": Flags(np.array([one.chunks == chunks for one in requests], dtype=np.bool_)),
        },
    )


def request_of(key: str) -> int | None:
    """Return the place of the request that a row is about, None for another row."""
    return int(key.removeprefix(_PREFIX)) if key.startswith(_PREFIX) else None
