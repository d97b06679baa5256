"""What people want from an injection, done with the command line and in the window."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTableView

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.present.table import ExportFormat
from inspector.stages.injection.tables import TableId
from tests.shared.injection_window import (
    INJECTION,
    bar,
    cell,
    click_segment,
    drag_divider,
    lens,
    rows,
)
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

SAMPLE = "securities-fraud"
COMPLAINT = "Consolidated amended complaint, September 5, 2025"
SHARES = ("knowledge_card_share_default", "bucket_content_share_default")


@pytest.fixture
def opened(open_screen: Callable[..., Screen]) -> Callable[[str], Screen]:
    """Open a sample in a window, as a person does."""

    def open_sample(name: str) -> Screen:
        session = sample_path(name)
        screen = open_screen(session, lenses=INJECTION)
        screen.window.resize(1440, 900)
        screen.wait_until(lambda: screen.result is not None)
        screen.settle()
        return screen

    return open_sample


@dataclass
class Run:
    """What a person finds out about a run."""

    manifest: dict
    suppressed: dict[str, str]

    def card(self, node_id: str) -> dict:
        return next(one for one in self.manifest["knowledge_cards"] if one["node_id"] == node_id)


@pytest.fixture(params=["command line", "window"])
def run(
    request: pytest.FixtureRequest,
    opened: Callable[[str], Screen],
    tmp_path: Path,
) -> Callable[[float], Run]:
    """Run the sample with a knowledge share, either way."""
    manifest, ledger = tmp_path / "manifest.json", tmp_path / "ledger.json"

    def by_command(share: float) -> Run:
        arguments = ["run", f"sample:{SAMPLE}", "--manifest", str(manifest)]
        for field, value in zip(SHARES, (share, round(1 - share, 4)), strict=True):
            arguments += ["--set", f"{field}={value}"]
        arguments += ["--ledger", "json", "--ledger-file", str(ledger)]
        arguments += ["--filter", "state:suppressed type:card"]
        assert cli.main([*arguments, "--output", str(tmp_path / "summary.txt")]) in (0, 1)
        return found()

    def in_window(share: float) -> Run:
        screen = opened(SAMPLE)
        drag_divider(screen, share - 0.05, share)
        field = screen.find(f"policy.{SHARES[0]}.editor")
        field.setFocus()
        field.selectAll()
        screen.bot.keyClicks(field, f"{share}")
        screen.bot.keyClick(field, Qt.Key.Key_Return)
        screen.settle()
        screen.choose("show-table", "ledger")
        panel = lens(screen).tables.panel(TableId.LEDGER)
        panel.set_filter("state:suppressed type:card")
        for column in ("id", "why"):
            panel.show_column(column, visible=True)
        for target, ask in (
            (manifest, lambda: screen.choose(CommandId.EXPORT, "injection.manifest.json")),
            (ledger, lambda: panel.export(ExportFormat.JSON)),
        ):
            screen.messages.targets.append(target)
            ask()
        return found()

    def found() -> Run:
        return Run(
            json.loads(manifest.read_text()),
            {row["id"]: row["why"] for row in json.loads(ledger.read_text())},
        )

    return by_command if request.param == "command line" else in_window


def test_an_engineer_gives_files_less_and_the_cards_of_the_complaint_come_back(run) -> None:
    before = run(0.4)
    assert before.card("ent-scienter")["suppression_reason"] == "bucket_file_overlap"
    after = run(0.65)
    assert not after.card("ent-scienter")["suppressed"]
    assert any(COMPLAINT in why for why in before.suppressed.values())
    assert not any(COMPLAINT in why for why in after.suppressed.values())


def test_a_reviewer_finds_out_to_which_file_each_suppressed_card_lost(run) -> None:
    found = run(0.4)
    assert len(found.suppressed) == found.manifest["cards_suppressed_by_bucket_overlap"] == 8
    lost_to_the_complaint = [why for why in found.suppressed.values() if COMPLAINT in why]
    assert len(lost_to_the_complaint) == 7


def test_window_and_command_line_write_the_same_manifest_to_the_byte(opened, tmp_path) -> None:
    screen = opened(SAMPLE)
    targets = [tmp_path / "window.json", tmp_path / "command.json"]
    screen.messages.targets.append(targets[0])
    screen.choose(CommandId.EXPORT, "injection.manifest.json")
    assert cli.main(["run", f"sample:{SAMPLE}", "--manifest", str(targets[1])]) == 0
    assert targets[0].read_bytes() == targets[1].read_bytes()


def test_an_engineer_drags_the_divider_sees_what_it_costs_and_takes_it_back(opened) -> None:
    screen = opened(SAMPLE)
    before = screen.session
    status = screen.status
    click_segment(screen, "card:ent-scienter")
    assert screen.text("why.name") == "Scienter allegations"
    assert COMPLAINT in screen.text("why.sentence")
    drag_divider(screen, 0.5, 0.55, 0.6, 0.65)
    assert screen.session.policy.knowledge_card_share_default == pytest.approx(0.65, abs=0.01)
    assert cell(screen, "ledger", "Scienter allegations", "verdict") != "suppressed"
    screen.wait_until(lambda: screen.text("why.sentence").startswith("Injected"))
    assert screen.title.endswith("*") or "*" in screen.title
    screen.do(CommandId.UNDO)
    assert screen.session == before
    assert cell(screen, "ledger", "Scienter allegations", "verdict") == "suppressed"
    screen.wait_until(lambda: screen.status.split("  ·  ")[:3] == status.split("  ·  ")[:3])


def test_a_reviewer_copies_the_suppressed_cards_into_a_spreadsheet(opened) -> None:
    screen = opened(SAMPLE)
    screen.do("focus-filter")
    screen.type("state:suppressed type:card")
    screen.wait_until(lambda: len(rows(screen)) == 8)
    screen.bot.keyClick(
        screen.find("ledger.table", QTableView), "C", Qt.KeyboardModifier.ControlModifier
    )
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].split("\t")[:3] == ["Name", "Kind", "Form"]
    assert len(copied) == 9
    assert all(int(line.split("\t")[3]) < 0 for line in copied[1:])


def test_a_presenter_shows_in_a_minute_what_two_independent_budgets_waste(opened, capsys) -> None:
    screen = opened(SAMPLE)
    screen.wait_until(lambda: screen.is_visible("overview.independent"))
    facts = screen.workspace.runner.facts.independent
    assert cli.main(["run", f"sample:{SAMPLE}"]) == 0
    said = capsys.readouterr().out
    assert f"{facts.spent_twice:,} of them duplicated; {facts.saved:,} duplicated" in said
    labels = [label.text() for label in screen.find("overview.independent").findChildren(object)
              if hasattr(label, "text")]  # fmt: skip
    assert f"−{facts.saved:,}" in labels
    assert screen.find("allocation.closes").accessibleName() == "Reconciled: adds up to 6,000"


def test_a_reviewer_is_told_why_the_divider_of_a_direct_target_does_not_move(opened) -> None:
    screen = opened("direct-target")
    before = screen.session
    assert not bar(screen).movable
    drag_divider(screen, 0.6)
    assert screen.session == before
    click_segment(screen, "file:runbooks:queue-failover")
    assert lens(screen).tables.panel(TableId.LEDGER).current_key == lens(screen).subject
    assert "direct target" in " ".join(step.working for step in lens(screen).why.why.steps)
