"""A program that walks through the window in a language that cannot be mistaken, and lists what

stands there untranslated. Every text of the catalogue is put into ⟦brackets⟧; what widgets say or
painters draw and has words outside of any comes out as JSON: ``[shot, kind, name, text]``.

    python -m tests.shared.texts_seen [SHOT…] [--said]

With ``--said`` it leaves out what painters draw.
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from gettext import GNUTranslations
from typing import TYPE_CHECKING, Any

from tests.shared.file_modules import ROOT, module_at

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
CATALOGUE, SAID = "--catalogue", "--said"
Seen = tuple[str, str, str]


def collecting() -> Any:
    """Return the program that collects the texts; it is no module of a package."""
    return module_at(ROOT / "packaging" / "languages.py")


def pseudo() -> bytes:
    """Return a catalogue in which every text of the program is itself, in brackets.

    Looking for the texts loads modules, whose texts are made then: not in the process that walks.
    """
    import polib

    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for text in collecting().texts():
        if isinstance(text, tuple):
            forms = {0: f"⟦{text[0]}⟧", 1: f"⟦{text[1]}⟧"}
            made.append(polib.POEntry(msgid=text[0], msgid_plural=text[1], msgstr_plural=forms))
        else:
            made.append(polib.POEntry(msgid=text, msgstr=f"⟦{text}⟧"))
    return bytes(made.to_binary())


def untranslated(text: str) -> str:
    """Return the words of a text that are in no brackets; signs, numbers and letters are none."""
    before = None
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    text = re.sub(r"<[^>]*>|&\w+;", " ", text).replace("&", "")
    return " ".join(re.findall(r"[^\W\d_][\w.'-]+", text))


def texts_of(window: QWidget) -> Iterator[Seen]:
    """Yield kind, object name and text of everything that a window's widgets say."""
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    for widget in window.findChildren(QWidget):
        name = widget.objectName() or type(widget).__name__
        yield "tooltip", name, widget.toolTip()
        yield "accessible", name, widget.accessibleName()
        yield "description", name, widget.accessibleDescription()
        yield from ((kind, name, text) for kind, text in _said_by(widget))
    for action in window.findChildren(QAction):
        for said in (action.text(), action.statusTip(), action.toolTip()):
            yield "action", action.objectName(), said


def _said_by(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Yield kind and text of what one widget shows."""
    from PySide6.QtWidgets import (
        QAbstractButton,
        QComboBox,
        QGroupBox,
        QLabel,
        QLineEdit,
        QListWidget,
        QMenu,
        QPlainTextEdit,
        QTabBar,
        QTableView,
        QTreeView,
    )

    match widget:
        case QLabel() | QAbstractButton():
            yield "text", widget.text()
        case QGroupBox() | QMenu():
            yield "text", widget.title()
        case QTabBar():
            for place in range(widget.count()):
                yield "tab", widget.tabText(place)
                yield "tooltip", widget.tabToolTip(place)
        case QComboBox():
            for place in range(widget.count()):
                yield "choice", widget.itemText(place)
        case QListWidget():
            for place in range(widget.count()):
                yield "item", widget.item(place).text()
                yield "tooltip", widget.item(place).toolTip()
        case QLineEdit() | QPlainTextEdit():
            yield "placeholder", widget.placeholderText()
        case QTableView() | QTreeView():
            yield from _headers(widget)


def _headers(view: Any) -> Iterator[tuple[str, str]]:
    from PySide6.QtCore import QAbstractItemModel, Qt

    model = view.model()
    if not isinstance(model, QAbstractItemModel):
        return
    for column in range(model.columnCount()):
        for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            said = model.headerData(column, Qt.Orientation.Horizontal, role)
            yield "header", said if isinstance(said, str) else ""


def texts_drawn(window: QWidget) -> Iterator[Seen]:
    """Yield what the widgets of a window draw by themselves, such as the labels of a chart."""
    from PySide6.QtGui import QPainter

    drawn: list[str] = []
    draw = QPainter.drawText

    def watched(painter: QPainter, *given: Any) -> Any:
        drawn.extend(one for one in given if isinstance(one, str))
        return draw(painter, *given)

    QPainter.drawText = watched  # type: ignore[method-assign, assignment]
    try:
        window.grab()
    finally:
        QPainter.drawText = draw  # type: ignore[method-assign]
    for text in drawn:
        yield "drawn", "", text


def main(wanted: list[str], *, only_said: bool) -> int:
    """Print what is not translated as a JSON list; return 0."""
    from inspector import language

    catalogue = subprocess.run(
        [sys.executable, "-m", "tests.shared.texts_seen", CATALOGUE],
        stdout=subprocess.PIPE,
        check=True,
    ).stdout
    language._Chosen.catalogue = GNUTranslations(io.BytesIO(catalogue))
    language._Chosen.language = "pseudo"
    # Only now: the texts of these modules are made when they are loaded.
    from inspector.gui.unattended import settle, unattended_window
    from inspector.gui.views.table_tabs import TableTabs
    from inspector.resources import resource_path, sample_sessions
    from inspector.session.preferences import ThemeChoice
    from tests.golden.pictures import shots

    light = [shot for shot in shots() if shot.theme is ThemeChoice.LIGHT]
    told = [shot for shot in light if shot.name in wanted or not wanted]
    told.sort(key=lambda shot: (shot.sample is not None, shot.name.startswith("presentation")))
    seen: set[tuple[str, str, str, str]] = set()
    with unattended_window() as workspace:  # one: it costs more than most of what is shown in it
        for shot in told:
            if shot.sample is not None:
                workspace.opening.open_files([resource_path(sample_sessions()[shot.sample])])
                settle(workspace)
            shot.prepare(workspace)
            settle(workspace)
            for tabs in workspace.window.findChildren(TableTabs):
                for tab in tabs._ids:
                    tabs._page(tab)  # made only when somebody turns to it
            found = [*texts_of(workspace.window)]
            if not only_said:
                found += texts_drawn(workspace.window)
            seen.update((shot.name, *one) for one in found if one[2] and untranslated(one[2]))
    json.dump(sorted(seen), sys.stdout, ensure_ascii=False, indent=0)
    return 0


if __name__ == "__main__":
    if sys.argv[1:] == [CATALOGUE]:
        sys.stdout.buffer.write(pseudo())
    else:
        names = [name for name in sys.argv[1:] if name != SAID]
        sys.exit(main(names, only_said=SAID in sys.argv))
