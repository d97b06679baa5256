"""Help > About: the version, and every part of others with the text of its licence."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QListWidget, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from inspector import __version__
from inspector.files.components import Component, components
from inspector.gui.about import AboutDialog
from inspector.gui.commands import CommandId
from inspector.gui.theme import Theme
from tests.shared.screen import Screen


def _opened(qtbot: QtBot, *parts: Component) -> AboutDialog:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    dialog = AboutDialog(parts, Theme(app))
    qtbot.addWidget(dialog)
    return dialog


def _texts(dialog: AboutDialog) -> str:
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


def _text(dialog: AboutDialog) -> str:
    return dialog.findChild(QPlainTextEdit, "about.text").toPlainText()


def test_the_menu_opens_it_with_the_version_and_what_is_here(shell: Screen) -> None:
    shell.workspace.actions.action(CommandId.ABOUT).trigger()
    (dialog,) = shell.window.findChildren(AboutDialog)
    assert f"Context Budget Inspector {__version__}" in _texts(dialog)
    listed = dialog.findChild(QListWidget, "about.list")
    assert listed.count() == len(components())
    dialog.findChild(QPushButton, "about.close").click()
    assert not dialog.isVisible()


def test_the_licence_of_the_chosen_part_is_shown_with_all_its_texts(
    qtbot: QtBot, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).write_text(f"text {name}", encoding="utf-8")
    first = Component("A", "1", "MIT", (tmp_path / "one",), is_inside=True)
    second = Component("B", "2", "", (tmp_path / "one", tmp_path / "two"), is_inside=True)
    dialog = _opened(qtbot, first, second)
    assert _text(dialog) == "text one"
    assert "A: MIT; in this program" in _texts(dialog)
    dialog.findChild(QListWidget, "about.list").setCurrentRow(1)
    assert _text(dialog) == "text one\n\ntext two"
    assert "B: as its text says" in _texts(dialog)


def test_what_is_not_in_the_program_is_said_to_be_beside_it(qtbot: QtBot) -> None:
    dialog = _opened(qtbot, Component("A", "1", "MIT", (), is_inside=False))
    assert "installed beside" in _texts(dialog)
    assert "not part of this program" in _text(dialog)


@pytest.mark.parametrize(("size", "is_cut"), [((1 << 20) - 1, False), ((1 << 20) + 1, True)])
def test_a_very_long_text_is_cut_and_its_file_named(
    size: int, is_cut: bool, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"x" * 99 + b"\n" + b"y" * (size - 100))
    dialog = _opened(qtbot, Component("A", "1", "MIT", (path,), is_inside=True))
    assert _text(dialog).endswith(str(path)) is is_cut


def test_a_text_that_is_gone_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "gone"
    dialog = _opened(qtbot, Component("A", "1", "MIT", (path,), is_inside=True))
    assert f"{path} cannot be read" in _text(dialog)
