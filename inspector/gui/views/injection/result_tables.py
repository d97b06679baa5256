"""Cards, buckets, files and the ledger in tabs; a tab's rows are made when it is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.analysis.expectations import checked
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.gui.columns import line
from inspector.gui.table import Mark, TablePanel, TableStyle
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.injection.bar_filters import Filtered, TableId, cards_of_file
from inspector.present.injection.expectation_table import expectations_met
from inspector.present.injection.override_choices import choices_for
from inspector.present.injection.tables import (
    TITLES,
    RunTables,
    row_of_subject,
    subject_of_row,
    table_of_subject,
)
from inspector.present.palette import Shape
from inspector.present.table import TableData

_EMPTY = {
    TableId.CARDS: tr("The candidate set has no knowledge cards."),
    TableId.BUCKETS: tr("The candidate set has no buckets."),
    TableId.FILES: tr("The candidate set has no files."),
    TableId.LEDGER: tr("There is nothing to account for."),
    TableId.EXPECTATIONS: tr("The request expects nothing in particular."),
}


class ResultTables(QWidget):
    """Shows the tables of one report. Panels are named by ``TableId``, the row of tabs ``tabs``."""

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""
    override_asked = Signal(object)
    """The ``Forced`` that somebody wants on the selected subject, or wants to take back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tables = RunTables()
        self._report: InjectionReport | None = None
        self._shown: dict[TableId, InjectionReport] = {}
        self._selected = ""
        self._overrides = NO_OVERRIDES
        style = _style(theme)
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Tables"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._pages = QStackedWidget(self)
        self._panels: dict[TableId, TablePanel] = {}
        for table in TableId:
            panel = TablePanel(table.value, TITLES[table], style, self)
            panel.set_empty_text(_EMPTY[table])
            panel.current_changed.connect(lambda key, table=table: self._take_current(table, key))
            panel.export_requested.connect(self.export_requested)
            self._panels[table] = panel
            self._tabs.addTab(TITLES[table])
            self._pages.addWidget(panel)
        self._add_to_menu()
        for table in TableId:
            self._add_overrides_to_menu(table)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._pages.setContentsMargins(8, 8, 8, 0)
        for widget in (self._tabs, line(self)):
            layout.addWidget(widget)
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)

    # What is shown -----------------------------------------------------------------------

    @property
    def current(self) -> TableId:
        """The table that is in sight."""
        return list(TableId)[self._tabs.currentIndex()]

    def panel(self, table: TableId) -> TablePanel:
        """Return the panel of a table, its rows up to date."""
        self._refresh(table)
        return self._panels[table]

    def table(self, table: TableId) -> TableData | None:
        """Return a table of the report that is shown, None while there is none."""
        return None if self._report is None else self._tables.table(table, self._report)

    def set_report(self, report: InjectionReport) -> None:
        """Show another report; tables that are not in sight are made when they are."""
        self._report = report
        self._count(report)
        self._refresh(self.current)

    def _count(self, report: InjectionReport) -> None:
        """Write into the tabs how many rows there are."""
        counts = {
            TableId.CARDS: len(report.prepared.cards.order),
            TableId.BUCKETS: len(report.prepared.counted.buckets),
            TableId.FILES: len(report.prepared.files),
        }
        met, expected = expectations_met(checked(report))
        for place, table in enumerate(TableId):
            text = TITLES[table]
            if table in counts:
                text = f"{text} {counts[table]:,}"
            if table is TableId.EXPECTATIONS and expected:
                text = f"{text} {met:,}/{expected:,}"
            if self._tabs.tabText(place) != text:
                self._tabs.setTabText(place, text)

    def _refresh(self, table: TableId) -> None:
        report = self._report
        if report is None or self._shown.get(table) is report:
            return
        first = table not in self._shown
        self._shown[table] = report
        panel = self._panels[table]
        panel.set_data(self._tables.table(table, report))
        if first:
            panel.select_key(row_of_subject(table, self._selected))

    def _turn_to(self, place: int) -> None:
        table = list(TableId)[place]
        self._refresh(table)
        self._pages.setCurrentIndex(place)
        self._panels[table].select_key(row_of_subject(table, self._selected))

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        style = _style(theme)
        for panel in self._panels.values():
            panel.set_style(style)

    # Selection and filters ---------------------------------------------------------------

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, or in the one about its kind."""
        if subject == self._selected:
            return
        self._selected = subject
        if subject and not row_of_subject(self.current, subject):
            self.turn_to(table_of_subject(subject))
        self._panels[self.current].select_key(row_of_subject(self.current, subject))

    def turn_to(self, table: TableId) -> None:
        """Bring a table in sight."""
        self._tabs.setCurrentIndex(list(TableId).index(table))

    def show_rows(self, rows: Filtered) -> None:
        """Bring a table in sight, filtered."""
        self.turn_to(rows.table)
        self._panels[rows.table].set_filter(rows.filter)

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        self._panels[self.current].focus_filter()

    def _take_current(self, table: TableId, key: str) -> None:
        subject = subject_of_row(table, key)
        if table is self.current and subject != self._selected:
            self._selected = subject
            self.selected.emit(subject)

    def set_overrides(self, overrides: Overrides) -> None:
        """Know what is overridden, for the menus."""
        self._overrides = overrides

    def _add_overrides_to_menu(self, table: TableId) -> None:
        """Let the menu of a row offer what can be tried out on its subject."""
        menu = self._panels[table].findChild(QMenu, f"{table.value}.menu")
        if menu is None:
            return

        def add() -> None:
            first = menu.actions()[0] if menu.actions() else None
            subject = subject_of_row(table, self._panels[table].current_key)
            choices = choices_for(subject, self._overrides)
            for choice in choices:
                action = QAction(tr("What-if: {lower}", lower=choice.title.lower()), menu)
                action.setObjectName(f"{table.value}.menu.what-if-{choice.forced.value}")
                action.setCheckable(True)
                action.setChecked(choice.holds)
                action.triggered.connect(
                    lambda _on, forced=choice.forced: self.override_asked.emit(forced)
                )
                menu.insertAction(first, action)  # type: ignore[arg-type]  # None adds at the end
            if choices and first is not None:
                menu.insertSeparator(first)

        menu.aboutToShow.connect(add)

    def _add_to_menu(self) -> None:
        """Let a file's menu lead to its cards."""
        menu = self._panels[TableId.FILES].findChild(QMenu, "files.menu")
        if menu is None:
            return

        def add() -> None:
            reference = self._panels[TableId.FILES].current_key
            action = QAction(tr("Show the cards of this file"), menu)
            action.setObjectName("files.menu.cards")
            action.setEnabled(bool(reference))
            action.triggered.connect(lambda: self.show_rows(cards_of_file(reference)))
            menu.insertAction(menu.actions()[0], action)

        menu.aboutToShow.connect(add)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which table is in sight and how each is arranged."""
        arranged = {table.value: panel.view_state() for table, panel in self._panels.items()}
        return {"table": self.current.value, "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for table, panel in self._panels.items():
                if table.value in arranged:
                    panel.restore_view_state(arranged[table.value])
        if saved.get("table") in list(TableId):
            self.turn_to(TableId(saved["table"]))


def _style(theme: Theme) -> TableStyle:
    """Return how the tables look: verdicts have their marks, those of backgrounds too."""
    forced = Mark(theme.color("warning"), Shape.DIAMOND)
    looks = {
        "met": theme.mark(theme.colors.verdicts["included"]),
        "not met": theme.mark(theme.colors.verdicts["refused"]),
        "unreadable": theme.mark(theme.colors.verdicts["excluded"]),
    }
    return theme.table_style(
        {
            "background": theme.verdict_marks(),
            "what_if": {one.value: forced for one in Forced},
            "result": looks,
        }
    )
