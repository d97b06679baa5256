"""The preferences of a running program: read once, changed by whoever may, written when due.

Loading and saving preferences: a small JSON file in the user's settings folder.

It is read before the window is painted, so nothing of the core, nor of the package that reads all
other files, is imported until there is a problem or something to write.

Choosing the language of the window, and making Qt's own dialogs speak it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QCoreApplication,
    QLibraryInfo,
    QLocale,
    QObject,
    QStandardPaths,
    QTranslator,
    Signal,
)

from inspector.language import ENGLISH, best_language, spoken, tr, use
from inspector.locks import read_regular
from inspector.resources import PROGRAM
from inspector.session.preferences import Preferences, from_plain, to_plain

if TYPE_CHECKING:
    from inspector.core.problems import Problem


_MOST_BYTES = 4 << 20


def preferences_path() -> Path:
    """Return where this user's preferences are."""
    settings = QStandardPaths.writableLocation(
        QStandardPaths.StandardLocation.GenericConfigLocation
    )
    return Path(settings) / PROGRAM / "preferences.json"


def load_preferences(path: Path) -> tuple[Preferences, tuple[Problem, ...]]:
    """Return the preferences of a file, defaults where there is none, and what was wrong with it.

    Values that cannot be used are reported and keep their defaults.
    """
    try:
        data = read_regular(path, _MOST_BYTES + 1)
    except FileNotFoundError:
        return Preferences(), ()
    except OSError as error:
        return Preferences(), (
            _unusable(path, tr("they cannot be read: {strerror}", strerror=error.strerror)),
        )
    if len(data) > _MOST_BYTES:
        return Preferences(), (_unusable(path, tr("the file is too large")),)
    import json

    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        return Preferences(), (_unusable(path, tr("the file is not JSON")),)
    preferences, wrong = from_plain(plain)
    return preferences, tuple(_wrong(path, one.pointer, one.expected) for one in wrong)


def save_preferences(preferences: Preferences, path: Path) -> tuple[Problem, ...]:
    """Write preferences, making the folder if need be; return the problems, none when written."""
    import json

    from inspector.files.saving import write_atomically

    text = json.dumps(to_plain(preferences), indent=2, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode("utf-8", "surrogatepass"))
    except OSError as error:
        return (_not_kept(path, error.strerror),)
    return ()


def _unusable(path: Path, why: str) -> Problem:
    return _warning(
        path,
        "preferences.unusable",
        tr(
            "Your preferences are not used, because {why}. Theme, layout and recent files are as at"
            " the first start.",
            why=why,
        ),
        tr("Correct or delete the file; it is written anew when the program ends."),
    )


def _not_kept(path: Path, strerror: str | None) -> Problem:
    return _warning(
        path,
        "preferences.not-kept",
        tr(
            "What you choose holds until the window is closed, because your preferences cannot be"
            " written: {strerror}.",
            strerror=strerror,
        ),
        tr("Make room on the disk, or allow writing there; the next choice writes them."),
    )


def _wrong(path: Path, pointer: str, expected: str) -> Problem:
    return _warning(
        path,
        "preferences.unusable-value",
        tr("This preference is not {expected}; the default is used.", expected=expected),
        tr("Correct it; the file is written anew when the program ends."),
        pointer,
    )


def _warning(path: Path, code: str, message: str, fix: str, pointer: str | None = None) -> Problem:
    from inspector.core.problems import Place, Problem, Severity

    return Problem(Severity.WARNING, code, message, fix, Place(str(path), pointer=pointer))


class Settings(QObject):
    """Holds the preferences. ``problems`` are those of reading and writing them."""

    changed = Signal()

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self._now, self.problems = load_preferences(path)
        self._written = self._now

    @property
    def now(self) -> Preferences:
        """The preferences as they are."""
        return self._now

    def update(self, change: Callable[[Preferences], Preferences]) -> None:
        """Change the preferences and write them."""
        new = change(self._now)
        if new != self._now:
            self._now = new
            self.write()
            self.changed.emit()

    def switch(self, preference: str) -> None:
        """Begin or end something, and remember that."""
        other: dict[str, Any] = {preference: not getattr(self._now, preference)}
        self.update(lambda now: replace(now, **other))

    def write(self) -> tuple[Problem, ...]:
        """Write what is not written yet; return the problems, none when it is written."""
        if self._now == self._written:
            return ()
        problems = save_preferences(self._now, self.path)
        if not problems:
            self._written = self._now
        self.problems = problems
        return problems


_QT = "inspector-qt-translations"  # object name of what translates Qt's own texts


def choose_language() -> None:
    """Speak the language of the preferences, else the first of the system's that there is.

    Comes before the modules of the window are loaded, whose texts are made when that happens.
    """
    preferences, _ = load_preferences(preferences_path())
    wanted = preferences.language
    use(best_language(QLocale.system().uiLanguages() if wanted is None else [wanted]))


def translate_qt(app: QCoreApplication) -> None:
    """Let Qt's own dialogs and menus speak the chosen language, too, and write from its side.

    Nothing happens where Qt has no translation: its texts are English then.
    """
    if spoken() == ENGLISH or app.findChild(QTranslator, _QT) is not None:
        return
    locale = QLocale(spoken())
    own = QTranslator(app)
    own.setObjectName(_QT)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if own.load(locale, "qtbase", "_", folder):
        app.installTranslator(own)
