"""What the inputs of an assembly say about its parts."""

from __future__ import annotations

from inspector.core.assembly import Assembly, PieceKind
from inspector.core.candidates.request import Request
from inspector.core.reasons import Verdict
from inspector.core.relevance import DEFAULT_NODE_TOKEN_ESTIMATES, readable_node_table
from inspector.language import tr

_OUT = (Verdict.EXCLUDED, Verdict.SUPPRESSED, Verdict.DROPPED, Verdict.REFUSED)


def request_line(request: Request | None) -> str:
    """Return the facts of a request that an assembly goes by."""
    if request is None:
        return tr("No request is open.")
    model = request.model
    mode = tr("no mode, so every context node is in")
    if request.mode is not None:
        mode = tr("mode {mode}", mode=request.mode)
    return tr(
        "{trace_id}\n{model}, window {context_window:,}, {encoding}\n{mode}",
        trace_id=request.trace_id,
        model=model.name or "a model",
        context_window=model.context_window,
        encoding=model.encoding,
        mode=mode,
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
