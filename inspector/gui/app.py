"""Starting the window: the frame is painted first, everything that takes longer comes after.

Qt draws on a screen where there is one, else in memory. The application itself is sent one event
alone: a file to open.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer
from PySide6.QtGui import QFileOpenEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from inspector import __version__
from inspector.files.models import use_models
from inspector.gui.layout import maximise_where_too_large, restore_geometry
from inspector.gui.lenses import LENSES, LensRecord
from inspector.gui.main_window import MainWindow
from inspector.gui.messages import Notice, Tone
from inspector.gui.qt import X11, import_as_usual, missing_text
from inspector.gui.settings import Settings, preferences_path, translate_qt
from inspector.gui.starting import NO_DISPLAY, rescue_folder
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.resources import PROGRAM, own_models_path
from inspector.stage import Stage, stages

if TYPE_CHECKING:
    from inspector.analysis.injection_runs import InjectionRuns
    from inspector.gui.messages import Messages
    from inspector.gui.reception import EndSignals
    from inspector.gui.starting import Start
    from inspector.gui.workspace import Workspace
    from inspector.project.findings import SecretScanner


def choose_platform(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Let Qt fall back to drawing in memory where there is no display, instead of aborting.

    Has to be called before the application is made. What somebody has chosen stays.
    """
    if system.startswith(("win", "darwin", "cygwin")) or environment.get("QT_QPA_PLATFORM"):
        return
    # A platform is only named where it may work: Qt complains about each that it tries in vain.
    named = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
    platforms = [platform for platform, display in named if environment.get(display)]
    environment["QT_QPA_PLATFORM"] = ";".join((*platforms, "offscreen"))


def has_display() -> bool:
    """Whether somebody can see the windows of the running application."""
    return QGuiApplication.platformName() not in {"offscreen", "minimal", "vnc", ""}


class Application(QApplication):
    """Keeps files that the desktop asks for (macOS does so by an event) until they can be opened.

    A subclass, because a filter of the application's events would see those of every widget.
    """

    def __init__(self, arguments: list[str]) -> None:
        super().__init__(arguments)
        self._asked: list[str] = []
        self._open: Callable[[str], None] = self._asked.append

    def open_with(self, opened: Callable[[str], None]) -> None:
        """Open files with this from now on, those first that were asked for before."""
        self._open = opened
        asked, self._asked = self._asked, []
        for file in asked:
            opened(file)

    def event(self, event: QEvent) -> bool:
        """Take a file to open; anything else is Qt's."""
        if event.type() is QEvent.Type.FileOpen and isinstance(event, QFileOpenEvent):
            if event.file():
                self._open(event.file())
            return True
        return super().event(event)


_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8  # as malloc.h names them
_LARGE = 16 << 20  # bytes
# Seconds that a thread in the background keeps Python while the window waits, a fifth of the usual:
# a page that is painted waits anew at each of a hundred calls back from Qt.
_TURN = 0.001
_TOLD = 5  # problems of a table of models
_NO_DISPLAY_TEXT = (
    "inspector: there is no display to show a window on."
    " 'inspector run' works without one; 'inspector --help' lists the commands.\n"
)


def main(begun: Start) -> int:
    """Show the window, open the files that are named, and return the exit code at its end."""
    asked_for = os.environ.get("QT_QPA_PLATFORM")
    choose_platform(os.environ)
    app = make_application()
    if not asked_for and not has_display():
        # Where there is a screen of X, what is missing is what Qt draws on it with.
        missing = missing_text(X11) if os.environ.get("DISPLAY") else ""
        sys.stderr.write(missing or _NO_DISPLAY_TEXT)
        return NO_DISPLAY
    settings = Settings(preferences_path(), app)
    ends: list[EndSignals] = []

    def take_part(workspace: Workspace) -> None:
        # What is there by now stays to the end: garbage is searched for among what comes later.
        gc.freeze()
        ends.append(_answer_the_system(app, workspace, begun))
        _use_own_models(workspace)
        workspace.open(begun.named.files, begun.named.refused)
        load_ahead(workspace)

    window = start(
        app, settings, (), secrets=_user_scanner, rescue=rescue_folder(), filled=take_part
    )
    window.painted.connect(lambda: _catch(window))
    sys.setswitchinterval(_TURN)
    maximise_where_too_large(window)
    window.show()
    code = app.exec()
    return next((end.code for end in ends if end.code), code)


def _use_own_models(workspace: Workspace) -> None:
    """Let the user's own table of models stand before the shipped one, and say what is wrong."""
    problems = use_models()
    if problems:
        text = tr("{path} is not used whole.", path=own_models_path().name)
        detail = "\n".join(f"{one.place}: {one.message} {one.fix}" for one in problems[:_TOLD])
        workspace.messages.tell(Notice(text, detail, tone=Tone.WARNING))


def make_application() -> QApplication:
    """Return the application, made now if there is none yet.

    Its style is the same on every system: Fusion, which the theme's style sheet builds on.
    """
    import_as_usual()
    _share_one_heap()
    QCoreApplication.setApplicationName(PROGRAM)
    QCoreApplication.setApplicationVersion(__version__)
    # As an argument, because asking for it later makes Python load everything about styles.
    app = QApplication.instance() or Application([*sys.argv[:1], "-style", "Fusion"])
    if not isinstance(app, QApplication):
        raise TypeError("There is an application without windows already.")
    app.setApplicationDisplayName("")  # the title says it all
    app.setDesktopFileName(PROGRAM)
    translate_qt(app)
    return app


