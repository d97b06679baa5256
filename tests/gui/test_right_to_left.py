"""Windows of languages that are written from right to left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.spoken import Spoken


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
