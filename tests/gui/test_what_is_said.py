"""Whatever writes or copies says in the window what it did, with a way to the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from inspector.core.injection.overrides import Forced
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.main_window import StatusLine
from inspector.gui.messages import Answer, Done
from inspector.session.edits import force
from tests.shared import builder_window
from tests.shared.plain_lens import plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]
# What is written or copied by a command of its own; exports are listed by File > Export.
WRITING = ("save", "copy")
SAMPLE = dict.fromkeys(("injection", "tuning", "compare"), "securities-fraud")
OF_THE_SESSION = ("story", "slides")  # exports that are the same in every lens
LENSES_OF_SAMPLES = (*SAMPLE, "relevance", "builder", "window", "assembly", "discipline", "audit")


def writing_commands(screen: Screen) -> set[str]:
    ids = {one.id for one in screen.workspace.actions.commands}
    return {one for one in ids if any(word in one.split("-") for word in WRITING)}


def opened(open_screen: Open, lens: str, tmp_path: Path) -> Screen:
    alone = {"builder": builder_window.record()}  # without the user's cache
    lenses = [alone.get(record.id, record) for record in LENSES]
    screen = open_screen(lenses=lenses, history=tmp_path / "history.sqlite")
    fill(screen, lens)
    return screen


def fill(screen: Screen, lens: str) -> None:
    """Show a lens with its sample."""
    screen.workspace.store.mark_saved()
    screen.choose(CommandId.OPEN_SAMPLE, SAMPLE.get(lens, lens))
    screen.workspace.show_lens(lens)
    screen.settle()


def ready(screen: Screen, lens: str) -> None:
    """Wait until the lens has something to write."""
    prefix = f"{lens}."
    screen.wait_until(
        lambda: any(one.id.startswith(prefix) for one in screen.workspace.exports.choices())
    )


def test_every_export_of_a_lens_says_which_file_it_wrote(open_screen: Open, tmp_path: Path) -> None:
    screen = opened(open_screen, "injection", tmp_path)
    for lens in LENSES_OF_SAMPLES:  # in one window: to make another takes longer than to export
        fill(screen, lens)
        ready(screen, lens)
        for number, choice in enumerate(screen.workspace.exports.choices()):
            if choice.id in OF_THE_SESSION and lens != "injection":
                continue
            path = tmp_path / f"{lens}-{number}.{choice.id.rpartition('.')[2]}"
            screen.messages.targets.append(path)
            screen.messages.said.clear()
            choice.run()
            assert path.exists(), (lens, choice.id)
            assert screen.messages.said == [Done(f"Exported {path.name}.", path)], (lens, choice.id)
        assert screen.messages.told == [], lens


def pin_a_card(screen: Screen) -> None:
    subject = screen.result.report.ledger.entries[0].subject
    screen.workspace.store.commit("Pin", force([subject], Forced.PINNED))


def select_a_card(screen: Screen) -> None:
    subject = screen.result.report.ledger.entries[0].subject
    screen.workspace.lenses.open("injection", f"card:{subject}")
    screen.settle()


def select_a_node(screen: Screen) -> None:
    lens: Any = screen.workspace.lenses.widget
    lens.select(f"node:{next(iter(lens.report.inclusion_map))}")


def select_a_block(screen: Screen) -> None:
    lens: Any = screen.workspace.lenses.widget
    lens.select("request:1")


def choose_a_root(screen: Screen, tmp_path: Path) -> None:
    screen.messages.folders.append(tmp_path)
    screen.do(CommandId.CHOOSE_MEMORY_ROOT)


def test_every_command_that_saves_or_copies_says_what_it_did(
    open_screen: Open, tmp_path: Path
) -> None:
    screen = opened(open_screen, "injection", tmp_path)
    choose_a_root(screen, tmp_path)
    pin_a_card(screen)
    select_a_card(screen)
    done: set[str] = set()

    def try_all() -> None:
        for command in sorted(writing_commands(screen) - done):
            action = screen.workspace.actions
            action.refresh()
            if not screen.can(command):
                continue
            target = tmp_path / f"written-by-{command}"
            screen.messages.targets.append(target)
            screen.messages.folders.append(tmp_path)
            screen.messages.answers.append(Answer.YES)
            screen.messages.said.clear()
            QGuiApplication.clipboard().clear()
            screen.messages.said.clear()
            found = next(one for one in action.commands if one.id == command)
            if found.choices is not None:
                found.choices()[0].run()
            else:
                screen.do(command)
            assert screen.messages.said, f"{command} says nothing"
            assert screen.messages.said[-1].text
            screen.messages.targets.clear()
            screen.messages.folders.clear()
            screen.messages.answers.clear()
            done.add(command)

    try_all()
    for lens in ("relevance", "builder", "timeline"):
        fill(screen, lens)
        ready(screen, lens)
        if lens == "relevance":
            select_a_node(screen)
        if lens == "timeline":
            select_a_block(screen)
        try_all()
    assert done == writing_commands(screen)


def test_copying_by_the_keyboard_says_so_without_the_contents(open_screen: Open) -> None:
    screen = open_screen(lenses=[plain_record()])
    screen.messages.said.clear()
    QGuiApplication.clipboard().setText("one\ntwo")
    assert screen.messages.said == [Done("Copied 2 lines.")]


def test_what_was_done_stands_in_the_status_line_with_a_way_to_the_file(
    open_screen: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = open_screen(lenses=[plain_record()])
    went: list[Path] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: went.append(Path(QUrl(url).toLocalFile()))
    )
    status = screen.find("status", StatusLine)
    path = tmp_path / "manifest.json"
    status.say(Done("Exported manifest.json.", path))
    assert screen.text("status.said") == "Exported manifest.json."
    screen.find("status.folder", QPushButton).click()
    screen.find("status.open", QPushButton).click()
    assert went == [tmp_path, path]
    screen.do(CommandId.NEW)
    assert not screen.is_visible("status.said")
    assert not screen.is_visible("status.folder")
