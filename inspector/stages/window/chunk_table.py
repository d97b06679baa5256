"""The table of chunks: one row each, in the order in which they were considered.

The table of several requests to a model, each placed alone: one row each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from inspector.core.reasons import Reason, Verdict
from inspector.core.window.chunk import Tokens
from inspector.core.window.outcome import ChunkPlacement, TokenSource
from inspector.core.window.report import WindowReport
from inspector.core.window.selection import NOBODY
from inspector.language import localized
from inspector.present.table import Column, Elide, Kind, TableData, decimals
from inspector.present.table.spec import table_of
from inspector.session.window_stage import WindowRequest
from inspector.stages.window.words import TYPE_TITLES, chunk_key

Of = Callable[[Any], Any]

_BEGINNING = 160  # characters of a text that a cell shows at most


def _tokens(number: float) -> str:
    """Write a token count; the rare ones with a fraction keep it."""
    return localized(int(number)) if float(number).is_integer() else localized(number, ",.3f")


def token_column(
    column_id: str,
    title: str,
    help_text: str,
    *,
    visible: bool = True,
    width: int = 8,
    of: Of | None = None,
) -> Column:
    """Return a column of token counts."""
    return Column(column_id, title, help_text, Kind.NUMBER, visible=visible, width=width,
                  write=_tokens, of=of)  # fmt: skip


def _points(
    column_id: str, title: str, help_text: str, of: Sequence[float], width: int = 9
) -> Column:
    return Column(column_id, title, help_text, Kind.NUMBER, width=width, write=decimals(2),
                  of=lambda row: of[row[1]])  # fmt: skip


def _hidden_flag(column_id: str, title: str, help_text: str, width: int, of: Of) -> Column:
    return Column(column_id, title, help_text, Kind.FLAG, visible=False, width=width, of=of)


TYPE_LABELS = tuple(TYPE_TITLES.values())
VERDICT_LABELS = (Verdict.INCLUDED.value, Verdict.DROPPED.value)
_REASONS = tuple(
    reason.code
    for reason in (
        Reason.CHUNK_PLACED,
        Reason.WINDOW_BUDGET,
        Reason.CATEGORY_LIMIT,
        Reason.FILL_STOPPED,
        Reason.REQUEST_UNUSABLE,
        Reason.PAIR_KEPT,
    )
)


def beginning(text: str | None) -> str:
    """Return how a text begins, in one line."""
    return "" if text is None else " ".join(text[: 2 * _BEGINNING].split())[:_BEGINNING]


def chunk_table(report: WindowReport) -> TableData:
    """Return all usable chunks in the order of consideration; keys are ``chunk:id``."""
    outcome = report.outcome
    order, selection = outcome.selection.order, outcome.selection
    chunks, facts, points = outcome.chunks, outcome.facts, outcome.priorities
    sentences = report.ledger.parts[0]
    threshold = outcome.config.optimization.truncation_strategy.summary_threshold
    columns = (
        Column("turn", "Turn", "Its place in the order of consideration.", Kind.INTEGER, width=5,
               of=itemgetter(0)),
        Column("chunk", "Chunk", "The chunk's id.", Kind.TEXT, ("id",), width=22,
               elide=Elide.MIDDLE, of=lambda row: chunks[row[1]].id),
        Column("type", "Type", "What the chunk is.", Kind.ENUM, width=16, labels=TYPE_LABELS,
               of=lambda row: TYPE_TITLES[chunks[row[1]].type]),
        Column("verdict", "Verdict", "Whether it is in.", Kind.ENUM, ("state",), width=11,
               labels=VERDICT_LABELS,
               of=lambda row: VERDICT_LABELS[selection.start[row[1]] is None]),
        token_column("tokens", "Tokens", "Tokens it needs.", width=7,
                     of=lambda row: outcome.tokens[row[1]]),
        _points("priority", "Priority", "All its points together.", points.total.tolist(), 8),
        _points("base", "Base", "Points of its type.", points.base.tolist(), 7),
        _points("recency", "Recency", "Points for being recent.", points.recency.tolist(), 8),
        _points("rag", "Relevance", "Points for how well it matched.", points.rag.tolist()),
        _points("business", "Business", "Points of business factors, after the ceiling.",
                points.business.tolist()),
        token_column("start", "Start", "Where it begins, in selection order.",
                     of=lambda row: selection.start[row[1]]),
        token_column("end", "End", "Where it ends, in selection order.",
                     of=lambda row: _end(outcome, row[1])),
        Column("beaten_by", "Beaten by",
               "The chunk placed last before a dropped one: it stays, the dropped one goes.",
               Kind.TEXT, ("rival",), width=18, elide=Elide.MIDDLE,
               of=lambda row: rival_of(outcome, row[1])),
        token_column("left", "Left", "Tokens left under the cap at its turn.", visible=False,
                     width=7, of=lambda row: selection.left[row[1]]),
        Column("cap", "Cap", "What had the least room at its turn.", Kind.ENUM, visible=False,
               width=16, of=lambda row: _cap_of(outcome, row[1])),
        Column("text", "Text", "How its text begins.", Kind.TEXT, ("content",), width=40,
               of=lambda row: beginning(chunks[row[1]].content)),
        Column("reason", "Reason", "The rule that decided.", Kind.ENUM, visible=False, width=14,
               labels=_REASONS, of=lambda row: report.reason(row[1]).code),
        token_column("layout_start", "Laid out at", "Where it begins in original order.",
                     visible=False, width=10, of=lambda row: outcome.layout_start[row[1]]),
        Column("index", "Place", "Its place in the input, from 1.", Kind.INTEGER, visible=False,
               width=6, of=lambda row: outcome.original_index(row[1]) + 1),
        _hidden_flag("estimated", "Estimated", "Its tokens were estimated from its text.", 9,
                     lambda row: outcome.estimated[row[1]]),
        _hidden_flag("counted", "Counted", "Its tokens were counted as the model counts them.", 8,
                     lambda row: outcome.sources[row[1]] is TokenSource.COUNTED),
        token_column("estimate", "Estimate", "Tokens estimated from its text.", visible=False,
                     of=lambda row: outcome.estimate(row[1])),
        _hidden_flag("long", "Long", "Long enough to be worth summarising. Nothing is ever cut.",
                     6, lambda row: outcome.tokens[row[1]] > threshold),
        _hidden_flag("high_relevance", "High revenue", "Its revenue impact is 10,000 or more.", 9,
                     lambda row: facts[row[1]].has_high_business_relevance),
        _hidden_flag("urgent", "Urgent", "Its urgency is critical or urgent.", 8,
                     lambda row: facts[row[1]].is_urgent),
        Column("source", "Source", "Where it came from.", Kind.TEXT, visible=False, width=14,
               of=lambda row: chunks[row[1]].source_system),
        Column("why", "Why", "The reason in one sentence.", Kind.TEXT, visible=False, width=60,
               of=lambda row: sentences[row[0] - 1].sentence),
    )  # fmt: skip
    return table_of(columns, [chunk_key(chunks[row].id) for row in order], enumerate(order, 1))


def rival_of(outcome: ChunkPlacement, row: int) -> str:
    """Return the id of the chunk placed last before a dropped row; "" where there is none."""
    rival = outcome.selection.rival[row]
    return "" if rival == NOBODY else outcome.chunks[rival].id


def _end(outcome: ChunkPlacement, row: int) -> Tokens | None:
    span = outcome.span(row)
    return None if span is None else span[1]


def _cap_of(outcome: ChunkPlacement, row: int) -> str:
    """Return what kept a dropped row out; a placed one was kept out by nothing."""
    return "" if outcome.selection.start[row] is not None else outcome.selection.cap[row]


REQUEST_COLUMNS = (
    Column("request", "Request", "What tells it from the others.", Kind.TEXT, ("name",), width=26,
           elide=Elide.MIDDLE, of=itemgetter("request")),
    Column("model", "Model", "The model it was sent to.", Kind.TEXT, width=18,
           of=itemgetter("model")),
    Column("chunks", "Chunks", "Chunks it is made of.", Kind.INTEGER, width=8,
           of=itemgetter("chunks")),
    token_column("tokens", "Tokens", "Tokens of all its chunks.", width=9,
                 of=itemgetter("tokens")),
    token_column("placed", "Placed", "Tokens of the chunks that are in.", width=9,
                 of=itemgetter("placed")),
    Column("dropped", "Dropped", "Chunks that are not in.", Kind.INTEGER, width=8,
           of=itemgetter("dropped")),
    token_column("unused", "Unused", "Tokens of the room that stay free.", width=9,
                 of=itemgetter("unused")),
    Column("open", "Open", "Its chunks are those that are shown.", Kind.FLAG, width=6,
           of=itemgetter("open")),
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
    rows = [
        request_facts(one, report) | {"open": one.chunks == chunks}
        for one, report in zip(requests, reports, strict=True)
    ]
    return table_of(REQUEST_COLUMNS, [f"{_PREFIX}{place}" for place in range(len(rows))], rows)


def request_of(key: str) -> int | None:
    """Return the place of the request that a row is about, None for another row."""
    return int(key.removeprefix(_PREFIX)) if key.startswith(_PREFIX) else None
