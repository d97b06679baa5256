"""The theme: colours and fonts as Qt gets them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPaintEvent, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from inspector.gui.theme import (
    FAMILY,
    MONOSPACED,
    FontRole,
    Theme,
    font,
    load_fonts,
    palette_of,
    style_sheet,
)
from inspector.present.palette import CONTRAST, DARK, LIGHT, Colors
from inspector.resources import resource_path
from inspector.session.preferences import ThemeChoice

both = pytest.mark.parametrize("colors", [LIGHT, DARK, CONTRAST], ids=lambda colors: colors.name)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, ThemeChoice.LIGHT)
    yield made
    made.deleteLater()
    qapp.setPalette(QPalette())


@both
def test_the_style_sheet_has_no_name_left_and_every_picture_exists(colors: Colors) -> None:
    sheet = style_sheet(colors)
    assert "$" not in sheet
    pictures = set(re.findall(r"url\(([^)]+)\)", sheet))
    assert pictures
    assert all(
        resource_path(f"themes/{picture.rpartition('/')[2]}").exists() for picture in pictures
    )


@both
def test_qts_palette_has_the_themes_colours(colors: Colors) -> None:
    palette = palette_of(colors)
    role = QPalette.ColorRole
    assert palette.color(role.Window).name().upper() == colors.chrome
    assert palette.color(role.Base).name().upper() == colors.base
    quiet = palette.color(QPalette.ColorGroup.Inactive, role.Highlight)
    assert quiet.name().upper() == colors.selected_quiet


def test_another_theme_is_put_on_everywhere_and_told_once(theme: Theme, qtbot: QtBot) -> None:
    window, told = QWidget(), list[str]()
    qtbot.addWidget(window)
    theme.dress(window)
    window.show()
    theme.changed.connect(lambda: told.append(theme.colors.name))
    theme.choose(ThemeChoice.DARK)
    theme.choose(ThemeChoice.DARK)
    assert told == ["dark"]
    assert theme.application.palette().color(QPalette.ColorRole.Base) == QColor(DARK.base)
    assert DARK.accent in window.styleSheet()


def test_what_is_out_of_sight_is_restyled_when_it_is_shown_before_it_is_painted(
    theme: Theme, qtbot: QtBot
) -> None:
    part, seen = _Painted(), list[str]()
    qtbot.addWidget(part)
    theme.dress(part)
    part.painted.connect(lambda: seen.append(part.styleSheet()))
    theme.choose(ThemeChoice.DARK)
    assert part.styleSheet() == style_sheet(LIGHT)
    part.show()
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [style_sheet(DARK)] * len(seen)


def test_what_is_shown_in_the_theme_that_it_wears_is_not_styled_again(
    theme: Theme, qtbot: QtBot
) -> None:
    part = _Painted()
    qtbot.addWidget(part)
    theme.dress(part)
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        theme.choose(choice)
    part.show()
    assert part.styled == 1


class _Painted(QWidget):
    """Tells when it is painted, and counts how often it was given another style."""

    painted = Signal()
    styled = 0

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        super().paintEvent(event)
        self.painted.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802  # Qt's name
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self.styled += 1


def test_without_a_choice_the_theme_is_the_systems(theme: Theme) -> None:
    theme.choose(ThemeChoice.SYSTEM)
    assert theme.colors is LIGHT
    hints = theme.application.styleHints()
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.colors is DARK
    theme.choose(ThemeChoice.LIGHT)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Light)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.colors is LIGHT


def test_a_system_that_is_dark_at_the_start_gets_the_dark_theme(qapp: QApplication) -> None:
    qapp.setPalette(palette_of(DARK))
    theme = Theme(qapp)
    assert theme.colors is DARK
    theme.deleteLater()
    qapp.setPalette(QPalette())


def test_the_fonts_are_the_shipped_ones(qapp: QApplication) -> None:
    load_fonts()
    assert QFontInfo(font(FontRole.BODY)).family() == FAMILY
    assert QFontInfo(font(FontRole.TEXT)).family() == MONOSPACED


@pytest.mark.parametrize("role", FontRole)
def test_fonts_look_the_same_on_every_machine(qapp: QApplication, role: FontRole) -> None:
    load_fonts()
    made = font(role)
    assert made.pixelSize() > 0
    assert made.hintingPreference() is QFont.HintingPreference.PreferNoHinting
    assert made.styleStrategy() & QFont.StyleStrategy.NoSubpixelAntialias


@pytest.mark.parametrize("role", FontRole)
def test_digits_line_up(qapp: QApplication, role: FontRole) -> None:
    load_fonts()
    metrics = QFontMetrics(font(role))
    assert len({metrics.horizontalAdvance(digit * 20) for digit in "0123456789"}) == 1


def test_tables_are_drawn_in_the_themes_colours_with_the_verdicts_marks(theme: Theme) -> None:
    style = theme.table_style()
    assert style.base == QColor(LIGHT.base)
    assert style.error == QColor(LIGHT.error)
    mark = style.marks["verdict"]["suppressed"]
    assert mark.color == QColor(LIGHT.verdicts["suppressed"].ink)
    assert mark.shape is LIGHT.verdicts["suppressed"].shape
