"""A program that walks through the window in a language that cannot be mistaken, and lists what

stands there untranslated. Every text of the catalogue is put into ⟦brackets⟧; a text of a widget
that has letters outside of any is printed as ``lens | kind | object name | text``.

    python -m tests.shared.texts_seen
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Iterator
from gettext import GNUTranslations
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parent.parent.parent


def pseudo() -> GNUTranslations:
    """Return a catalogue in which every text of the program is itself, in brackets."""
    import polib

    spec = spec_from_file_location("languages", ROOT / "packaging" / "languages.py")
    assert spec is not None
    assert spec.loader is not None
    collecting = module_from_spec(spec)
    spec.loader.exec_module(collecting)
    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    for text in collecting.texts():
        if isinstance(text, tuple):
            forms = {0: f"⟦{text[0]}⟧", 1: f"⟦{text[1]}⟧"}
            made.append(polib.POEntry(msgid=text[0], msgid_plural=text[1], msgstr_plural=forms))
        else:
            made.append(polib.POEntry(msgid=text, msgstr=f"⟦{text}⟧"))
    return GNUTranslations(io.BytesIO(made.to_binary()))


def untranslated(text: str) -> str:
    """Return what of a text is in no brackets, without numbers and signs."""
    before = None
    while before != text:
        before, text = text, re.sub(r"⟦[^⟦⟧]*⟧", " ", text)
    text = re.sub(r"<[^>]*>|&\w+;", " ", text)
    return " ".join(re.findall(r"[^\W\d_][\w.'-]*", text))


def texts_of(window: object) -> Iterator[tuple[str, str, str]]:
    """Yield kind, object name and text of everything that a window's widgets say."""
    from PySide6.QtCore import QAbstractItemModel, Qt
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import (
        QAbstractButton,
        QComboBox,
        QGroupBox,
        QLabel,
        QLineEdit,
        QPlainTextEdit,
        QTabBar,
        QTableView,
        QTreeView,
        QWidget,
    )

    for widget in window.findChildren(QWidget):  # type: ignore[attr-defined]
        name = widget.objectName() or type(widget).__name__
        yield "tooltip", name, widget.toolTip()
        yield "accessible", name, widget.accessibleName()
        yield "description", name, widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield "text", name, widget.text()
        elif isinstance(widget, QGroupBox):
            yield "text", name, widget.title()
        elif isinstance(widget, QTabBar):
            for place in range(widget.count()):
                yield "tab", name, widget.tabText(place)
                yield "tooltip", name, widget.tabToolTip(place)
        elif isinstance(widget, QComboBox):
            for place in range(widget.count()):
                yield "choice", name, widget.itemText(place)
        elif isinstance(widget, QLineEdit | QPlainTextEdit):
            yield "placeholder", name, widget.placeholderText()
        elif isinstance(widget, QTableView | QTreeView):
            model = widget.model()
            if isinstance(model, QAbstractItemModel):
                for column in range(model.columnCount()):
                    for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                        said = model.headerData(column, Qt.Orientation.Horizontal, role)
                        yield "header", name, said if isinstance(said, str) else ""
    for action in window.findChildren(QAction):  # type: ignore[attr-defined]
        yield "action", action.objectName(), action.text()
        yield "action", action.objectName(), action.statusTip()
        yield "action", action.objectName(), action.toolTip()


def main() -> int:
    """Print what is not translated as a JSON list; return 0."""
    from inspector import language

    language._Chosen.catalogue = pseudo()
    # Only now: the texts of these modules are made when they are loaded.
    from inspector.gui.unattended import settle, unattended_window
    from inspector.resources import resource_path, sample_sessions

    seen: set[tuple[str, str, str, str]] = set()
    for sample, session in sample_sessions().items():
        if sys.argv[1:] and sample not in sys.argv[1:]:
            continue
        with unattended_window([resource_path(session)]) as workspace:
            for record in workspace.lenses.records:
                workspace.lenses.show(record.id)
                settle(workspace)
                for kind, name, text in texts_of(workspace.window):
                    if text and untranslated(text):
                        seen.add((record.id, kind, name, text))
    json.dump(sorted(seen), sys.stdout, ensure_ascii=False, indent=0)
    return 0


if __name__ == "__main__":
    sys.exit(main())
