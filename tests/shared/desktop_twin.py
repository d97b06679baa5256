"""The same window without a screen, which says where to point in the one on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMargins, QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu, QScrollArea, QTabBar, QTableView, QWidget

from inspector.gui.commands import CommandId, Menu
from inspector.gui.lenses import LENSES
from inspector.gui.message_boxes import question_box
from inspector.gui.messages import Answer
from inspector.stages.injection.tables import TableId
from tests.shared.injection_window import divider, drag_divider, lens
from tests.shared.screen import Screen


class Twin:
    """The same window without a screen: it is asked where things are and what they look like.

    What changes where things are is done in it, too, by the ways that all tests of the window use.
    """

    def __init__(self, open_screen: Callable[..., Screen], *files: Path) -> None:
        self.screen = open_screen(*files, lenses=LENSES)
        self.screen.wait_until(lambda: self.screen.result is not None)
        for done in self.screen.messages.said:
            self.screen.window.status.say(done)

    def fit(self, size: tuple[int, int]) -> None:
        """Be of a size."""
        self.screen.window.resize(*size)
        self.screen.settle()

    def picture(self, area: QRect) -> QImage:
        """What an area of the window looks like."""
        self.screen.settle()
        # All of it: patterns of what is enlarged begin at the corner of what is painted on.
        image = self.screen.window.grab().toImage().copy(area)
        return image.convertToFormat(QImage.Format.Format_RGB32)

    def area(self, name: str) -> QRect:
        """Where a widget is in the window, as far as it is not beyond its edges."""
        widget = self.screen.find(name)
        whole = QRect(self._at(widget, QPoint(0, 0)), widget.size())
        return whole.intersected(self.screen.window.rect())

    def middle(self, name: str) -> QPoint:
        """The middle of a widget."""
        return self.area(name).center()

    def tab(self, title: str, name: str = "doors") -> QPoint:
        """The middle of a tab."""
        tabs = self.screen.find(name, QTabBar)
        place = next(n for n in range(tabs.count()) if tabs.tabText(n).startswith(title))
        return self._at(tabs, tabs.tabRect(place).center())

    def divider(self) -> QPoint:
        """Where the divider of the budget bar can be grasped."""
        return self._at(self.screen.find("injection.bar"), divider(self.screen))

    def share(self, share: float) -> QPoint:
        """Where the divider would stand for a share."""
        view = self.screen.find("injection.bar")
        budget = view.geometry_now.divider
        there = (budget.left + share * budget.width) * view.zoom_now
        return self._at(view, QPoint(round(there), divider(self.screen).y()))

    def row(self, table: str, place: int) -> QPoint:
        """The middle of the first cell of a row in sight."""
        view = self.screen.find(f"{table}.table", QTableView)
        return self._at(view.viewport(), view.visualRect(view.model().index(place, 0)).center())

    def entry(self, menu: Menu, *names: str) -> tuple[QPoint, list[QPoint]]:
        """Where a menu is in the window, and where in it and in its submenus each entry is."""
        bar = self.screen.window.menuBar()
        shown = self.screen.find(menu.widget_name, QMenu)
        top, places = shown.menuAction(), []
        for name in names:
            shown.aboutToShow.emit()
            entry = next(one for one in shown.actions() if one.objectName() == name)
            shown.ensurePolished()
            shown.sizeHint()  # lays the entries out
            places.append(shown.actionGeometry(entry).center())
            shown = entry.menu()
        return self._at(bar, bar.actionGeometry(top).center()), places

    def answer(self, answer: Answer) -> QImage:
        """What the button of an answer says when the program asks before it closes.

        Where it is depends on the platform, so it is looked for by its text.
        """
        self.screen.messages.answers.append(Answer.CANCEL)
        self.screen.do(CommandId.QUIT)
        box, answers = question_box(self.screen.messages.asked[-1], self.screen.window)
        box.show()
        button = next(one for one, meant in answers.items() if meant is answer)
        text = button.rect().marginsRemoved(QMargins(10, 8, 10, 8))
        image = button.grab(text).toImage().convertToFormat(QImage.Format.Format_RGB32)
        box.close()
        box.deleteLater()
        return image

    def drag_divider(self, *shares: float) -> None:
        """Move the divider as it is moved on the screen."""
        drag_divider(self.screen, *shares)

    def filter(self, table: str, text: str) -> None:
        """Filter a table, and leave the keyboard in it."""
        lens(self.screen).tables.panel(TableId(table)).set_filter(text)
        view = self.screen.find(f"{table}.table", QTableView)
        self.screen.window.activateWindow()
        view.setFocus()
        self.screen.wait_until(view.hasFocus)

    def choose_row(self, table: str, place: int) -> None:
        """Click a row."""
        view = self.screen.find(f"{table}.table", QTableView)
        at = view.visualRect(view.model().index(place, 0)).center()
        self.screen.bot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
        self.screen.settle()

    def scroll_down(self, name: str) -> None:
        """Scroll to the end."""
        bar = self.screen.find(name, QScrollArea).verticalScrollBar()
        bar.setValue(bar.maximum())

    def _at(self, widget: QWidget, point: QPoint) -> QPoint:
        return widget.mapTo(self.screen.window, point)
