"""Windows of languages that are written from right to left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.chart_objects import Spoken
from inspector.gui.table.cells import paint_heading
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.text_boxes import ReadingBox
from inspector.present.drawing import Drawing, Words
from inspector.present.table.snapshot import Heading
from inspector.stages.relevance.view.grid_view import GridView


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    """Everything is laid out from right to left."""
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.usefixtures("mirrored")
def test_charts_grow_to_the_right_where_everything_else_is_mirrored(qtbot: QtBot) -> None:
    panel = QWidget()
    qtbot.addWidget(panel)
    chart = QWidget(panel)
    Spoken(chart, "keys")
    assert panel.layoutDirection() is Qt.LayoutDirection.RightToLeft
    assert chart.layoutDirection() is Qt.LayoutDirection.LeftToRight


@pytest.mark.usefixtures("mirrored")
def test_labels_in_a_chart_stand_where_they_stand_in_english(
    qtbot: QtBot, qapp: QApplication
) -> None:
    def picture() -> QImage:
        view = DrawingView("chart", "Chart", Theme(qapp), grows=True)
        qtbot.addWidget(view)
        view.resize(200, 60)
        label = Words(10, 20, "12 %, (now)")
        view.show_picture(lambda wide, high, _measure, _key: Drawing(wide, high, "1", (label,)))
        return view.grab().toImage()

    mirrored = picture()
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    assert mirrored == picture()


@pytest.mark.usefixtures("mirrored")
def test_the_heading_of_a_group_begins_at_the_right(qapp: QApplication) -> None:
    image = QImage(400, 30, QImage.Format.Format_RGB32)
    for direction in (Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight):
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        painter.setLayoutDirection(direction)
        style = Theme(qapp).table_style()
        heading = Heading("Suppressed 9", "596 tokens")
        paint_heading(painter, image.rect(), style, heading, None, folded=True, current=False)
        painter.end()
        ground = image.pixelColor(200, 3)
        inked = [
            x for x in range(400) if any(image.pixelColor(x, y) != ground for y in range(4, 26))
        ]
        begins_right = direction is Qt.LayoutDirection.RightToLeft
        assert (min(inked) > 150) is begins_right
        assert (max(inked) > 380) is begins_right


@pytest.mark.usefixtures("mirrored")
def test_code_begins_at_the_left_and_a_text_where_its_letters_do(
    qtbot: QtBot, qapp: QApplication
) -> None:
    box = ReadingBox("box", "Text", Theme(qapp), 5)
    qtbot.addWidget(box)
    assert box.layoutDirection() is Qt.LayoutDirection.LeftToRight
    option = box.document().defaultTextOption()
    assert option.textDirection() is Qt.LayoutDirection.LayoutDirectionAuto


@pytest.mark.usefixtures("mirrored")
def test_layers_follow_each_other_to_the_right(qtbot: QtBot, qapp: QApplication) -> None:
    view = GridView(Theme(qapp))
    qtbot.addWidget(view)
    header = view.horizontalHeader()
    assert header.layoutDirection() is Qt.LayoutDirection.LeftToRight
    assert header.sectionPosition(1) < header.sectionPosition(7)
