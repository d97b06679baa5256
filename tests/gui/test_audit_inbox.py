"""The inbox of the Audit lens: several manifests, each with its verdict and its own sign-off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QPushButton

from inspector.analysis.audit.receipts import verify_line
from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session, manifest_bytes, save_session
from inspector.gui.lenses import LENSES
from inspector.recorder import Recorder, line_of, receipt_of
from inspector.session.audit_edits import inbox_of
from tests.shared.audit_lens import at_the_audit, find, lens_of, settle, text
from tests.shared.samples import sample_path, sample_session
from tests.shared.screen import Screen

SAMPLE = sample_path("direct-target")
ALONE = [record for record in LENSES if record.id == "audit"]


@pytest.fixture(scope="module")
def right() -> dict:
    found = sample_session("direct-target")
    report = InjectionRuns().run(found).report
    assert report is not None
    return json.loads(manifest_bytes(report.manifest))


def written(path: Path, manifest: dict) -> Path:
    path.write_text(json.dumps(manifest, indent=2))
    return path


@pytest.fixture
def inbox(used_screen: Callable[..., Screen], tmp_path: Path, right: dict) -> Screen:
    """A window on the sample and a folder of three manifests, the second and third altered."""
    folder = tmp_path / "production"
    folder.mkdir()
    written(folder / "a.json", right)
    manifest = json.loads(json.dumps(right))
    manifest["knowledge_cards"][0]["rendering_tier"] = "full"
    written(folder / "b.json", manifest)
    manifest["knowledge_cards"][1]["relevance_score"] = 0.123
    written(folder / "c.json", manifest)
    screen = used_screen(SAMPLE, lenses=ALONE)
    screen.drop(folder)
    at_the_audit(screen)
    screen.wait_until(lambda: not lens_of(screen).inbox.runner.busy)
    return screen


def test_a_folder_of_manifests_is_an_inbox_with_a_verdict_for_each(inbox: Screen) -> None:
    assert [one.outcome for one in lens_of(inbox).lines] == ["verified", "failed", "failed"]
    assert inbox.session.audit.place == 1  # the first that failed
    assert [one.title for one in lens_of(inbox).lines] == ["a.json", "b.json", "c.json"]
    assert listed(inbox) == ["b.json", "c.json", "a.json"]
    inbox.choose("audit-sort", "opened")
    assert listed(inbox) == ["a.json", "b.json", "c.json"]
    assert text(inbox, "inbox.count") == "3 manifests"
    assert find(inbox, "inbox.failed").text() == "Failed 2"
    find(inbox, "inbox.failed").click()
    assert find(inbox, "inbox.list").model().rowCount() == 2
    settle(inbox)
    assert text(inbox, "audit.headline").startswith("Failed: Crane telemetry bridge")
    inbox.do("audit-next-failed")
    settle(inbox)
    assert inbox.session.audit.place == 2


def listed(screen: Screen) -> list[str]:
    model = find(screen, "inbox.list").model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_what_somebody_chose_stays_in_sight_and_undo_leads_back(inbox: Screen) -> None:
    inbox.do("undo")
    settle(inbox)
    assert inbox.session.audit.place == 0
    lens_of(inbox).show_manifest(2)
    settle(inbox)
    assert inbox.session.audit.place == 2


def test_a_form_never_carries_over_and_each_manifest_has_its_own_word(inbox: Screen) -> None:
    lens = lens_of(inbox)
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
    inbox.do("audit-report")
    inbox.wait_until(target.exists)
    settle(inbox)
    inbox.wait_until(lambda: bool(inbox.messages.said))
    page = target.read_text()
    assert "2 failed, 0 not comparable, 0 not replayed, 1 verified." in page
    assert "Crane telemetry bridge" in page


@pytest.fixture
def receipts(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    """A window on receipts alone: right, altered, decided otherwise, and of another engine."""
    found = sample_session("direct-target")
    report = InjectionRuns().run(found).report
    assert report is not None
    path = tmp_path / "receipts.jsonl"
    with Recorder(path) as recorder:
        recorder.record(report)
        recorder.record_decision([{"id": "a", "tokens": 5, "form": True}], trace_id="b", budget=9)
    first, last = path.read_bytes().splitlines(keepends=True)
    altered = first.replace(b'"used_before":', b'"used_before":1', 1)
    receipt = receipt_of(report)
    next(row for row in receipt["cards"] if row[6] is not None)[6:] = [None, "knowledge_budget"]
    del receipt["fingerprints"]
    path.write_bytes(first + altered + line_of(receipt) + last + b'{"receipt":1,"dro')
    screen = used_screen(lenses=ALONE)
    screen.drop(path)
    at_the_audit(screen)
    screen.wait_until(lambda: not lens_of(screen).inbox.runner.busy)
    settle(screen)
    return screen


def test_receipts_are_an_inbox_with_the_verdicts_of_the_command_line(receipts: Screen) -> None:
    outcomes = [one.outcome for one in lens_of(receipts).lines]
    assert outcomes == ["verified", "failed", "failed", "not replayed"]
    path = Path(str(receipts.session.source("audit")))
    told = [verify_line(1, line).outcome for line in path.read_bytes().splitlines()[:4]]
    assert told == outcomes
    assert text(receipts, "inbox.count") == "4 receipts"
    assert [Path(one.source).name for one in lens_of(receipts).lines] == [
        f"receipts.jsonl:{line}" for line in (1, 2, 3, 4)
    ]
    assert "The last line is cut; it is left out." in [one.message for one in receipts.problems]


def test_the_receipt_that_is_shown_says_what_its_replay_decides_otherwise(receipts: Screen) -> None:
    lens = lens_of(receipts)
    lens.show_manifest(0)
    settle(receipts)
    assert text(receipts, "audit.headline") == "Verified: all 39 rows equal the replay."
    lens.show_manifest(1)
    settle(receipts)
    assert "altered after it was written" in text(receipts, "audit.headline")
    lens.show_manifest(2)
    settle(receipts)
    assert "kept out although the replay includes it" in text(receipts, "audit.headline")
    assert [one.place.line for one in lens.view.findings] == [3]
    lens.show_manifest(3)
    settle(receipts)
    assert text(receipts, "audit.headline").startswith("Not replayed")


def test_each_receipt_has_its_own_word_which_other_inputs_do_not_make_stale(
    receipts: Screen,
) -> None:
    lens = lens_of(receipts)
    lens.show_manifest(1)
    settle(receipts)
    find(receipts, "sign.name", QLineEdit).setText("R. Viewer")
    find(receipts, "sign.verdict", QComboBox).setCurrentIndex(2)
    find(receipts, "sign.remark", QPlainTextEdit).setPlainText("A rendering was changed.")
    assert find(receipts, "sign.beside").isHidden()
    receipts.click("sign.sign")
    settle(receipts)
    assert [one.sign_off for one in lens.lines] == ["open", "rejected", "open", "open"]
    receipts.drop(SAMPLE.with_name("policy.json"))
    settle(receipts)
    assert "Stale" not in text(receipts, "audit.signed")
    assert "Rejected by R. Viewer" in text(receipts, "audit.signed")


def test_receipts_of_a_saved_session_are_there_again_with_one_report(
    receipts: Screen, tmp_path: Path
) -> None:
    target = tmp_path / "all.html"
    receipts.messages.targets.append(target)
    receipts.do("audit-report")
    receipts.wait_until(target.exists)
    settle(receipts)
    assert "2 failed, 0 not comparable, 1 not replayed, 1 verified." in target.read_text()
    saved = tmp_path / "kept.inspector.json"
    assert not save_session(receipts.session, saved)
    again = load_session(saved).value
    assert again is not None
    assert inbox_of(again) == inbox_of(receipts.session)


def test_the_file_of_a_key_can_be_chosen(inbox: Screen, tmp_path: Path) -> None:
    key = tmp_path / "id_ed25519"
    inbox.messages.files.append((key,))
    inbox.click("sign.choose")
    assert find(inbox, "sign.key", QLineEdit).text() == str(key)
