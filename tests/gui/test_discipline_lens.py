"""The Discipline lens: pages, inputs and Why show one result and one selection."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QTabBar

from inspector.core.discipline import ArtifactRegistry
from inspector.core.problems import Place, Problem, Severity
from inspector.core.tokens import estimator
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.gui.messages import Answer
from inspector.gui.views.drawing_view import DrawingView
from inspector.session.preferences import ThemeChoice
from inspector.session.session import Note
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.discipline.view.diff_page import OutputEdit
from inspector.stages.discipline.view.lens import DisciplineLens
from inspector.stages.discipline.view.state_tree_view import JsonView, StateTreeView
from tests.shared.discipline_input import BROKEN_DIFF, GOOD_DIFF, GROWING, STATE
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

DISCIPLINE = [record for record in LENSES if record.id == "discipline"]
STAGE = {
    "hot_state": STATE,
    "limits": {"max_hot_state_tokens": 70, "max_artifact_index_entries": 3},
    "output": {"text": BROKEN_DIFF},
    "turns": [turn.model_dump(mode="json") for turn in GROWING],
}


@pytest.fixture(autouse=True)
def quick_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count without a vocabulary: reading one takes longer than a whole test."""
    runner = "inspector.stages.discipline.view.runner.DisciplineRuns"
    monkeypatch.setattr(runner, lambda: DisciplineRuns(lambda _: estimator("business")))


def shown(screen: Screen) -> Screen:
    """The lens instead of the first page."""
    screen.window.resize(1440, 900)
    screen.workspace.show_lens("discipline")
    counted(screen)
    return screen


@pytest.fixture
def empty(used_screen: Callable[..., Screen]) -> Screen:
    return shown(used_screen(lenses=DISCIPLINE))


@pytest.fixture
def screen(empty: Screen, tmp_path: Path) -> Screen:
    path = tmp_path / "stage.json"
    path.write_text(json.dumps(STAGE))
    empty.open(path)
    counted(empty)
    return empty


def lens(screen: Screen) -> DisciplineLens:
    return screen.find("discipline", DisciplineLens)


def counted(screen: Screen) -> None:
    screen.wait_until(lambda: not lens(screen).busy)


def pages(screen: Screen) -> list[str]:
    tabs = screen.find("discipline.pages", QTabBar)
    return [tabs.tabText(place) for place in range(tabs.count())]


# What is shown ---------------------------------------------------------------------------


def test_without_a_state_it_says_what_can_be_done(empty: Screen) -> None:
    assert empty.is_visible("discipline.nothing")
    assert empty.status == "no hot state yet"
    empty.click("discipline.nothing.start")
    assert empty.session.discipline.hot_state == {"session_id": "session"}
    assert empty.text("discipline.headline").startswith("Passes as it is")


def test_a_state_is_shown_with_steps_and_a_closed_balance(screen: Screen) -> None:
    assert screen.text("discipline.headline").startswith("Compressed and referenced: 105 →")
    assert "reconciled" in screen.status
    drawing = screen.find("discipline.steps", DrawingView).drawing
    assert drawing is not None
    assert drawing.title.startswith("Tokens of the hot state: Given 105, Compress")


def test_the_real_count_follows(screen: Screen) -> None:
    assert "by business@1" in screen.status


def test_pages_say_what_came_of_them(screen: Screen) -> None:
    assert pages(screen) == ["Hot state", "Change check ✕", "Turns 5"]


def test_the_returned_json_can_be_read_and_not_edited(screen: Screen) -> None:
    screen.click("discipline.json.returned")
    text = screen.find("discipline.json", JsonView)
    assert text.isReadOnly()
    shown = json.loads(text.toPlainText())
    assert "open_questions" not in shown
    assert shown["artifact_index"][0]["label"] == "artifact_index.json"


