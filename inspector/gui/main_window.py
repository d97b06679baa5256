"""The main window: a frame with places for menus, lenses, problems and a status line.

It decides nothing. ``Workspace`` fills it and listens to it, after it has been painted once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QIcon,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.actions import add_empty_menus
from inspector.gui.commands import Menu
from inspector.gui.layout import PROBLEMS_HEIGHT, problems_layout
from inspector.gui.lens import LensRecord
from inspector.gui.status_line import StatusLine
from inspector.resources import resource_path

if TYPE_CHECKING:
    from inspector.gui.problems_panel import ProblemsPanel

SIZE = (1280, 800)
_UNLIMITED = (1 << 24) - 1  # Qt's largest size of a widget
_ALWAYS_THERE = (Menu.FILE, Menu.EDIT, Menu.VIEW, Menu.RUN, Menu.HELP)


class MainWindow(QMainWindow):
    """Object names: ``lenses`` (the row), ``palette-button``, ``pages``, ``rows``."""

    painted = Signal()
    """The window has been painted for the first time."""
    lens_chosen = Signal(str)
    files_dropped = Signal(list)

    def __init__(self, lenses: Sequence[LensRecord]) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowIcon(QIcon(str(resource_path("icons/app.svg"))))
        self.setAcceptDrops(True)
        self.resize(*SIZE)
        self.may_close: Callable[[], bool] = lambda: True
        self._was_painted = False
        self._problems_height = PROBLEMS_HEIGHT
        self._ids = [record.id for record in lenses]
        add_empty_menus(self, _ALWAYS_THERE)
        self.lens_bar = QTabBar(self)
        self.lens_bar.setObjectName("lenses")
        self.lens_bar.setAccessibleName("Lenses")
        self.lens_bar.setDrawBase(False)
        self.lens_bar.setExpanding(False)
        for record in lenses:
            self.lens_bar.setTabToolTip(
                self.lens_bar.addTab(record.title), f"{record.help} ({record.key})"
            )
        self.palette_button = QToolButton(self)
        self.palette_button.setObjectName("palette-button")
        self.palette_button.setText("Commands  Ctrl+K")
        self.palette_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.pages = QStackedWidget(self)
        self.pages.setObjectName("pages")
        self.rows = QSplitter(Qt.Orientation.Vertical, self)
        self.rows.setObjectName("rows")
        self.rows.setHandleWidth(1)
        self.rows.addWidget(self.pages)
        self.status = StatusLine(self)
        # Where the Problems panel will be, so that nothing moves when it comes.
        self._placeholder = QWidget(self)
        self._placeholder.setProperty("role", "bar-top")
        self._placeholder.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._placeholder.setFixedHeight(32)
        self._lay_out()
        self.lens_bar.currentChanged.connect(
            lambda place: self.lens_chosen.emit(self._ids[place] if place >= 0 else "")
        )

    def _lay_out(self) -> None:
        top = QWidget(self)
        top.setProperty("role", "bar-bottom-line")
        top.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(top)
        row.setContentsMargins(8, 0, 8, 0)
        row.addWidget(self.lens_bar)
        row.addStretch(1)
        row.addWidget(self.palette_button)
        body = QWidget(self)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(top)
        layout.addWidget(self.rows, 1)
        layout.addWidget(self._placeholder)
        layout.addWidget(self.status)
        self.setCentralWidget(body)

    @property
    def problems_height(self) -> int:
        """The height of the list of problems when it is open, in pixels."""
        return self._problems_height

    def add_problems(self, panel: ProblemsPanel, saved: Mapping[str, Any]) -> None:
        """Put the Problems panel below the lenses, laid out as it was saved."""
        is_open, self._problems_height = problems_layout(saved)
        self._placeholder.hide()
        self.rows.addWidget(panel)
        self.rows.setStretchFactor(0, 1)
        self.rows.setCollapsible(1, False)  # noqa: FBT003  # Qt's
        panel.set_open(is_open=is_open)
        self._size_problems(panel)
        panel.toggled.connect(lambda: self._size_problems(panel))
        self.rows.splitterMoved.connect(lambda: self._note_height(panel))

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

    def show_lens_tab(self, lens: str) -> None:
        """Mark a lens in the row as the one that is shown."""
        if lens in self._ids:
            self.lens_bar.setCurrentIndex(self._ids.index(lens))

    # Events ------------------------------------------------------------------------------

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


def _local_files(event: QDropEvent) -> list[Path]:
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
