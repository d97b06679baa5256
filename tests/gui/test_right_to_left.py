"""Windows of languages that are written from right to left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.spoken import Spoken
from inspector.gui.views.painted_view import PaintedItem


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
def test_labels_in_a_chart_stand_where_they_stand_in_english() -> None:
    item = PaintedItem(lambda *_: None, None)
    painter = QPainter(image := QImage(8, 8, QImage.Format.Format_RGB32))
    item.paint(painter, QStyleOptionGraphicsItem())
    assert painter.layoutDirection() is Qt.LayoutDirection.LeftToRight
    painter.end()
    assert not image.isNull()
