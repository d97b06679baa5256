"""Texts are as large as the system or somebody wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from inspector.gui.boxes import TabBar, grow, grown
from inspector.gui.commands import CommandId
from inspector.gui.shell_commands import SIZES
from inspector.gui.theme import FontRole, Theme
from inspector.session.preferences import ThemeChoice


@pytest.fixture
def themed(qapp: QApplication) -> Iterator[Callable[..., Theme]]:
    """Make themes; the last one takes itself off."""
    made: list[Theme] = []

    def make(text_size: int | None = None, system: Callable[[], float] = lambda: 1.0) -> Theme:
        made.append(Theme(qapp, ThemeChoice.LIGHT, text_size, system))
        return made[-1]

    yield make
    for theme in made:
        theme.set_text_size(100)
        theme.deleteLater()
    qapp.setPalette(QPalette())


def test_texts_are_as_large_as_the_systems_and_follow_them(themed):
    said = [1.0]
    theme = themed(None, lambda: said[0])
    assert theme.font(FontRole.BODY).pixelSize() == 13
    told: list[float] = []
    theme.changed.connect(lambda: told.append(theme.scale))
    said[0] = 1.5
    theme.rescale()
    theme.rescale()
    assert told == [1.5]
    assert theme.application.font().pixelSize() == round(13 * 1.5)


def test_a_chosen_size_stays_whatever_the_system_says(themed):
    theme = themed(125, lambda: 2.0)
    theme.rescale()
    assert theme.scale == 1.25
    theme.set_text_size(None)
    assert theme.scale == 2.0


def test_a_presentation_enlarges_what_was_chosen_and_goes_back(themed):
    theme = themed(150)
    theme.enlarge(1.25)
    assert (theme.scale, theme.text_scale) == (1.875, 1.5)
    theme.enlarge(1)
    assert theme.scale == 1.5


def test_lengths_grow_with_the_texts(themed, qtbot):
    theme = themed(100)
    label = QLabel()
    qtbot.addWidget(label)
    theme.dress(label)
    label.show()
    grow(label, fixedHeight=30)
    assert label.height() == grown(30) == 30
    theme.set_text_size(200)
    assert label.height() == grown(30) == 60


def test_tabs_stand_closer_only_where_they_would_not_all_be_in_sight(themed, qtbot):
    theme = themed(100)
    part = QWidget()
    qtbot.addWidget(part)
    theme.dress(part)
    bar = TabBar(part)
    for title in ("Findings", "Cards", "Buckets", "Totals"):
        bar.addTab(title)

    def ends(width: int) -> int:
        bar.resize(width, 40)
        return bar.tabRect(bar.count() - 1).right()

    part.resize(900, 60)
    part.show()
    wide = bar.sizeHint().width()
    apart = ends(wide)
    assert ends(wide - 30) < wide - 30 < apart
    assert bar.sizeHint().width() == wide
    assert ends(wide) == apart


@pytest.mark.parametrize("role", FontRole)
def test_a_font_never_drifts_however_often_the_size_changes(themed, qtbot, role):
    theme = themed(100)
    part = QWidget()
    qtbot.addWidget(part)
    theme.dress(part)
    label = QLabel(part)
    label.setFont(theme.font(role))
    part.show()
    for size in (*SIZES, *reversed(SIZES), 110, 90, 200, 125, 100):
        theme.set_text_size(size)
        assert label.font().pixelSize() == theme.font(role).pixelSize()


def test_what_is_out_of_sight_has_the_size_of_texts_once_it_is_shown(themed, qtbot):
    theme = themed(100)
    part = QWidget()
    qtbot.addWidget(part)
    theme.dress(part)
    before, during = QLabel(part), QLabel(part)
    before.setFont(theme.font(FontRole.SMALL))
    grow(before, fixedHeight=30)
    theme.set_text_size(200)
    during.setFont(theme.font(FontRole.SMALL))
    assert before.font().pixelSize() == 12
    part.show()
    assert [one.font().pixelSize() for one in (before, during)] == [24, 24]
    assert before.height() == 60


def test_keys_make_texts_larger_and_smaller_and_the_choice_is_kept(shell):
    settings = shell.workspace.settings
    for keys, size in (("Ctrl++", 110), ("Ctrl+=", 125), ("Ctrl+-", 110), ("Ctrl+0", None)):
        shell.press(keys, "window" if shell.window.objectName() == keys else None)
        assert settings.now.text_size == size
    assert not shell.can(CommandId.TEXT_AS_SYSTEM)


def test_there_is_a_smallest_and_a_largest_size(shell):
    shell.choose(CommandId.TEXT_SIZE, str(SIZES[-1]))
    assert not shell.can(CommandId.TEXT_LARGER)
    shell.choose(CommandId.TEXT_SIZE, str(SIZES[0]))
    assert not shell.can(CommandId.TEXT_SMALLER)
    shell.choose(CommandId.TEXT_SIZE, "system")
    assert shell.workspace.settings.now.text_size is None


def test_the_window_asks_anew_when_the_system_looks_different(shell, monkeypatch):
    theme = shell.workspace.theme
    monkeypatch.setattr(theme, "_system", lambda: 1.75)
    QApplication.sendEvent(shell.window, QEvent(QEvent.Type.ThemeChange))
    assert theme.scale == 1.75
    theme.set_text_size(100)
