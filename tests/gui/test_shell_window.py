"""The window around the lenses: panels, status, keyboard, layout, and the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import (
    QFileDialog,
    QLabel,
    QSplitterHandle,
    QTabBar,
    QTreeView,
    QWidget,
)

from inspector.core.problems import Place, Problem, Severity
from inspector.gui.about import ManualDialog
from inspector.gui.commands import CommandId
from inspector.gui.message_boxes import file_dialog, notice_box, question_box, text_dialog
from inspector.gui.messages import Answer, Failure, FileChoice, Notice, Question
from inspector.gui.theme import FontRole
from inspector.session.edits import set_at
from inspector.session.preferences import ThemeChoice
from tests.shared.plain_lens import PlainLens, plain_record
from tests.shared.screen import Screen

Open = Callable[..., Screen]


def problem(severity: Severity, code: str, **place: object) -> Problem:
    return Problem(severity, code, f"About {code}.", "Do it.", Place(**place))


ERROR = problem(Severity.ERROR, "file.bad", file="/far/away/set.json", line=3, column=7)
WARNING = problem(Severity.WARNING, "policy.odd", pointer="/min_bucket_tokens")
NOTE = problem(Severity.NOTE, "note.small")


def lens(screen: Screen) -> PlainLens:
    screen.workspace.lenses.show("plain")
    found = screen.workspace.lenses.widget
    assert isinstance(found, PlainLens)
    return found


def with_problems(screen: Screen, *problems: Problem) -> PlainLens:
    shown = lens(screen)
    shown.context.set_problems(problems)
    screen.settle()
    return shown


# Problems -----------------------------------------------------------------------------------


def test_problems_are_counted_and_listed_with_place_and_fix(shell: Screen) -> None:
    with_problems(shell, NOTE, WARNING, ERROR)
    assert shell.text("problems.toggle") == "Problems  3"
    assert shell.text("problems.counts") == "1 error · 1 warning · 1 note"
    rows = shell.find("problems.list", QTreeView).model()
    first = [rows.index(0, column).data() for column in range(4)]
    assert first == ["Error", "About file.bad.", "set.json:3:7", "Do it."]
    assert [one.severity for one in shell.problems] == list(Severity)


def test_the_whole_place_is_in_the_tooltip(shell: Screen) -> None:
    with_problems(shell, ERROR)
    rows = shell.find("problems.list", QTreeView).model()
    tip = rows.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert "/far/away/set.json:3:7" in tip
    assert "file.bad" in tip


def test_a_click_on_a_problem_goes_to_its_place_in_the_lens(shell: Screen) -> None:
    shown = with_problems(shell, ERROR, WARNING)
    shell.workspace.problems.set_open(is_open=True)
    shell.settle()
    rows = shell.find("problems.list", QTreeView)
    place = rows.visualRect(rows.model().index(1, 1)).center()
    shell.bot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown.places == [WARNING]


def test_a_place_that_no_lens_has_is_told_in_the_status_line(shell: Screen) -> None:
    with_problems(shell, ERROR)
    shell.do(CommandId.NEXT_PROBLEM)
    assert shell.status == "The place is /far/away/set.json:3:7"


def test_the_next_problem_is_reached_by_key_round_and_round(new_shell: Screen) -> None:
    shown = with_problems(new_shell, ERROR, WARNING)
    for _ in range(3):
        new_shell.press("F8")
    new_shell.press("Shift+F8")
    assert shown.places == [ERROR, WARNING, ERROR, WARNING]


def test_problems_are_copied_as_lines(shell: Screen) -> None:
    with_problems(shell, ERROR, WARNING)
    shell.workspace.problems.show_problem(ERROR)
    rows = shell.find("problems.list", QTreeView)
    rows.selectAll()
    shell.press("Ctrl+C", "problems.list")
    assert QGuiApplication.clipboard().text() == f"{ERROR}\n{WARNING}"


def test_enter_on_a_problem_goes_to_its_place(shell: Screen) -> None:
    shown = with_problems(shell, ERROR, WARNING)
    shell.workspace.problems.show_problem(WARNING)
    shell.press("Return", "problems.list")
    assert shown.places == [WARNING]


def test_the_list_of_problems_is_folded_away_and_opened_again(shell: Screen) -> None:
    assert not shell.is_visible("problems.list")
    shell.do(CommandId.PROBLEMS)
    assert shell.is_visible("problems.list")
    assert shell.workspace.actions.action(CommandId.PROBLEMS).isChecked()
    shell.click("problems.toggle")
    assert not shell.is_visible("problems.list")
    assert not shell.can(CommandId.NEXT_PROBLEM)


def test_what_is_edited_is_linted_anew(shell: Screen) -> None:
    shell.choose(CommandId.OPEN_SAMPLE, "with-problems")
    lints = [one for one in shell.problems if one.code == "policy.shares-over-one"]
    assert len(lints) == 1
    assert lints[0].place.line is not None
    shell.workspace.store.commit("Share", set_at("policy", "knowledge_card_share_default", 0.4))
    shell.settle()
    assert "policy.shares-over-one" not in [one.code for one in shell.problems]


# Status -------------------------------------------------------------------------------------


def test_the_last_good_result_is_marked_as_old_while_the_input_has_a_problem(
    shell: Screen,
) -> None:
    shell.choose(CommandId.OPEN_SAMPLE, "securities-fraud")
    status = shell.status
    assert not shell.is_visible("status.old")
    shell.workspace.store.commit("Encoding", set_at("request", "model.encoding", "morse"))
    shell.settle()
    assert shell.is_visible("status.old")
    assert shell.status == status
    assert "request.unknown-encoding" in [one.code for one in shell.problems]
    shell.do(CommandId.UNDO)
    assert not shell.is_visible("status.old")


def test_progress_is_shown_only_for_what_takes_a_while(shell: Screen) -> None:
    status = shell.window.status
    status.begin("Loading")
    status.show_progress("Loading", 1, 2)
    assert not shell.is_visible("status.progress")
    shell.wait_until(lambda: shell.is_visible("status.progress"))
    status.show_progress("Loading", 1, 2)
    assert shell.text("status.task") == "Loading"
    status.end("Loading")
    assert not shell.is_visible("status.progress")


def test_stop_is_asked_for_with_the_button_beside_the_progress(shell: Screen) -> None:
    asked: list[str] = []
    shell.window.status.stopped.connect(lambda: asked.append("stop"))
    shell.window.status.begin("Loading")
    shell.wait_until(lambda: shell.is_visible("status.stop"))
    shell.click("status.stop")
    assert asked == ["stop"]
    shell.window.status.end("Loading")


def test_an_unexpected_exception_is_told_once_with_its_log(shell: Screen) -> None:
    shell.workspace.runner.failed.emit(Failure("counting", "the log"))
    assert [notice.log for notice in shell.messages.told] == ["the log"]
    assert "counting" in shell.messages.told[0].detail


# Keyboard and accessibility -------------------------------------------------------------------


def test_what_can_have_the_keyboard_has_a_name_for_screen_readers(shell: Screen) -> None:
    shell.do(CommandId.PROBLEMS)
    nameless = [
        widget.objectName()
        for widget in shell.window.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.isVisible()
        and not QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    ]
    assert nameless == []


# Theme and layout ---------------------------------------------------------------------------


def test_all_that_is_seen_stands_in_a_part_that_wears_the_theme(shell: Screen) -> None:
    lens(shell)
    window = shell.window
    bare = {window.centralWidget(), window.rows, window.pages}  # nothing of these is seen

    def is_bare(widget: QWidget | None) -> bool:
        return widget is None or (not widget.styleSheet() and is_bare(widget.parentWidget()))

    found = {widget for widget in window.findChildren(QWidget) if is_bare(widget)}
    assert {one for one in found - bare if not isinstance(one, QSplitterHandle)} == set()


@pytest.mark.parametrize(
    "made",
    [
        lambda window: question_box(Question("Really?", "", "Yes"), window)[0],
        lambda window: notice_box(Notice("Told."), window),
        lambda window: text_dialog(Question("Which?", "", "Go on"), window),
        lambda window: file_dialog(FileChoice("Open"), window, QFileDialog.FileMode.AnyFile),
        lambda window: ManualDialog("Rules", "# Rules", window),
    ],
)
def test_a_dialog_wears_the_theme_of_its_window(
    shell: Screen, made: Callable[[QWidget], QWidget]
) -> None:
    dialog = made(shell.window)
    assert dialog.styleSheet() == shell.window.status.styleSheet() != ""
    dialog.deleteLater()


def test_a_theme_that_is_chosen_is_put_on_and_remembered(
    new_shell: Screen, open_screen: Open
) -> None:
    changes: list[bool] = []
    new_shell.workspace.theme.changed.connect(lambda: changes.append(True))
    new_shell.choose(CommandId.THEME, "dark")
    assert new_shell.workspace.theme.colors.dark
    assert changes == [True]
    again = open_screen(lenses=[plain_record()])
    assert again.workspace.theme.choice is ThemeChoice.DARK


def test_layout_and_view_states_come_back(open_screen: Open) -> None:
    screen = open_screen(lenses=[plain_record(), plain_record("other", "Other", "Alt+2")])
    screen.window.resize(780, 700)
    screen.do(CommandId.PROBLEMS)
    lens(screen).columns.setSizes([0, 500, 260])
    lens(screen).columns.splitterMoved.emit(0, 1)  # as Qt does where a divider is dragged
    screen.workspace.lenses.show("other")
    screen.settle()
    before = screen.window.size(), lens(screen).columns.sizes()
    screen.workspace.lenses.show("other")
    screen.window.close()
    again = open_screen(lenses=[plain_record(), plain_record("other", "Other", "Alt+2")])
    assert again.is_visible("problems.list")
    again.workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 9))
    assert again.workspace.lenses.current == "other"
    assert (again.window.size(), lens(again).columns.sizes()) == before


def test_presentation_mode_fills_the_screen_with_larger_texts_and_ends_as_it_began(
    shell: Screen,
) -> None:
    lens(shell)
    label = shell.find("plain.used", QLabel)
    label.setFont(shell.workspace.theme.font(FontRole.TITLE))
    before = label.font().pixelSize(), shell.window.font().pixelSize()
    shell.press("F11")
    assert shell.window.isFullScreen()
    assert label.font().pixelSize() > before[0]
    assert shell.window.font().pixelSize() > before[1]
    shell.press("F11")
    assert not shell.window.isFullScreen()
    assert (label.font().pixelSize(), shell.window.font().pixelSize()) == before


@pytest.mark.parametrize(
    "layout",
    [
        {"geometry": "!!", "problems_height": "high", "problems_open": 1},
        {"geometry": 7, "problems_height": -5},
        {"geometry": "AAAA"},
    ],
)
def test_a_layout_that_makes_no_sense_is_left_out(
    open_screen: Open, tmp_path: Path, layout: dict[str, object]
) -> None:
    (tmp_path / "preferences.json").write_text(
        json.dumps({"version": 1, "window": layout, "doors": {"plain": {"columns": ["x"]}}})
    )
    screen = open_screen(lenses=[plain_record()])
    lens(screen)
    assert not screen.is_visible("problems.list")
    assert lens(screen).columns.view_state() == []
    assert lens(screen).columns.sizes()[1] > 0


def test_preferences_that_cannot_be_read_are_a_problem_and_no_obstacle(
    open_screen: Open, tmp_path: Path
) -> None:
    (tmp_path / "preferences.json").write_text("{")
    screen = open_screen(lenses=[plain_record()])
    assert [one.code for one in screen.problems] == ["preferences.unusable"]


def test_a_choice_that_cannot_be_kept_holds_and_is_told_at_once_with_the_file(
    open_screen: Open, tmp_path: Path
) -> None:
    path = tmp_path / "preferences.json"
    screen = open_screen(lenses=[plain_record()])
    path.unlink(missing_ok=True)
    path.mkdir()
    screen.choose(CommandId.THEME, "dark")
    assert screen.workspace.theme.choice is ThemeChoice.DARK
    [told] = screen.problems
    assert (told.code, told.place.file) == ("preferences.not-kept", str(path))
    path.rmdir()
    screen.choose(CommandId.THEME, "light")
    assert screen.problems == ()
    assert path.is_file()


def test_without_a_lens_the_first_page_stays(open_screen: Open) -> None:
    screen = open_screen(lenses=[])
    screen.choose(CommandId.OPEN_SAMPLE, "securities-fraud")
    assert screen.is_visible("start")


def test_a_click_on_the_current_tab_leaves_the_first_page(shell: Screen) -> None:
    assert shell.is_visible("start")
    bar = shell.find("doors", QTabBar)
    shell.bot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(0).center())
    assert shell.workspace.lenses.current == "plain"


def test_a_session_is_shown_through_the_lens_that_it_is_about(open_screen: Open) -> None:
    records = [plain_record(lens, lens, "") for lens in ("injection", "window", "relevance")]
    screen = open_screen(lenses=records)
    screen.choose(CommandId.OPEN_SAMPLE, "window")
    assert screen.workspace.lenses.current == "window"
    screen.choose(CommandId.OPEN_SAMPLE, "securities-fraud")
    assert screen.workspace.lenses.current == "injection"
    screen.do(CommandId.RELOAD)
    screen.workspace.show_lens("relevance")
    screen.do(CommandId.RELOAD)
    assert screen.workspace.lenses.current == "relevance"


# The end ------------------------------------------------------------------------------------


def test_quitting_asks_for_unsaved_changes(shell: Screen) -> None:
    shell.workspace.store.commit("Total", set_at("policy", "max_injection_tokens_absolute", 9))
    shell.messages.answers.append(Answer.CANCEL)
    shell.do(CommandId.QUIT)
    assert shell.window.isVisible()
    shell.messages.answers.append(Answer.NO)
    shell.workspace.actions.action(CommandId.QUIT).trigger()
    assert not shell.window.isVisible()


def test_quitting_without_changes_asks_nothing(shell: Screen) -> None:
    shell.workspace.actions.action(CommandId.QUIT).trigger()
    assert not shell.window.isVisible()
    assert shell.messages.asked == []


def test_the_window_takes_files_and_nothing_else_when_something_is_dragged(
    shell: Screen,
) -> None:
    assert shell.window.acceptDrops()
    shell.drop()
    assert shell.session.request is None
