"""Windows that keep copies of what is not saved, and a session to be changed in them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.resources import resource_path
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep copies as soon as possible."""
    monkeypatch.setattr("inspector.gui.rescuer.SETTLES", 1)


@pytest.fixture
def unsaved(tmp_path: Path) -> Path:
    """The folder of copies."""
    return tmp_path / "unsaved"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session of the user's own."""
    folder = shutil.copytree(resource_path("samples/securities-fraud"), tmp_path / "own")
    return Path(folder) / "session.inspector.json"


@pytest.fixture
def opened(open_screen: Open, unsaved: Path) -> Open:
    """Open windows that keep copies in that folder, or in another."""

    def open_window(*files: Path, folder: Path = unsaved, **options: object) -> Screen:
        return open_screen(*files, lenses=[plain_record()], rescue=folder, **options)

    return open_window
