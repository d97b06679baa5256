"""The main window: first a frame, which is painted at once, then everything in it.

It decides nothing: ``Workspace`` fills it and listens to it. Making the frame touches as little of
Qt as possible, because what Python knows of Qt is loaded bit by bit, when it is first named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QTabBar, QVBoxLayout

from inspector.gui.growing import grown
from inspector.gui.menus import ALWAYS_THERE, add_empty_menus
from inspector.language import tr

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent
    from PySide6.QtWidgets import QSplitter, QStackedWidget, QToolButton

    from inspector.gui.lens_record import LensRecord
    from inspector.gui.problems_panel import ProblemsPanel
    from inspector.gui.status_line import StatusLine

SIZE = (1280, 800)
_UNLIMITED = (1 << 24) - 1  # Qt's largest size of a widget
_BAR_HEIGHTS = (32, 30)  # of the folded list of problems and of the status line, in pixels


class MainWindow(QMainWindow):
    """Object names: ``lenses`` (the row), ``palette-button``, ``pages``, ``rows``.

    All but the row is there once ``fit_out`` has been called.
    """

    painted = Signal()
    """The window has been painted for the first time."""
    lens_chosen = Signal(str)
    files_dropped = Signal(list)

    palette_button: QToolButton
    pages: QStackedWidget
    rows: QSplitter
    status: StatusLine

    def __init__(self, lenses: Sequence[LensRecord]) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle(tr("Context Budget Inspector"))
        self.resize(*SIZE)
        self.may_close: Callable[[], bool] = lambda: True
        self._was_painted = False
        self._problems_height = 0
        self._ids = [record.id for record in lenses]
        add_empty_menus(self.menuBar(), ALWAYS_THERE)
        self.lens_bar = QTabBar(self)
        self.lens_bar.setObjectName("lenses")
        self.lens_bar.setAccessibleName(tr("Lenses"))
        self.lens_bar.setDrawBase(False)
        self.lens_bar.setExpanding(False)
        for record in lenses:
            self.lens_bar.addTab(record.title)
        self.top = _bar("bar-bottom-line")
        self._top = QHBoxLayout(self.top)
        self._top.setContentsMargins(8, 0, 8, 0)
        self._top.addWidget(self.lens_bar)
        self._top.addStretch(1)
        # Where the list of problems and the status line will be, so that nothing moves later.
        self._places = [_bar("bar-top") for _ in _BAR_HEIGHTS]
        body = QFrame(self)
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(0)
        self._layout.addWidget(self.top)
        self._layout.addStretch(1)
        for place, height in zip(self._places, _BAR_HEIGHTS, strict=True):
            place.setFixedHeight(grown(height))
            self._layout.addWidget(place)
        self.setCentralWidget(body)

    def fit_out(
        self,
        lenses: Sequence[LensRecord],
        problems: ProblemsPanel,
        problems_layout: tuple[bool, int],
    ) -> None:
        """Put in what the frame has kept room for. To be called once, after it was painted.

        ``problems_layout`` says whether the list of problems is open, and its height then.
        """
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QIcon
        from PySide6.QtWidgets import QSplitter, QStackedWidget, QToolButton

        from inspector.gui.status_line import StatusLine
        from inspector.resources import resource_path

        self.setWindowIcon(QIcon(str(resource_path("icons/app.svg"))))
        self.setAcceptDrops(True)
        self.palette_button = QToolButton(self)
        self.palette_button.setObjectName("palette-button")
        self.palette_button.setText(tr("Commands  Ctrl+K"))
        self.palette_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._top.addWidget(self.palette_button)
        self.pages = QStackedWidget(self)
        self.pages.setObjectName("pages")
        for place, record in enumerate(lenses):
            self.lens_bar.setTabToolTip(place, f"{record.help} ({record.key})")
        self.status = StatusLine(self)
        self.rows = QSplitter(Qt.Orientation.Vertical, self)
        self.rows.setObjectName("rows")
        self.rows.setHandleWidth(1)
        for bar in self._places:
            self._layout.removeWidget(bar)
            bar.deleteLater()
        self._layout.takeAt(1)  # the room between the bars
        self._layout.addWidget(self.rows, 1)
        self._layout.addWidget(self.status)
        self.rows.addWidget(self.pages)
        self.rows.addWidget(problems)
        self.rows.setStretchFactor(0, 1)
        self.rows.setCollapsible(1, False)  # noqa: FBT003  # Qt's
        is_open, self._problems_height = problems_layout
        problems.set_open(is_open=is_open)
        self._size_problems(problems)
        problems.toggled.connect(lambda: self._size_problems(problems))
        problems.bar_changed.connect(lambda: self._size_problems(problems))
        self.rows.splitterMoved.connect(lambda: self._note_height(problems))
        self.lens_bar.currentChanged.connect(self._choose_lens)
        # While the first page is shown, the current tab can be clicked and does not change.
        self.lens_bar.tabBarClicked.connect(self._choose_lens)

    def add_bar(self, bar: QFrame) -> None:
        """Put a bar above what the lens shows."""
        self._layout.insertWidget(1, bar)

    @property
    def problems_height(self) -> int:
        """The height of the list of problems when it is open, in pixels."""
        return self._problems_height

    def show_lens_tab(self, lens: str) -> None:
        """Mark a lens in the row as the one that is shown."""
        if lens in self._ids:
            self.lens_bar.setCurrentIndex(self._ids.index(lens))

    def _choose_lens(self, place: int) -> None:
        if place >= 0:
            self.lens_chosen.emit(self._ids[place])

    def _size_problems(self, panel: ProblemsPanel) -> None:
        """Give the open list its height; the folded one is its bar."""
        bar = panel.bar_height
        panel.setMaximumHeight(_UNLIMITED if panel.is_open else bar)
        panel.setMinimumHeight(bar + 60 if panel.is_open else bar)
        wanted = self._problems_height if panel.is_open else bar
        self.rows.setSizes([max(1, self.rows.height() - wanted), wanted])

    def _note_height(self, panel: ProblemsPanel) -> None:
        if panel.is_open:
            self._problems_height = panel.height()

    # Events ------------------------------------------------------------------------------

    def focusNextPrevChild(self, following: bool) -> bool:  # noqa: N802  # Qt's
        """Go where one reads on."""
        from inspector.gui.tab_order import step_focus

        return step_focus(self, 1 if following else -1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint, and tell when that was the first time."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Close only if nothing would be lost, or nobody minds."""
        if self.may_close():
            event.accept()
        else:
            event.ignore()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802  # Qt's name
        """Take files."""
        if _local_files(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802  # Qt's name
        """Tell which files were dropped."""
        files = _local_files(event)
        if files:
            event.acceptProposedAction()
            self.files_dropped.emit(files)


def _bar(role: str) -> QFrame:
    """Return a bar across the window. A frame, unlike a plain widget, paints its style itself."""
    bar = QFrame()
    bar.setProperty("role", role)
    return bar


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
