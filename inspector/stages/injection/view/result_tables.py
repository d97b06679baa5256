"""The ledger, grouped by verdict, and the expectations; a tab's rows are made when it is shown.

Draws a row's line: where from 0 to 100 % of the split it is included, thin where a file is by its
title only, and the present split.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QAction, QColor, QPainter
from PySide6.QtWidgets import QMenu

from inspector.analysis.expectations import checked
from inspector.analysis.not_included import ExclusionCause
from inspector.analysis.tuning.modes import INLINED, LISTED
from inspector.analysis.tuning.split import Splits
from inspector.core.injection.overrides import NO_OVERRIDES, Forced, Overrides
from inspector.core.injection.report import InjectionReport
from inspector.gui.table import CellMark, TablePanel, TableStyle
from inspector.gui.theme import Theme
from inspector.gui.views.table_tabs import Tab, TableTabs
from inspector.language import in_sentence_case, localized, tr
from inspector.present.palette import Shape
from inspector.present.table import TableData
from inspector.stages.injection.item_table import (
    OUTCOME_COLUMN,
    SPLIT_COLUMN,
    SplitLines,
    outcome_heading,
)
from inspector.stages.injection.ledger_table import WHAT_IF_COLUMN
from inspector.stages.injection.provenance import choices_for
from inspector.stages.injection.tables import (
    TITLES,
    RunTables,
    TableId,
    cards_of_file,
    expectations_met,
    row_of_subject,
    subject_of_row,
)

_BAR, _THIN = 8, 2  # pixels high where it is included, and where by its title only
_KEPT = 1_000  # rows whose pixels are known


class SplitLinePainter:
    """Draws the lines of the rows in sight; the pixels of a row are worked out once for a width."""

    def __init__(self, included: QColor, axis: QColor) -> None:
        self._included, self._axis = included, axis
        self._lines: SplitLines | None = None
        self._share: float | None = None
        self._pixels: dict[tuple[int, int], list[tuple[int, int, int]]] = {}

    def set_colors(self, included: QColor, axis: QColor) -> None:
        """Draw in these colours from now on: what is included, and the axis."""
        self._included, self._axis = included, axis

    def set_lines(self, lines: SplitLines | None) -> None:
        """Draw these lines from now on, nothing for None."""
        self._lines = lines
        self._pixels.clear()

    def set_share(self, share: float | None) -> bool:
        """Mark a knowledge share as the present one; tell whether it is another one."""
        changed = share != self._share
        self._share = share
        return changed

    def __call__(self, painter: QPainter, box: QRect, row: int, color: QColor) -> None:
        """Draw the line of one row; ``color`` is that of the present split."""
        lines, left, width = self._lines, box.x(), max(box.width(), 1)
        if lines is None or not lines.has_line(row):
            return
        middle = box.y() + box.height() // 2
        painter.fillRect(left, middle, width, 1, self._axis)
        for first, end, high in self._runs(lines, row, width):
            painter.fillRect(left + first, middle - high // 2, end - first, high, self._included)
        if self._share is not None:
            at = left + round(min(max(self._share, 0.0), 1.0) * (width - 1))
            painter.fillRect(at, box.y(), 2, box.height(), color)

    def _runs(self, lines: SplitLines, row: int, width: int) -> list[tuple[int, int, int]]:
        found = self._pixels.get((row, width))
        if found is None:
            if len(self._pixels) >= _KEPT:
                self._pixels.clear()
            forms = ((LISTED, _THIN), (INLINED, _BAR)) if lines.is_file(row) else ((None, _BAR),)
            found = self._pixels[row, width] = [
                (first, end, high)
                for form, high in forms
                for first, end in lines.pixels(row, width, form)
            ]
        return found


_EMPTY = {
    TableId.LEDGER: tr("There is nothing to account for."),
    TableId.EXPECTATIONS: tr("The request expects nothing in particular."),
}


class ResultTables(TableTabs[TableId, InjectionReport]):
    """The tables of one report, which follow the selection of the lens."""

    one_line = True
    override_asked = Signal(object)
    """The ``Forced`` that somebody wants on the selected subject, or wants to take back."""

    def __init__(self, theme: Theme) -> None:
        self._tables = RunTables()
        self._overrides = NO_OVERRIDES
        self._splits: Splits | None = None
        self._lines: SplitLines | None = None
        self._line_painter = SplitLinePainter(*_line_colors(theme))
        tabs = {
            TableId.LEDGER: Tab(
                TITLES[TableId.LEDGER],
                _EMPTY[TableId.LEDGER],
                group=OUTCOME_COLUMN,
                heading=outcome_heading,
            ),
            TableId.EXPECTATIONS: Tab(TITLES[TableId.EXPECTATIONS], _EMPTY[TableId.EXPECTATIONS]),
        }
        super().__init__(tabs, theme)

    def _new_panel(self, tab: TableId, spec: Tab) -> TablePanel:
        panel = super()._new_panel(tab, spec)
        if tab is TableId.LEDGER:
            panel.draw_column(SPLIT_COLUMN, self._line_painter)
        self._add_to_menu(tab, panel)
        return panel

    def show_source(self, source: InjectionReport) -> None:
        """Show another report, and how many expectations it meets."""
        met, expected = expectations_met(checked(source))
        self._count(
            TableId.EXPECTATIONS, f"{localized(met)}/{localized(expected)}" if expected else ""
        )
        super().show_source(source)
        if self._line_painter.set_share(source.policy.knowledge_card_share_default):
            self._table(TableId.LEDGER).redraw_column(SPLIT_COLUMN)

    def set_splits(self, splits: Splits | None) -> None:
        """Know what every split does of the request that is shown next; None while nobody does."""
        if splits is not self._splits:
            self._splits = splits
            self._lines = None if splits is None else SplitLines(splits)
            self._line_painter.set_lines(self._lines)
            self._filled.pop(TableId.LEDGER, None)

    def show_splits(self, splits: Splits | None) -> None:
        """Show what every split does of the request that is shown."""
        self.set_splits(splits)
        self._refresh(self.current)

    def show_rows(self, filter_text: str) -> None:
        """Bring the ledger in sight, filtered."""
        self.filter_rows(TableId.LEDGER, filter_text)

    def _make(self, tab: TableId, source: InjectionReport) -> TableData:
        return self._tables.table(tab, source, self._lines)

    def _row_of(self, tab: TableId, subject: str) -> str:
        return row_of_subject(tab, subject)

    def _has(self, tab: TableId, subject: str) -> bool:
        return bool(row_of_subject(tab, subject))

    def _tab_of(self, _subject: str) -> TableId:
        return TableId.LEDGER

    def _subject_of(self, tab: TableId, key: str) -> str:
        return subject_of_row(tab, key)

    def _style(self, theme: Theme) -> TableStyle:
        """Return how the tables look: verdicts have their marks, those of backgrounds too."""
        forced = CellMark(theme.color("warning"), Shape.DIAMOND)
        looks = {
            "met": theme.mark(theme.colors.verdicts["included"]),
            "not met": theme.mark(theme.colors.verdicts["refused"]),
            "unreadable": theme.mark(theme.colors.verdicts["excluded"]),
        }
        return theme.table_style(
            {
                "what_if": {WHAT_IF_COLUMN.said(one.value): forced for one in Forced},
                "result": looks,
                "verdict": theme.verdict_marks()
                | {one.code: theme.mark(theme.colors.causes[one.code]) for one in ExclusionCause},
            }
        )

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._line_painter.set_colors(*_line_colors(theme))
        super().follow_theme(theme)

    # Menus of rows ------------------------------------------------------------------------

    def set_overrides(self, overrides: Overrides) -> None:
        """Know what is overridden, for the menus."""
        self._overrides = overrides

    def _add_to_menu(self, table: TableId, panel: TablePanel) -> None:
        """Let the menu of a row offer what can be tried out on it, and a file its cards."""
        menu = panel.findChild(QMenu, f"{table.value}.menu")
        if menu is None:
            return

        def add() -> None:
            first = menu.actions()[0] if menu.actions() else None
            subject = subject_of_row(table, panel.current_key)
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
            kind, _, name = subject.partition(":")
            if kind == "file":
                action = QAction(tr("Show the cards of this file"), menu)
                action.setObjectName(f"{table.value}.menu.cards")
                action.triggered.connect(lambda: self.show_rows(cards_of_file(name)))
                menu.insertAction(first, action)  # type: ignore[arg-type]  # None adds at the end
            if choices and first is not None:
                menu.insertSeparator(first)

        menu.aboutToShow.connect(add)


def _line_colors(theme: Theme) -> tuple[QColor, QColor]:
    """Return the colours of what is included and of the axis."""
    return QColor(theme.colors.parts["knowledge"].fill), theme.color("edge")
