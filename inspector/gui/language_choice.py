"""Choosing the language of the window, and making Qt's own dialogs speak it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from inspector.gui.preferences_file import load_preferences, preferences_path
from inspector.language import ENGLISH, best_language, spoken, use

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
