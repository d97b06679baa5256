"""The parts of a chart are objects with names and places for those who do not see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.chart_objects import MOST_PARTS, Spoken, make_charts_known
from inspector.gui.lenses import LENSES
from inspector.present.drawing import Hit
from tests.shared.injection_window import injection_screen, small_session
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = sample_path("securities-fraud")
INJECTION = [record for record in LENSES if record.id == "injection"]
NAME = QAccessible.Text.Name


class Row:
    """So many parts beside each other, ten pixels each."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def parts(self) -> Iterator[Hit]:
        for place, name in enumerate(self.names):
            yield Hit("", name, 10 * place, 0, 10, 20)


class Chart(QWidget):
    """A chart of a row."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.geometry_now = row
        Spoken(self, "")


@pytest.fixture
def chart(qtbot: QtBot, qapp: QApplication) -> Chart:
    make_charts_known(qapp)
    made = Chart(Row(["first", "second\n12 tokens"]))
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def names(widget: QWidget) -> list[str]:
    heard = QAccessible.queryAccessibleInterface(widget)
    return [heard.child(place).text(NAME) for place in range(heard.childCount())]


def test_parts_have_names_places_and_the_chart_as_parent(chart: Chart) -> None:
    assert names(chart) == ["first", "second, 12 tokens"]
    heard = QAccessible.queryAccessibleInterface(chart)
    second = heard.child(1)
    corner = chart.mapToGlobal(QPoint(10, 0))
    assert second.rect().getRect() == (corner.x(), corner.y(), 10, 20)
    assert second.parent().role() is QAccessible.Role.Chart
    assert heard.indexOfChild(second) == 1
    assert heard.childAt(corner.x() + 2, corner.y() + 2).text(NAME) == "second, 12 tokens"
    assert heard.child(2) is None


def test_parts_are_those_of_what_the_chart_shows_now(chart: Chart) -> None:
    heard = QAccessible.queryAccessibleInterface(chart)
    second = heard.child(1)
    chart.geometry_now = Row(["only"])
    assert names(chart) == ["only"]
    assert not second.isValid()
    chart.geometry_now = Row(["one", "two", "three"])
    assert names(chart) == ["one", "two", "three"]
    assert second.text(NAME) == "two"


def test_a_chart_with_very_many_parts_has_the_first_of_them(chart: Chart) -> None:
    chart.geometry_now = Row([str(place) for place in range(MOST_PARTS + 5)])
    heard = QAccessible.queryAccessibleInterface(chart)
    assert heard.childCount() == MOST_PARTS


def test_parts_outlive_their_chart_without_harm(qtbot: QtBot, qapp: QApplication) -> None:
    make_charts_known(qapp)
    made = Chart(Row(["first"]))
    kept = QAccessible.queryAccessibleInterface(made).child(0)
    assert kept.text(NAME) == "first"
    ident = QAccessible.uniqueId(kept)
    gone: list[bool] = []
    made.destroyed.connect(lambda: gone.append(True))
    made.deleteLater()
    qtbot.waitUntil(lambda: bool(gone))
    assert QAccessible.accessibleInterface(ident) is None


def test_every_card_and_file_of_the_bar_is_an_object(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(SAMPLE, lenses=INJECTION)
    said = names(screen.find("injection.bar"))
    for name in ("Harbor letters", "Consolidated amended complaint, September 5, 2025"):
        assert any(one.startswith(f"{name}, ") for one in said), name


def test_a_bar_without_a_result_has_no_parts(open_screen: Callable[..., Screen]) -> None:
    screen = injection_screen(open_screen, small_session(request=None))
    assert names(screen.find("injection.bar")) == []
