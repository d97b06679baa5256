"""What is to be read in a window: every text in sight, every row, and the problems."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from inspector.gui.table import TablePanel
from inspector.gui.workspace import Workspace


def texts_in_sight(root: QWidget) -> list[str]:
    """Return the texts of all widgets in sight, each behind the name of its widget."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible():
            continue
        text = _text(widget)
        if text:
            found.append(f"{widget.objectName()}: {text}")
    return sorted(found)


def rows_in_sight(root: QWidget) -> dict[str, tuple[str, ...]]:
    """Return the subjects in the tables in sight."""
    tables = (one for one in root.findChildren(TablePanel) if one.isVisible())
    return {one.objectName(): tuple(map(str, one.data.keys)) for one in tables}


def seen(workspace: Workspace) -> dict[str, object]:
    """Return all that the lens in sight, the status line and the list of problems tell."""
    lens = workspace.lenses.widget
    status = workspace.window.status
    return {
        "lens": workspace.lenses.current,
        "texts": [] if lens is None else texts_in_sight(lens),
        "rows": {} if lens is None else rows_in_sight(lens),
        "status": status.text,
        "marked as old": workspace.lenses.is_old,
        "problems": sorted(map(str, workspace.problems.problems)),
        "exports": sorted(choice.id for choice in workspace.exports.choices()),
    }


def _text(widget: QWidget) -> str:
    if isinstance(widget, QLabel | QLineEdit | QAbstractButton):
        return widget.text()
    if isinstance(widget, QComboBox):
        return widget.currentText()
    if isinstance(widget, QPlainTextEdit):
        return widget.toPlainText()
    if isinstance(widget, QTabBar):
        return " | ".join(widget.tabText(place) for place in range(widget.count()))
    return ""
