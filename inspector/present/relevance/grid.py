"""The grid of nodes by layers as plain values: what every cell shows, before anything draws it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Verdict
from inspector.core.relevance import (
    Cell,
    Layer,
    NodeState,
    NodeTrace,
    RelevanceReport,
    Standing,
)
from inspector.language import tr
from inspector.present.reason_text import entry_sentence
from inspector.present.relevance.cell_text import cell_sentence
from inspector.present.relevance.names import LAYER_NAMES, STATE_WORDS, node_key

STANDINGS = {
    Standing.DISABLED: tr("The pre-parser is switched off: every node is included, no layer acts."),
    Standing.UNREADABLE: (
        tr(
            "The configuration cannot be read: every node is included, no layer acts."
            " The problems say what is wrong."
        )
    ),
}


@dataclass(frozen=True, slots=True)
class GridCell:
    """One node after one layer.

    ``verdict`` is what the layer said of the node, None where it said nothing; ``changed`` tells
    whether that changed the node's state. ``looked`` is the number of rules it looked at.
    """

    key: str
    layer: Layer
    state: NodeState
    verdict: Verdict | None
    changed: bool
    looked: int
    sentence: str

    @property
    def words(self) -> str:
        """The cell in words, for whoever hears it rather than sees it."""
        return f"{LAYER_NAMES[self.layer].title}: {STATE_WORDS[self.state]}. {self.sentence}"


@dataclass(frozen=True, slots=True)
class GridRow:
    """One node: seven cells, none where no layer acted, and how it ended. Tokens as counted."""

    key: str
    node: str
    estimate: int
    real: int | None
    tokens: int
    verdict: Verdict
    reason: str
    sentence: str
    decided: Layer | None
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class LayerHead:
    """One layer: how many nodes are in after it, their tokens, and how many it moved."""

    layer: Layer
    title: str
    help: str
    included: int
    tokens: int
    came_in: int
    went_out: int

    @property
    def moves(self) -> str:
        """What the layer moved, such as ``+2 −1``; "" for nothing."""
        parts = (
            f"+{self.came_in}" if self.came_in else "",
            f"−{self.went_out}" if self.went_out else "",
        )
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a run. ``banner`` says why no layer acted, "" where they did."""

    heads: tuple[LayerHead, ...]
    rows: tuple[GridRow, ...]
    banner: str

    def row_of(self, node: str) -> int | None:
        """Return the place of a node's row."""
        return next((place for place, row in enumerate(self.rows) if row.node == node), None)


def grid(report: RelevanceReport) -> Grid:
    """Return the grid of a run; rows are in the order of the node table."""
    entries = {entry.subject: entry for entry in report.ledger.entries if entry.kind == "node"}
    traces = {trace.node: trace for trace in report.trace}
    rows = tuple(_row(report, entry, traces.get(node)) for node, entry in entries.items())
    return Grid(tuple(_heads(report)), rows, STANDINGS.get(report.standing, ""))


def _row(report: RelevanceReport, entry: LedgerEntry, trace: NodeTrace | None) -> GridRow:
    node = entry.subject
    return GridRow(
        key=node_key(node),
        node=node,
        estimate=report.node_token_estimates.get(node, 0),
        real=report.node_tokens.get(node),
        tokens=report.size(node),
        verdict=entry.verdict,
        reason=entry.reason.code,
        sentence=entry_sentence(entry),
        decided=None if trace is None else trace.deciding.layer,
        cells=() if trace is None else tuple(_cell(report, trace, cell) for cell in trace.cells),
    )


def _cell(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> GridCell:
    return GridCell(
        key=node_key(trace.node, cell.layer),
        layer=cell.layer,
        state=cell.state,
        verdict=None if cell.reason is None else cell.reason.verdict,
        changed=cell.changed,
        looked=len(cell.rules),
        sentence=cell_sentence(report, trace, cell),
    )


def _heads(report: RelevanceReport) -> Iterator[LayerHead]:
    for layer in Layer:
        cells = [(trace.node, trace.cells[layer - 1]) for trace in report.trace]
        inside = [node for node, cell in cells if cell.state is NodeState.INCLUDED]
        moved = [cell.state for _, cell in cells if cell.changed]
        came_in = moved.count(NodeState.INCLUDED)
        yield LayerHead(
            layer=layer,
            title=LAYER_NAMES[layer].title,
            help=LAYER_NAMES[layer].help,
            included=len(inside),
            tokens=sum(map(report.size, inside)),
            came_in=came_in,
            went_out=len(moved) - came_in,
        )
