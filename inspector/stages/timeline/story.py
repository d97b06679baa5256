"""What a step of a story shows of this stage, and the story of a session that has none."""

from __future__ import annotations

from inspector.language import tr, tr_n
from inspector.present.story.frames import Drawn, Picture
from inspector.session.session import Session, StoryStep
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.runs import run_timeline
from inspector.stages.timeline.summary import headline, heaviest, heaviest_line
from inspector.stages.timeline.tables import block_key
from inspector.stages.timeline.why import why_timeline

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
