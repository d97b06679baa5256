"""A timeline as a page: the sentence, the chart, and its tables."""

from __future__ import annotations

from inspector.language import localized, tr
from inspector.present.result_page import Chart, PageTable, result_page
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.names import cost_words
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.summary import headline, heaviest_line, timeline_lines
from inspector.stages.timeline.tables import ALL


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