def test_a_state_that_is_not_valid_is_shown_with_its_problem(empty: Screen, tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text(json.dumps(STATE | {"risk_level": "huge"}))
    empty.open(path)
    assert empty.text("discipline.headline") == "Rejected: it does not validate"
    assert "hot-state.literal-error" in {problem.code for problem in empty.problems}
    assert not empty.find("discipline.json.returned").isEnabled()
    problem = next(one for one in empty.problems if one.code == "hot-state.literal-error")
    assert lens(empty).show_place(problem)
    assert lens(empty).subject == "field:risk_level"


# Selection -------------------------------------------------------------------------------


def test_a_field_chosen_in_the_tree_is_explained_and_marked_everywhere(screen: Screen) -> None:
    tree = screen.find("discipline.tree", StateTreeView)
    tree.setFocus()
    screen.press("Home")
    for _ in range(2):
        screen.press("Down")
    assert lens(screen).subject == "field:accepted_decisions"
    assert screen.text("why.name") == "accepted_decisions"
    assert screen.find("discipline.json", JsonView).extraSelections()
    assert lens(screen).state.tables.current == "discipline-fields"


def test_a_bar_can_be_clicked_and_walked_with_the_keyboard(screen: Screen) -> None:
    chart = screen.find("discipline.steps", DrawingView)
    drawing = chart.drawing
    assert drawing is not None
    hit = next(one for one in drawing.hits if one.key == "step:compress")
    spot = QPoint(round(hit.x + 5), round(hit.y + hit.height / 2))
    screen.bot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot)
    assert lens(screen).subject == "step:compress"
    assert screen.text("why.name") == "Compress"
    assert lens(screen).state.tables.current == "discipline-steps"
    chart.setFocus()
    screen.press("Right")
    assert lens(screen).subject != "step:compress"


def test_a_turn_leads_to_its_page_and_its_warning(screen: Screen) -> None:
    lens(screen).select("turn:4")
    screen.settle()
    assert lens(screen).page == "turns"
    assert screen.text("why.name") == "Turn 5"
    lens(screen).select("warning:0")
    assert screen.text("why.name").startswith("Warning")


def test_a_finding_marks_its_line_in_the_output(screen: Screen) -> None:
    lens(screen).select("finding:0")
    output = screen.find("discipline.output", OutputEdit)
    (mark,) = output.extraSelections()
    assert mark.cursor.blockNumber() == 2


def test_selections_of_pages_are_apart(screen: Screen) -> None:
    lens(screen).select("field:objective")
    lens(screen).select("turn:0")
    lens(screen).show_page("state")
    assert lens(screen).subject == "field:objective"
    assert screen.text("why.name") == "objective"


def test_a_note_belongs_to_its_subject_and_can_be_taken_back(screen: Screen) -> None:
    lens(screen).select("field:objective")
    lens(screen).why.note_written.emit("objective", "Ask the harbour master.", object())
    assert screen.session.notes == (Note("objective", "Ask the harbour master."),)
    screen.do(CommandId.UNDO)
    assert screen.session.notes == ()


# Inputs ----------------------------------------------------------------------------------


def test_a_limit_changes_the_result_as_one_step(screen: Screen) -> None:
    screen.enter("limits.max_hot_state_tokens.editor", 3)
    assert screen.text("discipline.headline").startswith("Rejected: 105 tokens, 3 allowed")
    screen.do(CommandId.UNDO)
    assert screen.text("discipline.headline").startswith("Compressed and referenced")


def test_steps_can_be_switched_off(screen: Screen) -> None:
    screen.find("steps.enable_compression.editor", QCheckBox).click()
    assert not screen.session.discipline.enable_compression
    assert "compression is off" in screen.text("discipline.detail")


