"""The inputs of the Injection lens: every field is one undo step, with its help and its lint."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QListView, QPlainTextEdit, QWidget

from inspector.core.injection.policy import DEFAULT_POLICY, Strategy, UnifiedContextBudgetPolicy
from inspector.core.problems import Place, Problem, Severity
from inspector.gui.commands import CommandId
from inspector.gui.views.number_fields import FractionSlider, NumberField
from inspector.gui.views.text_boxes import ProblemNotes
from inspector.present.form_fields import form_fields
from tests.shared.injection_input import request
from tests.shared.injection_window import bar, injection_screen, lens, small_session
from tests.shared.screen import Screen

KNOWLEDGE, BUCKET = "knowledge_card_share_default", "bucket_content_share_default"
TOTAL = "max_injection_tokens_absolute"


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


def number(screen: Screen, field: str) -> NumberField:
    return screen.find(f"{field}.editor", NumberField)


def enter(screen: Screen, field: str, text: str) -> None:
    """Type a value into a field, as a person does."""
    editor = screen.find(f"{field}.editor")
    editor.setFocus()
    editor.selectAll()
    screen.bot.keyClicks(editor, text)
    screen.bot.keyClick(editor, Qt.Key.Key_Return)
    screen.settle()


def problems_at(screen: Screen, field: str) -> list[str]:
    if not screen.is_visible(f"{field}.problem"):
        return []
    notes = screen.find(f"{field}.problem", ProblemNotes)
    return [problem.message for problem in notes.problems]


def shares(screen: Screen) -> tuple[float, float]:
    policy = screen.session.policy
    return policy.knowledge_card_share_default, policy.bucket_content_share_default


# The policy ------------------------------------------------------------------------------


def test_every_field_of_the_policy_has_an_editor_with_its_name_and_help(screen):
    for field in form_fields(UnifiedContextBudgetPolicy):
        editor = screen.find(f"policy.{field.id}.editor")
        title = "Knowledge : file split" if field.id == KNOWLEDGE else field.title
        assert editor.accessibleName() == title
        assert field.help
        assert editor.accessibleDescription().startswith(field.help)


def test_a_value_that_is_typed_is_one_undo_step(screen):
    enter(screen, f"policy.{TOTAL}", "1,250")
    assert screen.session.policy.max_injection_tokens_absolute == 1250
    assert screen.workspace.store.undo_label == "Change max injected tokens"
    screen.do(CommandId.UNDO)
    assert screen.session == small_session()
    screen.wait_until(lambda: number(screen, f"policy.{TOTAL}").value() == 600)


def test_half_a_number_that_is_typed_stays_while_the_result_changes(screen):
    editor = number(screen, f"policy.{TOTAL}")
    editor.setFocus()
    editor.selectAll()
    screen.bot.keyClicks(editor, "12")
    screen.do("next-strategy")
    assert editor.lineEdit().text() == "12"
    assert screen.session.policy.max_injection_tokens_absolute == 600


def test_keys_that_follow_each_other_quickly_are_one_undo_step(screen):
    editor = number(screen, "policy.min_bucket_tokens")
    editor.setFocus()
    for _ in range(5):
        screen.bot.keyClick(editor, Qt.Key.Key_Up)
    assert screen.session.policy.min_bucket_tokens > 0
    screen.do(CommandId.UNDO)
    assert screen.session == small_session()


def test_a_drag_of_a_slider_is_one_undo_step_however_slow(screen, qtbot):
    slider = screen.find(f"policy.{KNOWLEDGE}.slider", FractionSlider)
    slider.setSliderDown(True)
    for place in (510, 560, 700):
        slider.setSliderPosition(place)
        qtbot.wait(20)
    slider.setSliderDown(False)
    assert shares(screen) == (0.7, 0.3)
    slider.setSliderDown(True)
    slider.setSliderPosition(800)
    slider.setSliderDown(False)
    screen.do(CommandId.UNDO)
    assert shares(screen) == (0.7, 0.3)
    screen.do(CommandId.UNDO)
    assert screen.session == small_session()


def test_shares_that_are_linked_keep_a_sum_of_one(screen):
    enter(screen, f"policy.{BUCKET}", "0.25")
    assert shares(screen) == (0.75, 0.25)
    assert problems_at(screen, f"policy.{KNOWLEDGE}") == []


def test_shares_that_are_not_linked_go_their_ways_and_a_lint_says_so(screen):
    screen.find("policy.linked", QCheckBox).setChecked(False)
    enter(screen, f"policy.{BUCKET}", "0.25")
    assert shares(screen) == (0.5, 0.25)
    assert problems_at(screen, f"policy.{KNOWLEDGE}")[0].startswith("The shares add up to 75 %")
    assert problems_at(screen, f"policy.{BUCKET}") == []


def test_a_value_that_is_not_the_default_can_be_reset(screen):
    assert screen.is_visible(f"policy.{TOTAL}.reset")
    screen.click(f"policy.{TOTAL}.reset")
    assert screen.session.policy.max_injection_tokens_absolute == 6000
    screen.wait_until(lambda: not screen.is_visible(f"policy.{TOTAL}.reset"))


def test_the_policys_heading_counts_what_is_not_the_default(screen):
    assert screen.text("section.policy.badge") == "7 changed"
    screen.do("reset-policy")
    assert screen.session.policy == DEFAULT_POLICY
    screen.wait_until(lambda: screen.text("section.policy.badge") == "")
    assert not screen.can("reset-policy")


def test_fractions_are_shown_with_all_the_decimals_they_have(screen):
    enter(screen, "policy.procedure_sub_budget_pct", "0.3333333")
    assert screen.session.policy.procedure_sub_budget_pct == 0.3333333
    assert number(screen, "policy.procedure_sub_budget_pct").text() == "0.3333333"
    assert number(screen, f"policy.{KNOWLEDGE}").text() == "50 : 50"


def test_a_wheel_over_a_field_without_the_keyboard_scrolls_the_form(screen):
    editor = number(screen, f"policy.{TOTAL}")
    assert not editor.hasFocus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 0),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,  # noqa: FBT003  # Qt's
    )
    editor.wheelEvent(wheel)
    assert not wheel.isAccepted()
    assert screen.session == small_session()


# Strategy and settings -------------------------------------------------------------------


def test_strategies_are_chosen_from_a_list_and_explained(screen):
    combo = screen.find("strategy", QComboBox)
    combo.setFocus()
    screen.bot.keyClick(combo, Qt.Key.Key_Down)
    screen.settle()
    assert screen.session.strategy is Strategy.DEPTH
    assert "largest rendering that fits" in screen.text("strategy.help")


def test_strategies_go_round(screen):
    for strategy in (Strategy.DEPTH, Strategy.OPTIMAL, Strategy.COVERAGE):
        screen.do("next-strategy")
        assert screen.session.strategy is strategy
    screen.do("previous-strategy")
    assert screen.session.strategy is Strategy.OPTIMAL
    screen.choose("strategy", "coverage")
    assert screen.session.strategy is Strategy.COVERAGE


def test_settings_inside_of_settings_can_be_changed(screen):
    screen.click("section.settings.heading")
    enter(screen, "settings.tier_weights.full", "0.9")
    assert screen.session.settings.tier_weights.full == 0.9
    assert screen.session.settings.tier_weights.compact == 0.6


# The request -----------------------------------------------------------------------------


def test_facts_about_the_model_can_be_changed(screen):
    enter(screen, "request.model.context_window", "1000")
    assert screen.session.request.model.context_window == 1000
    enter(screen, "request.model.name", "other")
    assert screen.session.request.model.name == "other"
    enter(screen, "request.tokens_used_before", "300")
    screen.wait_until(lambda: lens(screen).report.budget.remaining == 700)


def test_a_value_that_is_not_valid_is_refused_beside_its_field(screen):
    enter(screen, "request.timestamp", "yesterday")
    assert screen.session == small_session()
    assert "a time with its offset" in problems_at(screen, "request.timestamp")[0]
    assert screen.find("request.timestamp.editor", QLineEdit).text() == "yesterday"
    enter(screen, "request.timestamp", "2026-05-01T00:00:00Z")
    assert screen.session.request.timestamp == "2026-05-01T00:00:00Z"
    screen.wait_until(lambda: problems_at(screen, "request.timestamp") == [])


def test_every_counter_there_is_can_be_chosen_as_encoding(screen):
    combo = screen.find("request.model.encoding.editor", QComboBox)
    names = [combo.itemText(place) for place in range(combo.count())]
    assert {"o200k_base", "cl100k_base", "chars"} <= set(names)
    combo.setCurrentText("chars")
    combo.textActivated.emit("chars")
    screen.settle()
    assert screen.session.request.model.encoding == "chars"


def test_texts_of_the_steps_before_are_counted_instead_of_asked_for(open_screen):
    texts = {"system": "x" * 30, "history": "y" * 12}
    screen = injection_screen(open_screen, small_session(request=request(tokens_used_before=texts)))
    assert not screen.is_visible("request.tokens_used_before")
    screen.wait_until(lambda: "42 tokens" in screen.text("request.texts-before"))


def test_the_user_message_can_be_read_and_not_written(open_screen):
    asked = request(user_message="What now?\r\nSay.")
    screen = injection_screen(open_screen, small_session(request=asked))
    box = screen.find("request.user_message", QPlainTextEdit)
    assert box.toPlainText() == "What now?\nSay."
    assert box.isReadOnly()


def tick(screen: Screen, text: str) -> None:
    view = screen.find("targets.list", QListView)
    model = view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if index.data().strip() == text:
            state = index.data(Qt.ItemDataRole.CheckStateRole)
            off = Qt.CheckState(state) is Qt.CheckState.Checked
            wanted = Qt.CheckState.Unchecked if off else Qt.CheckState.Checked
            model.setData(index, wanted, Qt.ItemDataRole.CheckStateRole)
            screen.settle()
            return
    raise AssertionError(f"there is no target {text}")


def test_a_file_can_be_made_the_direct_target(screen):
    tick(screen, "Second")
    assert screen.session.request.direct_target_refs == ("b:f2",)
    screen.wait_until(lambda: lens(screen).report.budget.direct_target)
    assert screen.text("section.targets.badge") == "1 named"
    tick(screen, "Second")
    assert screen.session.request.direct_target_refs == ()


def test_without_a_request_there_is_nothing_to_fill_in(open_screen):
    screen = injection_screen(open_screen, small_session(request=None))
    assert not screen.is_visible("section.request")
    assert "No request is open" in screen.text("nothing")


# A corpus --------------------------------------------------------------------------------


@pytest.fixture
def corpus(used_screen: Callable[..., Screen]) -> Screen:
    requests = tuple(request(trace_id=f"trace-{n:02}", tokens_used_before=n) for n in range(12))
    return injection_screen(used_screen, small_session(request=requests[0], requests=requests))


def test_requests_of_a_corpus_are_gone_through_one_by_one(corpus):
    assert corpus.text("corpus.place") == "Request 1 of 12"
    corpus.click("corpus.next")
    assert corpus.session.request.trace_id == "trace-01"
    assert corpus.text("corpus.place") == "Request 2 of 12"
    corpus.do("previous-request")
    assert corpus.session.request.trace_id == "trace-00"
    assert not corpus.find("corpus.previous").isEnabled()


def test_a_single_request_shows_no_corpus(screen):
    assert not screen.is_visible("section.corpus")
    assert not screen.can("next-request")


# Places of problems ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "pointer", "focused"),
    [
        ("policy.negative-tokens", "/min_bucket_tokens", "policy.min_bucket_tokens.editor"),
        ("request.unknown-encoding", "/model/encoding", "request.model.encoding.editor"),
    ],
)
def test_the_place_of_a_problem_is_gone_to(screen, code, pointer, focused):
    screen.find("section.policy").set_open(False)
    found = Problem(Severity.WARNING, code, "m", place=Place(pointer=pointer))
    assert lens(screen).show_place(found)
    assert screen.find(focused).hasFocus()


def test_a_problem_of_a_card_has_no_place_in_the_inputs(screen):
    place = Place(pointer="/knowledge_cards/0/node_id")
    found = Problem(Severity.ERROR, "candidates.duplicate-card", "m", place=place)
    assert not lens(screen).show_place(found)


def test_sections_that_were_closed_stay_closed(open_screen, tmp_path):
    kept = tmp_path / "kept.json"
    screen = injection_screen(open_screen, preferences=kept)
    screen.click("section.strategy.heading")
    screen.find("policy.linked", QCheckBox).setChecked(False)
    screen.window.close()
    again = injection_screen(open_screen, preferences=kept)
    assert not again.find("strategy", QWidget).isVisible()
    assert again.find("section.policy").is_open
    assert not again.find("policy.linked", QCheckBox).isChecked()
    assert bar(again).isVisible()


def test_an_encoding_that_does_not_exist_is_shown_as_it_is(open_screen):
    model = {"name": "m", "context_window": 1000, "encoding": "unknown"}
    screen = injection_screen(open_screen, small_session(request=request(model=model)))
    combo = screen.find("request.model.encoding.editor", QComboBox)
    assert combo.currentText() == "unknown"
    assert "no token counter" in problems_at(screen, "request.model.encoding")[0]
    combo.setCurrentText("chars")
    combo.textActivated.emit("chars")
    screen.settle()
    screen.wait_until(lambda: combo.findText("unknown") < 0)


def test_a_long_text_shows_its_beginning(screen):
    enter(screen, "request.trace_id", "trace-" + "0123456789" * 10)
    assert screen.find("request.trace_id.editor", QLineEdit).cursorPosition() == 0


def test_a_value_that_is_taken_back_at_once_is_shown_as_it_was(screen):
    editor = number(screen, f"policy.{TOTAL}")
    for _ in range(3):
        editor.setFocus()
        editor.selectAll()
        screen.bot.keyClicks(editor, "1250")
        screen.bot.keyClick(editor, Qt.Key.Key_Return)
        screen.workspace.store.undo()
    screen.wait_until(lambda: editor.value() == 600)
    assert screen.session == small_session()


def test_a_choice_that_cannot_be_made_is_shown_as_it_is_left(screen):
    combo = screen.find("strategy", QComboBox)
    screen.do("next-strategy")
    screen.do(CommandId.UNDO)
    assert combo.currentText() == "coverage"


@pytest.mark.parametrize(
    ("field", "typed", "value"), [("relevance_floor", "0.5", 0.5), ("top_k", "3", 3)]
)
def test_a_floor_and_a_top_k_are_undo_steps_that_an_empty_field_takes_back(
    screen, field, typed, value
):
    screen.find("section.what_if").set_open(True)
    enter(screen, f"what_if.{field}", typed)
    assert getattr(screen.session.overrides, field) == value
    enter(screen, f"what_if.{field}", " ")
    assert not screen.session.overrides
    screen.do(CommandId.UNDO)
    assert getattr(screen.session.overrides, field) == value
    screen.wait_until(lambda: screen.find(f"what_if.{field}.editor").text() == typed)


@pytest.mark.parametrize(("field", "typed"), [("relevance_floor", "much"), ("top_k", "-1")])
def test_what_is_no_floor_and_no_top_k_is_refused_at_its_field(screen, field, typed):
    screen.find("section.what_if").set_open(True)
    enter(screen, f"what_if.{field}", typed)
    assert screen.session == small_session()
    assert problems_at(screen, f"what_if.{field}")
