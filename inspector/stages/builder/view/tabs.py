"""The pages below the budget: files, ranking, blocks, source, redactions, fitting, ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.gui.boxes import split, with_name
from inspector.gui.table import TablePanel, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import localized, tr
from inspector.present.drawing import Drawing, Measure
from inspector.present.table import TableData
from inspector.stages.builder.charts import fit_drawing
from inspector.stages.builder.shown import Shown, file_key, path_of
from inspector.stages.builder.tables import TITLES, BuilderTable, builder_table, row_count
from inspector.stages.builder.view.files_page import FilesPage
from inspector.stages.builder.view.source_page import SourcePage
from inspector.stages.builder.words import fate_looks


class Page(StrEnum):
    """The tabs, in order; those with a table have its name."""

    FILES = "builder-files"
    RANKING = "builder-ranking"
    BLOCKS = "builder-blocks"
    SOURCE = "source"
    REDACTIONS = "builder-redactions"
    FIT = "builder-fit"
    LEDGER = "builder-ledger"


PAGE_TITLES = {
    Page.SOURCE: tr("Slices"),
    **{Page(table.value): TITLES[table] for table in BuilderTable},
}
_EMPTY = {
    BuilderTable.FILES: tr("The project has no files."),
    BuilderTable.RANKING: tr("There are no candidates."),
    BuilderTable.BLOCKS: tr("No block is sent."),
    BuilderTable.REDACTIONS: tr("Nothing was taken out."),
    BuilderTable.FIT: tr("Nothing was fitted."),
    BuilderTable.LEDGER: tr("There is nothing to account for."),
}
# Where a subject of a kind is shown, when the page in sight does not have it.
_OF_KIND = {
    "file": Page.FILES,
    "symbol": Page.BLOCKS,
    "block": Page.BLOCKS,
    "balance": Page.LEDGER,
    "fit": Page.FIT,
    "redaction": Page.REDACTIONS,
}
_FIT_SIZES = (190, 160)
_ROOMY = 660  # pixels; in less, tabs have no counts


class BuilderTabs(TableTabs[Page, Shown]):
    """Shows the pages of one build; the chart of fitting is named ``fit.chart``."""

    def __init__(self, theme: Theme) -> None:
        self.source = SourcePage(theme)
        self.fit = DrawingView("fit.chart", tr("Steps of fitting"), theme, grows=True)
        tabs = {
            page: Tab(PAGE_TITLES[page], page=self.source)
            if page is Page.SOURCE
            else Tab(PAGE_TITLES[page], _EMPTY[BuilderTable(page.value)])
            for page in Page
        }
        tabs[Page.FILES] = replace(tabs[Page.FILES], around=self._files_page)
        tabs[Page.FIT] = replace(tabs[Page.FIT], around=self._fit_page)
        super().__init__(tabs, theme)
        self._bar.setAccessibleName(tr("Pages"))
        self._bar.setUsesScrollButtons(True)
        self._top.setContentsMargins(0, 0, 8, 0)
        self._top.addWidget(self.files.flat_button)
        self.files.selected.connect(lambda key: self._take_row(Page.FILES, key))
        self.fit.selected.connect(lambda key: self._take_row(Page.FIT, key))

    def _files_page(self, panel: TablePanel) -> QWidget:
        self.files = FilesPage(panel, self._theme)
        return self.files

    def _fit_page(self, panel: TablePanel) -> QWidget:
        return with_name(split(Qt.Orientation.Vertical, _FIT_SIZES, self.fit, panel), "fit.rows")

    def _style(self, theme: Theme) -> TableStyle:
        looks = fate_looks(theme.colors)
        return theme.table_style({"fate": {word: theme.mark(one) for word, one in looks.items()}})

    # What is shown -----------------------------------------------------------------------

    def show_source(self, source: Shown) -> None:
        """Show another build."""
        super().show_source(source)
        self._name_tabs()

    def _make(self, tab: Page, source: Shown) -> TableData:
        return builder_table(BuilderTable(tab.value), source)

    def _show_page(self, tab: Page, source: Shown) -> None:
        if tab is Page.SOURCE:
            self.source.set_shown(source)
        elif tab is Page.FILES:
            self.files.set_shown(source)
        elif tab is Page.FIT:
            steps = source.report.fit_steps

            def make(width: float, height: float, measure: Measure, selected: str) -> Drawing:
                return fit_drawing(steps, width, height, measure, selected)

            self.fit.show_picture(make)
        self._select_row(tab)

    def _name_tabs(self) -> None:
        """Say how many rows each page has, where there is room for it."""
        shown, roomy = self._source, self.width() >= _ROOMY
        self.files.flat_button.setVisible(roomy and self.current is Page.FILES)
        for page in Page:
            counted = roomy and shown is not None and page is not Page.SOURCE
            count = row_count(BuilderTable(page.value), shown) if counted and shown else None
            self._count(page, "" if count is None else localized(count))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Name the tabs for the new width."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= _ROOMY) is not (event.size().width() >= _ROOMY):
            self._name_tabs()

    # Selection ---------------------------------------------------------------------------

    def focus_filter(self) -> None:
        """Go to the filter of the page in sight."""
        if self.current is Page.FILES:
            self.files.focus_search()
        else:
            super().focus_filter()

    def _has(self, tab: Page, subject: str) -> bool:
        if tab is Page.SOURCE:
            return bool(path_of(subject))
        return subject.startswith("file:") if tab is Page.FILES else super()._has(tab, subject)

    def _tab_of(self, subject: str) -> Page | None:
        page = _OF_KIND.get(subject.partition(":")[0])
        return page if page is not None and self._has(page, subject) else None

    def _select_row(self, tab: Page) -> None:
        """Make the subject current in a page."""
        with self._by_program():
            if tab is Page.SOURCE:
                self.source.select(self._subject)
            elif tab is Page.FILES:
                path = path_of(self._subject)
                self.files.select(file_key(path) if path else "")
            else:
                super()._select_row(tab)
            if tab is Page.FIT:
                self.fit.select_key(self._subject)

    def _take_row(self, tab: Page, key: str) -> None:
        if not self._moving and key and tab is self.current and key != self._subject:
            super()._take_row(tab, key)
            self._select_row(tab)

    def _turned(self, place: int) -> None:
        super()._turned(place)
        self._name_tabs()

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which page is in sight and how each is arranged."""
        return super().view_state() | {"files": self.files.view_state()}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the pages as they were. What cannot be read is as it was at first."""
        super().restore_view_state(saved)
        if isinstance(saved, Mapping):
            self.files.restore_view_state(saved.get("files"))
