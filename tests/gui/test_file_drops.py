"""Files that are dropped are opened, wherever in the window that is, and are never moved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit

from inspector import resources
from inspector.gui.lenses import LENSES
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    path = resources.resource_path(resources.sample_sessions()["securities-fraud"])
    return used_screen(path, lenses=LENSES)


@pytest.fixture
def policy(tmp_path: Path) -> Path:
    path = tmp_path / "own.json"
    path.write_text('{"schema_version": 1, "max_injection_tokens_absolute": 4321}')
    return path


def test_a_file_dropped_on_a_field_is_opened_and_its_name_is_not_written(
    screen: Screen, policy: Path
) -> None:
    fields = [one for one in screen.window.findChildren(QLineEdit) if one.isVisible()]
    field = next(one for one in fields if one.acceptDrops() and one.objectName())
    before = field.text()
    screen.drop(policy, on=field.objectName())
    assert screen.session.policy.max_injection_tokens_absolute == 4_321
    assert field.text() == before


def test_what_a_drop_would_do_is_said_over_what_takes_it(screen: Screen, policy: Path) -> None:
    assert not screen.is_visible("drop-mark")
    with screen.dragged(policy):
        assert screen.is_visible("drop-mark")
        assert screen.text("drop-mark.text") == "Open own.json"
        assert screen.find("drop-mark").size() == screen.window.size()
    assert not screen.is_visible("drop-mark")
    screen.workspace.show_lens("discipline")
    screen.workspace.lenses.widget.show_page("check")
    with screen.dragged(policy, on="discipline.output"):
        assert screen.text("drop-mark.text") == "Check own.json as the output"
        assert screen.find("drop-mark").size() == screen.find("discipline.output").size()
    with screen.dragged(policy, policy.parent):
        assert screen.text("drop-mark.text") == "Open 2 files"
