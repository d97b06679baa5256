"""The Injection lens: tables, Why and status show one result and one selection."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from inspector.files import manifest_bytes
from inspector.gui.commands import CommandId
from inspector.gui.theme import Theme
from inspector.gui.views.number_fields import NumberField
from inspector.gui.views.pacing import Pace, Veil
from inspector.gui.views.section_column import Section
from inspector.gui.views.steps_grid import StepsGrid
from inspector.session.edits import set_at, set_title
from inspector.session.session import Note
from inspector.session.store import Store
from inspector.stages.injection.tables import TableId
from inspector.stages.injection.view.inputs import InputsPanel
from tests.shared.injection_window import (
    filter_by,
    injection_screen,
    lens,
    rows,
    small_session,
)
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


@pytest.fixture
def fresh(open_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(open_screen)


def steps(screen: Screen, name: str) -> dict[str, str]:
    """What a grid of arithmetic shows, unfolded: labels and results."""
    if name == "why.steps":
        screen.find("why.section.arithmetic", Section).set_open(True)
    labels = [one for one in screen.find(name, StepsGrid).findChildren(QLabel) if one.isVisible()]
    texts = [label.text() for label in labels]
    return dict(zip(texts[::3], texts[2::3], strict=True))


# Why -------------------------------------------------------------------------------------


def test_with_nothing_selected_the_run_is_shown_with_a_sum_that_closes(screen):
    assert screen.is_visible("allocation.lines")
    assert steps(screen, "allocation.sum") == {"Sum": "600"}
    assert screen.find("allocation.closes").accessibleName() == "Reconciled: adds up to 600"
    screen.wait_until(lambda: screen.is_visible("overview.independent"))
    assert steps(screen, "overview.independent")["Duplicated, removed"] == "−10"


def test_the_manifests_fingerprint_can_be_copied(screen):
    screen.wait_until(lambda: screen.workspace.runner.fingerprint is not None)
    screen.click("overview.copy-fingerprint")
    assert QGuiApplication.clipboard().text() == screen.workspace.runner.fingerprint


def test_a_suppressed_card_is_explained_with_its_numbers_and_beside_its_file(screen):
    lens(screen).select("card:twin")
    assert screen.find("why.verdict").accessibleName() == "Verdict: suppressed"
    assert screen.text("why.tokens") == "−10 tokens"
    assert screen.text("why.section.help.badge") == "bucket_file_overlap · Injection §3.3"
    assert screen.find("why.rule", QLabel).text() == "bucket_file_overlap · Injection §3.3"
    assert screen.text("why.section.arithmetic.badge") == "−10 tokens"
    assert steps(screen, "why.steps")["At compact"] == "12"
    assert screen.find("why.passages.0.text", QPlainTextEdit).toPlainText() == "x" * 10
    assert screen.find("why.passages.1.text", QPlainTextEdit).toPlainText() == "y" * 100
    assert "by title only" in screen.find("why.remedies").sentences[0]


def test_the_paragraph_most_like_the_card_is_marked_and_in_sight(open_screen):
    from tests.shared.injection_input import bucket, candidate_set, card, file, policy

    wanted = "Voss sold 𝒮hares before the announcement."
    text = "\r\n\r\n".join([f"Paragraph {n} is about nothing." for n in range(80)] + [wanted])
    cards = [card("v", 0.5, file="b:f")]
    cards[0]["renderings"] = {"compact": "Before the announcement Voss sold."}
    candidates = candidate_set(cards, [bucket("b", file("f", 0.5) | {"text": text})])
    screen = injection_screen(
        open_screen, small_session(candidates=candidates, policy=policy(20_000))
    )
    lens(screen).select("card:v")
    box = screen.find("why.passages.1.text", QPlainTextEdit)
    (stretch,) = box.extraSelections()
    assert stretch.cursor.selectedText() == wanted
    assert box.verticalScrollBar().value() > 0


def test_the_sentence_can_be_copied(screen):
    assert not screen.can("copy-sentence")
    lens(screen).select("card:twin")
    screen.do("copy-sentence")
    assert QGuiApplication.clipboard().text() == screen.text("why.sentence")


def test_the_code_and_the_rule_can_be_copied(screen):
    lens(screen).select("card:twin")
    screen.find("why.section.help").set_open(True)
    screen.click("why.copy")
    assert QGuiApplication.clipboard().text() == "bucket_file_overlap · Injection §3.3"


def test_only_what_has_a_place_in_the_prompt_leads_there(screen):
    lens(screen).select("card:twin")
    assert screen.is_visible("why.in-prompt")
    assert screen.can("show-in-prompt")
    lens(screen).select("card:giant")
    assert not screen.is_visible("why.in-prompt")
    assert not screen.can("show-in-prompt")


def test_a_note_is_one_undo_step_and_comes_back_with_its_subject(screen):
    lens(screen).select("card:twin")
    screen.type("Look at this.", "why.note")
    lens(screen).select("card:beta")
    assert screen.session.notes == (Note("twin", "Look at this."),)
    assert screen.find("why.note", QPlainTextEdit).toPlainText() == ""
    lens(screen).select("card:twin")
    assert screen.find("why.note", QPlainTextEdit).toPlainText() == "Look at this."
    screen.do(CommandId.UNDO)
    assert screen.session.notes == ()
    assert screen.find("why.note", QPlainTextEdit).toPlainText() == ""


def test_a_note_that_is_being_written_is_kept_after_a_pause(screen):
    lens(screen).select("card:twin")
    screen.type("Half a", "why.note")
    screen.wait_until(lambda: screen.session.notes == (Note("twin", "Half a"),))
    screen.type(" note", "why.note")
    screen.wait_until(lambda: screen.session.notes == (Note("twin", "Half a note"),))
    screen.do(CommandId.UNDO)
    assert screen.session.notes == ()


# Results ---------------------------------------------------------------------------------


def test_the_status_line_sums_the_run_up(screen):
    screen.wait_until(lambda: "…" in screen.status)
    used, balance, suppressed, counter, *_, fingerprint = screen.status.split("  ·  ")
    assert used.endswith("of 600 tokens used")
    assert (balance, suppressed) == ("Reconciled: adds up to 600", "1 card suppressed")
    assert counter == "characters"
    assert screen.workspace.runner.fingerprint.startswith(fingerprint[:6])


def test_the_last_good_result_stays_and_is_marked_as_old(screen):
    before = lens(screen).report
    screen.workspace.store.commit("Encoding", set_at("request", "model.encoding", "unknown"))
    screen.settle()
    assert lens(screen).report is before
    assert screen.is_visible("old")
    screen.click("old.show")
    assert screen.workspace.problems.is_open
    screen.do(CommandId.UNDO)
    assert not screen.is_visible("old")


def test_a_lens_that_is_made_late_shows_the_result_that_is_there(open_screen):
    from tests.shared.injection_window import INJECTION, runs

    screen = open_screen(lenses=INJECTION, runs=runs())
    screen.workspace.store.open(small_session())
    screen.settle()
    screen.workspace.show_lens("injection")
    screen.settle()
    assert rows(screen)[0] == "Twin"


def test_problems_of_the_result_are_listed(screen):
    screen.workspace.store.commit("Floor", set_at("policy", "min_bucket_tokens", -1))
    screen.settle()
    assert "policy.negative-tokens" in [one.code for one in screen.problems]


# Exports ---------------------------------------------------------------------------------


def exported(screen: Screen, tmp_path, name: str) -> bytes:
    target = tmp_path / name
    screen.messages.targets.append(target)
    screen.choose(CommandId.EXPORT, f"injection.{name}")
    return target.read_bytes()


def test_the_manifest_is_exported_as_the_core_made_it(screen, tmp_path):
    data = exported(screen, tmp_path, "manifest.json")
    assert data == manifest_bytes(lens(screen).report.manifest)


def test_every_table_is_exported_with_all_rows_and_columns(screen, tmp_path):
    filter_by(screen, "ledger", "state:suppressed")
    written = exported(screen, tmp_path, "ledger.csv").decode().splitlines()
    assert len(written) == 1 + len(lens(screen).report.ledger.entries)
    assert "Why" in written[0]
    ledger = json.loads(exported(screen, tmp_path, "ledger.json"))
    assert sum(row["tokens"] for row in ledger) == 600
    assert exported(screen, tmp_path, "expectations.csv").count(b"\r\n") == 1


def test_chart_and_report_are_exported(screen, tmp_path):
    assert exported(screen, tmp_path, "budget-bar.png").startswith(b"\x89PNG")
    assert b"<svg" in exported(screen, tmp_path, "budget-bar.svg")
    assert b"Small" in exported(screen, tmp_path, "report.html")


def test_selected_rows_are_exported_from_their_table(screen, tmp_path):
    target = tmp_path / "rows.csv"
    screen.messages.targets.append(target)
    filter_by(screen, "ledger", "kind:entity")
    from inspector.present.table import ExportFormat

    lens(screen).tables.panel(TableId.LEDGER).export(ExportFormat.CSV)
    assert target.read_text().count("\n") == 3


def test_nothing_can_be_exported_before_there_is_a_result(open_screen):
    screen = injection_screen(open_screen, small_session(request=None))
    assert "Budget" not in screen.workspace.exports.groups()
    assert not screen.can("save-picture")


def test_work_that_is_paced_catches_up_with_the_last_step_of_a_gesture(qtbot, qapp):
    store, seen, gesture = Store(), [], object()
    pace = Pace(store, qapp)

    def note() -> None:
        seen.append(store.session.title)

    store.subscribe(lambda _old, _new: pace.ask(note))
    for title in "abcde":
        store.commit("Name", set_title(title), gesture=gesture)
    assert seen == ["a"]
    qtbot.waitUntil(lambda: seen == ["a", "e"])
    assert not pace.waiting
    store.commit("Name", set_title("f"))
    store.commit("Name", set_title("g"))
    assert seen == ["a", "e", "f", "g"]
    pace.deleteLater()


def test_pieces_of_paced_work_take_turns(qtbot, qapp):
    store, seen, gesture = Store(), [], object()
    pace = Pace(store, qapp)
    pieces = [lambda: seen.append("rows"), lambda: seen.append("words")]
    for title in "ab":
        store.commit("Name", set_title(title), gesture=gesture)
    for piece in (*pieces, *pieces):
        pace.ask(piece)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == ["rows"]
    qtbot.waitUntil(lambda: not pace.waiting)
    assert seen == ["rows", "words"]
    pace.deleteLater()


def test_what_is_of_an_earlier_moment_is_dimmed_until_it_has_caught_up(screen):
    def dimmed():
        veils = screen.window.findChildren(Veil)
        return {one.parentWidget() for one in veils if one.isVisible()}

    view = lens(screen)
    bar, gesture = view.bar, object()
    said = {view.answers.headline, view.inputs, view.tables, view.why, screen.window.status}
    assert dimmed() == set()
    for share in (0.3, 0.35, 0.5):
        bar.moved.emit(share, gesture)
    assert dimmed() >= said
    divider = bar.geometry_now.divider
    assert divider.at(divider.x) == pytest.approx(0.5, abs=0.01)
    bar.let_go.emit()
    assert dimmed() == set()
    split = screen.find("policy.knowledge_card_share_default.editor", NumberField)
    assert split.text() == "50 : 50"
    bar.moved.emit(0.4, gesture)
    bar.moved.emit(0.3, gesture)
    assert dimmed() >= said
    screen.wait_until(lambda: dimmed() == set())  # a gesture that rests
    assert split.text() == "30 : 70"


def test_a_drag_does_not_explain_at_every_step(screen):
    times = []
    view = lens(screen).why
    shown = view.set_report
    view.set_report = lambda report: (times.append(report), shown(report))
    gesture = object()
    for step in range(50):
        lens(screen).bar.moved.emit(0.3 + step / 250, gesture)
    assert len(times) < 25
    screen.wait_until(lambda: bool(times) and times[-1] is lens(screen).report)


def test_each_field_of_the_policy_says_what_it_comes_to_in_the_run_that_is_shown(screen):
    def effect(field):
        return screen.find(f"policy.{field}.effect", QLabel).text()

    def binds(field):
        return not screen.find(f"policy.{field}.binds", QLabel).isHidden()

    assert effect("max_injection_tokens_absolute") == "Effective 600 tokens"
    assert binds("max_injection_tokens_absolute")
    assert not binds("max_injection_tokens_pct_of_context")
    assert "is smaller" in effect("max_injection_tokens_pct_of_context")
    screen.workspace.store.commit("x", set_at("policy", "min_knowledge_card_tokens", 900))
    screen.workspace.store.commit("x", set_at("policy", "min_bucket_tokens", 300))
    screen.wait_until(
        lambda: "scaled down from 900" in effect("min_knowledge_card_tokens"),
    )
    assert effect("min_knowledge_card_tokens").startswith("Effective 450 tokens: scaled down")
    assert binds("min_knowledge_card_tokens")


def test_without_a_result_no_field_says_what_it_comes_to(screen):
    label = screen.find("policy.min_bucket_tokens.effect", QLabel)
    assert not label.isHidden()
    screen.workspace.store.commit("x", set_at("request", "model.encoding", "unknown"))
    screen.wait_until(label.isHidden)


def test_a_drag_leaves_no_results_behind(fresh):
    lens(fresh).tables.turn_to(TableId.LEDGER)
    gesture, earlier = object(), []
    gc.disable()  # the program searches for garbage seldom, and results can be large
    try:
        for share in (0.3, 0.45, 0.2, 0.6, 0.4):
            lens(fresh).bar.moved.emit(share, gesture)
            fresh.wait_until(lambda: lens(fresh).settled)
            earlier.append(weakref.ref(fresh.workspace.runner.good.report))
        assert earlier.pop()() is not None
        # What every split does was swept from one of them, and holds for all of them.
        swept = lens(fresh).answers.splits.splits.sweep.report
        fresh.wait_until(lambda: all(report() is None or report() is swept for report in earlier))
    finally:
        gc.enable()


def test_no_allocation_is_said_before_there_is_a_run(qtbot: QtBot, qapp: QApplication) -> None:
    inputs = InputsPanel(Store(), Theme(qapp))
    qtbot.addWidget(inputs)
    allocation = inputs.findChild(QWidget, "section.allocation")
    assert allocation is not None
    assert allocation.isHidden()
