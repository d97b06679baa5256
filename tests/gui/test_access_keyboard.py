"""Where the keyboard is: seen, in the order of reading, and never nowhere."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.chart_objects import Spoken, make_charts_known
from inspector.gui.commands import CommandId
from inspector.gui.keyboard import Ring, focus, step_focus, tab_stops
from inspector.gui.lenses import LENSES
from inspector.gui.one_line_buttons import OneLineButton, OneLineLabel
from inspector.resources import resource_path, sample_sessions
from tests.shared.injection_window import INJECTION
from tests.shared.pixels import pixels_of

SAMPLE = resource_path(sample_sessions()["securities-fraud"])


@pytest.fixture
def form(qtbot):
    """Two rows made in another order than they stand in, the second with two columns."""
    window = QWidget()
    qtbot.addWidget(window)
    last, left, first, right = (QLineEdit(window) for _ in range(4))
    for name, field in (("last", last), ("left", left), ("first", first), ("right", right)):
        field.setObjectName(name)
    rows = QVBoxLayout(window)
    rows.addWidget(first)
    row = QHBoxLayout()
    row.addWidget(left)
    row.addWidget(right)
    rows.addLayout(row)
    rows.addWidget(last)
    window.show()
    qtbot.waitExposed(window)
    return window


def names(widgets):
    return [widget.objectName() for widget in widgets]


def test_tab_stops_in_the_order_of_reading(form):
    assert names(tab_stops(form)) == ["first", "left", "right", "last"]


def test_what_is_off_or_out_of_sight_is_no_stop(form):
    form.findChild(QLineEdit, "left").setEnabled(False)
    form.findChild(QLineEdit, "last").hide()
    form.findChild(QLineEdit, "right").setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    assert names(tab_stops(form)) == ["first"]


def test_what_has_no_height_stops_nothing(form, qtbot):
    flat = QWidget(form)
    flat.resize(10, 0)
    flat.show()
    assert names(tab_stops(form)) == ["first", "left", "right", "last"]


def test_the_keyboard_goes_round_both_ways(form, qtbot):
    form.activateWindow()
    way = []
    for by in (1, 1, 1, 1, 1, -1, -1):
        assert step_focus(form, by)
        way.append(QApplication.focusWidget().objectName())
    assert way == ["first", "left", "right", "last", "first", "last", "right"]


def test_what_gets_the_keyboard_is_brought_in_sight(qtbot):
    area, inside = QScrollArea(), QWidget()
    qtbot.addWidget(area)
    rows = QVBoxLayout(inside)
    fields = [QLineEdit(inside) for _ in range(40)]
    for field in fields:
        rows.addWidget(field)
    area.setWidget(inside)
    area.resize(200, 200)
    area.show()
    focus(fields[-1], Qt.FocusReason.TabFocusReason)
    assert not fields[-1].visibleRegion().isEmpty()


def test_a_ring_goes_with_the_keyboard(shell, qtbot):
    window = shell.window
    boxes = [QCheckBox("one", window), QCheckBox("two", window)]
    for at, box in enumerate(boxes):
        box.setGeometry(300, 200 + 40 * at, 120, 30)
        box.show()
        box.setFocus()
        QApplication.processEvents()
        rings = [ring.parentWidget() for ring in window.findChildren(Ring) if ring.isVisible()]
        assert rings == [box]
    accent = shell.workspace.theme.color("accent")
    corner = pixels_of(boxes[1].grab().toImage())[0, 60]
    assert tuple(corner) == (accent.red(), accent.green(), accent.blue())
    boxes[1].resize(160, 30)
    assert boxes[1].findChild(Ring).size() == boxes[1].size()


def test_what_has_a_border_gets_no_ring(shell):
    button = QPushButton("go", shell.window)
    button.show()
    button.setFocus()
    assert not [ring for ring in shell.window.findChildren(Ring) if ring.isVisible()]


def test_the_ring_lets_the_pointer_through(shell):
    listed = QListView(shell.window)
    listed.setGeometry(300, 200, 120, 90)
    listed.show()
    listed.setFocus()
    ring = listed.findChild(Ring)
    assert ring.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
    assert not ring.mask().contains(ring.rect().center())


@pytest.fixture
def eager_collector():
    """Whatever nothing holds is collected at once, as it may be at any time."""
    usual = gc.get_threshold()
    gc.set_threshold(60, 2, 2)
    yield
    gc.set_threshold(*usual)


@pytest.mark.usefixtures("eager_collector")
def test_the_keyboard_is_somewhere_after_every_change_of_the_window(open_screen):
    screen = open_screen(
        SAMPLE, lenses=[one for one in LENSES if one.id in ("injection", "relevance")]
    )
    for keys, lens in (("Alt+1", "relevance"), ("Alt+4", "injection")):
        focus(tab_stops(screen.workspace.lenses.widget)[-1], Qt.FocusReason.TabFocusReason)
        screen.press(keys)
        assert screen.workspace.lenses.current == lens
        assert QApplication.focusWidget() is not None
        assert QApplication.focusWidget().isVisible()
    screen.do(CommandId.PROBLEMS)
    screen.find("problems.list").setFocus()
    screen.do(CommandId.PROBLEMS)
    assert QApplication.focusWidget() is not None
    assert QApplication.focusWidget().isVisible()
    before = screen.find("ledger.filter")
    before.setFocus()
    screen.do(CommandId.PALETTE)
    screen.press("Esc")
    assert QApplication.focusWidget() is before


def test_f6_goes_through_the_panes_and_back(open_screen):
    screen = open_screen(SAMPLE, lenses=INJECTION)
    screen.find("doors").setFocus()
    panes = []
    for keys in ("F6", "F6", "F6", "Shift+F6"):
        screen.press(keys)
        widget = QApplication.focusWidget()
        panes.append(widget.mapTo(screen.window, widget.rect().topLeft()).x())
    assert panes[0] < panes[1] < panes[2]
    assert panes[3] == panes[1]


# Words ---------------------------------------------------------------------------------------


def test_a_chart_says_its_whole_its_part_and_its_keys(qtbot):
    chart = QWidget()
    qtbot.addWidget(chart)
    spoken = Spoken(chart, "Arrow keys go through it.")
    spoken.set_whole("Three parts.")
    spoken.set_part("The second.")
    assert chart.accessibleDescription() == "Three parts.\nThe second.\nArrow keys go through it."
    spoken.set_part("")
    assert chart.accessibleDescription() == "Three parts.\nArrow keys go through it."


def test_a_chart_is_a_chart_to_those_who_hear_it(qtbot, qapp):
    make_charts_known(qapp)
    make_charts_known(qapp)
    chart = QWidget()
    qtbot.addWidget(chart)
    Spoken(chart, "")
    assert QAccessible.queryAccessibleInterface(chart).role() is QAccessible.Role.Chart


def test_walking_through_the_bar_changes_what_it_says(open_screen):
    screen = open_screen(SAMPLE, lenses=INJECTION)
    bar = screen.find("injection.bar")
    bar.setFocus()
    said = set()
    for _ in range(3):
        screen.press("Ctrl+Right")
        said.add(bar.accessibleDescription())
    assert len(said) == 3


def test_a_line_keeps_its_whole_text_where_only_a_part_is_painted(qtbot):
    label, button = OneLineLabel("line"), OneLineButton("a text that needs much more room")
    for widget in (label, button):
        qtbot.addWidget(widget)
        widget.resize(60, 24)
    label.setText("a text that needs much more room")
    label.grab()
    button.grab()
    assert label.is_cut
    assert label.text() == button.text() == "a text that needs much more room"
    assert button.minimumSizeHint().width() < button.sizeHint().width()
