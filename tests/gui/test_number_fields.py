"""What fields for numbers show, and what can be typed into them, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.gui.theme import Theme
from inspector.gui.views.field_row import FieldRow
from inspector.gui.views.number_fields import NumberField
from inspector.language import ENGLISH, use
from inspector.present.form_fields import FieldKind, FormField


@pytest.fixture
def german() -> Iterator[None]:
    use("de")
    yield
    use(ENGLISH)


def field(qtbot: QtBot, number: float, *, whole: bool = False, is_split: bool = False):
    made = NumberField(0, 2**53 if whole else 1, whole=whole)
    qtbot.addWidget(made)
    made.set_split(is_split=is_split)
    made.set_number(number)
    return made


def typed(qtbot: QtBot, made: NumberField, text: str) -> float:
    made.selectAll()
    qtbot.keyClicks(made, text)
    qtbot.keyClick(made, Qt.Key.Key_Return)
    return made.value()


def test_a_split_shows_both_sides_and_takes_every_way_to_write_it(qtbot):
    made = field(qtbot, 0.4, is_split=True)
    assert made.text() == "40 : 60"
    for text, share in (
        ("0.25", 0.25),
        ("33", 0.33),
        ("45 : 55", 0.45),
        ("2:3", 0.4),
        ("7 %", 0.07),
    ):
        assert typed(qtbot, made, text) == share
    assert made.text() == "7 : 93"


def test_a_split_that_is_shown_and_left_alone_is_not_changed(qtbot):
    made, heard = field(qtbot, 0.123456789012345, is_split=True), []
    made.changed.connect(heard.append)
    qtbot.keyClick(made, Qt.Key.Key_Return)
    assert (heard, made.value()) == ([], 0.123456789012345)


def test_a_split_takes_no_letters_and_half_a_split_changes_nothing(qtbot):
    made = field(qtbot, 0.4, is_split=True)
    assert typed(qtbot, made, "x") == 0.4
    assert typed(qtbot, made, "55 :") == 0.4


def test_a_step_of_a_split_is_one_percent(qtbot):
    made = field(qtbot, 0.4, is_split=True)
    made.stepBy(1)
    assert made.text() == "41 : 59"


def test_a_field_that_is_no_split_any_more_shows_the_number(qtbot):
    made = field(qtbot, 0.4, is_split=True)
    made.set_split(is_split=False)
    assert made.text() == "0.40"


@pytest.mark.usefixtures("german")
def test_german_fields_write_and_read_german_numbers(qtbot):
    tokens = field(qtbot, 6000, whole=True)
    assert tokens.text() == "6.000"
    assert typed(qtbot, tokens, "12.500") == 12_500
    share = field(qtbot, 0.4)
    assert share.text() == "0,40"
    assert typed(qtbot, share, "0,35") == 0.35
    assert typed(qtbot, share, "0.25") == 0.25
    split = field(qtbot, 0.405, is_split=True)
    assert split.text() == "40,5 : 59,5"


def test_a_word_in_place_of_the_least_number_gives_way_to_what_is_typed(qtbot: QtBot) -> None:
    field = NumberField(0, 1_000_000, whole=True)
    qtbot.addWidget(field)
    field.setSpecialValueText("off")
    sent: list[float] = []
    field.changed.connect(sent.append)
    assert field.text() == "off"
    field.lineEdit().setCursorPosition(3)
    qtbot.keyClicks(field, "5000")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (sent, field.text()) == ([5_000], "5,000")
    field.selectAll()
    qtbot.keyClicks(field, "0")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (sent, field.text()) == ([5_000, 0], "off")


def test_words_in_place_of_a_number_are_never_cut(qtbot, qapp):
    theme = Theme(qapp)
    for hint in ("off", "without any statement"):
        row = FieldRow("row", FormField(("n",), "N", "", FieldKind.INTEGER, hint=hint), theme)
        qtbot.addWidget(row)
        spin = row.findChild(NumberField)
        assert spin.fontMetrics().horizontalAdvance(hint) < spin.width()
