"""The one driver of the window: finds widgets by object name and commands by id."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.analysis.injection_runs import InjectionResult, InjectionRuns
from inspector.core.problems import Problem
from inspector.files.opening import Offer
from inspector.gui.app import start
from inspector.gui.commands import CommandId
from inspector.gui.import_dialog import About, ImportDialog
from inspector.gui.lenses import LensRecord
from inspector.gui.main_window import MainWindow
from inspector.gui.messages import Agreed, Answer, Done, FileChoice, Notice, Question
from inspector.gui.settings import Settings
from inspector.gui.workspace import Workspace
from inspector.session.session import Session

Kind = TypeVar("Kind", bound=QWidget)


class ScriptedMessages:
    """``Messages`` whose answers are given beforehand; an unexpected question fails the test."""

    def __init__(self) -> None:
        self.answers: deque[Answer] = deque()
        self.texts: deque[str | None] = deque()
        self.files: deque[tuple[Path, ...]] = deque()
        self.folders: deque[Path | None] = deque()
        self.targets: deque[Path | None] = deque()
        self.imports: deque[Callable[[ImportDialog], None]] = deque()
        self.asked: list[Question] = []
        self.offered: list[Offer] = []
        self.told: list[Notice] = []
        self.said: list[Done] = []
        self.choices: list[FileChoice] = []
        self.at_the_end = False

    def end(self) -> None:
        """Let the window close without a question."""
        self.at_the_end = True

    def ask(self, question: Question) -> Answer:
        if self.at_the_end:
            return Answer.NO
        self.asked.append(question)
        assert self.answers, f"nobody expected the question {question.text!r}"
        return self.answers.popleft()

    def ask_text(self, question: Question) -> str | None:
        self.asked.append(question)
        return self.texts.popleft()

    def tell(self, notice: Notice) -> None:
        self.told.append(notice)

    def say(self, done: Done) -> None:
        self.said.append(done)

    def choose_import(
        self, offer: Offer, problems: Sequence[Problem], about: About
    ) -> Agreed | None:
        """Do in the dialog what a test says, which is to accept where it says nothing."""
        dialog = ImportDialog(offer, problems, self, about)
        self.offered.append(offer)
        do = self.imports.popleft() if self.imports else ImportDialog.accept
        do(dialog)
        dialog.deleteLater()
        return dialog.chosen

    def choose_files(self, choice: FileChoice) -> tuple[Path, ...]:
        self.choices.append(choice)
        return self.files.popleft()

    def choose_folder(self, choice: FileChoice) -> Path | None:
        self.choices.append(choice)
        return self.folders.popleft()

    def choose_target(self, choice: FileChoice) -> Path | None:
        self.choices.append(choice)
        return self.targets.popleft()


class Screen:
    """A window as a person sees it."""

    def __init__(self, bot: QtBot, window: MainWindow, messages: ScriptedMessages) -> None:
        self.bot = bot
        self.window = window
        self.messages = messages
        found = window.findChild(Workspace)
        assert found is not None
        self.workspace: Workspace = found

    # Looking -----------------------------------------------------------------------------

    def find(self, name: str, kind: type[Kind] = QWidget) -> Kind:
        """Return the one widget of this object name."""
        found = self.window.findChildren(kind, name)
        assert len(found) == 1, f"{len(found)} widgets are called {name!r}"
        return found[0]

    def text(self, name: str) -> str:
        """Return the text of a label, a button or a field."""
        widget = self.find(name)
        assert isinstance(widget, QLabel | QLineEdit | QAbstractButton), name
        return widget.text()

    def is_visible(self, name: str) -> bool:
        """Whether there is a widget of this name in sight."""
        return any(widget.isVisible() for widget in self.window.findChildren(QWidget, name))

    def focus(self) -> str:
        """Return the object name of what has the keyboard, or of the nearest that has a name."""
        widget = QApplication.focusWidget()
        while widget is not None and not widget.objectName():
            widget = widget.parentWidget()
        return widget.objectName() if widget is not None else ""

    @property
    def status(self) -> str:
        """What the status line says."""
        return self.text("status.text")

    @property
    def title(self) -> str:
        """The window's title, with a star where something is not saved."""
        star = "*" if self.window.isWindowModified() else ""
        return self.window.windowTitle().replace("[*]", star)

    @property
    def session(self) -> Session:
        """What is open."""
        return self.workspace.store.session

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the Problems panel lists."""
        return self.workspace.problems.problems

    @property
    def result(self) -> InjectionResult | None:
        """The last result that could be shown."""
        return self.workspace.runner.good

    # Doing -------------------------------------------------------------------------------

    def can(self, command: str) -> bool:
        """Whether a command is possible now."""
        self.workspace.actions.refresh()
        commands = {one.id: one for one in self.workspace.actions.commands}
        return commands[command].enabled()

    def do(self, command: str) -> None:
        """Do a command, as its menu entry does, and wait for what follows."""
        assert self.can(command), f"{command} is not possible now"
        self.workspace.actions.action(command).trigger()
        self.settle()

    def choose(self, command: str, choice: str) -> None:
        """Choose one of a command's choices, as the palette does, and wait for what follows."""
        assert self.can(command), f"{command} is not possible now"
        known = {one.id: one for one in self.workspace.actions.commands}
        choices = self.workspace.actions.choices(known[command])
        named = [one for one in choices if one.id == choice]
        assert named, f"{command} has no choice {choice!r}"
        named[0].run()
        self.workspace.actions.refresh()
        self.settle()

    def press(self, keys: str, name: str | None = None) -> None:
        """Press keys, such as ``Ctrl+K``, where the keyboard is or in a named widget."""
        target = self.find(name) if name else QApplication.focusWidget() or self.window
        self.bot.keySequence(target, keys)
        self.settle()

    def type(self, text: str, name: str | None = None) -> None:
        """Type a text where the keyboard is, or in a named widget."""
        target = self.find(name) if name else QApplication.focusWidget()
        self.bot.keyClicks(target, text)
        self.settle()

    def enter(self, name: str, value: str | float) -> None:
        """Put a text or a number into a field, and leave it."""
        field: Any = self.find(name)
        put = field.setText if isinstance(value, str) else field.setValue
        put(value)
        field.editingFinished.emit()
        self.settle()

    def pick(self, name: str, text: str) -> None:
        """Choose an entry of a combo box."""
        box = self.find(name, QComboBox)
        place = box.findText(text)
        assert place >= 0, text
        box.setCurrentIndex(place)
        box.activated.emit(place)
        box.textActivated.emit(text)
        self.settle()

    def click(self, name: str) -> None:
        """Click the middle of a widget."""
        self.bot.mouseClick(self.find(name), Qt.MouseButton.LeftButton)
        self.settle()

    def open(self, *paths: Path) -> None:
        """Open files with File > Open."""
        self.messages.files.append(paths)
        self.do(CommandId.OPEN)

    def drop(self, *paths: Path, on: str = "") -> None:
        """Drop files onto the window, or onto a widget in it, as if they were to be moved."""
        with self.dragged(*paths, on=on) as (data, place):
            dropped = QDropEvent(QPointF(place), *_as_move(data))
            QCoreApplication.sendEvent(self.window.windowHandle(), dropped)
            assert not paths or dropped.dropAction() is Qt.DropAction.CopyAction
        self.settle()

    @contextmanager
    def dragged(self, *paths: Path, on: str = "") -> Iterator[tuple[QMimeData, QPoint]]:
        """Hold files over the window, or over a widget in it."""
        data, place = QMimeData(), QPoint(100, 100)
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        if on:
            widget = self.find(on)
            place = widget.mapTo(self.window, widget.rect().center())
        handle = self.window.windowHandle()
        entered = QDragEnterEvent(place, *_as_move(data))
        QCoreApplication.sendEvent(handle, entered)
        assert entered.isAccepted() is bool(paths)
        yield data, place
        QCoreApplication.sendEvent(handle, QDragLeaveEvent())

    # Waiting -----------------------------------------------------------------------------

    def wait_until(self, condition: Callable[[], bool]) -> None:
        """Let the program go on until something is the case."""
        self.bot.waitUntil(condition)

    def settle(self) -> None:
        """Let the program go on until nothing is loaded or run any more."""
        QCoreApplication.processEvents()
        self.wait_until(lambda: not self.workspace.opening.loads.busy)
        self.wait_until(lambda: not self.workspace.runner.busy)
        QCoreApplication.processEvents()