def test_sizes_of_the_prompt_are_checked(screen: Screen) -> None:
    screen.enter("prompt.system_prompt_chars.editor", 40_000)
    assert "1 limit broken" in screen.text("discipline.detail")
    field = screen.find("prompt.inline_artifact_chars.editor", QLineEdit)
    field.setText("10, 3000")
    field.editingFinished.emit()
    assert screen.session.discipline.prompt.inline_artifact_chars == (10, 3000)
    assert "2 limits broken" in screen.text("discipline.detail")
    field.setText("ten")
    field.editingFinished.emit()
    assert screen.is_visible("prompt.inline_artifact_chars.problem")
    assert screen.session.discipline.prompt.inline_artifact_chars == (10, 3000)


def test_limits_go_back_to_their_defaults(screen: Screen) -> None:
    screen.do("discipline-reset-limits")
    assert screen.text("discipline.headline").startswith("Passes as it is")
    assert not screen.can("discipline-reset-limits")


def test_typed_json_is_taken_and_broken_json_is_told_of(screen: Screen) -> None:
    text = screen.find("discipline.json", JsonView)
    screen.do("discipline-edit-state")
    text.setPlainText('{"session_id": "quay"}')
    text.take()
    assert screen.session.discipline.hot_state == {"session_id": "quay"}
    text.setPlainText('{"session_id": ')
    text.take()
    assert screen.session.discipline.hot_state == {"session_id": "quay"}
    assert screen.is_visible("discipline.json.problems")
    screen.do(CommandId.UNDO)
    assert screen.session.discipline.hot_state == STATE


