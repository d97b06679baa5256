"""A timeline as a page: the sentence, the chart, and its tables; and as the steps of a story."""

from __future__ import annotations

from inspector.language import localized, tr, tr_n
from inspector.present.html_page import Chart, PageTable, result_page
from inspector.present.story import Drawn, Picture
from inspector.session.session import Session, StoryStep
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.runs import TimelineResult, run_timeline
from inspector.stages.timeline.summary import headline, heaviest, heaviest_line, timeline_lines
from inspector.stages.timeline.tables import ALL, block_key, cost_words
from inspector.stages.timeline.why import why_timeline


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
