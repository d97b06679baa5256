"""The table of several requests to a model, each placed alone: one row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from inspector.core.window.report import WindowReport
from inspector.present.table import Column, Elide, Flags, Kind, Numbers, TableData, Texts
from inspector.present.window.chunk_table import token_column, token_numbers
from inspector.session.stages import WindowRequest

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
        return Numbers(np.array([row[name] for row in rows], dtype=np.int64))

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
