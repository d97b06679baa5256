"""The pages below the budget: files, ranking, blocks, source, redactions, fitting, ledger."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from inspector.gui.columns import line
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.builder.files_page import FilesPage
from inspector.gui.views.builder.source_page import SourcePage
from inspector.gui.views.discipline.drawing_view import DrawingView
from inspector.language import tr
from inspector.present.builder.fit_chart import fit_drawing
from inspector.present.builder.keys import file_key, path_of
from inspector.present.builder.looks import fate_looks
from inspector.present.builder.shown import Shown
from inspector.present.builder.tables import TITLES, BuilderTable, builder_table, row_count
from inspector.present.discipline.drawing import Drawing, Measure
from inspector.present.table import TableData


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


class BuilderTabs(QWidget):
    """Shows the pages of one build; those out of sight are made when they are in.

    Panels are named by ``BuilderTable``, the tabs ``tabs``, the chart of fitting ``fit.chart``.
    """

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown: Shown | None = None
        self._made: dict[Page, Shown] = {}
        self._subject = ""
        self._telling = True
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("tabs")
        self._tabs.setAccessibleName(tr("Pages"))
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setUsesScrollButtons(True)
        self._pages = QStackedWidget(self)
        self._panels = {table: self._panel(table) for table in BuilderTable}
        self.files = FilesPage(self._panels[BuilderTable.FILES], theme, self)
        self.source = SourcePage(theme, self)
        self.fit = DrawingView("fit.chart", tr("Steps of fitting"), theme, self, grows=True)
        for page in Page:
            self._tabs.addTab(PAGE_TITLES[page])
            self._pages.addWidget(self._widget_of(page))
        top = QHBoxLayout()
        top.setContentsMargins(0, 0, 8, 0)
        top.addWidget(self._tabs, 1)
        top.addWidget(self.files.flat_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(line(self))
        layout.addWidget(self._pages, 1)
        self._tabs.currentChanged.connect(self._turn_to)
        self.files.selected.connect(self._take)
        self.fit.selected.connect(self._take)

    def _panel(self, table: BuilderTable) -> TablePanel:
        panel = TablePanel(table.value, TITLES[table], self._style(), self)
        panel.setContentsMargins(8, 8, 8, 0)
        panel.set_empty_text(_EMPTY[table])
        panel.current_changed.connect(lambda key, table=table: self._take_row(table, key))
        panel.export_requested.connect(self.export_requested)
        return panel

    def _widget_of(self, page: Page) -> QWidget:
        if page is Page.FILES:
            return self.files
        if page is Page.SOURCE:
            return self.source
        panel = self._panels[BuilderTable(page.value)]
        if page is not Page.FIT:
            return panel
        rows = QSplitter(Qt.Orientation.Vertical, self)
        rows.setObjectName("fit.rows")
        rows.setHandleWidth(1)
        rows.setChildrenCollapsible(False)
        rows.addWidget(self.fit)
        rows.addWidget(panel)
        rows.setSizes(_FIT_SIZES)
        return rows

    def _style(self) -> Any:
        looks = fate_looks(self._theme.colors)
        marks = {word: self._theme.mark(look) for word, look in looks.items()}
        return self._theme.table_style({"fate": marks})

    # What is shown -----------------------------------------------------------------------

    @property
    def current(self) -> Page:
        """The page that is in sight."""
        return list(Page)[self._tabs.currentIndex()]

    def table(self, table: BuilderTable) -> TableData | None:
        """Return a table of the build that is shown, None while there is none."""
        return None if self._shown is None else builder_table(table, self._shown)

    def set_shown(self, shown: Shown) -> None:
        """Show another build."""
        self._shown = shown
        self._name_tabs()
        self._refresh(self.current)

    def _name_tabs(self) -> None:
        """Say how many rows each page has, where there is room for it."""
        shown, roomy = self._shown, self.width() >= _ROOMY
        self.files.flat_button.setVisible(roomy and self.current is Page.FILES)
        for place, page in enumerate(Page):
            count = ""
            if roomy and shown is not None and page is not Page.SOURCE:
                count = f" {row_count(BuilderTable(page.value), shown):,}"
            self._tabs.setTabText(place, f"{PAGE_TITLES[page]}{count}")

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Name the tabs for the new width."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= _ROOMY) is not (event.size().width() >= _ROOMY):
            self._name_tabs()

    def _refresh(self, page: Page) -> None:
        shown = self._shown
        if shown is None or self._made.get(page) is shown:
            return
        self._made[page] = shown
        if page is Page.SOURCE:
            self.source.set_shown(shown)
            return
        self._telling = False
        data = builder_table(BuilderTable(page.value), shown)
        if page is Page.FILES:
            self.files.set_shown(shown)
            self.files.set_table(data)
        else:
            self._panels[BuilderTable(page.value)].set_data(data)
        if page is Page.FIT:
            steps = shown.report.fit_steps

            def make(width: float, height: float, measure: Measure, selected: str) -> Drawing:
                return fit_drawing(steps, width, height, measure, selected)

            self.fit.show_picture(make)
        self._telling = True

    def set_theme(self, theme: Theme) -> None:
        """Draw in the theme's colours and fonts from now on."""
        self._theme = theme
        for panel in self._panels.values():
            panel.set_style(self._style())
        self.files.set_theme(theme)
        self.source.refresh_colors()
        self.fit.refresh_colors()

    # Selection ---------------------------------------------------------------------------

    def select(self, subject: str) -> None:
        """Make a subject current in the page in sight, or in the one about its kind."""
        self._subject = subject
        if subject and not self._has(self.current, subject):
            page = _OF_KIND.get(subject.partition(":")[0])
            if page is not None and self._has(page, subject):
                self.turn_to(page)
        self._mark(self.current)

    def turn_to(self, page: Page) -> None:
        """Bring a page in sight."""
        self._tabs.setCurrentIndex(list(Page).index(page))

    def focus_filter(self) -> None:
        """Go to the filter of the page in sight."""
        if self.current is Page.FILES:
            self.files.focus_search()
        elif self.current is not Page.SOURCE:
            self._panels[BuilderTable(self.current.value)].focus_filter()

    def _has(self, page: Page, subject: str) -> bool:
        if page is Page.SOURCE:
            return bool(path_of(subject))
        if page is Page.FILES:
            return subject.startswith("file:")
        self._refresh(page)
        return self._panels[BuilderTable(page.value)].data.row_of(subject) is not None

    def _mark(self, page: Page) -> None:
        """Make the subject current in a page."""
        self._telling = False
        if page is Page.SOURCE:
            self.source.select(self._subject)
        elif page is Page.FILES:
            path = path_of(self._subject)
            self.files.select(file_key(path) if path else "")
        else:
            self._panels[BuilderTable(page.value)].select_key(self._subject)
        if page is Page.FIT:
            self.fit.select_key(self._subject)
        self._telling = True

    def _turn_to(self, place: int) -> None:
        page = list(Page)[place]
        self._refresh(page)
        self._pages.setCurrentIndex(place)
        self._name_tabs()
        self._mark(page)

    def _take_row(self, table: BuilderTable, key: str) -> None:
        if key and table.value == self.current.value:
            self._take(key)

    def _take(self, key: str) -> None:
        if self._telling and key != self._subject:
            self._subject = key
            self._mark(self.current)
            self.selected.emit(key)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which page is in sight and how each is arranged."""
        arranged = {table.value: panel.view_state() for table, panel in self._panels.items()}
        return {
            "page": self.current.value,
            "tables": arranged,
            "files": self.files.view_state(),
        }

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the pages as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for table, panel in self._panels.items():
                if table.value in arranged:
                    panel.restore_view_state(arranged[table.value])
        self.files.restore_view_state(saved.get("files"))
        if saved.get("page") in list(Page):
            self.turn_to(Page(saved["page"]))
