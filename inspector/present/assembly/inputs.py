"""What the inputs of an assembly say about its parts."""

from __future__ import annotations

from inspector.core.assembly import Assembly, PieceKind
from inspector.core.injection.request import Request
from inspector.core.reasons import Verdict
from inspector.core.relevance import DEFAULT_NODE_TOKEN_ESTIMATES, readable_node_table

_OUT = (Verdict.EXCLUDED, Verdict.SUPPRESSED, Verdict.DROPPED, Verdict.REFUSED)


def request_line(request: Request | None) -> str:
    """Return the facts of a request that an assembly goes by."""
    if request is None:
        return "No request is open."
    model = request.model
    mode = "no mode, so every context node is in"
    if request.mode is not None:
        mode = f"mode {request.mode}"
    return (
        f"{request.trace_id}\n{model.name or 'a model'}, window {model.context_window:,},"
        f" {model.encoding}\n{mode}"
    )


def known_nodes(config: object) -> tuple[str, ...]:
    """Return the context nodes of a relevance configuration's JSON value, usable or not."""
    if config is None:
        return tuple(DEFAULT_NODE_TOKEN_ESTIMATES)
    return tuple(readable_node_table(config))


def left_out_items(assembly: Assembly) -> frozenset[str]:
    """Return the ids of the pieces that are not in."""
    return frozenset(
        row.subject
        for row in assembly.around.rows
        if row.kind == PieceKind.ITEM and row.verdict in _OUT
    )
