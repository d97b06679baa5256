"""The inbox of the Audit lens: several manifests, each with its verdict and its own sign-off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton

from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session, manifest_bytes
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from tests.shared.audit_lens import at_the_audit, find, lens_of, settle, text
from tests.shared.screen import Screen

SAMPLE = resource_path("samples/direct-target/session.inspector.json")
ALONE = [record for record in LENSES if record.id == "audit"]


@pytest.fixture(scope="module")
def right() -> dict:
    found = load_session(SAMPLE).value
    assert found is not None
    report = InjectionRuns().run(found).report
    assert report is not None
    return json.loads(manifest_bytes(report.manifest))


def written(path: Path, manifest: dict) -> Path:
    path.write_text(json.dumps(manifest, indent=2))
    return path


@pytest.fixture
def inbox(open_screen: Callable[..., Screen], tmp_path: Path, right: dict) -> Screen:
    """A window on the sample and a folder of three manifests, the second and third altered."""
    folder = tmp_path / "production"
    folder.mkdir()
    written(folder / "a.json", right)
    manifest = json.loads(json.dumps(right))
    manifest["knowledge_cards"][0]["rendering_tier"] = "full"
    written(folder / "b.json", manifest)
    manifest["knowledge_cards"][1]["relevance_score"] = 0.123
    written(folder / "c.json", manifest)
    screen = open_screen(SAMPLE, lenses=ALONE)
    screen.drop(folder)
    at_the_audit(screen)
    screen.wait_until(lambda: not lens_of(screen).reading_inbox)
    return screen


def test_a_folder_of_manifests_is_an_inbox_with_a_verdict_for_each(inbox: Screen) -> None:
    assert [one.outcome for one in lens_of(inbox).lines] == ["verified", "failed", "failed"]
    assert inbox.session.audit.place == 0
    assert text(inbox, "inbox.count") == "3 manifests"
    assert find(inbox, "inbox.failed").text() == "Failed 2"
    find(inbox, "inbox.failed").click()
    assert find(inbox, "inbox.list").model().rowCount() == 2
    inbox.do(CommandId.AUDIT_NEXT_FAILED)
    settle(inbox)
    assert inbox.session.audit.place == 1
    assert text(inbox, "audit.headline").startswith("Failed: Crane telemetry bridge")
    inbox.do(CommandId.AUDIT_NEXT_FAILED)
    settle(inbox)
    assert inbox.session.audit.place == 2


def test_a_form_never_carries_over_and_each_manifest_has_its_own_word(inbox: Screen) -> None:
    lens = lens_of(inbox)
    lens.next_failed()
    settle(inbox)
    find(inbox, "sign.name", QLineEdit).setText("R. Viewer")
    find(inbox, "sign.verdict", QComboBox).setCurrentIndex(2)
    find(inbox, "sign.remark", QPlainTextEdit).setPlainText("A rendering was changed.")
    find(inbox, "sign.beside").setChecked(True)
    inbox.click("sign.sign")
    settle(inbox)
    assert [one.sign_off for one in lens.lines] == ["open", "rejected", "open"]
    lens.show_manifest(0)
    settle(inbox)
    assert find(inbox, "sign.verdict", QComboBox).currentIndex() == -1
    assert find(inbox, "sign.remark", QPlainTextEdit).toPlainText() == ""
    assert text(inbox, "audit.signed") == ""
    assert not find(inbox, "sign.sign", QPushButton).isEnabled()
    lens.show_manifest(1)
    settle(inbox)
    assert "Rejected by R. Viewer" in text(inbox, "audit.signed")
    source = inbox.session.source("audit")
    assert source is not None
    assert Path(source).with_name("b.sign-off.json").exists()
    lens.next_failed()  # one that nobody signed off before the others
    assert inbox.session.audit.place == 2


def test_one_report_is_written_for_the_whole_inbox(inbox: Screen, tmp_path: Path) -> None:
    target = tmp_path / "all.html"
    inbox.messages.targets.append(target)
    inbox.do(CommandId.AUDIT_REPORT)
    inbox.wait_until(target.exists)
    settle(inbox)
    inbox.wait_until(lambda: bool(inbox.messages.said))
    page = target.read_text()
    assert "2 failed, 0 not comparable, 0 not replayed, 1 verified." in page
    assert "Crane telemetry bridge" in page
