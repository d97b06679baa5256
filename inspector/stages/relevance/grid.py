"""The grid of nodes by layers as plain values: what every cell shows, before anything draws it.

What a layer did with a node, in one sentence with this run's values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.core.relevance import (
    Layer,
    LayerCell,
    NodeState,
    NodeTrace,
    RelevanceReport,
    Standing,
)
from inspector.core.relevance.vocabulary import show_value
from inspector.language import tr, tr_n
from inspector.present.reason_text import entry_sentence
from inspector.stages.relevance.tables import LAYER_NAMES, STATE_WORDS, node_key

Sentence = Callable[[RelevanceReport, NodeTrace, LayerCell], str]


def cell_sentence(report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> str:
    """Say what ``cell``'s layer did with the node, or why it did nothing."""
    return _SENTENCES[cell.layer](report, trace, cell)


def _before(trace: NodeTrace, cell: LayerCell) -> NodeState:
    """Return the state in which a node came to a layer other than the first."""
    return trace.cells[cell.layer - 2].state


def _mask(report: RelevanceReport, _trace: NodeTrace, cell: LayerCell) -> str:
    match cell.reason:
        case Reason.NODE_IN_MASK:
            return tr("The template of {mode} uses it.", mode=report.mode)
        case Reason.NODE_MASKED:
            return tr("The template of {mode} does not use it.", mode=report.mode)
        case Reason.NODE_NOT_IN_MASK:
            return tr("The mask of {mode} does not mention it.", mode=report.mode)
        case Reason.NODE_UNKNOWN_MODE:
            return tr("There is no mask for the mode “{mode}”.", mode=report.mode)
    return tr("It is not in the node table, so no mask is about it.")


def _signals(_report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> str:
    if cell.acted is not None:
        sentence = cell.acted.sentence
        return (
            tr("A hard rule holds: {sentence}.", sentence=sentence)
            if cell.acted.hard
            else tr("A soft rule holds: {sentence}.", sentence=sentence)
        )
    if cell.rules:
        return tr("{rules} looked at, none holds.", rules=_rules(len(cell.rules)))
    match _before(trace, cell):
        case NodeState.INCLUDED:
            return tr("No rule acts on it.")
        case NodeState.ABSENT:
            return tr("It is not in the node table, so no rule is about it.")
    return tr("Not asked: it is out already.")


def _urgency(report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> str:
    if not report.facts.urgent:
        urgency = report.facts.urgency
        return (
            tr("No urgency.")
            if urgency is None
            else tr("Urgency is {show_value}, not high.", show_value=show_value(urgency))
        )
    if cell.changed:
        match _before(trace, cell):
            case NodeState.OUT_HARD:
                return tr("Urgency is high and forces it in, against a hard exclusion.")
            case NodeState.OUT_SOFT:
                return tr("Urgency is high and forces it in, against a soft exclusion.")
            case _:
                return tr("Urgency is high and forces it in.")
    if cell.reason is not None:
        return tr("Urgency is high and names it; it was in already.")
    return tr("Urgency is high and does not name it.")


def _recovery(report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> str:
    before, headroom = _before(trace, cell), report.headroom
    if cell.reason is not None and headroom is not None:
        tokens, threshold = headroom.tokens, headroom.threshold
        return (
            tr(
                "Headroom {tokens:,} is more than {threshold:,}.",
                tokens=tokens,
                threshold=threshold,
            )
            if headroom.suffices
            else tr(
                "Headroom {tokens:,} is not more than {threshold:,}.",
                tokens=tokens,
                threshold=threshold,
            )
        )
    if before is NodeState.OUT_SOFT:
        return tr("It is not on the recovery list.")
    if before is NodeState.OUT_HARD:
        return tr("Recovery never lifts a hard exclusion.")
    return tr("Nothing to recover.")


def _dependency(_report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> str:
    if cell.parent is not None:
        return tr("“{parent}” is in and depends on it.", parent=cell.parent)
    if _before(trace, cell) is NodeState.INCLUDED:
        return tr("It was in already.")
    return tr("No included node depends on it.")


def _safety(_report: RelevanceReport, _trace: NodeTrace, cell: LayerCell) -> str:
    if cell.acted is not None:
        already = "" if cell.changed else tr(" It was in already.")
        return tr(
            "A safety condition holds: {sentence}.{already}",
            sentence=cell.acted.sentence,
            already=already,
        )
    if cell.rules:
        return tr("{rules} looked at, none holds.", rules=_conditions(len(cell.rules)))
    return tr("No safety condition is about it.")


def _safeguard(report: RelevanceReport, _trace: NodeTrace, cell: LayerCell) -> str:
    is_in = cell.state is NodeState.INCLUDED
    if report.max_nodes_warning:
        return (
            tr("Final: more nodes than expected are included; this node is in.")
            if is_in
            else tr("Final: more nodes than expected are included; this node is out.")
        )
    return tr("Final: this node is in.") if is_in else tr("Final: this node is out.")


def _rules(count: int) -> str:
    return tr_n("{count} rule", "{count} rules", count, count=count)


def _conditions(count: int) -> str:
    return tr_n("{count} condition", "{count} conditions", count, count=count)


_SENTENCES: Mapping[Layer, Sentence] = {
    Layer.MASK: _mask,
    Layer.SIGNALS: _signals,
    Layer.URGENCY: _urgency,
    Layer.RECOVERY: _recovery,
    Layer.DEPENDENCIES: _dependency,
    Layer.SAFETY: _safety,
    Layer.SAFEGUARD: _safeguard,
}


STANDINGS = {
    Standing.DISABLED: tr("The pre-parser is switched off: every node is included, no layer acts."),
    Standing.UNREADABLE: (
        tr(
            "The configuration cannot be read: every node is included, no layer acts."
            " The problems say what is wrong."
        )
    ),
}


def unread(report: RelevanceReport | None) -> str:
    """Say that the configuration of a run could not be read; "" where it could."""
    unreadable = report is not None and report.standing is Standing.UNREADABLE
    return STANDINGS[Standing.UNREADABLE] if unreadable else ""


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


def _cell(report: RelevanceReport, trace: NodeTrace, cell: LayerCell) -> GridCell:
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
