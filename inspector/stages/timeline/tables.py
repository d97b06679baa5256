"""The tables of a timeline, requests, blocks, what compactions took, turns, and its words.

How its parts are called, and how a number is known, is also said in its chart and in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.core.model_facts import Known
from inspector.core.timeline.compactions import Compaction, Fate, Settled
from inspector.core.timeline.report import BlockRow, Group, RequestRow, TimelineReport, Window
from inspector.core.window.chunk import write_instant
from inspector.language import localized, marked, tr
from inspector.present.table import Column, Elide, Kind, percent
from inspector.present.table.spec import Table
from inspector.stages.timeline.runs import TimelineResult

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
_KNOWN_TITLES = {
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
    return _KNOWN_TITLES[known] if known is not None else ""


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


INTEGER, NUMBER, TEXT, ENUM, FLAG = Kind.INTEGER, Kind.NUMBER, Kind.TEXT, Kind.ENUM, Kind.FLAG
_KNOWN = tuple(one.value for one in Known)


def request_key(number: int) -> str:
    """Return the subject of a request, by its place counted from 0."""
    return f"request:{number + 1}"


def block_key(number: int) -> str:
    """Return the subject of a block, or of a row beside blocks."""
    return f"block:{number}"


def _requests(result: TimelineResult) -> Iterator[RequestRow]:
    yield from result.report.requests if result.report is not None else ()


def _of_usage(name: str) -> Any:
    def value(row: RequestRow) -> int | None:
        return None if row.log.usage is None else getattr(row.log.usage, name)

    return value


REQUESTS = Table(
    "requests", tr("Requests"), empty=tr("There is no request."), tab="timeline-requests",
    file="timeline-requests.csv", help=tr("Every request, with what was sent and what it cost."),
    rows=_requests, key=lambda place, _: request_key(place),
    columns=(
        Column("request", "Request", "Its place in the log.", INTEGER, ("number",), width=8,
               of=lambda row: row.number + 1),
        Column("turn", "Turn", "The turn of a person that it belongs to.", INTEGER, width=6,
               of=lambda row: row.log.turn),
        Column("time", "Time", "When its answer began.", TEXT, width=21,
               of=lambda row: "" if row.log.time_ms is None else write_instant(row.log.time_ms)),
        Column("tokens", "Tokens sent", "Everything that was sent.", INTEGER, ("sent",), width=11,
               of=lambda row: row.total),
        Column("known", "Known", "How the total is known.", ENUM, width=10,
               of=lambda row: row.known.value, labels=_KNOWN),
        Column("of_window", "Of window", "The total as a part of the model's window.", NUMBER,
               width=9, write=percent(), of=lambda row: row.total / row.window.tokens),
        Column("cached", "From cache", "What was read from the cache.", INTEGER, ("read",),
               width=10, of=_of_usage("read")),
        Column("written", "To cache", "What was written to the cache.", INTEGER, width=9,
               of=_of_usage("written")),
        Column("output", "Output", "What the model answered, as logged.", INTEGER, width=8,
               of=_of_usage("output")),
        Column("cost", "Cost", "By the table of prices, in US dollars.", NUMBER, width=9,
               write=dollars, of=lambda row: None if row.cost is None else row.cost.total),
        Column("missed", "Cache miss", "What was sent again although it had been in the cache.",
               INTEGER, width=10, of=lambda row: None if row.miss is None else row.miss.tokens),
        Column("abandoned", "Abandoned", "Whether a rewind left it behind.", FLAG, width=9,
               visible=False, of=lambda row: row.log.abandoned),
        Column("model", "Model", "The model that was asked.", TEXT, width=22, visible=False,
               of=lambda row: row.log.model),
        Column("line", "Line", "Where its answer begins in the log.", INTEGER, width=7,
               visible=False, of=lambda row: row.log.place.line),
        Column("id", "Id", "Its id in the log.", TEXT, width=30, visible=False,
               elide=Elide.MIDDLE, of=lambda row: row.log.id),
    ),
)  # fmt: skip


def _blocks(result: TimelineResult) -> Iterator[tuple[BlockRow, TimelineResult]]:
    report = result.report
    rows = () if report is None else sorted(report.blocks, key=lambda row: -row.carried)
    yield from ((row, result) for row in rows)


BLOCKS = Table(
    "blocks", tr("Blocks"), empty=tr("There is no block."), tab="timeline-blocks",
    file="timeline-blocks.csv", help=tr("What filled the session, by what it carried."),
    rows=_blocks, key=lambda _, row: block_key(row[0].number),
    columns=(
        Column("block", "Block", "What a person knows it by.", TEXT, ("name",), width=30,
               elide=Elide.MIDDLE, of=lambda row: row[0].name),
        Column("kind", "Kind", "What it is.", ENUM, width=13,
               of=lambda row: KIND_TITLES[row[0].kind], labels=tuple(KIND_TITLES.values())),
        Column("tool", "Tool", "The tool that was called, or gave it.", TEXT, width=10,
               visible=False, of=lambda row: row[0].block.tool if row[0].block else ""),
        Column("tokens", "Tokens", "Its size.", INTEGER, ("size",), width=8,
               of=lambda row: row[0].tokens),
        Column("known", "Known", "How the size is known.", ENUM, width=9,
               of=lambda row: row[0].known.value, labels=_KNOWN),
        Column("carried", "Carried", "Its tokens in all requests that sent it.", INTEGER,
               ("carried_tokens",), width=11, of=lambda row: row[0].carried),
        Column("cost", "Cost", "What carrying it cost, in US dollars.", NUMBER, width=8,
               write=dollars, of=lambda row: row[0].cost),
        Column("repeats", "Repeats", "An earlier block that holds the same.", TEXT, width=15,
               of=lambda row: repeat_words(row[1].report, row[0])),
        Column("first", "From", "The first request that sent it.", INTEGER, width=5,
               of=lambda row: row[0].first + 1),
        Column("last", "To", "The last request that sent it.", INTEGER, width=5,
               of=lambda row: row[0].last + 1),
        Column("carried_by", "Requests", "How many requests sent it.", INTEGER, width=8,
               of=lambda row: row[0].carried_by),
        Column("line", "Line", "Where it stands in the log.", INTEGER, width=7, visible=False,
               of=lambda row: row[0].block.place.line if row[0].block else None),
    ),
)  # fmt: skip

_LOST_FIRST = {Fate.GONE: 0, Fate.SUMMARISED: 1, Fate.KEPT: 2}


def _fates(result: TimelineResult) -> Iterator[tuple[TimelineReport, Compaction, Settled]]:
    report = result.report
    if report is None:
        return
    for compaction in report.compactions:
        order = sorted(
            compaction.blocks,
            key=lambda one: (_LOST_FIRST[one.fate], -report.sizes.tokens[one.block]),
        )
        yield from ((report, compaction, one) for one in order)


COMPACTIONS = Table(
    "compactions", tr("Compactions"), empty=tr("Nothing was compacted."),
    tab="timeline-compactions", file="timeline-compactions.csv",
    help=tr("What became of every block in each compaction."),
    rows=_fates, key=lambda _, row: f"fate:{row[1].request + 1}:{row[2].block}",
    columns=(
        Column("after", "After request", "The last request before the compaction.", INTEGER,
               width=12, of=lambda row: row[0].requests[row[1].request].log.parent + 1),
        Column("fate", "Fate", "What became of it.", ENUM, ("state",), width=11,
               of=lambda row: row[2].fate.value, labels=tuple(one.value for one in Fate)),
        Column("block", "Block", "What a person knows it by.", TEXT, ("name",), width=34,
               elide=Elide.MIDDLE, of=lambda row: row[0].log.blocks[row[2].block].name),
        Column("kind", "Kind", "What it is.", ENUM, width=11,
               of=lambda row: KIND_TITLES[row[0].log.blocks[row[2].block].kind.value],
               labels=tuple(KIND_TITLES.values())),
        Column("tokens", "Tokens", "Its size.", INTEGER, width=8,
               of=lambda row: row[0].sizes.tokens[row[2].block]),
        Column("again", "Read again at", "Requests that read it again.", TEXT, width=16,
               of=lambda row: ", ".join(
                   localized(one) for one in sorted(
                       {one.request + 1 for one in row[1].again if one.of == row[2].block}))),
        Column("named", "Named by", "What of it the summary has.", TEXT, width=30,
               of=lambda row: row[2].named_by),
    ),
)  # fmt: skip


TURNS = Table(
    "turns", tr("Turns"), empty=tr("Nobody said anything."), tab="timeline-turns",
    file="timeline-turns.csv", help=tr("What a person began, and what followed."),
    rows=lambda result: result.report.turns if result.report else (),
    key=lambda _, turn: f"turn:{turn.number}",
    columns=(
        Column("turn", "Turn", "Its place.", INTEGER, ("number",), width=6,
               of=lambda turn: turn.number),
        Column("said", "Said", "How a person began it.", TEXT, width=50,
               of=lambda turn: turn.said),
        Column("first", "From", "Its first request.", INTEGER, width=7,
               of=lambda turn: turn.requests[0] + 1),
        Column("last", "To", "Its last request.", INTEGER, width=7,
               of=lambda turn: turn.requests[-1] + 1),
        Column("requests", "Requests", "How many there are.", INTEGER, width=8,
               of=lambda turn: len(turn.requests)),
        Column("tokens", "Tokens sent", "What its requests sent.", INTEGER, ("sent",), width=12,
               of=lambda turn: turn.sent),
        Column("output", "Output", "What the model answered, as logged.", INTEGER, width=9,
               of=lambda turn: turn.output),
        Column("cost", "Cost", "In US dollars.", NUMBER, width=9, write=dollars,
               of=lambda turn: turn.cost),
    ),
)  # fmt: skip

ALL = (BLOCKS, REQUESTS, COMPACTIONS, TURNS)
BY_NAME = {table.name: table for table in ALL}
