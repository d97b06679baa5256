"""What a layer did with a node, in one sentence with this run's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inspector.core.reasons import Reason
from inspector.core.relevance import Cell, Layer, NodeState, NodeTrace, RelevanceReport
from inspector.core.relevance.predicates import show_value
from inspector.language import tr, tr_n

Sentence = Callable[[RelevanceReport, NodeTrace, Cell], str]


def cell_sentence(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    """Say what ``cell``'s layer did with the node, or why it did nothing."""
    return _SENTENCES[cell.layer](report, trace, cell)


def _before(trace: NodeTrace, cell: Cell) -> NodeState:
    """Return the state in which a node came to a layer other than the first."""
    return trace.cells[cell.layer - 2].state


def _mask(report: RelevanceReport, _trace: NodeTrace, cell: Cell) -> str:
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


def _signals(_report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    if cell.acted is not None:
        sentence = cell.acted.sentence
        return (
            tr("A hard rule holds: {sentence}.", sentence=sentence)
            if cell.acted.hard
            else tr("A soft rule holds: {sentence}.", sentence=sentence)
        )
    if cell.rules:
        return tr("{rules} looked at, none holds.", rules=_rules(len(cell.rules)))
    if _before(trace, cell) is NodeState.INCLUDED:
        return tr("No rule is about it.")
    return tr("Not asked: it is out already.")


def _urgency(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
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


def _recovery(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
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


def _dependency(_report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    if cell.parent is not None:
        return tr("“{parent}” is in and depends on it.", parent=cell.parent)
    if _before(trace, cell) is NodeState.INCLUDED:
        return tr("It was in already.")
    return tr("No included node depends on it.")


def _safety(_report: RelevanceReport, _trace: NodeTrace, cell: Cell) -> str:
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


def _safeguard(report: RelevanceReport, _trace: NodeTrace, cell: Cell) -> str:
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
