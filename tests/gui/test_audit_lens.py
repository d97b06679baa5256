"""The Audit lens: what is open, its outcome, findings, rows, Why, notes, history and sign-off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event, get_ident

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QTableView,
    QWidget,
)

from inspector.analysis.injection_runs import InjectionRuns
from inspector.core import Strategy
from inspector.files import manifest_bytes
from inspector.files.audit_bundle.writing import bundle_bytes
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.session.audit_stage import SignOff
from inspector.session.edits import set_strategy
from tests.shared.audit_lens import at_the_audit, find, lens_of, settle, text
from tests.shared.samples import sample_path, sample_session
from tests.shared.screen import Screen

SAMPLE = sample_path("direct-target")
ALONE = [record for record in LENSES if record.id == "audit"]
BOTH = [record for record in LENSES if record.id in ("audit", "injection")]


@pytest.fixture(scope="module")
def right() -> dict:
    report = InjectionRuns().run(sample_session("direct-target")).report
    assert report is not None
    return json.loads(manifest_bytes(report.manifest))


def written(path: Path, manifest: dict) -> Path:
    path.write_text(json.dumps(manifest, indent=2))
    return path


def turn_to(screen: Screen, title: str) -> None:
    tabs = find(screen, "tabs", QTabBar)
    titles = [tabs.tabText(place) for place in range(tabs.count())]
    tabs.setCurrentIndex(next(n for n, one in enumerate(titles) if one.startswith(title)))
    settle(screen)


def choose_first(panel: QWidget) -> None:
    """Move to the first row, as a click on it does."""
    (view,) = panel.findChildren(QTableView)
    view.setCurrentIndex(view.model().index(0, 0))


@pytest.fixture
def empty(used_screen: Callable[..., Screen]) -> Screen:
    return at_the_audit(used_screen(lenses=ALONE))


@pytest.fixture
def wrong(used_screen: Callable[..., Screen], tmp_path: Path, right: dict) -> Screen:
    """A window on the sample and a manifest with one rendering too large."""
    manifest = json.loads(json.dumps(right))
    manifest["knowledge_cards"][0]["rendering_tier"] = "full"
    path = written(tmp_path / "production.json", manifest)
    return at_the_audit(used_screen(SAMPLE, path, lenses=ALONE))


def test_without_a_manifest_it_is_said_what_can_be_opened(empty: Screen) -> None:
    assert "No manifest is under audit." in text(empty, "nothing")
    assert not find(empty, "audit.banner").isVisible()
    assert not find(empty, "sign.sign", QPushButton).isEnabled()
    assert not empty.can("audit-sign")


def test_a_manifest_alone_is_checked_by_itself(empty: Screen, tmp_path: Path, right: dict) -> None:
    empty.drop(written(tmp_path / "m.json", right))
    settle(empty)
    assert text(empty, "audit.headline").startswith("Not replayed (no inputs): 39 rows")
    assert text(empty, "manifest.facts.0") == "m.json"
    assert (
        "Whether the total is what the policy allows"
        in find(empty, "why.pane").findChild(QWidget, "why.remedies").accessibleName()
        or lens_of(empty).view is not None
    )
    assert find(empty, "inputs.hint").isVisible()


def test_with_its_inputs_it_is_replayed(wrong: Screen) -> None:
    said = "Failed: Crane telemetry bridge · included as full, the replay has compact."
    assert text(wrong, "audit.headline") == said
    assert "39 rows replayed" in text(wrong, "audit.detail")
    assert said in wrong.status
    assert text(wrong, "inputs.facts.3") == "coverage"


def test_a_finding_is_explained_with_place_and_rule(wrong: Screen) -> None:
    wrong.do("audit-next-finding")
    assert lens_of(wrong).subject == "finding:0"
    assert text(wrong, "why.name") == "Crane telemetry bridge"
    assert "ent-crane-bridge" in text(wrong, "why.subject")
    assert text(wrong, "why.sentence") == "Included as full, the replay has compact."
    assert "Injection §4.6e" in text(wrong, "why.rule")
    wrong.do("audit-whole")
    assert text(wrong, "why.name") == "The manifest as a whole"


def test_rows_show_the_manifest_beside_the_replay(wrong: Screen) -> None:
    lens_of(wrong).select("card:ent-crane-bridge")
    assert find(wrong, "tabs", QTabBar).currentIndex() == 0
    assert find(wrong, "audit-rows").current_key == "card:ent-crane-bridge"
    assert "The inputs lead to something else." in text(wrong, "why.sentence")
    lens_of(wrong).select("bucket:runbooks")
    assert text(wrong, "why.sentence") == "The inputs lead to exactly this row."


def test_no_part_of_why_promises_a_meaning_and_has_none(wrong: Screen) -> None:
    lens = lens_of(wrong)
    keys = [*find(wrong, "audit-rows").data.keys, *find(wrong, "audit-findings").data.keys, ""]
    promised = 0
    for key in keys:
        lens.select(key)
        heading = find(wrong, "why.section.help.heading")
        if heading.parentWidget().isVisibleTo(lens) and "What this means" in heading.text():
            promised += 1
            assert text(wrong, "why.help"), key
    assert promised
    lens.select("card:ent-crane-bridge")  # which has a rule, but nothing is told of it here
    assert find(wrong, "why.section.help.heading").text().endswith("Rule")


def test_undo_brings_the_manifest_back(wrong: Screen) -> None:
    wrong.do("audit-close")
    settle(wrong)
    assert lens_of(wrong).view is None
    wrong.do(CommandId.UNDO)
    settle(wrong)
    assert text(wrong, "audit.headline").startswith("Failed")


def test_notes_are_listed_and_a_click_goes_to_their_row(wrong: Screen) -> None:
    turn_to(wrong, "Notes")
    assert wrong.session.notes
    subject = wrong.session.notes[0].subject
    lens_of(wrong).select(f"note:{subject}")
    note = find(wrong, "why.note", QPlainTextEdit).toPlainText()
    assert note == wrong.session.notes[0].text


def test_the_own_run_is_audited_signed_and_a_change_is_noticed(
    open_screen: Callable[..., Screen],
) -> None:
    screen = at_the_audit(open_screen(SAMPLE, lenses=ALONE))
    screen.do("audit-own-run")
    settle(screen)
    assert text(screen, "audit.headline").startswith("Verified")
    screen.do("audit-sign")
    screen.type("R. Viewer")
    find(screen, "sign.verdict", QComboBox).setCurrentIndex(1)
    screen.click("sign.sign")
    settle(screen)
    word = screen.session.audit.sign_off
    assert word is not None
    assert (word.name, word.verdict) == ("R. Viewer", "accepted with remarks")
    assert "Valid for exactly these files." in text(screen, "sign.status")
    find(screen, "why.note", QPlainTextEdit).setPlainText("Looked at twice.")
    lens_of(screen).select("card:ent-crane-bridge")
    settle(screen)
    assert "Stale: inputs changed since sign-off." in text(screen, "sign.status")
    assert "Stale: inputs changed since sign-off." in text(screen, "audit.signed")
    screen.do("audit-withdraw")
    settle(screen)
    assert screen.session.audit.sign_off is None


@pytest.mark.parametrize("name", ["sign.title", "sign.status", "history.told"])
def test_names_out_of_manifests_are_not_read_as_markup(wrong: Screen, name: str) -> None:
    assert find(wrong, name, QLabel).textFormat() is Qt.TextFormat.PlainText


def test_a_name_is_needed_to_sign(wrong: Screen) -> None:
    assert not find(wrong, "sign.sign", QPushButton).isEnabled()
    find(wrong, "sign.verdict", QComboBox).setCurrentIndex(0)
    find(wrong, "sign.name", QLineEdit).setText("  ")
    assert not find(wrong, "sign.sign", QPushButton).isEnabled()


def test_no_verdict_is_chosen_beforehand_and_open_errors_take_a_remark(wrong: Screen) -> None:
    find(wrong, "sign.name", QLineEdit).setText("R. Viewer")
    button = find(wrong, "sign.sign", QPushButton)
    assert (button.isEnabled(), button.text()) == (False, "Save verdict")
    find(wrong, "sign.verdict", QComboBox).setCurrentIndex(0)
    remark = find(wrong, "sign.remark", QPlainTextEdit)
    assert remark.placeholderText() == "Remark (required while errors are open)"
    assert (button.isEnabled(), button.toolTip()) == (
        False,
        "Say what is to be done about the errors.",
    )
    remark.setPlainText("Known, and harmless.")
    wrong.click("sign.sign")
    settle(wrong)
    assert wrong.session.audit.sign_off.verdict == "accepted"
    assert wrong.messages.said[-1].text.startswith("Remark by R. Viewer added, not signed.")
    assert text(wrong, "sign.status").startswith("Remark (not signed): Accepted by R. Viewer")


def test_signing_leaves_the_window_free_and_only_a_signature_is_called_a_sign_off(
    wrong: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Event()
    threads: list[int] = []

    def signed(word: SignOff, _key: Path) -> SignOff:
        threads.append(get_ident())
        asked.wait(300)
        return word.model_copy(update={"signature": "signature"})

    monkeypatch.setattr("inspector.stages.audit.view.lens.signed_by", signed)
    lens_of(wrong).sign_off("R. Viewer", "rejected", "Wrong.", "~/.ssh/key")
    assert wrong.session.audit.sign_off is None  # the window goes on while the agent is asked
    asked.set()
    wrong.wait_until(lambda: wrong.session.audit.sign_off is not None)
    assert threads != [get_ident()]
    assert wrong.messages.said[-1].text.startswith("Signed off by R. Viewer.")


def test_a_bundle_opens_as_a_session_that_is_never_written_over(
    empty: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "case.audit.zip"
    path.write_bytes(bundle_bytes(sample_session("direct-target"), InjectionRuns()))
    empty.open(path)
    settle(empty)
    assert text(empty, "audit.headline").startswith("Verified")
    assert text(empty, "manifest.facts.0") == "case.audit.zip"
    assert empty.workspace.document.path is None


def test_a_changed_bundle_is_wrong_and_every_change_is_a_problem(
    empty: Screen, tmp_path: Path
) -> None:
    data = bytearray(bundle_bytes(sample_session("direct-target"), InjectionRuns()))
    data[data.index(b"Messaging runbooks")] ^= 1
    path = tmp_path / "case.audit.zip"
    path.write_bytes(data)
    empty.open(path)
    settle(empty)
    assert text(empty, "audit.headline").startswith("Failed")
    assert any(one.code.startswith("bundle.") for one in empty.problems)


def test_all_that_is_shown_can_be_written(wrong: Screen, tmp_path: Path) -> None:
    for name in (
        "bundle.audit.zip",
        "bundle-without-contents.audit.zip",
        "report.html",
        "report-pdf.pdf",
        "audit.json",
        "audit-findings.csv",
        "audit-rows.csv",
    ):
        target = tmp_path / name
        wrong.messages.targets.append(target)
        wrong.choose(CommandId.EXPORT, f"audit.{name}")
        assert target.stat().st_size > 100, name


def test_a_run_of_the_history_is_found_audited_and_removed(
    open_screen: Callable[..., Screen], tmp_path: Path
) -> None:
    screen = open_screen(SAMPLE, lenses=LENSES, history=tmp_path / "history.sqlite3")
    screen.workspace.show_lens("injection")
    screen.wait_until(lambda: screen.result is not None)
    screen.wait_until(lambda: (tmp_path / "history.sqlite3").exists())
    at_the_audit(screen)
    turn_to(screen, "History")
    lens = lens_of(screen)
    screen.wait_until(lambda: lens.findChild(QPushButton, "history.audit") is not None)
    panel = lens.findChild(QWidget, "audit-history")
    assert panel is not None
    screen.wait_until(lambda: panel.data.row_count > 0)
    choose_first(panel)
    settle(screen)
    screen.click("history.audit")
    settle(screen)
    assert text(screen, "audit.headline").startswith("Verified")
    turn_to(screen, "History")
    choose_first(panel)
    screen.click("history.remove")
    settle(screen)
    screen.wait_until(lambda: panel.data.row_count == 0)


def test_everything_has_an_accessible_name_and_keys_go_through_it(wrong: Screen) -> None:
    for name in ("sign.name", "sign.verdict", "sign.remark", "tabs"):
        assert find(wrong, name).accessibleName()
    assert find(wrong, "audit.banner").accessibleName().startswith("Failed: Crane telemetry")
    screen_focus = find(wrong, "inbox.open", QPushButton)
    screen_focus.setFocus(Qt.FocusReason.TabFocusReason)
    wrong.do("audit-filter")
    assert wrong.focus() != "inbox.open"


def test_how_it_is_looked_at_is_kept(wrong: Screen) -> None:
    turn_to(wrong, "Notes")
    saved = lens_of(wrong).view_state()
    assert saved["tables"]["table"] == "audit-notes"
    assert set(saved["inputs"]["open"]) == {"inbox", "manifest", "inputs"}


def test_opening_a_manifest_shows_the_audit_with_its_findings(
    open_screen: Callable[..., Screen], tmp_path: Path, right: dict
) -> None:
    screen = open_screen(SAMPLE, lenses=BOTH)
    screen.window.resize(1300, 860)
    screen.workspace.show_lens("audit")
    settle(screen)
    turn_to(screen, "Notes")
    screen.workspace.show_lens("injection")
    screen.settle()
    screen.drop(written(tmp_path / "m.json", right))
    settle(screen)
    assert screen.workspace.lenses.current == "audit"
    assert find(screen, "tabs", QTabBar).tabText(1) == "Cards 27"
    assert find(screen, "tabs", QTabBar).currentIndex() == 1  # nothing was found


def test_turning_a_knob_elsewhere_changes_no_audit_until_its_inputs_are_taken(
    wrong: Screen,
) -> None:
    before = text(wrong, "audit.headline")
    wrong.workspace.store.commit("knob", set_strategy(Strategy.DEPTH))
    settle(wrong)
    assert text(wrong, "audit.headline") == before
    assert text(wrong, "inputs.facts.3") == "coverage"
    assert find(wrong, "inputs.frozen").isVisible()
    wrong.click("inputs.current")
    settle(wrong)
    assert text(wrong, "inputs.facts.3") == "depth"
    assert "strategy depth" in text(wrong, "audit.detail")
    assert not find(wrong, "inputs.current").isVisible()


def test_a_run_that_has_settled_says_what_its_own_audit_came_to(
    open_screen: Callable[..., Screen],
) -> None:
    screen = open_screen(SAMPLE, lenses=BOTH)
    screen.workspace.show_lens("injection")
    screen.wait_until(lambda: "audit: verified" in screen.status)
    (label,) = screen.workspace.lenses.widget.findChildren(QLabel, "overview.audit")
    assert "Verified: all 39 rows equal the replay." in label.text().replace("\u200b", "")