def _share_one_heap() -> None:
    """Let all threads take memory from one heap, but for large blocks.

    The GNU C library gives threads heaps of their own, up to eight for each processor. What the
    results of one thread leave free there, no other thread takes: 100 MB in an hour of work. Nor
    does it give the system back what a large block leaves in a heap, once it has learnt to take
    such a block from there: 70 MB after a run of 100,000 cards was recorded.
    """
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        library.mallopt(_M_ARENA_MAX, 1)
        library.mallopt(_M_MMAP_THRESHOLD, _LARGE)


def start(
    app: QApplication,
    settings: Settings,
    files: Sequence[Path],
    *,
    lenses: Sequence[LensRecord] = LENSES,
    messages: Messages | None = None,
    runs: InjectionRuns | None = None,
    history: Path | None = None,
    secrets: Callable[[], SecretScanner] | None = None,
    rescue: Path | None = None,
    filled: Callable[[Workspace], None] | None = None,
) -> MainWindow:
    """Return a window that fills itself after it has been shown and painted.

    ``messages``, ``runs`` and ``history`` take the place of dialogs, of the runs with real counters
    and of the user's own history of runs. ``secrets`` makes the scanner that looks for secrets in
    what is open; without it nothing is looked for. ``rescue`` is the folder of rescue copies;
    without it none are kept. ``filled`` is called with what fills the window, once it does.
    """
    theme = Theme(app, settings.now.theme, settings.now.text_size)
    window = MainWindow(tuple(dict.fromkeys(record.door for record in lenses)))
    theme.setParent(window)
    window.wear(theme.dress)
    restore_geometry(window, settings.now.window)

    def fill() -> None:
        # Imported now: the core, its libraries and the tables take longer than all before.
        from inspector.gui.message_boxes import MessageBoxes
        from inspector.gui.shell_commands import shell_commands
        from inspector.gui.workspace import Workspace

        talk = messages or MessageBoxes(window)
        workspace = Workspace(window, theme, settings, talk, lenses, runs, history, secrets, rescue)
        workspace.actions.register(shell_commands(workspace))
        workspace.open(files)
        if filled is not None:
            filled(workspace)

    later = QTimer(window, singleShot=True, interval=0)
    later.timeout.connect(fill)
    window.painted.connect(later.start)
    return window


def _user_scanner() -> SecretScanner:
    from inspector.analysis.secret_lint import user_scanner_process

    return user_scanner_process()


def _answer_the_system(app: QApplication, workspace: Workspace, begun: Start) -> EndSignals:
    """Answer later starts, files that the desktop opens, and the end of the process or login.

    Return what knows whether a signal ended the process.
    """
    from inspector.gui.reception import EndSignals, Reception, end_of_login
    from inspector.gui.starting import Call

    reception = Reception(workspace, begun.first)
    if isinstance(app, Application):
        app.open_with(lambda file: reception.receive(Call((file,))))

    def end() -> None:
        workspace.end()
        app.quit()

    signals = EndSignals(workspace)
    signals.told.connect(end)
    app.commitDataRequest.connect(lambda manager: end_of_login(workspace, manager))
    return signals


def _catch(window: MainWindow) -> None:
    """Tell about exceptions that nobody caught."""
    from inspector.gui.messages import Failure, FailureHook, notice_of

    def report(failure: Failure) -> None:
        from inspector.gui.message_boxes import MessageBoxes

        MessageBoxes(window).tell(notice_of(failure))

    FailureHook(report).install()


_BETWEEN_PIECES = 200  # milliseconds


class LoadedAhead(QTimer):
    """Loads modules one after the other, some time apart, as long as nobody waits for anything.

    What cannot be loaded is passed over: whoever needs it says so.
    """

    def __init__(
        self,
        pieces: Iterable[Callable[[], object]],
        parent: QObject,
        *,
        may_load: Callable[[], bool],
    ) -> None:
        super().__init__(parent, interval=_BETWEEN_PIECES)
        self._left = list(pieces)
        self._may_load = may_load
        self.timeout.connect(self._load_next)
        self.start()

    def _load_next(self) -> None:
        if self._left and self._may_load():
            with suppress(ImportError):
                self._left.pop(0)()
        if not self._left:
            self.stop()


def load_ahead(workspace: Workspace) -> LoadedAhead:
    """Load what all lenses are made of while one is shown, so that showing another is quicker."""

    def nobody_waits() -> bool:
        shown = workspace.lenses.widget
        works = workspace.runner.busy or workspace.opening.loads.busy or workspace.store.in_gesture
        return shown is not None and shown.settled and not works and not QApplication.mouseButtons()

    def make_part(stage: Stage) -> None:
        """Have what checks the part of a stage in a session, which is made when first used."""
        workspace.store.session.part(stage.id)

    pieces: list[Callable[[], object]] = []
    for stage in stages():
        named = (stage.result, stage.lens, stage.lens_commands)
        pieces += [partial(stage.load, one) for one in named if one]
        if stage.part:
            pieces.append(partial(make_part, stage))
    return LoadedAhead(pieces, workspace, may_load=nobody_waits)
