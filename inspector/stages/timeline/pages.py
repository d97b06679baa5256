"""A timeline as a page, as the steps of a story, and with two of its requests side by side.

What one of them sent is given to Window as chunks.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.analysis.audit.finding import Working
from inspector.core.timeline.log import BlockKind
from inspector.core.timeline.report import TimelineReport
from inspector.core.window.chunk import Chunk, ChunkType
from inspector.language import localized, tr, tr_n
from inspector.present.html_page import Chart, PageTable, result_page
from inspector.present.story import Drawn, Picture
from inspector.present.why import Why
from inspector.session.session import Session, StoryStep
from inspector.session.window_stage import WindowStage
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.chart_layout import request_of
from inspector.stages.timeline.runs import TimelineResult, run_timeline
from inspector.stages.timeline.summary import headline, heaviest, heaviest_line, timeline_lines
from inspector.stages.timeline.tables import ALL, block_key, cost_words, group_title
from inspector.stages.timeline.why import why_session, why_timeline


def timeline_page(result: TimelineResult) -> str:
    """Return a timeline as one HTML document, "" without a report."""
    report = result.report
    if report is None:
        return ""
    lines = tuple(line.strip() for line in timeline_lines(result) if line.strip())
    return result_page(
        report.log.title,
        headline(report),
        advice=heaviest_line(report),
        figures=(
            (localized(len(report.requests)), tr("requests")),
            (localized(report.peak.total if report.peak else 0), tr("tokens at the peak")),
            (localized(report.sent), tr("tokens sent")),
            (cost_words(report) or tr("unknown"), tr("cost")),
        ),
        charts=(Chart(tr("Requests"), timeline_svg(result), lines),),
        tables=(PageTable(table.title, table.data(result)) for table in ALL),
    )


_LEAST_WIDTH, _HIGH = 800, 0.38  # pixels, and of its width: a chart that fills a slide


def picture(width: int) -> Picture:
    """Return what draws the timeline with what is selected, and explains that."""

    wide = max(width, _LEAST_WIDTH)

    def draw(session: Session, key: str) -> Drawn:
        result = run_timeline(session)
        if result.report is None:
            return Drawn()
        chart = timeline_svg(result, key, wide, round(wide * _HIGH))
        return Drawn(chart, why_timeline(result, key) if key else None)

    return draw


def story_of(session: Session) -> tuple[StoryStep, ...]:
    """Return a story of a session: all that was sent, what was carried most, what was freed."""
    report = run_timeline(session).report
    if report is None or not report.requests:
        return ()
    count = len(report.requests)
    all_of = tr_n(
        "1 request sent {sent:,} tokens.",
        "{count:,} requests sent {sent:,} tokens.",
        count,
        count=count,
        sent=report.sent,
    )
    steps = [StoryStep(all_of, headline(report))]
    block = heaviest(report)
    if block is not None and block.carried_by > 1:
        became = tr(
            "{name}: {tokens:,} tokens, sent {times:,} times, became {carried:,}.",
            name=block.name,
            tokens=block.tokens,
            times=block.carried_by,
            carried=block.carried,
        )
        steps.append(StoryStep(became, heaviest_line(report), block_key(block.number)))
    if report.compactions:
        freed = sum(one.freed for one in report.compactions)
        shrunk = tr_n(
            "1 compaction freed {freed:,} tokens.",
            "{many:,} compactions freed {freed:,} tokens.",
            len(report.compactions),
            many=len(report.compactions),
            freed=freed,
        )
        steps.append(StoryStep(shrunk, "", f"compaction:{report.compactions[0].request + 1}"))
    return tuple(steps)


_MOST = 8  # blocks that are named on each side


def explained(shown: tuple[TimelineResult, int | None], key: str) -> tuple[Why, str] | None:
    """Explain a subject, a request beside another where one is given, else the session.

    From a block a link leads to the request that first sent it.
    """
    result, beside = shown
    why = why_difference(result, beside, key) or why_timeline(result, key) or why_session(result)
    first = first_request(result, key)
    link = tr("Go to request {request:,}", request=(request_of(first) or 0) + 1) if first else ""
    return None if why is None else (why, link)


def first_request(result: TimelineResult | None, key: str) -> str:
    """Return the key of the request that first sent a block, "" for anything else."""
    kind, _, rest = key.partition(":")
    number = rest.rpartition(":")[2]
    if result is None or result.report is None or kind not in ("block", "fate"):
        return ""
    named = (one for one in result.report.blocks if str(one.number) == number)
    return next((f"request:{one.first + 1}" for one in named), "")


def why_difference(result: TimelineResult, before: int | None, key: str) -> Why | None:
    """Explain a request beside another, from 0; None for anything but two requests."""
    report, after = result.report, request_of(key)
    if report is None or before is None or after is None or before == after:
        return None
    if not (0 <= after < len(report.requests) and before < len(report.requests)):
        return None
    old, new = report.requests[before], report.requests[after]
    return Why(
        key=key,
        name=tr("Request {before:,} → {after:,}", before=before + 1, after=after + 1),
        kind=tr("comparison"),
        sentence=tr(
            "{old:,} → {new:,} tokens: {change:+,}.",
            old=old.total,
            new=new.total,
            change=new.total - old.total,
        ),
        help=tr("By kind, then the blocks that only one of the two sent, the largest first."),
        tokens=new.total,
        steps=tuple(_steps(report, before, after)),
    )


def _steps(report: TimelineReport, before: int, after: int) -> Iterator[Working]:
    old, new = report.requests[before].by_kind, report.requests[after].by_kind
    for at, group in enumerate(report.groups):
        change = int(new[at] - old[at])
        if change:
            working = f"{localized(int(old[at]))} → {localized(int(new[at]))}"
            yield Working(group_title(group), working, f"{change:+,}")
    here, there = set(report.path(before)), set(report.path(after))
    for title, blocks in ((tr("Came"), there - here), (tr("Went"), here - there)):
        order = sorted(blocks, key=lambda one: (-report.sizes.tokens[one], one))
        for one in order[:_MOST]:
            yield Working(title, report.log.blocks[one].name, localized(report.sizes.tokens[one]))
        rest = sum(report.sizes.tokens[one] for one in order[_MOST:])
        if rest:
            many = len(order) - _MOST
            yield Working(title, tr("{many:,} more blocks", many=many), localized(rest))


_TYPES = {
    BlockKind.SYSTEM: ChunkType.SYSTEM_PROMPT,
    BlockKind.USER: ChunkType.CHAT_HISTORY_USER,
    BlockKind.INJECTED: ChunkType.CHAT_HISTORY_USER,
    BlockKind.SUMMARY: ChunkType.CHAT_HISTORY_USER,
    BlockKind.IMAGE: ChunkType.CHAT_HISTORY_USER,
    BlockKind.ASSISTANT: ChunkType.CHAT_HISTORY_ASSISTANT,
    BlockKind.THINKING: ChunkType.CHAT_HISTORY_ASSISTANT,
    BlockKind.CALL: ChunkType.TOOL_INPUT,
    BlockKind.RESULT: ChunkType.TOOL_OUTPUT,
}


def window_of_request(report: TimelineReport, number: int) -> WindowStage:
    """Return a request, from 0, as a stage: its rows add up to what was sent.

    What the log does not have is a chunk without a text. Calls and results carry the id that makes
    them a pair.
    """
    row = report.requests[number]
    chunks = []
    for place, part in enumerate(report.parts(number)):
        if part.block < 0:
            if part.tokens > 0:
                chunks.append(Chunk(id=part.name, type=ChunkType.SYSTEM_PROMPT, tokens=part.tokens))
            continue
        block = report.log.blocks[part.block]
        facts = {"call_id": block.call, "tool_name": block.tool, "kind": block.kind.value}
        chunks.append(
            Chunk(
                id=f"{place:04d} {block.name}",
                type=_TYPES[block.kind],
                content=block.text or None,
                tokens=part.tokens,
                metadata={name: value for name, value in facts.items() if value},
                timestamp_ms=row.log.time_ms,
            )
        )
    return WindowStage(
        chunks=tuple(chunks),
        model=row.log.model or None,
        available_tokens=row.window.tokens,
        max_system_prompt=0,
    )
