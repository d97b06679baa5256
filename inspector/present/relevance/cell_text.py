"""What a layer did with a node, in one sentence with this run's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inspector.core.reasons import Reason
from inspector.core.relevance import Cell, Layer, NodeState, NodeTrace, RelevanceReport
from inspector.core.relevance.predicates import show_value

_STRENGTHS = {NodeState.OUT_HARD: "hard", NodeState.OUT_SOFT: "soft"}

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
            return f"The template of {report.mode} uses it."
        case Reason.NODE_MASKED:
            return f"The template of {report.mode} does not use it."
        case Reason.NODE_NOT_IN_MASK:
            return f"The mask of {report.mode} does not mention it."
        case Reason.NODE_UNKNOWN_MODE:
            return f"There is no mask for the mode “{report.mode}”."
    return "It is not in the node table, so no mask is about it."


def _signals(_report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    if cell.acted is not None:
        strength = "hard" if cell.acted.hard else "soft"
        return f"A {strength} rule holds: {cell.acted.sentence}."
    if cell.rules:
        return f"{_rules(len(cell.rules))} looked at, none holds."
    if _before(trace, cell) is NodeState.INCLUDED:
        return "No rule is about it."
    return "Not asked: it is out already."


def _urgency(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    if not report.facts.urgent:
        urgency = report.facts.urgency
        return "No urgency." if urgency is None else f"Urgency is {show_value(urgency)}, not high."
    if cell.changed:
        strength = _STRENGTHS.get(_before(trace, cell))
        return "Urgency is high and forces it in" + (
            "." if strength is None else f", against a {strength} exclusion."
        )
    if cell.reason is not None:
        return "Urgency is high and names it; it was in already."
    return "Urgency is high and does not name it."


def _recovery(report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    before, headroom = _before(trace, cell), report.headroom
    if cell.reason is not None and headroom is not None:
        compared = "is more than" if headroom.suffices else "is not more than"
        return f"Headroom {headroom.tokens:,} {compared} {headroom.threshold:,}."
    if before is NodeState.OUT_SOFT:
        return "It is not on the recovery list."
    if before is NodeState.OUT_HARD:
        return "Recovery never lifts a hard exclusion."
    return "Nothing to recover."


def _dependency(_report: RelevanceReport, trace: NodeTrace, cell: Cell) -> str:
    if cell.parent is not None:
        return f"“{cell.parent}” is in and depends on it."
    if _before(trace, cell) is NodeState.INCLUDED:
        return "It was in already."
    return "No included node depends on it."


def _safety(_report: RelevanceReport, _trace: NodeTrace, cell: Cell) -> str:
    if cell.acted is not None:
        already = "" if cell.changed else " It was in already."
        return f"A safety condition holds: {cell.acted.sentence}.{already}"
    if cell.rules:
        return f"{_rules(len(cell.rules), 'condition')} looked at, none holds."
    return "No safety condition is about it."


def _safeguard(report: RelevanceReport, _trace: NodeTrace, cell: Cell) -> str:
    many = "more nodes than expected are included; " if report.max_nodes_warning else ""
    word = "in" if cell.state is NodeState.INCLUDED else "out"
    return f"Final: {many}this node is {word}."


def _rules(count: int, noun: str = "rule") -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


_SENTENCES: Mapping[Layer, Sentence] = {
    Layer.MASK: _mask,
    Layer.SIGNALS: _signals,
    Layer.URGENCY: _urgency,
    Layer.RECOVERY: _recovery,
    Layer.DEPENDENCIES: _dependency,
    Layer.SAFETY: _safety,
    Layer.SAFEGUARD: _safeguard,
}