def _as_move(data: QMimeData) -> tuple[Any, ...]:
    """Return what a drag of a file manager brings that would rather move the files."""
    keys, button = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, data, button, keys


@contextmanager
def opened_screens(bot: QtBot, folder: Path) -> Iterator[Callable[..., Screen]]:
    """Give a function that opens windows. All of them are closed at the end."""

    def open_screen(
        *files: Path,
        lenses: Sequence[LensRecord],
        preferences: Path | None = None,
        runs: InjectionRuns | None = None,
        **options: Any,
    ) -> Screen:
        place = preferences or folder / "preferences.json"
        screen = new_screen(bot, place, files, lenses=lenses, runs=runs, **options)
        bot.addWidget(screen.window, before_close_func=lambda _: screen.messages.end())
        return screen

    yield open_screen


def new_screen(bot: QtBot, preferences: Path, files: Sequence[Path], **options: Any) -> Screen:
    """Open a window, which the caller closes."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    messages, settings = ScriptedMessages(), Settings(preferences, app)
    window = start(app, settings, files, messages=messages, **options)
    settings.setParent(window)
    window.show()
    bot.waitUntil(lambda: window.findChild(Workspace) is not None)
    screen = Screen(bot, window, messages)
    window.activateWindow()
    screen.settle()
    return screen
