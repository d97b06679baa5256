"""A person looks for a better split in the window, and repeats it on the command line."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication

from inspector import cli
from inspector.gui.commands import CommandId
from tests.shared.injection_window import INJECTION, bar, drag_divider, lens
from tests.shared.samples import sample_path
from tests.shared.screen import Screen


@pytest.fixture
def sample(open_screen: Callable[..., Screen]) -> Screen:
    """A sample in a window, its splits worked out."""
    path = sample_path("securities-fraud")
    screen = open_screen(path, lenses=INJECTION)
    screen.window.resize(1440, 900)
    screen.wait_until(lambda: screen.result is not None)
    screen.settle()
    screen.wait_until(lambda: lens(screen).answers.splits.splits is not None)
    return screen


def share(screen: Screen) -> float:
    return screen.session.policy.knowledge_card_share_default


def copied_run(screen: Screen, capsys: pytest.CaptureFixture[str]) -> dict:
    """Run on the command line what the window copied."""
    screen.do(CommandId.COPY_AS_COMMAND)
    words = shlex.split(QGuiApplication.clipboard().text())
    assert words[:2] == ["inspector", "run"]
    cli.main([*words[1:], "--format", "json", "--no-history"])
    found: dict = json.loads(capsys.readouterr().out)
    return found


def test_a_drag_is_read_taken_to_the_best_split_and_repeated_on_the_command_line(sample, capsys):
    assert sample.text("headline") == (
        "5,809 of 6,000 tokens used · 596 duplicated tokens fewer · 3,337 left out"
    )
    drag_divider(sample, 0.3, 0.2)
    assert share(sample) == 0.2
    assert "split 40 : 60 → 20 : 80" in sample.text("change")
    placed = bar(sample).geometry_now.divider
    assert placed.was == pytest.approx(placed.left + 0.4 * placed.width, abs=1)
    sample.click("find-best")
    sample.settle()
    assert share(sample) == 0.47
    assert sample.text("change.best").startswith("47 : 53: 12 of 12 expectations met")
    assert copied_run(sample, capsys)["used"] == sample.result.report.total_tokens_used
    sample.click("find-best")
    assert sample.text("change.best").startswith("Keep 47 : 53")


def test_a_card_that_is_missing_is_asked_for_and_let_in(sample, capsys):
    sample.do(CommandId.PALETTE)
    sample.workspace.palette.search("why not harbor letters")
    shown = sample.workspace.palette.shown
    assert [entry.title for entry in shown] == [
        "Harbor letters",
        "Harbor letters: include by the nearest change",
    ]
    assert "Consolidated amended complaint" in sample.text("palette.help")
    sample.workspace.palette.close_again()
    shown[1].run()
    sample.settle()
    assert share(sample) > 0.6
    report = sample.result.report
    cards = report.prepared.cards
    inside = {cards.columns.names[row] for row in cards.order[report.tiers.ranks].tolist()}
    assert "Harbor letters" in inside
    assert copied_run(sample, capsys)["used"] == report.total_tokens_used
