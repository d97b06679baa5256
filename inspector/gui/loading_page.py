"""What is shown while a large file is loaded: how it begins, and how far the load is.

The rows are those of the file, grey and without a verdict: nothing is decided yet. Once there is a
result of what was loaded, or the load has ended without one, the page goes as a whole.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QHeaderView, QLabel, QTableView, QWidget

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.columns import CardColumns
from inspector.files.first_cards import Beginning
from inspector.gui.boxes import VBox, text_label, with_name
from inspector.gui.file_loads import FileLoads
from inspector.gui.lens_row import LensRow
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.gui.runner import Runner
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.worker import WorkProgress
from inspector.language import localized, tr, tr_n
from inspector.session.session import subject_of
from inspector.session.store import Store

_COLUMNS = (tr("Name"), tr("Kind"), tr("Score"))
_SCORE = 2
_MB = 1 << 20
_STEPS = 1000  # of the progress bar
_ROWS_MEASURED = 200  # for the widths of columns


class LoadingPage(QWidget):
    """Object names: ``loading`` and ``loading.title``, ``.state``, ``.note``, ``.progress``,
    ``.stop``, ``.rows``.
    """

    left = Signal()
    """The first page is in front again; what was loaded may have a lens of its own."""

    def __init__(
        self,
        theme: Theme,
        store: Store,
        loads: FileLoads,
        runner: Runner,
        lenses: LensRow,
    ) -> None:
        super().__init__(lenses.pages)
        theme.dress(self)
        self.setObjectName("loading")
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._lens_before: str | None = None
        self._theme, self._store, self._lenses = theme, store, lenses
        self._loads, self._runner = loads, runner
        self._beginning: Beginning | None = None
        self._candidates_before: CandidateSet | None = None
        self._title = QLabel(self, textFormat=Qt.TextFormat.PlainText)
        self._title.setObjectName("loading.title")
        self._state = OneLineLabel("loading.state", self)
        self._work = WorkProgress("loading", tr("What was open before stays as it is"), self)
        self._note = text_label("loading.note", self, role="muted")
        self._rows = _FirstRows(theme, self)
        VBox(self, margins=(16, 14, 16, 12), spacing=8).hold(
            self._title,
            self._state,
            (self._work, 0, Qt.AlignmentFlag.AlignLeft),
            self._note,
            (self._rows, 1),
        )
        self.hide()
        self._work.stop_asked.connect(self._stop)
        loads.begins.connect(self._show)
        loads.progress.connect(self._show_loaded)
        loads.busy_changed.connect(self._follow_loads)
        runner.progress.connect(self._show_counted)
        theme.changed.connect(self._put_on)

    @property
    def in_front(self) -> bool:
        """Whether it is what the window shows."""
        return self._beginning is not None and self._lenses.pages.currentWidget() is self

    def _show(self, beginning: Beginning) -> None:
        """Show how a file begins that is loaded now."""
        if not self.in_front:
            self._lens_before = self._lenses.current
            self._candidates_before = self._store.session.candidates
        if self._beginning is None:
            self._runner.finished.connect(self._follow_runs)
        self._beginning = beginning
        self._title.setText(tr("Loading {name}", name=beginning.name))
        many = len(beginning.cards)
        first = tr_n(
            "The first card of the file, as it is written there.",
            "The first {n:,} cards of the file, as they are written there.",
            many,
            n=many,
        )
        said = [first, tr("Nothing is decided yet: no verdicts, no totals.")]
        if subject_of(self._store.session) is not None:
            said.append(tr("What is open stays open until this is loaded."))
        self._note.setText(" ".join(said))
        self._put_on()
        self._rows.show_cards(beginning.cards)
        self._lenses.show_page(self)
        self._show_loaded(0, beginning.size)

    def _show_loaded(self, done: int, total: int) -> None:
        if not self.in_front or not total:
            return
        text = tr("Reading {total:,} MB …", total=total // _MB)
        if done:
            text = tr(
                "Loading: {percent} % ({done:,} of {total:,} MB)",
                percent=100 * done // total,
                done=done // _MB,
                total=total // _MB,
            )
        self._say(text, done / total)

    def _show_counted(self, done: int, total: int) -> None:
        """Say how many of the set's texts are counted."""
        if self.in_front and self._is_loaded and total:
            self._say(
                tr("Loaded. Counting tokens: {percent} %", percent=100 * done // total),
                done / total,
            )

    def _say(self, text: str, share: float) -> None:
        self._state.setText(text)
        self._work.show_progress(int(_STEPS * share), _STEPS, busy=True)

    @property
    def _is_loaded(self) -> bool:
        return self._store.session.candidates is not self._candidates_before

    def _stop(self) -> None:
        self._loads.stop()
        self._runner.stop()

    def _follow_loads(self, busy: bool) -> None:
        """Go once nothing is loaded, unless what was loaded is still to have its result."""
        if not busy and not (self._is_loaded and self._runner.busy):
            self._end()

    def _follow_runs(self) -> None:
        if not self._loads.busy and self._is_loaded:
            self._end()

    def _end(self) -> None:
        if self.in_front and self._lens_before is not None:
            shows_it = "injection" if self._is_loaded else ""
            self._lenses.show(self._lenses.lens_after(shows_it, self._lens_before))
        elif self.in_front:
            self._lenses.show_start()
            self.left.emit()
        if self._beginning is not None:
            self._runner.finished.disconnect(self._follow_runs)
        self._beginning = self._candidates_before = None
        self._rows.show_cards(None)

    def _put_on(self) -> None:
        self._title.setFont(self._theme.font(FontRole.TITLE))
        self._rows.put_on(self._theme)


class _FirstRows(QTableView):
    """Cards as grey rows, to be looked through and nothing else."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        with_name(self, "loading.rows", tr("First cards of the file that is loaded"), role="plain")
        self.setSelectionMode(QTableView.SelectionMode.NoSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self._theme = theme
        self._cards: CardColumns | None = None
        # What is shown is Qt's own. A model of ours would be asked for every cell while the load
        # has the interpreter, and each question waits until it is handed over.
        self._cells = QStandardItemModel(0, len(_COLUMNS), self)
        self.setModel(self._cells)
        heads = self.horizontalHeader()
        heads.setResizeContentsPrecision(_ROWS_MEASURED)
        heads.setSectionsClickable(False)
        heads.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def show_cards(self, cards: CardColumns | None) -> None:
        """Show these cards from the first on; None shows none."""
        self._cards = cards
        self._fill()
        if cards is not None:
            self.scrollToTop()

    def put_on(self, theme: Theme) -> None:
        """Take the theme's look."""
        style = theme.table_style()
        self.setFont(style.font)
        self.verticalHeader().setDefaultSectionSize(style.row_height)
        self._fill()

    def _fill(self) -> None:
        cells, cards = self._cells, self._cards
        cells.setRowCount(0)
        cells.setHorizontalHeaderLabels(_COLUMNS)
        for column in range(len(_COLUMNS)):
            cells.horizontalHeaderItem(column).setTextAlignment(_side(column))
        if cards is None:
            return
        muted = QBrush(self._theme.color("muted"))
        for row in range(len(cards)):
            texts = (
                cards.names[row] or cards.node_ids[row],
                cards.kinds[row],
                localized(float(cards.relevance[row]), ".3f"),
            )
            cells.appendRow([_cell(column, text, muted) for column, text in enumerate(texts)])


def _cell(column: int, text: str | None, colour: QBrush) -> QStandardItem:
    cell = QStandardItem(text or "")
    cell.setTextAlignment(_side(column))
    cell.setForeground(colour)
    cell.setEditable(False)
    return cell


def _side(column: int) -> Qt.AlignmentFlag:
    """Return where a column's texts stand: numbers line up at their right."""
    side = Qt.AlignmentFlag.AlignRight if column == _SCORE else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
