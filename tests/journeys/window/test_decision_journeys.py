"""From own data to a decision: a saved policy, a signed report, a presentation.

An action is a drop, a click, a key, a command, or a file that is named or accepted in a dialog.
What a person reads is no action.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QPlainTextEdit

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_policy, manifest_bytes, save_session
from inspector.gui.commands import CommandId
from tests.shared.counted import Counted
from tests.shared.samples import sample_path, sample_session

WAIT = 60_000  # milliseconds: several axes are worked out
SAMPLE = sample_path("direct-target")
HARBOURS = ("Aldra", "Borvik", "Celn", "Dunmar", "Eskil", "Forsa", "Gamla", "Hjelm")


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """What a retriever brought for three questions, one row of each marked as relevant."""
    path = tmp_path / "hits.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "title", "text", "score", "request", "relevant"])
        for at, part in enumerate(("quay", "crane", "lighthouse")):
            for place, harbour in enumerate(HARBOURS):
                text = f"The {part} of {harbour} was built in the year 18{at}{place}. " * 60
                score = round(0.9 - ((place - 2 * at) % 8) / 12, 3)
                asked = f"When was the {part} of {HARBOURS[2 * at]} built?"
                rows.writerow(
                    [harbour, f"Harbour of {harbour}", text, score, asked, int(place == 2 * at)]
                )
    return path


def test_an_engineer_gets_from_a_table_with_labels_to_a_saved_policy(
    somebody: Callable[[], Counted], table: Path, tmp_path: Path
) -> None:
    engineer = somebody()
    engineer.drop(table)  # and accepts what it is taken for
    engineer.wait_until(lambda: engineer.screen.result is not None)
    engineer.press("Ctrl+Shift+7")  # all requests, which run by themselves
    lens = engineer.workspace.lenses.widget
    engineer.bot.waitUntil(lambda: lens.study is not None and not lens.busy, timeout=WAIT)
    assert engineer.text("decision").startswith("Set ")
    before = engineer.session.policy
    engineer.click("decision.apply")
    assert engineer.session.policy != before
    target = tmp_path / "policy.json"
    engineer.screen.messages.targets.append(target)
    engineer.do(CommandId.SAVE_POLICY_AS)
    engineer.done += 1  # names the file
    assert load_policy(target).value == engineer.session.policy
    assert engineer.actions <= 8
    engineer.bot.waitUntil(lambda: not lens.busy, timeout=WAIT)


@pytest.fixture
def manifests(tmp_path: Path) -> Path:
    """A folder of twelve manifests, one of them altered."""
    found = sample_session("direct-target")
    report = InjectionRuns().run(found).report
    assert report is not None
    right = json.loads(manifest_bytes(report.manifest))
    folder = tmp_path / "production"
    folder.mkdir()
    for number in range(12):
        manifest = json.loads(json.dumps(right))
        if number == 7:
            manifest["knowledge_cards"][0]["rendering_tier"] = "full"
        (folder / f"run-{number:02}.json").write_text(json.dumps(manifest))
    return folder


def test_a_reviewer_gets_from_a_folder_of_manifests_to_a_signed_report(
    somebody: Callable[[], Counted], manifests: Path, tmp_path: Path
) -> None:
    reviewer = somebody()
    reviewer.drop(SAMPLE)
    reviewer.drop(manifests)
    signed_report(reviewer, tmp_path / "report.html")
    assert reviewer.actions <= 10


def test_by_menus_alone_a_folder_with_its_inputs_leads_to_a_signed_report(
    somebody: Callable[[], Counted], manifests: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    session = sample_session("direct-target")
    save_session(session, own / "own.inspector.json")
    manifests.rename(own / "manifests")
    reviewer = somebody()
    reviewer.screen.messages.folders.append(own)
    reviewer.do(CommandId.OPEN_FOLDER)
    reviewer.done += 2  # opens the menu, and accepts the folder
    signed_report(reviewer, tmp_path / "report.html")
    assert reviewer.actions <= 10


def signed_report(reviewer: Counted, target: Path) -> None:
    """Sign the manifest that failed, and have one report written for all."""
    reviewer.wait_until(lambda: reviewer.workspace.lenses.current == "audit")
    lens = reviewer.workspace.lenses.widget
    reviewer.bot.waitUntil(lambda: not lens.inbox.runner.busy, timeout=WAIT)
    assert [one.outcome for one in lens.lines].count("failed") == 1
    reviewer.click("inbox.next")
    reviewer.wait_until(lambda: reviewer.text("audit.headline").startswith("Failed"))
    reviewer.screen.settle()
    reviewer.type("R. Viewer", "sign.name")
    reviewer.screen.find("sign.verdict", QComboBox).setCurrentIndex(2)
    reviewer.screen.find("sign.remark", QPlainTextEdit).setPlainText("A rendering was changed.")
    reviewer.done += 2  # the verdict and the remark
    reviewer.click("sign.sign")
    reviewer.screen.settle()
    reviewer.screen.messages.targets.append(target)
    reviewer.click("inbox.report")
    reviewer.done += 1  # names the file
    reviewer.wait_until(target.exists)
    page = target.read_text()
    assert "1 failed" in page
    assert "R. Viewer" in page
    reviewer.screen.settle()


def test_a_presenter_gets_from_an_own_session_to_a_presentation_of_it(
    somebody: Callable[[], Counted], tmp_path: Path
) -> None:
    found = sample_session("direct-target")
    own = tmp_path / "own.inspector.json"
    save_session(found, own)
    presenter = somebody()
    presenter.drop(own)
    presenter.wait_until(lambda: presenter.screen.result is not None)
    presenter.press("F5")
    presentation = presenter.workspace.presentation
    presenter.bot.waitUntil(lambda: bool(presentation.steps), timeout=WAIT)
    examples = [at for at, step in enumerate(presentation.steps) if step.select]
    for at in examples[:1]:
        presentation.go(at)
        assert presenter.is_visible("story.evidence.0")
    presentation.go(0)
    assert not presenter.is_visible("story.evidence.0")
    assert presenter.is_visible("story.title")
    assert len(presentation.steps) >= 3
    assert presenter.actions <= 3
    presenter.press("Esc")


def test_of_a_session_of_an_agent_only_its_columns_are_on_stage(
    somebody: Callable[[], Counted],
) -> None:
    presenter = somebody()
    presenter.drop(sample_path("timeline"))
    presenter.wait_until(lambda: presenter.workspace.lenses.current == "timeline")
    presenter.screen.settle()
    presenter.press("F5")
    presenter.bot.waitUntil(lambda: presenter.is_visible("story.title"), timeout=WAIT)
    presenter.bot.waitUntil(lambda: presenter.is_visible("timeline.chart"), timeout=WAIT)
    assert not presenter.is_visible("timeline.headline")
    assert presenter.actions <= 3
    presenter.press("Esc")
    assert presenter.is_visible("timeline.headline")
