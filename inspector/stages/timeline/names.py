"""How the parts of a timeline are called, and what stands behind them in a sentence."""

from __future__ import annotations

from inspector.core.model_facts import Known
from inspector.core.timeline.report import BlockRow, Group, TimelineReport, Window
from inspector.language import localized, marked, tr

KIND_TITLES = {
    "outside": marked("Not logged"),
    "unexplained": marked("Unexplained"),
    "no_longer_sent": marked("No longer sent"),
    "system": marked("System"),
    "user": marked("User"),
    "assistant": marked("Assistant"),
    "thinking": marked("Thinking"),
    "call": marked("Call"),
    "result": marked("Result"),
    "injected": marked("Injected"),
    "summary": marked("Summary"),
    "image": marked("Image"),
}
"""English, as it stands in cells; translated where it is said."""
_KNOWN = {
    Known.RECORDED: tr("recorded in the log"),
    Known.DERIVED: tr("derived: its share of an exact change"),
    Known.COUNTED: tr("counted with the model's tokenizer"),
    Known.ESTIMATED: tr("estimated"),
    Known.ASSUMED: tr("assumed"),
}


def kind_title(kind: str) -> str:
    """Return what a kind is called."""
    return tr(KIND_TITLES.get(kind, kind))


def group_title(group: Group) -> str:
    """Return what a group of the chart is called."""
    if group.kind == "result" and group.tool:
        return tr("Results: {tool}", tool=group.tool)
    if group.kind == "outside":
        return tr("System and tools")
    return kind_title(group.kind)


def known_words(known: Known | None) -> str:
    """Say how a number is known."""
    return _KNOWN[known] if known is not None else ""


def dollars(cost: float) -> str:
    """Return money as people write it; less than a cent with four places."""
    places = ",.2f" if abs(cost) >= 0.01 or not cost else ",.4f"
    return f"{'−' if cost < 0 else ''}${localized(abs(cost), places)}"


def cost_words(report: TimelineReport) -> str:
    """Say what a session cost, "" where a price is unknown."""
    if report.cost is None:
        return ""
    said = dollars(report.cost)
    return tr("{cost} or more", cost=said) if report.cost_is_least else said


def window_words(window: Window) -> str:
    """Say how a window is known."""
    if window.known is Known.RECORDED:
        return tr("declared, or recorded in the log")
    if window.listed:
        return tr("not in the log: from the table of models")
    return tr("assumed: nothing is known of the model")


def repeat_words(report: TimelineReport | None, row: BlockRow) -> str:
    """Say what a block repeats, "" for nothing."""
    if report is None or row.repeat is None:
        return ""
    place = report.log.blocks[row.repeat.of].place.line
    if row.repeat.share >= 1:
        return tr("same as line {line}", line=place)
    share = round(row.repeat.share * 100)
    return tr("{share} % of line {line}", share=share, line=place)
