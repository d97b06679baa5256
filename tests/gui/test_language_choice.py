"""Choosing the language of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from pytestqt.qtbot import QtBot

from inspector.gui import settings as language_choice
from inspector.gui.commands import CommandId
from inspector.gui.settings import save_preferences
from inspector.language import ENGLISH, spoken
from inspector.session.preferences import Preferences, from_plain, to_plain
from tests.shared.plain_lens import plain_record
from tests.shared.screen import opened_screens


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Languages that were chosen, without this process speaking them."""
    found: list[str] = []
    monkeypatch.setattr(language_choice, "use", found.append)
    return found


def preferring(language: str | None, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert save_preferences(Preferences(language=language), path) == ()
    monkeypatch.setattr(language_choice, "preferences_path", lambda: path)


def test_a_language_that_is_preferred_is_spoken_whatever_the_system_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: list[str]
) -> None:
    preferring("de", tmp_path / "preferences.json", monkeypatch)
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: ["fr-FR", "en-US"])
    language_choice.choose_language()
    assert chosen == ["de"]


@pytest.mark.parametrize(
    ("system", "language"), [(["de-AT", "de"], "de"), (["fr", "en"], "en"), (["C"], "en")]
)
def test_without_a_preference_the_systems_language_is_spoken_where_there_is_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chosen: list[str],
    system: list[str],
    language: str,
) -> None:
    preferring(None, tmp_path / "preferences.json", monkeypatch)
    monkeypatch.setattr(QLocale, "uiLanguages", lambda _self: system)
    language_choice.choose_language()
    assert chosen == [language]


def test_a_preference_for_a_language_is_kept_and_read_again() -> None:
    kept = to_plain(Preferences(language="de"))
    assert from_plain(kept) == (Preferences(language="de"), ())
    again, wrong = from_plain({**kept, "language": 7})
    assert again.language is None
    assert [one.pointer for one in wrong] == ["/language"]


def test_a_choice_is_remembered_told_and_holds_from_the_next_start(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with opened_screens(qtbot, tmp_path) as opened:
        screen = opened(lenses=(plain_record(),))
        screen.choose(CommandId.LANGUAGE, "de")
        assert screen.workspace.settings.now.language == "de"
        assert "next start" in screen.messages.told[-1].text
        assert spoken() == ENGLISH
        screen.choose(CommandId.LANGUAGE, "system")
        assert screen.workspace.settings.now.language is None
