"""A window on a small project with nothing but the Builder lens and the plain scanner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QTreeView,
    QWidget,
)

from inspector.gui.lens import LensContext, LensWidget
from inspector.gui.lenses import LensRecord, fitted
from inspector.session.session import Session
from inspector.stage import stage_named
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.builder.view.lens import BuilderLens
from tests.shared.bundle_input import PlainScanner
from tests.shared.screen import Screen


def record(scanner: object | None = None) -> LensRecord:
    """The lens without the user's cache."""
    scans: Any = PlainScanner() if scanner is None else scanner

    def make(context: LensContext) -> LensWidget:
        runs = BuilderRuns(scanner=scans, finding_key=lambda: bytes(32))
        return fitted(stage_named("builder"), BuilderLens(context, runs), context)

    return LensRecord("builder", "Builder", "Bundles.", "Ctrl+4", make)


_PLAIN = record()


def lens_of(screen: Screen) -> BuilderLens:
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, BuilderLens)
    return lens


def settle(screen: Screen) -> None:
    screen.settle()
    screen.wait_until(lambda: not lens_of(screen).runner.busy)
    screen.settle()


def look_at(
    open_screen: Callable[..., Screen],
    session: Session | None = None,
    scanner: object | None = None,
) -> Screen:
    """Open a window on a session and wait for its build."""
    screen = open_screen(lenses=[_PLAIN if scanner is None else record(scanner)])
    screen.window.resize(1300, 860)
    screen.workspace.show_lens("builder")
    if session is not None:
        screen.workspace.document.begin(None, session)
        screen.workspace.show_lens("builder")
        settle(screen)
        assert lens_of(screen).shown is not None
    settle(screen)
    return screen


def asked(screen: Screen) -> tuple[str, ...]:
    """Return the files that the step names."""
    step = screen.session.builder.request.plan_step
    return step.target_files if step else ()


def find(screen: Screen, name: str, kind: type[Any] = QWidget) -> Any:
    """Return the lens's one widget of this name."""
    (found,) = lens_of(screen).findChildren(kind, name)
    return found


def text(screen: Screen, name: str) -> str:
    return str(find(screen, name).text())


def click(screen: Screen, name: str) -> None:
    screen.bot.mouseClick(find(screen, name), Qt.MouseButton.LeftButton)
    settle(screen)


def all_texts(window: QWidget) -> Iterator[str]:
    """Give every text that any widget of a window holds, visible or not."""
    yield window.windowTitle()
    for widget in window.findChildren(QWidget):
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        yield from (widget.objectName(), widget.statusTip())
        match widget:
            case QLabel() | QAbstractButton() | QLineEdit():
                yield widget.text()
            case QPlainTextEdit():
                yield widget.toPlainText()
            case QComboBox():
                yield from (widget.itemText(place) for place in range(widget.count()))
            case QListWidget():
                yield from (widget.item(row).text() for row in range(widget.count()))
            case QAbstractItemView():
                yield from _cells(widget)
            case _:
                pass


def _cells(view: QAbstractItemView, parent: QModelIndex | None = None) -> Iterator[str]:
    model = view.model()
    above = QModelIndex() if parent is None else parent
    for row in range(model.rowCount(above)):
        for column in range(model.columnCount(above)):
            index = model.index(row, column, above)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(model.data(index, role) or "")
        if isinstance(view, QTreeView):
            yield from _cells(view, model.index(row, 0, above))


def written(screen: Screen, folder: Path) -> Iterator[str]:
    """Write everything that can be exported, and give the texts of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for choice in screen.workspace.exports.choices():
        screen.messages.targets.append(folder / choice.id)
        choice.run()
        if (folder / choice.id).exists():
            yield (folder / choice.id).read_text("utf-8")
