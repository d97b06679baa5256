"""What fields, buttons, tabs and commands are called, so that whoever knows a word finds them.

Of the lens in front they are looked up in its widgets. Those of other lenses stand in a list that
ships with the program: ``python -m inspector.gui.unattended`` makes it from an empty window.
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
    QTabBar,
    QWidget,
)

from inspector.gui.views.section_column import Section
from inspector.language import tr
from inspector.resources import read_text

LIST = "controls.json"
_NOT_MEANT = ("qt_", "Scroll", "why.copy", "why.section", "start.")  # the first page has commands
_TAB = "#"  # between the name of a row of tabs and the number of one
_ALSO = (
    (tr("presentation"), tr("full screen fullscreen slides slideshow present stage projector")),
    (tr("sign off"), tr("accept reject approve signature verdict review")),
    (tr("sign-off"), tr("accept reject approve signature verdict review sign off")),
    (tr("never send"), tr("never-send list deny block ignore secret")),
    (tr("deny rules"), tr("never-send list never send block ignore")),
    (tr("recommended value"), tr("recall evidence ground truth best optimum")),
    (tr("optimise"), tr("recall tune ground truth evidence best")),
    (tr("may cost at most"), tr("recall tolerance points")),
    (tr("theme"), tr("dark mode light mode colours colors appearance night")),
    (tr("text size"), tr("zoom font larger smaller scale")),
    (tr("export"), tr("download save as csv json html pdf report bundle picture")),
    (tr("copy as command"), tr("command line terminal cli script")),
    (tr("baseline"), tr("compare before reference")),
    (tr("top-k"), tr("top k limit number of results cut")),
    (tr("relevance floor"), tr("threshold minimum score cut")),
    (tr("max injected tokens"), tr("budget total limit cap")),
    (tr("split"), tr("ratio share division divider percentage")),
    (tr("reset policy"), tr("default defaults")),
    (tr("open sample"), tr("example demo")),
    (tr("first ten minutes"), tr("help guide manual tutorial")),
    (tr("commands and keys"), tr("shortcuts keyboard help")),
    (tr("strategy"), tr("coverage depth optimal greedy")),
    (tr("history of runs"), tr("log record")),
    (tr("undo"), tr("back revert")),
)
"""Words that people use beside those of a title that has the first of each pair in it."""


class Control(NamedTuple):
    """A control or a command of a lens: the lens's id, its name, its label and help in English.

    ``help`` is None for a control, whose name is its object name; that of a command is its id.
    """

    lens: str
    name: str
    label: str
    help: str | None = None


@cache
def known_controls() -> tuple[Control, ...]:
    """Return the controls and commands of all lenses."""
    return tuple(
        Control(lens, name, *((said,) if isinstance(said, str) else said))
        for lens, own in json.loads(read_text(LIST)).items()
        for name, said in own.items()
    )


def other_words(title: str) -> str:
    """Return what else people call something, by its title; "" nothing."""
    whole = title.casefold()
    return " ".join(also for word, also in _ALSO if word.casefold() in whole)


def controls_of(lens: QWidget) -> Iterator[tuple[QWidget, str, str]]:
    """Yield fields, buttons and tabs of a lens with name and label; those of Qt are not meant."""
    for control in lens.findChildren(QWidget):
        name = control.objectName()
        if not name or name.startswith(_NOT_MEANT) or name.endswith(".reset"):
            continue
        if isinstance(control, QTabBar):
            for place in range(control.count()):
                yield control, f"{name}{_TAB}{place}", _plain(control.tabText(place))
        elif label := _label_of(control):
            yield control, name, label


def _label_of(control: QWidget) -> str:
    """Return what a field or a button is called, "" for what is neither."""
    if isinstance(control, QAbstractSpinBox | QComboBox | QLineEdit):
        return control.accessibleName()
    if isinstance(control, QAbstractButton):
        return _plain(control.accessibleName() or control.text())
    return ""


def _plain(text: str) -> str:
    """Return a label without what marks its key, and without how many there are."""
    return re.sub(r" \d[\d,./]*$", "", text.replace("&", ""))


def go_to_named(lens: QWidget, name: str) -> None:
    """Go to a control by its name, if the lens has it now; to a tab by turning to it."""
    owner, _, place = name.partition(_TAB)
    control = lens.findChild(QWidget, owner)
    if isinstance(control, QTabBar) and place:
        control.setCurrentIndex(int(place))
    if control is not None:
        go_to(control)


def go_to(control: QWidget) -> None:
    """Give the keyboard to a control, with the sections open that it stands in."""
    around = control.parentWidget()
    while around is not None:
        if isinstance(around, Section):
            around.set_open(True)  # Qt's way
        around = around.parentWidget()
    control.setFocus(Qt.FocusReason.ShortcutFocusReason)
