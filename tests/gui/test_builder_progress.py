"""Indexing tells how far it is, can be cancelled, and never shows a late answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication

from inspector.gui.commands import CommandId
from inspector.project.findings import SecretFinding
from inspector.stages.builder.part import add_target_file, remove_target_file
from tests.shared.builder_input import about, written_project
from tests.shared.builder_window import find, lens_of, look_at, record, settle, text
from tests.shared.bundle_input import PlainScanner
from tests.shared.screen import Screen


class HeldScanner(PlainScanner):
    """Waits before each text as long as it is told to."""

    def __init__(self) -> None:
        self.may_go = Event()
        self.may_go.set()
        self.waiting = Event()

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        self.waiting.set()
        assert self.may_go.wait(300)
        return super().scan(text)


@pytest.fixture
def held(qapp: QApplication) -> HeldScanner:
    return HeldScanner()


@pytest.fixture
def screen(open_screen: Callable[..., Screen], tmp_path: Path, held: HeldScanner) -> Screen:
    root = written_project(tmp_path / "harbour")
    screen = open_screen(lenses=[record(held)])
    screen.workspace.document.begin(None, about(root, "app/desk.py"))
    screen.workspace.show_lens("builder")
    return screen


def hold(screen: Screen, held: HeldScanner) -> None:
    """Begin a run that stands still in the middle."""
    held.waiting.clear()
    held.may_go.clear()
    screen.workspace.store.commit("x", add_target_file("notes.txt"))
    screen.wait_until(held.waiting.is_set)


def test_a_run_can_be_cancelled_and_the_last_result_stays(
    screen: Screen, held: HeldScanner
) -> None:
    settle(screen)
    before = lens_of(screen).shown
    assert before is not None
    hold(screen, held)
    assert "older result" in screen.status
    screen.wait_until(lambda: find(screen, "busy").isVisible())
    assert screen.can("builder-stop")
    find(screen, "busy.stop").click()
    held.may_go.set()
    settle(screen)
    assert lens_of(screen).shown is before
    assert find(screen, "chart.old").isVisible()
    assert not find(screen, "busy").isVisible()
    assert screen.status.startswith("Cancelled")
    screen.do("builder-index")
    settle(screen)
    assert not find(screen, "chart.old").isVisible()
    shown = lens_of(screen).shown
    assert shown is not None
    assert "notes.txt" in shown.targets


def test_stop_of_the_window_ends_a_build_too(screen: Screen, held: HeldScanner) -> None:
    settle(screen)
    assert not screen.can(CommandId.STOP)
    before = lens_of(screen).shown
    hold(screen, held)
    screen.do(CommandId.STOP)
    held.may_go.set()
    settle(screen)
    assert lens_of(screen).shown is before
    assert screen.status.startswith("Cancelled")


def test_the_first_run_shows_how_far_it_is_and_can_be_cancelled(
    open_screen: Callable[..., Screen], tmp_path: Path, held: HeldScanner
) -> None:
    held.may_go.clear()
    screen = open_screen(lenses=[record(held)])
    root = written_project(tmp_path / "other")
    screen.workspace.document.begin(None, about(root, "app/desk.py"))
    screen.workspace.show_lens("builder")
    screen.wait_until(held.waiting.is_set)
    assert text(screen, "waiting.title") == "Building the bundle"
    find(screen, "waiting.stop").click()
    held.may_go.set()
    settle(screen)
    assert text(screen, "waiting.title") == "Cancelled"
    find(screen, "waiting.run").click()
    settle(screen)
    assert lens_of(screen).shown is not None


def test_a_late_answer_is_dropped_for_the_newest(screen: Screen, held: HeldScanner) -> None:
    settle(screen)
    results = []
    lens_of(screen).runner.finished.connect(lambda built: results.append(built.result.session))
    hold(screen, held)
    screen.workspace.store.commit("x", remove_target_file("notes.txt"))
    screen.workspace.store.commit("x", add_target_file("app/quay.py"))
    held.may_go.set()
    settle(screen)
    assert results == [screen.session]


def test_a_window_can_be_closed_while_it_builds(screen: Screen, held: HeldScanner) -> None:
    settle(screen)
    hold(screen, held)
    held.may_go.set()
    lens_of(screen).runner.close()


def test_nothing_is_built_while_nobody_looks(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    from tests.shared.plain_lens import plain_record

    root = written_project(tmp_path / "harbour")
    screen = look_at(lambda **more: open_screen(**more | {"lenses": [record(), plain_record()]}))
    settle(screen)
    lens = lens_of(screen)
    screen.workspace.show_lens(plain_record().id)
    screen.workspace.store.open(about(root, "app/desk.py"))
    screen.settle()
    assert lens.shown is None
    screen.workspace.show_lens("builder")
    settle(screen)
    assert lens.shown is not None
