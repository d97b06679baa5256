"""The presentation: a stage with one picture and one sentence, and a story to step through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QFrame,
    QLabel,
    QLineEdit,
    QSplitterHandle,
    QWidget,
)
from shiboken6 import isValid

from inspector.gui.boxes import HBox, VBox, text_label, with_name
from inspector.gui.keyboard import WRITES_AT_ONCE
from inspector.gui.theme import FontRole
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.story import as_before, as_told, made_story, selected_at
from inspector.present.why import Passage, most_similar
from inspector.session.edits import set_story
from inspector.session.session import Session, StoryStep, subject_of

if TYPE_CHECKING:
    from inspector.gui.lens_row import LensRow
    from inspector.gui.main_window import MainWindow
    from inspector.gui.opening import Opening
    from inspector.gui.runner import Runner
    from inspector.gui.theme import Theme
    from inspector.session.store import Store

SCALE = 1.8  # of texts and rows: what is read from the last row of a room
_SENTENCE = 1.1  # of the largest letters there are
_QUOTED = 200  # characters of a text on stage
_SIDES = 48  # pixels beside the sentence


def quoted(passage: Passage, sentence: str) -> str:
    """Return a text in short; where one is sought in it, what is most like that.

    Its title is above it, unless the sentence on stage names it.
    """
    found = most_similar(passage.sought, passage.text) if passage.sought else None
    text = passage.text if found is None else passage.text[found.start : found.end]
    words = " ".join(text.split())
    if len(words) > _QUOTED:
        words = words[:_QUOTED].rsplit(" ", 1)[0] + " …"
    return f"“{words}”" if passage.title in sentence else f"{passage.title}\n“{words}”"


class StoryBar(QFrame):
    """The step that is told, in one sentence. A double click on it, or ``edit``, changes it.

    Below it stand the texts that the step is about. Object names: ``story``, ``story.title``,
    ``story.edit`` (while it is changed), ``story.evidence.<number>``.
    """

    edited = Signal(str)
    """Somebody wants another sentence."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        with_name(self, "story", tr("Story"), role="stage")
        self._theme = theme
        self._sentence = self._where = ""
        self._title = text_label("story.title", self, tip=tr("Double click to change the sentence"))
        self._editor = with_name(QLineEdit(self), "story.edit", tr("Sentence of this step"))
        self._editor.setProperty(WRITES_AT_ONCE, True)  # noqa: FBT003  # Qt's
        self._editor.hide()
        self._editor.editingFinished.connect(self._take)
        layout = VBox(self, margins=(_SIDES, 32, _SIDES, 16)).hold(self._title, self._editor)
        self._evidence = [self._quote(number) for number in range(2)]
        row = HBox(spacing=_SIDES)
        for quote in self._evidence:
            row.addWidget(quote, 1, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(row)

    def _quote(self, number: int) -> QLabel:
        quote = text_label(f"story.evidence.{number}", self, role="muted")
        quote.hide()
        return quote

    def show_evidence(self, passages: Sequence[Passage]) -> None:
        """Show in short the texts that a step is about, of a long one what is like the other."""
        for place, quote in enumerate(self._evidence):
            quote.setVisible(place < len(passages))
            if place < len(passages):
                quote.setFont(self._theme.font(FontRole.BODY))
                quote.setText(quoted(passages[place], self._title.text()))

    def show_step(self, steps: tuple[StoryStep, ...], place: int) -> None:
        """Show one of the steps."""
        self._editor.hide()
        self._title.show()
        large = self._theme.font(FontRole.DISPLAY)
        large.setPixelSize(round(large.pixelSize() * _SENTENCE))
        for one in (self._title, self._editor):
            one.setFont(large)
        self._sentence = steps[place].title
        self._where = tr("{place} of {steps}", place=place + 1, steps=len(steps))
        self.say(self._sentence)

    @property
    def says_its_own(self) -> bool:
        """Whether it is the step's own sentence that is shown."""
        return self._title.text() == self._sentence

    def say(self, sentence: str) -> None:
        """Show a sentence in the place of the step's own, which stays the one that is edited."""
        self._title.setText(sentence)
        self._title.setAccessibleName(f"{self._where}: {sentence}")

    def say_its_own(self) -> None:
        """Show the step's own sentence again."""
        self.say(self._sentence)

    def edit(self) -> None:
        """Let the step's sentence be changed where it stands."""
        self._editor.setText(self._sentence)
        self._title.hide()
        self._editor.show()
        self._editor.setFocus()
        self._editor.selectAll()

    def _take(self) -> None:
        if self._editor.isHidden():
            return
        text = self._editor.text().strip()
        self._editor.hide()
        self._title.show()
        if text and text != self._sentence:
            self.edited.emit(text)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:  # noqa: N802  # Qt's name
        """Let the sentence be changed."""
        self.edit()


class Presentation(QObject):
    """Knows whether something is presented, and which step of the story.

    While it lasts, the picture of the lens and one sentence are seen, and nothing else; what can be
    dragged in the picture can be dragged, and the sentence is then of what came of that. A session
    without a story gets one that is made of it. A step's change of the policy is taken back at the
    end; the session is then as it was, but for sentences that somebody changed: with these, the
    story is the session's own.
    """

    changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        theme: Theme,
        store: Store,
        lenses: LensRow,
        runner: Runner,
        opening: Opening,
    ) -> None:
        super().__init__(window)
        self._opening = opening
        self._window, self._theme, self._store = window, theme, store
        self._lenses = lenses
        self._told: Session | None = None
        self._made: tuple[StoryStep, ...] = ()
        self._gesture = object()
        self._place = 0
        self._hidden: list[QWidget] = []
        self._worker = Worker(self)
        self._worker.failed.connect(runner.failed)
        self._bar = StoryBar(theme)
        self._bar.hide()
        self._bar.edited.connect(self._reword)
        window.add_bar(self._bar)
        lenses.changed.connect(self._clear_stage)
        # Once the lens has taken it.
        runner.finished.connect(self._take_result, Qt.ConnectionType.QueuedConnection)
        store.subscribe(lambda _old, new: self._take_edit(new), may_wait=True)

    @property
    def is_on(self) -> bool:
        """Whether the window fills the screen, with larger texts."""
        return self._told is not None

    @property
    def steps(self) -> tuple[StoryStep, ...]:
        """The steps that can be told now; none while nothing is presented."""
        return () if self._told is None else self._told.story or self._made

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
        """Begin, or end what goes on; where nothing is open, with what is chosen then."""
        if self.is_on:
            self.end()
        elif self._lenses.shows_start:
            self.present_files()
        else:
            self.begin()

    def present_files(self, paths: Sequence[Path] = ()) -> None:
        """Open files, those that somebody chooses where none are named, and tell their story."""
        if paths:
            self._opening.open_files(paths)
        else:
            self._opening.choose_and_open()
        if self._opening.loads.busy:
            done = Qt.ConnectionType.SingleShotConnection
            self._opening.loads.busy_changed.connect(self._begin_opened, done)

    def _begin_opened(self) -> None:
        if subject_of(self._store.session) is not None:  # nobody thought better of it
            self.begin()

    def begin(self) -> None:
        """Fill the screen, draw texts larger, and tell the first step of the story."""
        self._told = self._store.session
        self._theme.enlarge(SCALE)
        self._window.setWindowState(self._window.windowState() | Qt.WindowState.WindowFullScreen)
        self._window.strip.set_away(away=True)
        self._clear_stage()
        self.restart()

    def end(self) -> None:
        """Go back to how everything was."""
        if self._told is None:
            return
        if self.steps:
            self._store.commit(tr("Tell the story"), as_before(self._told), gesture=self._gesture)
        self._told, self._made = None, ()
        self._worker.forget()
        self._bar.hide()
        for widget in self._hidden:
            if isValid(widget):
                widget.show()
        self._hidden.clear()
        self._window.strip.set_away(away=False)
        self._theme.enlarge(1)
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowFullScreen)
        self.changed.emit()

    def close(self) -> None:
        """End all work in the background."""
        self._worker.close()

    def restart(self) -> None:
        """Tell the story of a session that was opened in the meantime from its beginning."""
        if self._told is None:
            return
        self._told, self._made = self._store.session, ()
        self._worker.forget()
        self._gesture = object()
        if not self.steps:
            self._make_story(self._told)
            if self._lenses.widget is not None:
                self._lenses.widget.begin_telling()
        self._tell()

    def _make_story(self, session: Session) -> None:
        """Make a story of a session that has none, in the background."""
        front = self._lenses.current or ""

        def take(steps: tuple[StoryStep, ...]) -> None:
            self._made = steps
            self._tell()

        self._worker.ask(tr("making a story"), lambda: made_story(session, front), take)

    def _tell(self) -> None:
        self._bar.setVisible(bool(self.steps))
        if self.steps:
            self.go(0)
        self.changed.emit()

    def edit(self) -> None:
        """Let the sentence of this step be changed where it stands."""
        self._bar.edit()

    def _reword(self, sentence: str) -> None:
        """Give this step another sentence; the story is the session's own from then on."""
        if self._told is None:
            return
        steps = list(self.steps)
        steps[self._place] = replace(steps[self._place], title=sentence)
        story = set_story(tuple(steps))
        self._store.commit(tr("Change the story"), story)
        self._told = story(self._told)
        self._bar.show_step(self.steps, self._place)

    def _is_as_told(self, session: Session) -> bool:
        """Whether a session is what the step makes of it."""
        told = self._told
        return told is None or as_told(told, self.steps[self._place])(told) == session

    def _take_edit(self, session: Session) -> None:
        """Take the step's sentence away from what it is not about."""
        if self.steps and self._bar.says_its_own and not self._is_as_told(session):
            self._bar.say("")

    def _take_result(self) -> None:
        """Say what the lens says of a result, where it is not that of the step."""
        lens = self._lenses.widget
        if not self.steps or lens is None:
            return
        if self._is_as_told(self._store.session):
            self._bar.say_its_own()
        else:
            self._bar.say(lens.stage_sentence)
        self._show_evidence()

    def _show_evidence(self) -> None:
        """Show the texts of what the step selects, as they are now."""
        shown = self._lenses.widget
        is_about = shown is not None and bool(self.steps[self._place].select)
        self._bar.show_evidence(shown.stage_evidence if shown is not None and is_about else ())

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
        self._show_evidence()
        self._clear_stage()
        self.changed.emit()

    def _clear_stage(self) -> None:
        """Leave only the picture of the lens, also of one that is shown in the meantime."""
        lens = self._lenses.widget
        if not self.is_on or lens is None:
            return
        columns = lens.columns
        kept: QWidget | None = lens.stage_picture
        if kept is None:
            kept = lens if columns is None else columns.widget(1)
        while kept is not None and kept is not self._window:
            if kept in self._hidden:  # it was no part of the picture before
                kept.show()
                self._hidden.remove(kept)
            around = kept.parentWidget()
            if around is not None and not isinstance(around, QAbstractScrollArea):
                for one in around.children():
                    if isinstance(one, QWidget) and one not in (kept, self._bar):
                        self._hide(one)
            kept = around

    def _hide(self, one: QWidget) -> None:
        if not (one.isHidden() or one.isWindow() or isinstance(one, QSplitterHandle)):
            one.hide()
            self._hidden.append(one)
