"""The tables of a timeline, and above what compactions took the picture of one."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.boxes import Column
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.strips import strips_drawing
from inspector.present.table import TableData
from inspector.stages.timeline.compaction_chart import compaction_strips
from inspector.stages.timeline.runs import TimelineResult
from inspector.stages.timeline.tables import ALL, BY_NAME


class TimelineTables(TableTabs[str, TimelineResult]):
    """Shows the tables of one result that has a report."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.compaction = DrawingView("timeline.compaction", tr("Compaction"), theme, grows=False)
        self.compaction.ground = "chrome"
        self.compaction.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        around = {"compactions": self._below}
        tabs = {one.name: Tab(one.title, one.empty, around.get(one.name)) for one in ALL}
        super().__init__(tabs, theme, parent, name="timeline.tabs")
        self._chosen = 0

    def _below(self, panel: TablePanel) -> QWidget:
        page = QWidget()
        Column(page, margins=(8, 8, 8, 0)).hold(self.compaction, (panel, 1))
        return page

    def show_source(self, source: TimelineResult) -> None:
        """Show another result."""
        report = source.report
        if report is not None:
            counts = {
                "blocks": len(report.blocks),
                "requests": len(report.requests),
                "compactions": len(report.compactions),
                "turns": len(report.turns),
            }
            for name, count in counts.items():
                self._count(name, localized(count) if count else "")
        super().show_source(source)
        self._draw()

    def clear(self) -> None:
        """Show the tables of nothing."""
        super().clear()
        self._chosen = 0
        self._draw()

    def choose_compaction(self, request: int) -> None:
        """Show the compaction before a request, from 1, in the picture and the table."""
        report = None if self._source is None else self._source.report
        found = [] if report is None else [one.request + 1 for one in report.compactions]
        if request in found:
            self._chosen = found.index(request)
            self._draw()
            self.turn_to("compactions")

    def _draw(self) -> None:
        report = None if self._source is None else self._source.report
        if report is None or not report.compactions:
            self.compaction.show_picture(None)
            self.compaction.hide()
            return
        self._chosen = min(self._chosen, len(report.compactions) - 1)
        chart = compaction_strips(report, report.compactions[self._chosen])
        self.compaction.show_picture(
            lambda width, _height, measure, selected: strips_drawing(
                chart, width, measure, selected
            )
        )
        self.compaction.show()

    def _make(self, tab: str, source: TimelineResult) -> TableData | None:
        return None if source.report is None else BY_NAME[tab].data(source)

    def _row_of(self, tab: str, subject: str) -> str | None:
        kind, _, rest = subject.partition(":")
        own = {"block": "blocks", "request": "requests", "turn": "turns", "fate": "compactions"}
        if own.get(kind) == tab:
            return subject
        if kind == "fate" and tab == "blocks":
            return f"block:{rest.partition(':')[2]}"
        return ""

    def _tab_of(self, subject: str) -> str | None:
        kind = subject.partition(":")[0]
        own = {"block": "blocks", "turn": "turns", "fate": "compactions"}
        return own.get(kind)
