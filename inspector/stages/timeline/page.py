"""A timeline as a page: the sentence, the chart, and its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
from markupsafe import Markup

from inspector.language import localized, tr
from inspector.present.html_page import html_page
from inspector.present.table import TableData
from inspector.present.table.cells import cell_texts
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.names import cost_words
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.summary import headline, heaviest_line, timeline_lines
from inspector.stages.timeline.tables import ALL

_MOST_ROWS = 200


def timeline_page(result: TimelineResult) -> str:
    """Return a timeline as one HTML document, "" without a report."""
    report = result.report
    if report is None:
        return ""
    chart = {
        "title": tr("Requests"),
        "svg": Markup(timeline_svg(result)),  # noqa: S704  # made here, from escaped labels
        "lines": [line.strip() for line in timeline_lines(result) if line.strip()],
    }
    figures = [
        (localized(len(report.requests)), tr("requests")),
        (localized(report.peak.total if report.peak is not None else 0), tr("tokens at the peak")),
        (localized(report.sent), tr("tokens sent")),
        (cost_words(report) or tr("unknown"), tr("cost")),
    ]
    return html_page(
        "corpus",
        title=report.log.title,
        sentence=headline(report),
        advice=heaviest_line(report),
        figures=figures,
        charts=[chart],
        tables=list(_tables(result)),
    )


def _tables(result: TimelineResult) -> Iterator[Mapping[str, object]]:
    for table in ALL:
        data = table.data(result)
        if data.row_count:
            yield _table(table.title, data)


def _table(title: str, data: TableData) -> Mapping[str, object]:
    columns = [one for one in data.columns if one.visible]
    rows = np.arange(min(data.row_count, _MOST_ROWS))
    cells = [cell_texts(data, one, rows) for one in columns]
    beyond = data.row_count - len(rows)
    return {
        "title": title,
        "note": "",
        "heads": [{"title": tr(one.title), "number": one.numeric} for one in columns],
        "rows": list(zip(*cells, strict=True)),
        "beyond": tr("{count:,} more", count=beyond) if beyond else "",
    }
