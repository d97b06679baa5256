"""The tables of an audit in tabs: findings with the rows beneath, cards, buckets, totals, notes."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from inspector.analysis.audit.audit import RowState
from inspector.gui.boxes import VBox
from inspector.gui.columns import SplitRows
from inspector.gui.table import CellMark, TablePanel, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.table_tabs import Tab, TableTabs, below
from inspector.language import localized, tr
from inspector.present.palette import Shape
from inspector.present.table import TableData
from inspector.session.session import Note
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import manifest_bar
from inspector.stages.audit.tables import ROWS, TABLES, Audited, cards_data
from inspector.stages.audit.view.history_page import HistoryPage


class AuditTable(StrEnum):
    """The tables, by the names of their panels."""

    FINDINGS = "audit-findings"
    CARDS = "audit-cards"
    BUCKETS = "audit-buckets"
    TOTALS = "audit-totals"
    NOTES = "audit-notes"
    HISTORY = "audit-history"


_SPECS = {table.tab: table for table in TABLES}
TITLES = {
    table: tr("History") if table is AuditTable.HISTORY else _SPECS[table].title
    for table in AuditTable
}
_ABSENT = tr("What an audit finds is listed here.")


class AuditTables(TableTabs[AuditTable, AuditView]):
    """Shows the tables of one audit, and the history.

    Beneath the findings stand the rows of manifest and replay, panel ``audit-rows``; above the
    cards the bar of the manifest, ``audit.bar``.
    """

    def __init__(self, theme: Theme, history: HistoryPage) -> None:
        self._notes: tuple[Note, ...] = ()
        self._history = history
        history.setContentsMargins(8, 8, 8, 0)
        self._bar_view = DrawingView("audit.bar", tr("Budget of the manifest"), theme, grows=False)
        self._rows = TablePanel("audit-rows", ROWS.title, self._style(theme))
        self._rows.setContentsMargins(8, 8, 8, 0)
        self._rows.set_empty_text(ROWS.empty)
        self._rows_of: object = None
        bar = VBox.page(self._bar_view, margins=(12, 4, 12, 0))
        around = {AuditTable.FINDINGS: self._over_rows, AuditTable.CARDS: below(bar)}
        tabs: dict[AuditTable, Tab] = {
            table: Tab(TITLES[table], _SPECS[table].empty, around.get(table))
            for table in AuditTable
            if table is not AuditTable.HISTORY
        }
        tabs[AuditTable.HISTORY] = Tab(TITLES[AuditTable.HISTORY], page=history)
        super().__init__(tabs, theme)
        self._bar_view.selected.connect(
            lambda key: self._take_compared("" if key.startswith("part:") else key)
        )
        self._rows.current_changed.connect(self._take_compared)
        self._rows.export_requested.connect(self.export_requested)

    def _over_rows(self, panel: TablePanel) -> QWidget:
        page = SplitRows(self)
        page.setOrientation(Qt.Orientation.Vertical)
        page.addWidget(panel)
        page.addWidget(self._rows)
        page.setStretchFactor(0, 2)
        page.setStretchFactor(1, 3)
        page.setSizes([240, 360])
        return page

    def show_source(self, source: AuditView) -> None:
        """Show another audit."""
        count = len(source.findings)
        self._count(AuditTable.FINDINGS, localized(count) if count else "")
        contents = None if source.audit is None else source.audit.contents
        for table, rows in (
            (AuditTable.CARDS, () if contents is None else contents.readable_cards),
            (AuditTable.BUCKETS, () if contents is None else contents.readable_buckets),
        ):
            self._count(table, localized(len(rows)) if rows else "")
        for table in AuditTable:
            if table in self._panels:
                absent = source.audit is None
                self._table(table).set_empty_text(_ABSENT if absent else _SPECS[table].empty)
        self._draw_bar(source)
        super().show_source(source)

    def _draw_bar(self, source: AuditView) -> None:
        bar = None if source.audit is None else manifest_bar(source.audit.contents)
        self._bar_view.setVisible(bar is not None)
        self._bar_view.show_strips(bar)

    def clear(self) -> None:
        """Show the tables of no audit; the history is that of the program."""
        super().clear()
        self._rows.clear()
        self._rows_of = None
        self._notes = ()

    def set_notes(self, notes: tuple[Note, ...]) -> None:
        """Show other notes."""
        if notes != self._notes:
            self._notes = notes
            self._count(AuditTable.NOTES, localized(len(notes)) if notes else "")
            self._refresh(self.current)

    def rows(self) -> TableData | None:
        """Return the rows of manifest and replay, None while there are none."""
        source = self._source
        if source is None or source.audit is None:
            return None
        return ROWS.data(Audited(source.audit, source.findings))

    def _make(self, tab: AuditTable, source: AuditView) -> TableData | None:
        if tab is AuditTable.HISTORY:
            return None
        audit = source.audit
        if audit is None:
            notes = self._notes if tab is AuditTable.NOTES else ()
            return replace(_SPECS[tab], rows=lambda _source: notes).data(source)
        made = Audited(audit, source.findings, self._notes)
        return cards_data(made) if tab is AuditTable.CARDS else _SPECS[tab].data(made)

    def _made_of(self, tab: AuditTable, source: AuditView) -> object:
        return self._notes if tab is AuditTable.NOTES else source

    def _show_page(self, tab: AuditTable, source: AuditView) -> None:
        if tab is not AuditTable.FINDINGS or self._rows_of is source:
            return
        self._rows_of = source
        data = self.rows()
        self._rows.setVisible(data is not None)
        if data is not None:
            self._rows.set_data(data)
            self._show_compared(self._subject)

    def _has(self, tab: AuditTable, subject: str) -> bool:
        if super()._has(tab, subject):
            return True
        if tab is not AuditTable.FINDINGS:
            return False
        return self._rows.data.row_of(subject) is not None

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, or in the one about it."""
        super().select(subject)
        self._show_compared(subject)
        self._bar_view.select_key(subject)

    def _show_compared(self, subject: str) -> None:
        """Bring the row in sight that a subject, or a finding, is about."""
        kind, _, place = subject.partition(":")
        source = self._source
        if kind == "finding" and source is not None and source.audit is not None:
            findings = source.audit.findings
            at = int(place) if place.isdecimal() else len(findings)
            row = source.audit.row_of(findings[at]) if at < len(findings) else None
            subject = "" if row is None else row.key
        if subject:
            self._rows.select_key(subject)

    def _take_compared(self, key: str) -> None:
        if key:
            self._choose(key)

    def _turned(self, place: int) -> None:
        super()._turned(place)
        if self.current is AuditTable.HISTORY:
            self._history.refresh()

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        if self.current is AuditTable.HISTORY:
            self._history.focus_filter()
        super().focus_filter()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        super().follow_theme(theme)
        self._rows.set_style(self._style(theme))

    def _style(self, theme: Theme) -> TableStyle:
        verdicts = theme.colors.verdicts
        weights = {
            "error": CellMark(theme.color("error"), Shape.STOP),
            "warning": CellMark(theme.color("warning"), Shape.TRIANGLE),
            "note": CellMark(theme.color("note"), Shape.DISC),
        }
        states: dict[str, CellMark] = {
            RowState.AGREES: theme.mark(verdicts["included"]),
            RowState.DIFFERS: theme.mark(verdicts["refused"]),
            RowState.MISSING: CellMark(theme.color("error"), Shape.RING),
            RowState.EXTRA: CellMark(theme.color("error"), Shape.CROSS),
            RowState.UNKNOWN: theme.mark(verdicts["balance"]),
        }
        return theme.table_style({"weight": weights, "state": states})
