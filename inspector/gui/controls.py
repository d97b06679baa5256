"""What fields and buttons are called, so that whoever knows the label finds the control.

Of the lens in front they are looked up in its widgets. Those of other lenses stand in a list that
ships with the program: ``python -m inspector.gui.controls_list`` makes it from an empty window.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QWidget,
)

from inspector.gui.views.section_column import Section
from inspector.resources import read_text

LIST = "controls.json"
_NOT_MEANT = ("qt_", "Scroll", "why.copy", "why.section")


class Control(NamedTuple):
    """A control of a lens: the lens's id, its object name, and its label in English."""

    lens: str
    name: str
    label: str


@cache
def known_controls() -> tuple[Control, ...]:
    """Return the controls of all lenses."""
    listed = json.loads(read_text(LIST))
    return tuple(
        Control(lens, name, label) for lens, own in listed.items() for name, label in own.items()
    )


def controls_of(lens: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Yield the fields and buttons of a lens with their labels; those of Qt are not meant."""
    for control in lens.findChildren(QWidget):
        name, label = control.objectName(), _label_of(control)
        if label and name and not name.startswith(_NOT_MEANT) and not name.endswith(".reset"):
            yield control, label


def _label_of(control: QWidget) -> str:
    """Return what a field or a button is called, "" for what is neither."""
    if isinstance(control, QAbstractSpinBox | QComboBox | QLineEdit):
        return control.accessibleName()
    if isinstance(control, QAbstractButton):
        text = control.accessibleName() or control.text().replace("&", "")
        return re.sub(r" \d+$", "", text)  # how many there are is no part of a name
    return ""


def go_to(control: QWidget) -> None:
    """Give the keyboard to a control, with the sections open that it stands in."""
    around = control.parentWidget()
    while around is not None:
        if isinstance(around, Section):
            around.set_open(True)  # Qt's way
        around = around.parentWidget()
    control.setFocus(Qt.FocusReason.ShortcutFocusReason)
