"""The main window: first a frame, which is painted at once, then everything in it.

It decides nothing: ``Workspace`` fills it. Making the frame touches as little of Qt as possible:
what Python knows of Qt is loaded bit by bit, when it is first named.

The line below everything: what the lens says, whether it is old, and what is under way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMainWindow,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from inspector.gui.boxes import STRETCH, HBox, TabBar, VBox, grow, grown, text_label, with_name
from inspector.gui.commands import add_empty_menus
from inspector.gui.messages import Done, Next
from inspector.gui.one_line_buttons import OneLineLabel
from inspector.language import tr
from inspector.stage import Door

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent
    from PySide6.QtWidgets import QSplitter, QStackedWidget, QToolButton

    from inspector.gui.inputs_bar import InputsBar
    from inspector.gui.problems_panel import ProblemsPanel
    from inspector.gui.stage_strip import StageStrip
    from inspector.session.session import Session
    from inspector.session.store import Store

PAUSE_BEFORE_PROGRESS = 400  # milliseconds; what is done sooner shows no progress


class StatusLine(QWidget):
    """Object names: ``status.text``, ``status.old``, ``status.said`` (what was done last) with
    ``status.open`` and ``status.folder``, ``status.task``, ``status.progress``, ``status.stop``.
    """

    stopped = Signal()
    """Somebody wants what is under way to end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status")
        self.setProperty("role", "bar-top")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._old = self._label("status.old", "chip-warning")
        self._old.setText(tr("Result of the previous inputs"))
        told = tr("The newest inputs have no result. What is shown was made from those before.")
        self._old.setToolTip(told)
        self._text = OneLineLabel("status.text", self)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said = OneLineLabel("status.said", self)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._said.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        grow(self._said, minimumWidth=1, maximumWidth=480)  # the rest is the lens's
        self._open = self._link("status.open", tr("Open"))
        self._folder = self._link("status.folder", tr("Show in folder"))
        self._done = Done("")
        self._store: Store | None = None
        self._said_of: Session | None = None  # where it wrote no file
        self._open.clicked.connect(lambda: self._go(Path, self._done.next))
        self._folder.clicked.connect(lambda: self._go(lambda path: path.parent))
        self._task = self._label("status.task", "muted")
        self._bar = with_name(QProgressBar(self), "status.progress", tr("Progress"))
        self._bar.setTextVisible(False)
        grow(self._bar, fixedWidth=120)
        self._stop = self._link("status.stop", tr("Stop"))
        self._stop.clicked.connect(self.stopped)
        row = HBox(self, margins=(12, 2, 12, 2), spacing=8).hold(self._old, (self._text, 1))
        for widget in (self._said, self._open, self._folder, self._task, self._bar, self._stop):
            row.addWidget(widget)
        grow(self, fixedHeight=30)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_BEFORE_PROGRESS)
        self._pause.timeout.connect(self._show_progress)
        self._tasks: dict[str, tuple[int, int]] = {}
        self._is_old = False
        self.set_old(is_old=False)
        self.say(None)
        self._show_progress()

    def _link(self, name: str, text: str) -> QPushButton:
        return with_name(QPushButton(text, self), name, role="link")

    def _label(self, name: str, role: str) -> QLabel:
        return text_label(name, self, role=role, wraps=False)

    @property
    def text(self) -> str:
        """What the lens says."""
        return self._text.text()

    def set_text(self, text: str) -> None:
        """Show what the lens says."""
        self._text.setText(text)
        self._text.setAccessibleName(text)

    def set_old(self, *, is_old: bool) -> None:
        """Say, or no longer say, that what the lens shows is the result of the previous inputs."""
        was_old, self._is_old = self._is_old, is_old
        self._old.setVisible(is_old)
        if is_old and not was_old:
            self._announce(self._old, self._old.toolTip())

    def follow(self, store: Store) -> None:
        """Let what is said of a session go with it, and with the step that led to it."""
        self._store = store
        store.before_opening(lambda: self.say(None))
        store.subscribe(lambda _old, _new: self._forget_undone(store), may_wait=True)

    def _forget_undone(self, store: Store) -> None:
        if self._said_of and not store.reaches_back_to(self._said_of):
            self.say(None)

    def say(self, done: Done | None) -> None:
        """Say what was done last, until something else is or it is undone; None says nothing."""
        self._done = done = done or Done("")
        self._said_of = self._store.session if self._store and done.text and not done.path else None
        self._said.setText(done.text)
        self._said.setToolTip("" if done.path is None else str(done.path))
        self._said.setVisible(bool(done.text))
        self._folder.setVisible(done.path is not None)
        self._open.setText(tr("Open") if done.next is None else done.next[0])
        self._open.setVisible(done.path is not None or done.next is not None)
        if done.text:
            self._announce(self._said, done.text)

    def _go(self, place: Callable[[Path], Path], then: Next | None = None) -> None:
        """Have the system show what was written, or its folder; or do what comes next."""
        if then is not None:
            then[1]()
        elif self._done.path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(place(self._done.path))))

    def _announce(self, widget: QWidget, words: str) -> None:
        from inspector.gui.chart_objects import announce  # nothing is said before the first picture

        announce(widget, words)

    def begin(self, task: str) -> None:
        """Show a task's progress if it takes longer than a moment."""
        self._tasks[task] = (0, 0)
        if not self._pause.isActive():
            self._pause.start()

    def show_progress(self, task: str, done: int, total: int) -> None:
        """Say how far a task is; a total of 0 is unknown."""
        if task in self._tasks:
            self._tasks[task] = (done, total)
            if self._bar.isVisible():
                self._show_progress()

    def end(self, task: str) -> None:
        """Take a task's progress away."""
        self._tasks.pop(task, None)
        if not self._tasks:
            self._pause.stop()
        if self._bar.isVisible() or not self._tasks:
            self._show_progress()

    def _show_progress(self) -> None:
        for task, (done, total) in list(self._tasks.items())[:1]:
            self._task.setText(task)
            self._bar.setMaximum(100 if total else 0)
            self._bar.setValue(100 * done // total if total else 0)
        for widget in (self._task, self._bar, self._stop):
            widget.setVisible(bool(self._tasks))


SIZE = (1280, 800)
_UNLIMITED = (1 << 24) - 1  # Qt's largest size of a widget
_INPUTS_HEIGHT = 31  # of what says what is loaded, in pixels
_BAR_HEIGHTS = (32, 30)  # of the folded list of problems and of the status line, in pixels


class MainWindow(QMainWindow):
    """Object names: ``doors``, ``palette-button``, ``pages``, ``rows``.

    All but the doors is there once ``fit_out`` has been called.
    """

    painted = Signal()
    """The window has been painted for the first time."""
    door_chosen = Signal(object)
    """Somebody wants this ``Door``."""
    files_dropped = Signal(list)

    inputs: InputsBar
    strip: StageStrip
    palette_button: QToolButton
    pages: QStackedWidget
    rows: QSplitter
    status: StatusLine

    def __init__(self, doors: Sequence[Door] = tuple(Door)) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setWindowTitle(tr("Context Budget Inspector"))
        self.resize(*SIZE)
        self.setFocus()  # else the first tab would have the keyboard, and its frame
        self.may_close: Callable[[], bool] = lambda: True
        self._dress: Callable[[QWidget], None] = lambda _part: None
        self._was_painted = False
        self._problems_height = 0
        self._doors = list(doors)
        add_empty_menus(self.menuBar())
        self.door_bar = with_name(TabBar(self), "doors", tr("Doors"))
        for door in self._doors:
            self.door_bar.addTab(door.title)
        self.top = _bar("bar-bottom-line")
        self.top.setMinimumWidth(1)
        self._top = HBox(self.top, margins=(8, 0, 8, 0)).hold(self.door_bar, STRETCH)
        # Where inputs, the list of problems and the status line will be, so that nothing moves.
        self._inputs_place = _bar("bar-bottom-line")
        self._inputs_place.setFixedHeight(grown(_INPUTS_HEIGHT))
        self._places = [_bar("bar-top") for _ in _BAR_HEIGHTS]
        body = QFrame(self)
        self._layout = VBox(body, spacing=0).hold(self._inputs_place, self.top, STRETCH)
        for place, height in zip(self._places, _BAR_HEIGHTS, strict=True):
            place.setFixedHeight(grown(height))
            self._layout.addWidget(place)
        self.setCentralWidget(body)

    def wear(self, dress: Callable[[QWidget], None]) -> None:
        """Have the parts of the window dressed: those of the frame now, the others as they come."""
        self._dress = dress
        for part in (self.menuBar(), self.top, self._inputs_place, *self._places):
            dress(part)

    def fit_out(
        self,
        inputs: InputsBar,
        strip: StageStrip,
        problems: ProblemsPanel,
        problems_layout: tuple[bool, int],
    ) -> None:
        """Put in what the frame has kept room for. To be called once, after it was painted.

        ``problems_layout`` says whether the list of problems is open, and its height then.
        """
        from PySide6.QtCore import Qt
        from PySide6.QtGui import QIcon
        from PySide6.QtWidgets import QStackedWidget, QToolButton

        from inspector.gui.columns import SplitRows
        from inspector.gui.file_drops import DropMark, FileDrops
        from inspector.resources import resource_path

        self.setWindowIcon(QIcon(str(resource_path("icons/app.svg"))))
        self.palette_button = QToolButton(self)
        self.palette_button.setObjectName("palette-button")
        self.palette_button.setText(tr("Search  Ctrl+K"))
        self.palette_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._top.addWidget(self.palette_button)
        self.pages = QStackedWidget(self)
        self.pages.setObjectName("pages")
        self.inputs, self.strip = inputs, strip
        self._dress(inputs)
        self._dress(strip)
        for place, door in enumerate(self._doors):
            self.door_bar.setTabToolTip(place, f"{door.help} ({door.key})")
        self.status = StatusLine(self)
        self._dress(self.status)
        self.rows = SplitRows(self)
        self.rows.setObjectName("rows")
        for bar in (self._inputs_place, *self._places):
            self._layout.removeWidget(bar)
            bar.deleteLater()
        self._layout.takeAt(1)  # the room between the bars
        grow(inputs, minimumHeight=_INPUTS_HEIGHT)
        self._layout.insertWidget(0, inputs)
        self._layout.addWidget(strip)
        strip.fold()
        self._top.insertWidget(1, strip.folded)
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
        mark = DropMark(self)
        self._dress(mark)
        FileDrops(self, mark).dropped.connect(self.files_dropped)
        self.door_bar.currentChanged.connect(self._choose_door)
        # While the first page is shown, the current tab can be clicked and does not change.
        self.door_bar.tabBarClicked.connect(self._choose_door)

    def add_bar(self, bar: QFrame) -> None:
        """Put a bar above what the lens shows."""
        self._dress(bar)
        self._layout.insertWidget(self._layout.indexOf(self.strip) + 1, bar)

    @property
    def problems_height(self) -> int:
        """The height of the list of problems when it is open, in pixels."""
        return self._problems_height

    def show_door(self, door: Door) -> None:
        """Mark a door as the one that is open."""
        self.door_bar.setCurrentIndex(self._doors.index(door))

    def _choose_door(self, place: int) -> None:
        if place >= 0:
            self.door_chosen.emit(self._doors[place])

    def _size_problems(self, panel: ProblemsPanel) -> None:
        """Give the open list its height; the folded one is its bar."""
        nothing = not panel.problems and not panel.is_open
        panel.setVisible(not nothing)  # the line above says that there are none
        bar = 0 if nothing else panel.bar_height
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
        from inspector.gui.keyboard import step_focus

        return step_focus(self, 1 if following else -1)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Paint, and tell when that was the first time."""
        super().paintEvent(event)
        if not self._was_painted:
            self._was_painted = True
            self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Have the strip fold where the window is low."""
        super().resizeEvent(event)
        if hasattr(self, "strip"):
            self.strip.fold()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802  # Qt's name
        """Close only if nothing would be lost, or nobody minds."""
        if self.may_close():
            event.accept()
        else:
            event.ignore()


def _bar(role: str) -> QFrame:
    """Return a bar across the window. A frame, unlike a plain widget, paints its style itself."""
    bar = QFrame()
    bar.setProperty("role", role)
    return bar