def test_artifacts_are_kept_in_a_folder_once_one_is_chosen(screen: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "artifacts"
    screen.messages.folders.append(folder)
    screen.do("discipline-folder")
    counted(screen)
    assert screen.text("artifacts.folder") == "artifacts"
    view = lens(screen).view
    assert view is not None
    assert view.result.report is not None
    for moved in view.result.report.moved:
        assert ArtifactRegistry(folder).get(moved.artifact_id).content == moved.content
    screen.click("artifacts.memory")
    assert screen.text("artifacts.folder") == "Kept in memory."


# The change check ------------------------------------------------------------------------


def test_a_pasted_output_is_checked_and_can_be_taken_back(screen: Screen) -> None:
    screen.do("discipline-check-output")
    assert screen.text("discipline.diff.title") == "The diff does not parse"
    output = screen.find("discipline.output", OutputEdit)
    output.selectAll()
    QApplication.clipboard().setText(GOOD_DIFF)
    output.paste()
    output.take()
    assert screen.text("discipline.diff.title") == "A unified diff"
    assert screen.text("discipline.diff.detail") == "Changes 1: times.py"
    screen.do(CommandId.UNDO)
    assert screen.text("discipline.diff.title") == "The diff does not parse"


def test_a_dropped_file_becomes_the_output_if_somebody_lets_the_one_that_is_there_go(
    screen: Screen, tmp_path: Path
) -> None:
    path = tmp_path / "answer.diff"
    path.write_text(GOOD_DIFF)
    lens(screen).show_page("check")
    before = screen.session
    screen.messages.answers.extend([Answer.CANCEL, Answer.YES])
    screen.drop(path, on="discipline.output")
    screen.wait_until(lambda: bool(screen.messages.asked))
    (question,) = screen.messages.asked
    assert question.text == "Open answer.diff in place of what is open?"
    assert question.detail == "It replaces: the output that is checked."
    assert screen.session is before
    screen.drop(path, on="discipline.output")
    screen.wait_until(lambda: screen.session.discipline.output.text == GOOD_DIFF)
    assert pages(screen)[1] == "Change check ✓"


def test_the_task_and_the_mode_are_inputs_too(screen: Screen) -> None:
    lens(screen).show_page("check")
    task = screen.find("check.task.editor", QLineEdit)
    task.setText("Describe the quay.")
    task.editingFinished.emit()
    assert screen.text("discipline.diff.title") == "Not checked: the task asks for no change"
    screen.find("check.force_check.editor", QCheckBox).click()
    assert screen.text("discipline.diff.title") == "The diff does not parse"


# Turns -----------------------------------------------------------------------------------


def test_a_series_is_opened_and_the_state_added_to_it(empty: Screen, tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    path.write_text("".join(turn.log_line() + "\n" for turn in GROWING[:2]))
    empty.messages.files.append((path,))
    empty.do("discipline-open-series")
    empty.wait_until(lambda: len(empty.session.discipline.turns) == 2)
    assert lens(empty).page == "turns"
    assert not empty.can("discipline-add-turn")
    lens(empty).begin_state()
    empty.do("discipline-add-turn")
    assert len(empty.session.discipline.turns) == 3
    assert empty.session.discipline.turns[2].session_id == "session"


def test_a_series_that_cannot_be_used_is_told_of(empty: Screen, tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    path.write_text('{"hs_tokens": "many"}\n')
    empty.messages.files.append((path,))
    empty.do("discipline-open-series")
    empty.wait_until(lambda: bool(empty.messages.told))
    assert empty.session.discipline.turns == ()
    assert "many" not in empty.messages.told[0].log


# The window around it --------------------------------------------------------------------


def test_everything_that_takes_the_keyboard_has_a_name(screen: Screen) -> None:
    for page in ("state", "check", "turns"):
        lens(screen).show_page(page)
        screen.settle()
        for name in ("discipline.steps", "discipline.tree", "discipline.json", "discipline.output"):
            assert screen.find(name).accessibleName()


def test_both_themes_draw_all_pages(screen: Screen) -> None:
    for choice in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        screen.choose(CommandId.THEME, choice.value)
        for page in ("state", "check", "turns"):
            lens(screen).show_page(page)
            screen.settle()
            assert not screen.window.grab().isNull()


def test_how_it_is_looked_at_is_kept(open_screen: Callable[..., Screen], tmp_path: Path) -> None:
    preferences = tmp_path / "kept.json"
    first = shown(open_screen(lenses=DISCIPLINE, preferences=preferences))
    lens(first).show_page("turns")
    lens(first).state.tables.turn_to("discipline-moved")
    first.messages.answers.append(Answer.NO)
    first.window.close()
    second = shown(open_screen(lenses=DISCIPLINE, preferences=preferences))
    assert lens(second).page == "turns"
    assert lens(second).state.tables.current == "discipline-moved"


@pytest.mark.parametrize(
    "saved", [{"state": 3, "page": "none"}, {"state": {"rows": ["a"], "tables": 4}, "inputs": []}]
)
def test_saved_arrangements_that_make_no_sense_are_ignored(screen: Screen, saved: object) -> None:
    lens(screen)._restore(saved)  # what the window does at the start
    assert lens(screen).page == "state"


def test_a_problem_of_a_limit_leads_to_its_field(screen: Screen) -> None:
    place = Place(pointer="/limits/max_rag_chunks")
    problem = Problem(Severity.ERROR, "discipline.limit-not-a-number", "It is none.", "", place)
    assert lens(screen).show_place(problem)
    assert screen.focus() == "limits.max_rag_chunks.editor"
    other = Problem(Severity.ERROR, "policy.shares-over-one", "Too much.")
    assert not lens(screen).show_place(other)


def test_on_stage_stands_the_picture_of_the_page_that_a_step_is_about(empty: Screen) -> None:
    screen = empty
    screen.open(sample_path("discipline"))
    screen.press("F5")
    pictures = {0: "discipline.steps", 3: "discipline.series", 4: "discipline.output"}
    for place, picture in pictures.items():
        screen.workspace.presentation.go(place)
        screen.settle()
        assert screen.is_visible(picture)
        beside = ["discipline.pages", "discipline.headline", "discipline.series.title"]
        others = [one for one in pictures.values() if one != picture]
        assert not any(screen.is_visible(one) for one in beside + others)
    screen.press("Esc")
    assert screen.is_visible("discipline.pages")
