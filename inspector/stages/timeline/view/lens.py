"""The Session lens: one widget that passes values between inputs, chart, tables and Why.

And the files that it can write.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from inspector.core.timeline.report import TimelineReport
from inspector.gui.boxes import VBox
from inspector.gui.commands import command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.loaded_inputs import may_take
from inspector.gui.messages import Done, FileChoice
from inspector.gui.views.explanation_pane import ExplanationPane, HeadlineLines
from inspector.gui.views.lens_exports import File, exports_of, json_text
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.gui.views.worker import SessionRunner
from inspector.language import tr
from inspector.session.edits import set_at
from inspector.session.opening import opening
from inspector.session.window_stage import WindowStage
from inspector.stages.timeline.chart import timeline_svg
from inspector.stages.timeline.chart_layout import request_of
from inspector.stages.timeline.pages import (
    explained,
    first_request,
    timeline_page,
    window_of_request,
)
from inspector.stages.timeline.results import timeline_file
from inspector.stages.timeline.runs import TimelineResult, run_timeline
from inspector.stages.timeline.summary import (
    headline,
    heaviest,
    heaviest_line,
    simulation_lines,
    status_line,
)
from inspector.stages.timeline.tables import ALL, block_key
from inspector.stages.timeline.view.chart_view import ZOOM, TimelineView
from inspector.stages.timeline.view.panes import TimelineInputs, TimelineTables

_NOTHING = tr(
    "No session is open.\n\nOpen or drop the log of a coding agent, a trace, or a log of the"
    " requests of one conversation."
)
_SIZES = (360, 320)  # pixels: chart, tables


def _shows(lens: TimelineLens) -> bool:
    return lens.report is not None


def _on_request(lens: TimelineLens) -> bool:
    return lens.report is not None and request_of(lens.subject) is not None


class TimelineLens(StageLens):
    """Shows the newest timeline, and what is selected in it."""

    doing = tr("Reading the log …")

    result: TimelineResult | None = None
    """The result that is shown, None while there is no log."""
    compared: int | None = None
    """The request that others are compared with, from 0."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("timeline", context)
        self._in_window: WindowStage | None = None  # what it opened there
        theme = context.theme
        self._runner = self._at_work = self._running(
            SessionRunner(
                context.store,
                tr("reading a session"),
                lambda session, _watch: run_timeline(session),
                lambda session: (session.part("timeline"),),
                lambda session: not session.part("timeline").log,
                self,
                ahead=lambda result: (result.simulation, result.children),
            ),
            self._take_result,
        )
        self.inputs = TimelineInputs(context.store, theme, self._columns)
        self._headline = HeadlineLines(("timeline.headline", "timeline.subline"), theme)
        self.chart = TimelineView(theme)
        top = VBox.page(self._headline, (self.chart, 1), margins=(12, 8, 12, 0), spacing=2)
        self.tables = TimelineTables(theme)
        self.why = ExplanationPane(theme, self._columns, explain=explained)
        self._middle = ChartOverTables("timeline", _NOTHING, (top, self.tables), _SIZES)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()
        self._runner.run()

    @property
    def stage_picture(self) -> QWidget:
        """The columns of the session alone."""
        return self.chart

    def _connect(self) -> None:
        self._runner.finished.connect(self.context.record)
        self.chart.selected.connect(self.select)
        self.why.link_asked.connect(
            lambda _key: self.select(first_request(self.result, self.subject))
        )

    # For commands and exporters ----------------------------------------------------------

    @property
    def report(self) -> TimelineReport | None:
        """The report that is shown, None while there is no log."""
        return None if self.result is None else self.result.report

    def _mark(self, subject: str) -> None:
        kind, _, rest = subject.partition(":")
        if kind == "compaction" and rest.isdecimal():
            self.tables.choose_compaction(int(rest))
        number = request_of(subject)
        if number is not None:
            self.chart.show_request(number)
        shown = f"block:{rest.partition(':')[2]}" if kind == "fate" else subject
        self.chart.select_key(shown)

    # Values that come in -----------------------------------------------------------------

    def _take_result(self, result: TimelineResult) -> None:
        self.context.set_problems(result.problems)
        self.inputs.set_problems(result.problems)
        report = result.report
        self._middle.show_rows(shown=report is not None)
        self.result = result
        self.inputs.set_report(report)
        self.chart.set_report(report, result.simulation)
        self._explain()
        if report is None:
            self.context.set_status("")
            return
        simulated = result.simulation
        told = () if simulated is None else simulation_lines(report, simulated)
        self._headline.say(headline(report), "\n".join((heaviest_line(report), *told)))
        self.tables.show_source(result)
        self.context.set_status(status_line(result))
        self.context.refresh_commands()

    def _forget(self) -> None:
        super()._forget()
        self.result, self.compared = None, None
        self.inputs.set_report(None)
        self.chart.set_report(None)
        self._headline.say("")
        self._explain()

    def _explain(self) -> None:
        told = self.result is not None and self.result.report is not None
        self.why.explain((self.result, self.compared) if told else None)

    # What somebody does ------------------------------------------------------------------

    @command("timeline-open", tr("Open the log of a session…"))
    def open_log(self) -> None:
        """Opens the log of a coding agent, a trace, or a log of requests as a timeline."""
        filters = (tr("Logs (*.jsonl *.json *.ndjson *.gz)"), tr("All files (*)"))
        choice = FileChoice(tr("Open the log of a session"), filters)
        for path in self.context.messages.choose_files(choice)[:1]:
            self.open_path(path)

    def open_path(self, path: Path) -> None:
        """Read a log."""
        edit = set_at("timeline", ("log",), str(path))
        if may_take(self.context.store, self.context.messages, path.name, edit):
            self.context.store.commit(tr("Open a session log"), edit)

    @command("timeline-heaviest", tr("Heaviest block"), when=_shows)
    def show_heaviest(self) -> None:
        """Selects the block that was carried the most."""
        row = None if self.report is None else heaviest(self.report)
        if row is not None:
            self.tables.turn_to("blocks")
            self.select(block_key(row.number))

    @command(
        "timeline-compaction",
        tr("Next compaction"),
        when=lambda lens: bool(lens.report and lens.report.compactions),
    )
    def next_compaction(self) -> None:
        """Shows what the next compaction took, before and after."""
        found = [] if self.report is None else [one.request + 1 for one in self.report.compactions]
        kind, _, rest = self.subject.partition(":")
        at = int(rest) if kind == "compaction" else 0
        later = [one for one in found if one > at] or found
        if later:
            self.select(f"compaction:{later[0]}")

    @command("timeline-next", tr("Next request"), when=_shows)
    def next_request(self) -> None:
        """Selects the request after the one that is selected."""
        self.select(self.chart.step(1))

    @command("timeline-previous", tr("Previous request"), when=_shows)
    def previous_request(self) -> None:
        """Selects the request before the one that is selected."""
        self.select(self.chart.step(-1))

    @command("timeline-zoom-in", tr("Zoom in on requests"), when=_shows)
    def zoom_in(self) -> None:
        """Shows fewer requests, around the one that is selected."""
        self.chart.zoom(ZOOM)

    @command("timeline-zoom-out", tr("Zoom out of requests"), when=_shows)
    def zoom_out(self) -> None:
        """Shows more requests."""
        self.chart.zoom(1 / ZOOM)

    @command("timeline-whole", tr("Show all requests"), when=_shows)
    def show_all(self) -> None:
        """Shows the whole session."""
        self.chart.show_all()

    @command("timeline-in-window", tr("Open request in Window"), when=_on_request)
    def open_in_window(self) -> None:
        """Opens what the selected request sent as chunks, each with its tokens."""
        number = request_of(self.subject)
        if self.report is None or number is None:
            return
        stage = window_of_request(self.report, number)
        edit = opening(stage, None)
        assert edit is not None
        label = tr("Open request {number:,}", number=number + 1)
        store = self.context.store
        is_own = self._in_window is not None and store.session.window is self._in_window
        name = tr("request {number:,}", number=number + 1)
        if not is_own and not may_take(store, self.context.messages, name, edit):
            return
        store.commit(label, edit)
        self._in_window = store.session.window  # what it put there it may replace
        self.context.open_lens("window", "")

    @command(
        "timeline-compare",
        tr("Compare other requests with this"),
        when=_on_request,
        checked=lambda lens: lens.compared is not None,
    )
    def compare(self) -> None:
        """Why then tells what came and went between it and the request that is selected."""
        self.compared = request_of(self.subject) if self.compared is None else None
        self._explain()
        self.context.refresh_commands()

    @command(
        "timeline-copy-place",
        tr("Copy place in the log"),
        when=lambda lens: lens.place() is not None,
    )
    def copy_place(self) -> None:
        """Copies the file and line of the selected request or block, as editors open it."""
        place = self.place()
        if place is not None:
            QGuiApplication.clipboard().setText(place)
            self.context.messages.say(Done(tr("Copied the place in the log.")))

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        return exports_of("timeline", tr("Timeline"), lambda: self.result, (*_FILES, *ALL))

    def place(self) -> str | None:
        """Return the file and line of what is selected, None where it has none."""
        report = self.report
        if report is None:
            return None
        number = request_of(self.subject)
        kind, _, rest = self.subject.partition(":")
        block = rest.rpartition(":")[2]
        if number is not None and number < len(report.requests):
            found = report.requests[number].log.place
        elif kind in ("block", "fate") and block.isdecimal():
            found = report.log.blocks[int(block)].place
        else:
            return None
        return f"{report.log.files[found.file]}:{found.line}"


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
