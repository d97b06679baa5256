"""What every lens shows below its chart: tables of one result in tabs, made when in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.gui.boxes import HBox, TabBar, VBox, with_name
from inspector.gui.columns import line
from inspector.gui.commands import Choice
from inspector.gui.table import TablePanel, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.roomy import Beside
from inspector.language import tr
from inspector.present.table import TableData, TableLayout, layout_from_plain, layout_to_plain
from inspector.present.table.snapshot import HeadingOf, plain_heading
from inspector.present.table.spec import Table

TabId = TypeVar("TabId", bound=str)
Source = TypeVar("Source")


@dataclass(frozen=True, slots=True, eq=False)
class Tab:
    """One tab: its title, and what its table says where it has no rows.

    ``around`` returns the page that holds the table, where that is more than the table. ``page``
    stands in the place of a table. ``group`` is the column that its rows are grouped by, with
    headings from ``heading``.
    """

    title: str
    empty: str = ""
    around: Callable[[TablePanel], QWidget] | None = None
    page: QWidget | None = None
    group: str = ""
    heading: HeadingOf = plain_heading


class TableTabs(QWidget, Generic[TabId, Source]):
    """Shows the tables of a source; a lens says what they hold, and where a subject stands in them.

    Panels are named by their ids, the row of tabs ``name``.
    """

    selected = Signal(str)
    """The subject of a row somebody moved to."""
    export_requested = Signal(object)
    """An ``ExportRequest`` of one of the tables."""
    one_line = False  # the filter stands beside the tabs where both fit: a line more for rows

    def __init__(
        self,
        tabs: Mapping[TabId, Tab],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        name: str = "tabs",
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ids = tuple(tabs)
        self._specs = dict(tabs)
        self._source: Source | None = None
        self._filled: dict[TabId, object] = {}
        self._subject = ""
        self._moving = False  # by the program, and by nobody who chooses
        self._bar = with_name(TabBar(self), name, tr("Tables"))
        self._bar.setVisible(len(tabs) > 1)
        self._pages = QStackedWidget(self)
        self._heads = QStackedWidget(self)
        self._heads.setVisible(self.one_line)
        self._made: dict[TabId, QWidget] = {}
        self._panels: dict[TabId, TablePanel] = {}  # those that are made
        self._layouts: dict[TabId, TableLayout] = {}  # of those that are not
        for place, (tab, spec) in enumerate(tabs.items()):
            self._bar.addTab(spec.title)
            if not place or spec.page or spec.around:
                self._page(tab)
        self._top = HBox()
        beside = self.one_line and Beside(self._bar, self._heads, self, fills=True)
        self._top.addWidget(beside or self._bar, 1)
        self._top.setContentsMargins(0, 0, 8, 0)
        VBox(self, spacing=0).hold(self._top, line(self), (self._pages, 1))
        self._bar.currentChanged.connect(self._turned)

    def _page(self, tab: TabId) -> QWidget:
        """Return what a tab shows, made now if nobody has looked at it yet."""
        if tab not in self._made:
            spec = self._specs[tab]
            page = spec.page
            if page is None:
                panel = self._panels[tab] = self._new_panel(tab, spec)
                page = panel if spec.around is None else spec.around(panel)
            before = self._ids[: self._ids.index(tab)]
            self._pages.insertWidget(sum(one in self._made for one in before), page)
            self._made[tab] = page
        return self._made[tab]

    def _table(self, tab: TabId) -> TablePanel:
        """Return the table of a tab as it is. Raises ``KeyError`` for a page without one."""
        self._page(tab)
        return self._panels[tab]

    def _new_panel(self, tab: TabId, spec: Tab) -> TablePanel:
        panel = TablePanel(
            str(tab),
            spec.title,
            self._style(self._theme),
            self,
            group=spec.group,
            heading=spec.heading,
        )
        panel.setContentsMargins(8, 2 if self.one_line else 8, 8, 0)
        panel.set_empty_text(spec.empty)
        if self.one_line:
            self._heads.addWidget(panel.bar)
        if (layout := self._layouts.pop(tab, None)) is not None:
            panel.restore_view_state(layout_to_plain(layout))
        panel.current_changed.connect(lambda key: self._take_row(tab, key))
        panel.export_requested.connect(self.export_requested)
        return panel

    # What a lens says ----------------------------------------------------------------------

    def _make(self, tab: TabId, source: Source) -> TableData | None:
        """Return a tab's table; None where there is none yet."""
        raise NotImplementedError

    def _made_of(self, _tab: TabId, source: Source) -> object:
        """Return what a tab's table is made of; it is made anew when that is another thing."""
        return source

    def _show_page(self, tab: TabId, source: Source) -> None:
        """Show what is more than a table, or no table, on the page of a tab."""

    def _row_of(self, _tab: TabId, subject: str) -> str | None:
        """Return the key of the row in a table that is about a subject, "" for none.

        None is a table that has nothing to do with subjects: its current row stays.
        """
        return subject

    def _subject_of(self, _tab: TabId, key: str) -> str | None:
        """Return the subject of a row; None for a row that stands for no choice.

        The key is "" where a table has lost its current row: what is selected elsewhere stays.
        """
        return key or None

    def _has(self, tab: TabId, subject: str) -> bool:
        """Whether a tab shows a subject that is about to be selected."""
        if self._specs[tab].page is not None:
            return False
        panel, row = self.panel(tab), self._row_of(tab, subject)
        return row is None or (bool(row) and panel.data.row_of(row) is not None)

    def _tab_of(self, subject: str) -> TabId | None:
        """Return the tab to turn to for a subject that the tab in sight does not show."""
        return next((tab for tab in self._ids if self._has(tab, subject)), None)

    def _style(self, theme: Theme) -> TableStyle:
        return theme.table_style()

    # What is shown -----------------------------------------------------------------------

    @property
    def current(self) -> TabId:
        """The tab that is in sight."""
        return self._ids[self._bar.currentIndex()]

    def panel(self, tab: TabId) -> TablePanel:
        """Return the table of a tab, up to date. Raises ``KeyError`` for a page without one."""
        self._refresh(tab)
        return self._table(tab)

    def title(self, tab: TabId) -> str:
        """Return what a tab is called."""
        return self._specs[tab].title

    def table(self, tab: TabId) -> TableData | None:
        """Return a table of what is shown, None while there is none."""
        return None if self._source is None else self._make(tab, self._source)

    def show_source(self, source: Source) -> None:
        """Show the tables of another result; those out of sight are made when they are in."""
        self._source = source
        self._refresh(self.current)

    def clear(self) -> None:
        """Show the tables of nothing: another session is open."""
        self._source = None
        self._filled.clear()
        self._subject = ""
        with self._by_program():
            for panel in self._panels.values():
                panel.clear()
            for tab, spec in self._specs.items():
                if spec.page is None:
                    self._count(tab, "")
        for tab, layout in self._layouts.items():
            self._layouts[tab] = replace(layout, filter="")

    def turn_to(self, tab: TabId) -> None:
        """Bring a tab in sight."""
        self._bar.setCurrentIndex(self._ids.index(tab))

    def choices(self, told: Callable[[str], str] = lambda _title: "") -> Sequence[Choice]:
        """Return what turns to each tab. ``told`` says what one shows; that in sight is marked."""

        def choice(tab: TabId) -> Choice:
            title, turn = self._specs[tab].title, partial(self.turn_to, tab)
            said = told(title)
            is_current = (lambda: self.current is tab) if said else None
            return Choice(str(tab), title, turn, said, checked=is_current)

        return [choice(tab) for tab in self._ids]

    def focus_filter(self) -> None:
        """Go to the filter of the table in sight."""
        if self.current in self._panels:
            self._panels[self.current].focus_filter()

    def filter_rows(self, tab: TabId, text: str) -> None:
        """Bring a table in sight, filtered."""
        self.turn_to(tab)
        self._table(tab).set_filter(text)

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._theme = theme
        style = self._style(theme)
        for panel in self._panels.values():
            panel.set_style(style)

    def _count(self, tab: TabId, text: str) -> None:
        """Say behind a tab's title how much there is; "" says nothing."""
        titled, place = f"{self._specs[tab].title} {text}".rstrip(), self._ids.index(tab)
        if self._bar.tabText(place) != titled:
            self._bar.setTabText(place, titled)

    def _refresh(self, tab: TabId, *, anew: bool = False) -> None:
        """Fill a tab unless what it is made of is what it was made of last."""
        source = self._source
        if source is None:
            return
        made_of = self._made_of(tab, source)
        if not anew and tab in self._filled and self._filled[tab] is made_of:
            return
        is_table = self._specs[tab].page is None
        data = self._make(tab, source) if is_table else None
        if data is not None or not is_table:
            self._filled[tab] = made_of
        if data is not None:
            self._set_data(tab, data)
        with self._by_program():
            self._show_page(tab, source)

    def _set_data(self, tab: TabId, data: TableData) -> None:
        panel = self._table(tab)
        had_row = bool(panel.current_key)
        with self._by_program():
            panel.set_data(data)
        if panel.current_key != self._row_of(tab, self._subject):
            self._select_row(tab)
        if had_row and not panel.current_key:
            self._take_row(tab, "")

    def _turned(self, place: int) -> None:
        tab = self._ids[place]
        self._pages.setCurrentWidget(self._page(tab))
        if self.one_line and tab in self._panels:
            self._heads.setCurrentWidget(self._panels[tab].bar)
        self._refresh(tab)
        self._select_row(tab)

    # Selection ---------------------------------------------------------------------------

    def select(self, subject: str) -> None:
        """Make a subject current in the table in sight, or in the one about it."""
        if subject == self._subject:
            return
        self._subject = subject
        if subject and not self._has(self.current, subject):
            tab = self._tab_of(subject)
            if tab is not None:
                self.turn_to(tab)
        self._select_row(self.current)

    def _select_row(self, tab: TabId) -> None:
        """Make the row of what is selected current in a table."""
        row = self._row_of(tab, self._subject) if tab in self._panels else None
        if row is not None:
            with self._by_program():
                self._panels[tab].select_key(row)

    def _take_row(self, tab: TabId, key: str) -> None:
        if self._moving or tab != self.current:
            return
        subject = self._subject_of(tab, key)
        if subject is not None:
            self._choose(subject)

    def _choose(self, subject: str) -> None:
        """Have what somebody moved to selected everywhere, also where that is beside a table."""
        if subject != self._subject and not self._moving:
            self._subject = subject
            self.selected.emit(subject)

    @contextmanager
    def _by_program(self) -> Iterator[None]:
        before, self._moving = self._moving, True
        try:
            yield
        finally:
            self._moving = before

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return which tab is in sight and how each table is arranged."""
        arranged = {
            str(tab): self._panels[tab].view_state()
            if tab in self._panels
            else layout_to_plain(self._layouts.get(tab, TableLayout()))
            for tab, spec in self._specs.items()
            if spec.page is None
        }
        return {"table": str(self.current), "tables": arranged}

    def restore_view_state(self, saved: Any) -> None:
        """Arrange the tables as they were. What cannot be read is as it was at first."""
        if not isinstance(saved, Mapping):
            return
        arranged = saved.get("tables")
        if isinstance(arranged, Mapping):
            for tab, spec in self._specs.items():
                if tab not in arranged or spec.page is not None:
                    continue
                if tab in self._panels:
                    self._panels[tab].restore_view_state(arranged[tab])
                else:
                    self._layouts[tab] = layout_from_plain(arranged[tab])[0]
        for tab in self._ids:
            if tab == saved.get("table"):
                self.turn_to(tab)


class SpecTables(TableTabs[str, Source]):
    """Shows tables that say themselves how they are made. The row of tabs is ``{name}.tabs``.

    ``made`` are those that a source has already; ``row_of`` finds the row about a subject.
    """

    def __init__(
        self,
        name: str,
        tables: Sequence[Table],
        theme: Theme,
        parent: QWidget | None = None,
        *,
        made: Callable[[Table, Source], TableData],
        row_of: Callable[[TableData, str], str] = lambda data, key: (
            key if data.row_of(key) is not None else ""
        ),
    ) -> None:
        self._tables = {table.tab: table for table in tables}
        self._data, self._find_row = made, row_of
        tabs = {table.tab: Tab(table.title, table.empty) for table in tables}
        super().__init__(tabs, theme, parent, name=f"{name}.tabs")

    def _make(self, tab: str, source: Source) -> TableData:
        return self._data(self._tables[tab], source)

    def _row_of(self, tab: str, subject: str) -> str:
        return self._find_row(self._table(tab).data, subject) if subject else ""


def below(above: QWidget) -> Callable[[TablePanel], QWidget]:
    """Return what puts a table below something that belongs to it."""
    return lambda panel: VBox.page(above, (panel, 1), spacing=0)
