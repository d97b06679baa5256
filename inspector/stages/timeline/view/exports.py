"""The files that the Session lens can write."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text
from inspector.language import tr
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.page import timeline_page
from inspector.stages.timeline.results import timeline_file
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.tables import ALL
from inspector.stages.timeline.view.lens import TimelineLens


def _json(result: TimelineResult) -> str | None:
    made = timeline_file(result)
    return None if made is None else json_text(made.model_dump(mode="json"))


def _there(result: TimelineResult) -> TimelineResult | None:
    return result if result.report is not None else None


_FILES = (
    File(
        "timeline.json",
        tr("timeline as JSON"),
        tr("Requests, blocks, compactions, account."),
        _json,
        _there,
    ),
    File(
        "timeline.html",
        tr("report as HTML"),
        tr("Chart and tables as a page for reading."),
        timeline_page,
        _there,
    ),
    File(
        "timeline.svg",
        tr("requests as SVG"),
        tr("The chart as a drawing, light."),
        timeline_svg,
        _there,
    ),
)


def timeline_exporters(lens: TimelineLens) -> Sequence[Exporter]:
    """Return the files of what is shown, and its tables."""
    return exports_of("timeline", tr("Timeline"), lambda: lens.result, (*_FILES, *ALL))
