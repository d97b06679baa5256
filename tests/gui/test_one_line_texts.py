"""A text that is cut with dots is whole in its tip, above what else the tip says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.one_line_buttons import (
    OneLineButton,
    OneLineLabel,
    OneLineToolButton,
    whole_tip,
)

SAID = "2,473 of 2,500 tokens, above the soft limit of the model"


def made(kind: type[QWidget]) -> QWidget:
    if kind is OneLineLabel:
        label = OneLineLabel("label")
        label.setText(SAID)
        return label
    if kind is OneLineToolButton:
        button = OneLineToolButton()
        button.setText(SAID)
        return button
    return OneLineButton(SAID)


@pytest.mark.parametrize("kind", [OneLineLabel, OneLineButton, OneLineToolButton])
def test_the_tip_of_a_text_that_is_cut_has_all_of_it(kind: type[QWidget], qtbot: QtBot) -> None:
    widget = made(kind)
    qtbot.addWidget(widget)
    widget.setToolTip("Explain the whole")
    widget.show()
    for width, told in ((80, f"{SAID}\n\nExplain the whole"), (2000, "Explain the whole")):
        widget.resize(width, 30)
        at = QPoint(5, 5)
        event = QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at))
        QApplication.sendEvent(widget, event)
        assert QToolTip.text() == told
    QToolTip.hideText()


def test_a_tip_says_nothing_twice() -> None:
    assert whole_tip("Request one", "Request one\nfrom a.json") == "Request one\nfrom a.json"
    assert whole_tip("Request one", "") == "Request one"


@pytest.mark.parametrize("kind", [OneLineLabel, OneLineButton, OneLineToolButton])
def test_a_widget_that_is_made_has_no_style_before_its_role(
    kind: type[QWidget], qtbot: QtBot
) -> None:
    widget = made(kind)
    qtbot.addWidget(widget)
    widget.setToolTip("Explain the whole")
    assert not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)
