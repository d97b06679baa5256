"""What is wrong with a window for those who do not see it well or use no pointer, as lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import filterfalse

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QSplitter,
    QTabBar,
    QWidget,
)

from inspector.gui.keyboard import Ring, focus, tab_stops
from inspector.gui.one_line_buttons import OneLineButton, OneLineLabel, OneLineToolButton
from inspector.gui.views.chart_view import ChartView
from inspector.gui.views.plot_view import PlotView
from inspector.gui.views.steps_grid import StepsGrid
from tests.shared.pixels import (
    Pixels,
    contrast,
    painted,
    part,
    pixels_of,
    place_in_window,
    strongest_contrast,
)

READABLE, VISIBLE = 4.5, 3.0  # WCAG 2: 1.4.3, and 1.4.11 and 2.4.11
_SHARP = 3  # pixels for each point: strokes of letters are whole pixels then
_ROWS = 6  # of a table that are looked at; the others are painted alike
_TARGET = 24  # pixels, WCAG 2.2: 2.5.8
_UNFIT = {"NoRole", "Client", "Pane", "Whitespace", "Grouping"}
_Role = QAccessible.Role
_WORD = re.compile("[^ \\u200b\\n]+")  # what no line ends in


def in_sight(window: QWidget) -> Iterator[QWidget]:
    """Yield every widget that can be seen, the rings of focus left out."""
    for widget in window.findChildren(QWidget):
        if widget.isVisible() and not isinstance(widget, Ring):
            yield widget


def _is_folded_away(widget: QWidget) -> bool:
    """Whether it is in a pane of no width, which Qt neither hides nor arranges."""
    inner = widget
    while (outer := inner.parentWidget()) is not None:
        place = outer.indexOf(inner) if isinstance(outer, QSplitter) else -1
        if isinstance(outer, QSplitter) and place >= 0 and not outer.sizes()[place]:
            return True
        inner = outer
    return False


def name_of(widget: QWidget) -> str:
    """Return how a widget is called in a failure."""
    named = widget
    while not named.objectName() and named.parentWidget() is not None:
        named = named.parentWidget()
    return f"{type(widget).__name__} {named.objectName()}"


# Names ---------------------------------------------------------------------------------------


def unnamed(window: QWidget) -> list[str]:
    """Return what has no name, a name for programmers, or a role that says nothing."""
    wrong = []
    for widget in tab_stops(window):
        heard = QAccessible.queryAccessibleInterface(widget)
        name = heard.text(QAccessible.Text.Name)
        role = heard.role().name
        if not name or name in (widget.objectName(), type(widget).__name__):
            wrong.append(f"{name_of(widget)} is called {name!r}")
        if role in _UNFIT and not isinstance(widget, QScrollArea):
            wrong.append(f"{name_of(widget)} is a {role}")
        if not heard.state().focusable:
            wrong.append(f"{name_of(widget)} says that it takes no keyboard")
        if isinstance(widget, QComboBox) and not (
            heard.text(QAccessible.Text.Description) or _has_label(widget, window)
        ):
            wrong.append(f"{name_of(widget)} has neither label nor description")
    return wrong


def silent_charts(window: QWidget) -> list[str]:
    """Return charts that do not say what they show."""
    wrong = []
    for widget in in_sight(window):
        if isinstance(widget.parent(), PlotView):
            continue  # the plot around it speaks
        if isinstance(widget, ChartView | PlotView):
            heard = QAccessible.queryAccessibleInterface(widget)
            said = heard.text(QAccessible.Text.Description)
            if heard.role() is not _Role.Chart or not any(sign.isdigit() for sign in said):
                wrong.append(f"{name_of(widget)}: {heard.role().name}, {said!r}")
    return wrong


def nameless_parts(window: QWidget) -> list[str]:
    """Return charts with parts that have no name or no place, or with none where there are."""
    wrong = []
    for widget in in_sight(window):
        geometry = getattr(widget, "geometry_now", None)
        if not isinstance(widget, ChartView) or not hasattr(geometry, "parts"):
            continue
        heard = QAccessible.queryAccessibleInterface(widget)
        parts = [heard.child(place) for place in range(heard.childCount())]
        if not parts and next(geometry.parts(), None) is not None:
            wrong.append(f"{name_of(widget)} has no parts")
        for place, one in enumerate(parts):
            named = one.text(QAccessible.Text.Name)
            if not named or not one.rect().isValid() or heard.indexOfChild(one) != place:
                wrong.append(f"{name_of(widget)}, part {place}: {named!r}, {one.rect()}")
    return wrong


def tables_without_titles(window: QWidget) -> list[str]:
    """Return tables that do not tell rows, columns and titles."""
    wrong = []
    for widget in in_sight(window):
        if not isinstance(widget, QAbstractItemView) or isinstance(widget, QHeaderView):
            continue
        heard, model = QAccessible.queryAccessibleInterface(widget), widget.model()
        if heard.role() not in (_Role.Table, _Role.Tree, _Role.List):
            wrong.append(f"{name_of(widget)} is a {heard.role().name}")
        elif heard.role() is _Role.Table:
            titles = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(2)]
            if not all(titles):
                wrong.append(f"{name_of(widget)} has columns without a title")
    return wrong


def _has_label(widget: QWidget, window: QWidget) -> bool:
    return any(label.buddy() is widget for label in window.findChildren(QLabel))


# Keyboard ------------------------------------------------------------------------------------


def out_of_reach(window: QWidget) -> list[str]:
    """Return what neither Tab nor Shift+Tab gets to, and what keeps the keyboard."""
    wrong = []
    window.setUpdatesEnabled(False)  # painting each step takes longer than the step
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
        reached = _round(window, key, wrong)
        if _not_among(reached, window):
            # Again, because what gets the keyboard may change what stands beside it a little later.
            reached += _round(window, key, wrong)
        missed = _not_among(reached, window)
        wrong += [f"{key.name} does not get to {name_of(widget)}" for widget in missed]
    window.setUpdatesEnabled(True)
    return wrong


def _not_among(reached: list[QWidget | None], window: QWidget) -> list[QWidget]:
    takes = Qt.FocusPolicy.TabFocus.value
    return [
        widget
        for widget in in_sight(window)
        if widget.focusPolicy().value & takes
        and widget.focusProxy() is None
        and widget.isEnabled()
        and widget not in reached
    ]


def _round(window: QWidget, key: Qt.Key, wrong: list[str]) -> list[QWidget | None]:
    """Press a key until it comes back to where it was; note what keeps the keyboard."""
    focus(tab_stops(window)[0], Qt.FocusReason.TabFocusReason)
    reached: list[QWidget | None] = []
    while (now := QApplication.focusWidget()) not in reached:
        reached.append(now)
        QTest.keyClick(now, key)
        QApplication.processEvents()
        if QApplication.focusWidget() is now:
            wrong.append(f"{key.name} does not leave {name_of(now)}")
    return reached


def small_targets(window: QWidget) -> list[str]:
    """Return buttons and fields that are too low to be hit."""
    return [
        f"{name_of(widget)} is {widget.width()} x {widget.height()}"
        for widget in tab_stops(window)
        if isinstance(widget, QAbstractButton | QLineEdit | QAbstractSpinBox | QComboBox)
        and widget.height() < _TARGET
    ]


def unseen_focus(window: QWidget, known: set[tuple[str, object]]) -> list[str]:
    """Return what looks the same with and without the keyboard, one of each kind.

    ``known`` are the kinds that were looked at before.
    """
    wrong = []
    for widget in tab_stops(window):
        kind = (type(widget).__name__, widget.property("role"))
        if kind in known or not widget.isVisible():
            continue
        known.add(kind)
        focus(widget, Qt.FocusReason.TabFocusReason)
        with_it = _around(widget)
        widget.clearFocus()
        changed = contrast(_around(widget), with_it) >= VISIBLE
        size = widget.visibleRegion().boundingRect().size()
        whole = size == widget.size()  # else an edge is beyond what is scrolled to
        if isinstance(widget, QTabBar):
            size = widget.tabRect(widget.currentIndex()).size()
        if changed.sum() < (1.8 if whole else 1.0) * (size.width() + size.height()):
            wrong.append(f"{name_of(widget)} changes {changed.sum()} pixels")
    return wrong


def _around(widget: QWidget) -> Pixels:
    QApplication.processEvents()
    window = widget.window()
    place = QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()).intersected(window.rect())
    return pixels_of(window.grab(place).toImage())


# Contrast ------------------------------------------------------------------------------------


def unreadable(window: QWidget) -> list[str]:
    """Return texts whose contrast as painted is too low."""
    whole = pixels_of(painted(window, _SHARP))
    wrong = []
    for widget, place, text, enabled in texts_of(window):
        if place.width() < 2 or place.height() < 8 or not text.strip():
            continue
        found = strongest_contrast(part(whole, place, _SHARP))
        if found < (READABLE if enabled else VISIBLE) - 0.05:  # colours are rounded
            wrong.append(f"{name_of(widget)} {text[:30]!r}: {found:.2f}")
    return wrong


def texts_of(window: QWidget) -> Iterator[tuple[QWidget, QRect, str, bool]]:
    """Yield the texts in sight: in which widget, where in the window, what, and whether enabled."""
    for widget in in_sight(window):
        place = place_in_window(widget)
        if isinstance(widget, QTabBar):
            for tab in range(widget.count()):
                rect = widget.tabRect(tab).adjusted(4, 4, -4, -4).intersected(widget.rect())
                at = widget.mapTo(window, rect.topLeft())
                enabled = widget.isTabEnabled(tab) and widget.isEnabled()
                yield widget, QRect(at, rect.size()), widget.tabText(tab), enabled
        elif isinstance(widget, QHeaderView):
            continue
        elif isinstance(widget, QAbstractItemView):
            yield from _cells(widget, window)
        elif isinstance(widget, QCheckBox):
            yield widget, place.adjusted(28, 2, -2, -2), widget.text(), widget.isEnabled()
        elif isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield widget, place.adjusted(2, 2, -2, -2), widget.text(), widget.isEnabled()
        elif isinstance(widget, QComboBox):
            inside = place.adjusted(3, 3, -24, -3)
            yield widget, inside, widget.currentText(), widget.isEnabled()


def _cells(view: QAbstractItemView, window: QWidget) -> Iterator[tuple[QWidget, QRect, str, bool]]:
    model, viewport = view.model(), view.viewport()
    columns = 1 if isinstance(view, QListView) else model.columnCount(QModelIndex())
    for row in range(min(model.rowCount(QModelIndex()), _ROWS)):
        for column in range(columns):
            index = model.index(row, column)
            rect = view.visualRect(index).adjusted(3, 3, -3, -3)
            if viewport.rect().contains(rect) and view.isEnabled():
                at = viewport.mapTo(window, rect.topLeft())
                yield view, QRect(at, rect.size()), str(index.data() or ""), True


# Room ----------------------------------------------------------------------------------------


def cut_off(window: QWidget) -> list[str]:
    """Return texts and controls with less room than they need, unless they end in dots by plan."""
    wrong = []
    for widget in filterfalse(_is_folded_away, in_sight(window)):
        needed, given = widget.sizeHint(), widget.size()
        if isinstance(widget, OneLineLabel | OneLineButton | OneLineToolButton):
            needed = QSize(0, needed.height())
        elif isinstance(widget, QLabel):
            if not widget.text():
                continue
            if widget.wordWrap():
                needed = QSize(0, widget.heightForWidth(given.width()))
        elif isinstance(widget, QAbstractSpinBox):
            inside = widget.findChild(QLineEdit)
            text = inside.fontMetrics().horizontalAdvance(inside.text())
            needed = QSize(text + given.width() - inside.width(), needed.height())
        elif isinstance(widget, QTabBar):
            needed = QSize(0, needed.height())  # there are arrows for what is beyond
        elif isinstance(widget, QAbstractButton):
            if not widget.text():
                continue
        elif isinstance(widget, QLineEdit | QComboBox):
            needed = QSize(0, needed.height())
        else:
            continue
        inner = isinstance(widget.parentWidget(), QComboBox | QAbstractSpinBox)
        if not inner and (
            needed.width() > given.width() + 1 or needed.height() > given.height() + 1
        ):
            wrong.append(
                f"{name_of(widget)} has {given.width()} x {given.height()}"
                f" of {needed.width()} x {needed.height()}"
            )
    return wrong


def beyond_the_edge(window: QWidget) -> list[str]:
    """Return texts and controls of which a part is beyond an edge that nobody can scroll to."""
    wrong = []
    for area in in_sight(window):
        if not isinstance(area, QScrollArea) or area.widget() is None:
            continue
        if area.horizontalScrollBar().maximum() and not area.horizontalScrollBar().isVisible():
            wrong.append(f"{name_of(area)} is wider than its room")
    for grid in window.findChildren(StepsGrid):
        shown = [one for one in grid.findChildren(QLabel) if one.isVisible() and one.text()]
        for place, one in enumerate(shown):
            words = [
                one.fontMetrics().horizontalAdvance(word) for word in _WORD.findall(one.text())
            ]
            if not grid.rect().contains(one.geometry()) or max(words, default=0) > one.width():
                wrong.append(f"{one.text()!r} of {grid.objectName()} is cut")
            if any(one.geometry().intersects(other.geometry()) for other in shown[place + 1 :]):
                wrong.append(f"{one.text()!r} of {grid.objectName()} lies under another text")
    return wrong
