"""Secrets in the open session are problems of the window, and go with one click."""

from __future__ import annotations

import json
import multiprocessing
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeView

from inspector.gui import secret_watch
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.project.findings import SecretFinding
from inspector.project.secrets import PatternScanner, ScannerProcess
from inspector.resources import resource_path
from inspector.session.edits import set_at
from inspector.stages.builder.view.lens import BuilderLens
from inspector.stages.injection.view.lens import InjectionLens
from tests.shared.injection_window import INJECTION
from tests.shared.screen import Screen

Open = Callable[..., Screen]
EXCLUDE = 4  # the column with the action


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_watch, "STANDS_STILL", 1)


@pytest.fixture
def leaky(tmp_path: Path) -> Path:
    def card(node_id: str, text: str) -> dict[str, Any]:
        return {
            "node_id": node_id,
            "node_kind": "entity",
            "canonical_name": node_id,
            "relevance_score": 0.5,
            "renderings": {"full": text},
        }

    cards = [card("clean", "no secret"), card("leaky", "a\npassword=correct-horse-7\n")]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"schema_version": 1, "set_id": "s", "knowledge_cards": cards}))
    return path


def secrets_of(screen: Screen) -> list[str]:
    problems = screen.workspace.problems.problems
    return [problem.message for problem in problems if problem.code.startswith("secrets.")]


def click_exclude(screen: Screen) -> None:
    shown = screen.find("problems.list", QTreeView)
    row = next(
        row
        for row, problem in enumerate(screen.workspace.problems.problems)
        if problem.code.startswith("secrets.")
    )
    place = shown.visualRect(shown.model().index(row, EXCLUDE)).center()
    screen.bot.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)
    screen.settle()


def test_a_click_excludes_what_holds_a_secret_as_one_change(open_screen: Open, leaky: Path) -> None:
    screen = open_screen(leaky, lenses=INJECTION, secrets=PatternScanner)
    screen.wait_until(lambda: bool(secrets_of(screen)))
    assert secrets_of(screen) == [
        "The card leaky may hold a secret: password in line 2 of its full text."
    ]
    screen.workspace.problems.set_open(is_open=True)
    screen.settle()
    click_exclude(screen)
    assert secrets_of(screen) == []
    assert screen.workspace.store.session.overrides.exclude == ("leaky",)
    screen.do(CommandId.UNDO)
    screen.wait_until(lambda: bool(secrets_of(screen)))
    assert not screen.workspace.store.session.overrides


def test_before_an_export_a_secret_is_told_and_can_be_excluded(
    open_screen: Open, leaky: Path, tmp_path: Path
) -> None:
    screen = open_screen(leaky, lenses=INJECTION, secrets=PatternScanner)
    screen.wait_until(lambda: bool(secrets_of(screen)))
    exporter = next(one for one in screen.workspace.exports.choices() if "anifest" in one.title)
    screen.messages.answers.append(Answer.CANCEL)
    exporter.run()
    assert screen.messages.asked[-1].text == "1 item of the session holds what looks like a secret."
    assert screen.messages.choices == []
    screen.messages.answers.append(Answer.YES)
    screen.messages.targets.append(tmp_path / "manifest.json")
    exporter.run()
    assert (tmp_path / "manifest.json").exists()
    screen.messages.answers.append(Answer.NO)
    exporter.run()
    assert secrets_of(screen) == []
    assert screen.workspace.store.session.overrides.exclude == ("leaky",)


def test_going_to_a_secret_selects_its_card(open_screen: Open, leaky: Path) -> None:
    screen = open_screen(leaky, lenses=INJECTION, secrets=PatternScanner)
    screen.wait_until(lambda: bool(secrets_of(screen)))
    [problem] = [p for p in screen.workspace.problems.problems if p.code.startswith("secrets.")]
    screen.workspace.problems.show_problem(problem)
    screen.workspace.go_to(problem)
    screen.settle()
    lens = screen.workspace.lenses.widget

    assert isinstance(lens, InjectionLens)
    assert lens.subject == "card:leaky"
    screen.do(CommandId.EXCLUDE_HELD)
    assert screen.workspace.store.session.overrides.exclude == ("leaky",)


def test_the_watch_and_a_build_use_one_scanner(open_screen: Open, leaky: Path) -> None:
    made: list[PatternScanner] = []

    def make() -> PatternScanner:
        made.append(PatternScanner())
        return made[-1]

    screen = open_screen(leaky, lenses=LENSES, secrets=make)
    screen.wait_until(lambda: bool(secrets_of(screen)))
    project = resource_path("samples/builder/project")
    screen.workspace.store.commit("Choose a project", set_at("builder", "root", str(project)))
    screen.workspace.show_lens("builder")
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, BuilderLens)
    screen.wait_until(lambda: lens.shown is not None)
    assert len(made) == 1


def test_secrets_are_found_in_a_process_that_ends_with_the_window(
    open_screen: Open, leaky: Path
) -> None:
    screen = open_screen(leaky, lenses=INJECTION, secrets=lambda: ScannerProcess(PatternScanner))
    screen.wait_until(lambda: bool(secrets_of(screen)))
    assert len(multiprocessing.active_children()) == 1
    screen.workspace.close()
    assert not multiprocessing.active_children()


def endless() -> PatternScanner:
    time.sleep(60)
    return PatternScanner()


def test_nothing_waits_for_rules_that_are_being_loaded(open_screen: Open, leaky: Path) -> None:
    screen = open_screen(leaky, lenses=INJECTION, secrets=lambda: ScannerProcess(endless))
    screen.wait_until(lambda: bool(multiprocessing.active_children()))
    assert len(screen.workspace.store.session.candidates.knowledge_cards) == 2
    screen.workspace.secrets.close()  # although the rules are not there yet
    assert not multiprocessing.active_children()
    assert secrets_of(screen) == []
    assert not screen.messages.told


def test_a_scanner_that_fails_is_told_and_the_rest_goes_on(open_screen: Open, leaky: Path) -> None:
    class Broken:
        name = "broken"

        def scan(self, text: str) -> tuple[SecretFinding, ...]:
            raise RuntimeError("no scan")

    screen = open_screen(leaky, lenses=INJECTION, secrets=Broken)
    screen.wait_until(lambda: bool(screen.messages.told))
    assert len(screen.messages.told) == 1
    assert len(screen.workspace.store.session.candidates.knowledge_cards) == 2


def test_without_a_scanner_nothing_is_looked_for(open_screen: Open, leaky: Path) -> None:
    screen = open_screen(leaky, lenses=INJECTION)
    screen.bot.wait(50)
    assert secrets_of(screen) == []
