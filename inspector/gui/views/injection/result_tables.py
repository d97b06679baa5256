"""Cards, buckets, files and the ledger in tabs; a tab's rows are made when it is shown."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from inspector.analysis.expectations import checked
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.gui.table import Mark, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import in_sentence_case, localized, tr
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


class ResultTables(TableTabs[TableId, InjectionReport]):
    """Shows the tables of one report."""

    override_asked = Signal(object)
    """The ``Forced`` that somebody wants on the selected subject, or wants to take back."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self._tables = RunTables()
        self._overrides = NO_OVERRIDES
        tabs = {table: Tab(TITLES[table], _EMPTY[table]) for table in TableId}
        super().__init__(tabs, theme, parent)
        self._add_to_menu()
        for table in TableId:
            self._add_overrides_to_menu(table)

    def show_source(self, source: InjectionReport) -> None:
        """Show another report, and how many rows its tables have."""
        self._count(TableId.CARDS, localized(len(source.prepared.cards.order)))
        self._count(TableId.BUCKETS, localized(len(source.prepared.counted.buckets)))
        self._count(TableId.FILES, localized(len(source.prepared.files)))
        met, expected = expectations_met(checked(source))
        self._count(
            TableId.EXPECTATIONS, f"{localized(met)}/{localized(expected)}" if expected else ""
        )
        super().show_source(source)

    def show_rows(self, rows: Filtered) -> None:
        """Bring a table in sight, filtered."""
        self.filter_rows(rows.table, rows.filter)

    def _make(self, tab: TableId, source: InjectionReport) -> TableData:
        return self._tables.table(tab, source)

    def _row_of(self, tab: TableId, subject: str) -> str:
        return row_of_subject(tab, subject)

    def _has(self, tab: TableId, subject: str) -> bool:
        return bool(row_of_subject(tab, subject))

    def _tab_of(self, subject: str) -> TableId:
        return table_of_subject(subject)

    def _subject_of(self, tab: TableId, key: str) -> str:
        return subject_of_row(tab, key)

    def _style(self, theme: Theme) -> TableStyle:
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

    # Menus of rows ------------------------------------------------------------------------

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
                action = QAction(tr("What-if: {title}", title=in_sentence_case(choice.title)), menu)
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
            subject = self._panels[TableId.FILES].current_key
            action = QAction(tr("Show the cards of this file"), menu)
            action.setObjectName("files.menu.cards")
            action.setEnabled(bool(subject))
            action.triggered.connect(lambda: self.show_rows(cards_of_file(subject)))
            menu.insertAction(menu.actions()[0], action)

        menu.aboutToShow.connect(add)
