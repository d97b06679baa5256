"""The presentation: the window fills the screen, and a story can be stepped through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from inspector.gui.theme import FontRole
from inspector.language import tr
from inspector.session.session import Session, StoryStep
from inspector.session.telling import as_before, as_told, selected_at

if TYPE_CHECKING:
    from inspector.gui.lens_row import LensRow
    from inspector.gui.main_window import MainWindow
    from inspector.gui.problems_panel import ProblemsPanel
    from inspector.gui.theme import Theme
    from inspector.session.store import Store

SCALE = 1.25
_SIDES = 16  # pixels beside the text
_UNLIMITED = 1 << 14


class StoryBar(QFrame):
    """The step that is told: its title and text, its number, and buttons to go on.

    Object names: ``story``, ``story.title``, ``story.text``, ``story.place``, ``story.previous``,
    ``story.next``.
    """

    stepped = Signal(int)
    """Somebody wants another step: 1 the next, -1 the one before."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("story")
        self.setProperty("role", "bar-top")
        self.setAccessibleName(tr("Story"))
        self._title = _label("story.title")
        self._title.setFont(theme.font(FontRole.TITLE))
        self._text = _label("story.text")
        self._text.setWordWrap(True)
        self._place = _label("story.place")
        self._place.setProperty("role", "muted")
        self._texts: list[str] = []
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._buttons = {}
        layout = QGridLayout(self)
        layout.setContentsMargins(_SIDES, 12, _SIDES, 12)
        layout.setHorizontalSpacing(8)
        layout.setColumnStretch(0, 1)
        layout.addWidget(self._title, 0, 0)
        layout.addWidget(self._text, 1, 0, 1, 4)
        layout.addWidget(self._place, 0, 1)
        for column, (name, text, help_text, by) in enumerate(
            (
                ("previous", "‹", tr("The step before (Left)"), -1),
                ("next", "›", tr("The next step (Right)"), 1),
            ),
            start=2,
        ):
            button = QPushButton(text, self)
            button.setObjectName(f"story.{name}")
            button.setAccessibleName(help_text)
            button.setToolTip(help_text)
            button.clicked.connect(lambda _checked=False, by=by: self.stepped.emit(by))
            layout.addWidget(button, 0, column)
            self._buttons[by] = button

    def show_step(self, steps: tuple[StoryStep, ...], place: int) -> None:
        """Show one of the steps."""
        step = steps[place]
        self._title.setText(step.title)
        self._text.setText(step.text)
        self._place.setText(tr("{place} of {steps}", place=place + 1, steps=len(steps)))
        self._texts = [one.text for one in steps]
        self._buttons[-1].setEnabled(place > 0)
        self._buttons[1].setEnabled(place + 1 < len(steps))
        self._fit()

    def _fit(self) -> None:
        """Be as high as the longest text needs, so that nothing moves between two steps."""
        flags = Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        room = QRect(0, 0, max(1, self.width() - 2 * _SIDES), _UNLIMITED)
        metrics = self._text.fontMetrics()
        heights = (metrics.boundingRect(room, flags, text).height() for text in self._texts)
        self._text.setFixedHeight(max(heights, default=0) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Wrap the texts anew."""
        super().resizeEvent(event)
        self._fit()


class Presentation(QObject):
    """Knows whether something is presented, and which step of the story.

    While it lasts, only the chart, the tables and *Why* are seen. A step's change of the policy is
    taken back at the end; the session is then as it was.
    """

    changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        store: Store,
        lenses: LensRow,
        problems: ProblemsPanel,
    ) -> None:
        super().__init__(window)
        self._window, self._theme, self._store = window, theme, store
        self._lenses, self._problems = lenses, problems
        self._told: Session | None = None
        self._gesture = object()
        self._place = 0
        self._hidden: list[QWidget] = []
        self._bar = StoryBar(theme)
        self._bar.hide()
        self._bar.stepped.connect(self.step)
        window.add_bar(self._bar)
        lenses.changed.connect(self._hide_inputs)

    @property
    def is_on(self) -> bool:
        """Whether the window fills the screen, with larger texts."""
        return self._told is not None

    @property
    def steps(self) -> tuple[StoryStep, ...]:
        """The steps that can be told now; none while nothing is presented."""
        return () if self._told is None else self._told.story

    @property
    def untold(self) -> Session:
        """The session as it is once the story has ended."""
        now = self._store.session
        return now if self._told is None or not self.steps else as_before(self._told)(now)

    @property
    def place(self) -> int:
        """The number of the step that is told, from 0."""
        return self._place

    def switch(self) -> None:
        """Begin, or end what goes on."""
        if self.is_on:
            self.end()
        else:
            self.begin()

    def begin(self) -> None:
        """Fill the screen, draw texts larger, and tell the first step of the story."""
        self._told = self._store.session
        self._theme.enlarge(SCALE)
        self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowFullScreen)
        self._hide(self._window.menuBar(), self._window.inputs, self._window.top, self._problems)
        self._window.strip.set_away(away=True)
        self._hide_inputs()
        self.restart()

    def end(self) -> None:
        """Go back to how everything was."""
        if self._told is None:
            return
        if self.steps:
            self._store.commit(tr("Tell the story"), as_before(self._told), gesture=self._gesture)
        self._told = None
        self._bar.hide()
        for widget in self._hidden:
            widget.show()
        self._hidden.clear()
        self._window.strip.set_away(away=False)
        self._theme.enlarge(1)
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowFullScreen)
        self.changed.emit()

    def restart(self) -> None:
        """Tell the story of a session that was opened in the meantime from its beginning."""
        if self._told is None:
            return
        self._told = self._store.session
        self._gesture = object()
        self._bar.setVisible(bool(self.steps))
        if self.steps:
            self.go(0)
        elif self._lenses.widget is not None:
            self._lenses.widget.begin_telling()
        self.changed.emit()

    def step(self, by: int) -> None:
        """Go on by so many steps; there is nothing before the first and after the last."""
        if 0 <= self._place + by < len(self.steps):
            self.go(self._place + by)

    def go(self, place: int) -> None:
        """Tell one step: change what it changes, and select what it is about."""
        if self._told is None:
            return
        self._place = place
        step = self.steps[place]
        self._store.commit(tr("Tell the story"), as_told(self._told, step), gesture=self._gesture)
        lens, subject = selected_at(self._told, step)
        self._lenses.open(lens, subject)
        if not subject and self._lenses.widget is not None:
            self._lenses.widget.select("")
        if place == 0 and self._lenses.widget is not None:
            self._lenses.widget.begin_telling()
        self._bar.show_step(self.steps, place)
        self.changed.emit()

    def _hide_inputs(self) -> None:
        """Leave the inputs of the lens out, also of one that is shown in the meantime."""
        lens = self._lenses.widget
        if self.is_on and lens is not None and lens.columns is not None:
            self._hide(lens.columns.inputs)

    def _hide(self, *widgets: QWidget) -> None:
        for widget in widgets:
            if not widget.isHidden():
                widget.hide()
                self._hidden.append(widget)


def _label(name: str) -> QLabel:
    label = QLabel()
    label.setObjectName(name)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
