"""The Builder lens: budget, pages, inputs and Why show one build and one selection."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit, QListWidget, QPlainTextEdit, QPushButton, QTreeView

from inspector.core.builder.report import FateKind
from inspector.gui.commands import CommandId
from inspector.gui.messages import Answer
from inspector.gui.views.field_row import FieldRow
from inspector.session.edits import set_at
from inspector.stages.builder.shown import TreeFilter
from inspector.stages.builder.view.tabs import Page
from tests.shared.builder_input import about, written_project
from tests.shared.builder_window import asked, click, find, lens_of, look_at, settle, text
from tests.shared.screen import Screen


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return written_project(tmp_path / "harbour")


@pytest.fixture
def screen(used_screen: Callable[..., Screen], root: Path) -> Screen:
    """A window on a project, with a target."""
    return look_at(used_screen, about(root, "app/desk.py"))


@pytest.fixture
def fresh(open_screen: Callable[..., Screen], root: Path) -> Screen:
    """A window on a project, with a target."""
    return look_at(open_screen, about(root, "app/desk.py"))


def test_the_decision_stands_above_the_budget(screen: Screen) -> None:
    report = lens_of(screen).shown
    assert report is not None
    tokens = report.report.budget.estimated_input_tokens
    assert text(screen, "chart.headline").startswith(f"{tokens:,} of 96,000 tokens")
    assert "within the soft limit" in text(screen, "chart.headline")
    assert "reconciled" in screen.status
    assert text(screen, "why.name") == "This bundle"


def test_a_bundle_with_room_offers_what_optional_context_would_add_in_one_click(
    screen: Screen, root: Path
) -> None:
    (root / "notes.txt").write_text("More.\n")
    lens_of(screen).context.store.commit(
        "Open", set_at("builder", "request.active_file", "notes.txt")
    )
    lens_of(screen).index_again()
    settle(screen)
    button = find(screen, "chart.optional", QPushButton)
    assert "of optional context" in button.toolTip()
    (note,) = (one for one in screen.problems if one.code == "builder.optional-room")
    assert lens_of(screen).show_place(note)
    assert screen.focus() == "counting.config.include_optional.editor"
    button.click()
    settle(screen)
    assert screen.session.builder.config.include_optional
    assert button.isHidden()


def test_time_and_id_of_the_call_are_inputs(screen: Screen) -> None:
    rows = lens_of(screen).inputs
    rows.findChild(FieldRow, "call.created_at").changed.emit("2026-04-03T14:00:00+02:00", None)
    rows.findChild(FieldRow, "call.correlation_id").changed.emit("no-uuid", None)
    settle(screen)
    assert screen.session.builder.request.created_at == "2026-04-03T12:00:00Z"
    assert screen.session.builder.request.correlation_id == ""
    report = lens_of(screen).shown
    assert report is not None
    assert report.report.bundle.created_at == "2026-04-03T12:00:00Z"


def test_a_file_is_selected_everywhere(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.select("file:app/quay.py")
    assert text(screen, "why.name") == "app/quay.py"
    tree = find(screen, "files.tree", QTreeView)
    assert tree.currentIndex().data() == "quay.py"
    lens.tabs.turn_to(Page.RANKING)
    assert find(screen, "builder-ranking").current_key == "file:app/quay.py"
    drawing = lens.chart.view.drawing
    assert drawing is not None
    assert "file:app/quay.py" in {hit.key for hit in drawing.hits}


def test_a_path_without_a_kind_is_a_file(screen: Screen) -> None:
    lens_of(screen).select("app/desk.py")
    assert lens_of(screen).subject == "file:app/desk.py"


def test_somebody_who_walks_through_the_tree_learns_why(screen: Screen) -> None:
    tree = find(screen, "files.tree", QTreeView)
    model = tree.model()
    app = next(
        model.index(row, 0)
        for row in range(model.rowCount())
        if model.index(row, 0).data() == "app/"
    )
    assert tree.isExpanded(app)
    tree.setCurrentIndex(model.index(1, 0, app))
    assert lens_of(screen).subject == "file:app/mail.py"
    assert "1 secret redacted" in text(screen, "why.sentence")


def test_the_tree_is_filtered_by_fate_and_by_text(screen: Screen) -> None:
    files = lens_of(screen).tabs.files
    screen.pick("files.filter", TreeFilter.NEVER.value)
    assert files.tree is not None
    assert [node.path for node in files.tree.nodes if node.fate] == ["secrets.env"]
    screen.pick("files.filter", TreeFilter.ALL.value)
    find(screen, "files.search", QLineEdit).setText("QUAY")
    screen.wait_until(lambda: files.tree is not None and files.tree.files == 2)
    assert text(screen, "files.count") == "2 of 6"


def test_the_files_can_be_a_table_with_the_filter_language(screen: Screen) -> None:
    screen.do("builder-flat")
    panel = find(screen, "builder-files")
    panel.set_filter("fate:redacted")
    assert [panel.data.keys[row] for row in panel.rows] == ["file:app/mail.py"]


def test_the_text_of_a_file_shows_marks_instead_of_secrets(screen: Screen) -> None:
    lens_of(screen).select("file:app/mail.py")
    screen.do("builder-source")
    shown = find(screen, "source.text", QPlainTextEdit)
    assert 'KEY = "[REDACTED:test-key]"' in shown.toPlainText()
    screen.do("builder-next-place")
    assert shown.textCursor().block().text() == 'KEY = "[REDACTED:test-key]"'


def tighten(screen: Screen, step: int) -> None:
    """Leave one token less than what is needed after a step of fitting."""
    shown = lens_of(screen).shown
    assert shown is not None
    tokens = shown.report.fit_steps[step].tokens_after
    limit = set_at("builder", "request.model.max_input_tokens", 4_000 + tokens - 1)
    screen.workspace.store.commit("x", limit)
    settle(screen)


def test_what_was_cut_is_told_line_by_line(open_screen: Callable[..., Screen], root: Path) -> None:
    body = "\n".join(f"    total = total + {number}" for number in range(30))
    (root / "app" / "quay.py").write_text(
        f"class Quay:\n    depth = 2\n\n\ndef reserve(total):\n{body}\n    return total\n", "utf-8"
    )
    screen = look_at(open_screen, about(root, "app/desk.py"))
    tighten(screen, 0)
    tighten(screen, 1)
    lens = lens_of(screen)
    assert lens.shown is not None
    assert lens.shown.fates["app/quay.py"] is FateKind.SLICED
    lens.select("file:app/quay.py")
    lens.tabs.turn_to(Page.SOURCE)
    cut = [line.text for line in lens.tabs.source.view.lines if line.is_cut]
    assert cut == [*body.split("\n"), "    return total"]
    assert [line.note for line in lens.tabs.source.view.lines if line.note] == ["31 lines cut"]
    assert "tokens saved" in text(screen, "source.facts")


def test_a_file_that_was_not_read_says_why(screen: Screen) -> None:
    lens_of(screen).select("file:secrets.env")
    lens_of(screen).tabs.turn_to(Page.SOURCE)
    assert "Never sent (deny_rule" in text(screen, "source.nothing")
    assert "hidden" not in text(screen, "source.nothing")


def test_the_steps_of_fitting_are_a_timeline(screen: Screen) -> None:
    screen.workspace.store.commit("x", set_at("builder", "request.model.max_input_tokens", 4_150))
    settle(screen)
    lens = lens_of(screen)
    lens.tabs.turn_to(Page.FIT)
    drawing = lens.tabs.fit.drawing
    shown = lens.shown
    assert drawing is not None
    assert shown is not None
    assert [hit.key for hit in drawing.hits] == [
        f"fit:{step.number}" for step in shown.report.fit_steps
    ]
    lens.select("fit:1")
    assert find(screen, "builder-fit").current_key == "fit:1"
    assert text(screen, "why.name").startswith("Step 1")


# Inputs ----------------------------------------------------------------------------------


def test_a_target_is_found_by_a_part_of_its_name(screen: Screen) -> None:
    search = find(screen, "targets.search", QLineEdit)
    search.setText("not")
    search.returnPressed.emit()
    settle(screen)
    assert asked(screen) == ("app/desk.py", "notes.txt")
    assert text(screen, "target.1.remove") == "×"
    click(screen, "target.1.remove")
    assert asked(screen) == ("app/desk.py",)
    screen.do(CommandId.UNDO)
    settle(screen)
    assert asked(screen) == ("app/desk.py", "notes.txt")


def test_a_definition_of_many_is_chosen_by_its_place(screen: Screen) -> None:
    search = find(screen, "targets.search", QLineEdit)
    search.setText("reserve quay.ts")
    search.returnPressed.emit()
    settle(screen)
    request = screen.session.builder.request
    assert request.plan_step is not None
    assert request.plan_step.target_symbols == ("reserve",)
    assert [(one.path, one.symbol) for one in request.user_selected_targets] == [
        ("web/quay.ts", "reserve")
    ]
    assert lens_of(screen).shown is not None
    assert not lens_of(screen).shown.report.refused  # type: ignore[union-attr]


def test_texts_and_rules_are_steps_that_can_be_undone(screen: Screen) -> None:
    step = find(screen, "call.plan_step.description.editor", QPlainTextEdit)
    step.setPlainText("Say more.")
    step.finish()
    rules = find(screen, "constraints.user.editor", QPlainTextEdit)
    rules.setPlainText("MUST_NOT add dependencies\n\nBe brief\n")
    rules.finish()
    request = screen.session.builder.request
    assert request.plan_step is not None
    assert request.plan_step.description == "Say more."
    assert request.constraints.user == ("MUST_NOT add dependencies", "Be brief")
    assert rules.toPlainText() == "MUST_NOT add dependencies\n\nBe brief\n"
    settle(screen)
    screen.do(CommandId.UNDO)
    assert screen.session.builder.request.constraints.user == ()
    assert rules.toPlainText() == ""
    settle(screen)


def test_limits_are_a_form(screen: Screen) -> None:
    field = find(screen, "limits.max_input_tokens.editor")
    field.setValue(50_000)
    field.editingFinished.emit()
    settle(screen)
    assert screen.session.builder.request.model.max_input_tokens == 50_000
    assert text(screen, "section.limits.badge") == "hard 46,000"


def test_rules_come_and_go_and_an_override_needs_a_reason(screen: Screen) -> None:
    pattern = find(screen, "deny.pattern", QLineEdit)
    pattern.setText("*.txt")
    pattern.returnPressed.emit()
    settle(screen)
    assert screen.session.builder.config.deny == ("*.txt",)
    rules = find(screen, "deny.list", QListWidget)
    names = [rules.item(row).text() for row in range(rules.count())]
    assert names[-1] == "*.txt   own"
    rules.setCurrentRow(names.index("**/*.env"))
    assert not find(screen, "deny.change").isEnabled()
    find(screen, "deny.reason", QLineEdit).setText("Only examples")
    find(screen, "deny.change").click()
    settle(screen)
    (override,) = screen.session.builder.config.deny_overrides
    assert (override.pattern, override.reason) == ("**/*.env", "Only examples")
    assert text(screen, "chart.overrides") == "1 default rule is overridden"
    assert "overridden: Only examples" in rules.item(names.index("**/*.env")).text()


# Why and its buttons ---------------------------------------------------------------------


def test_buttons_of_why_change_the_session(screen: Screen) -> None:
    lens = lens_of(screen)
    lens.select("file:app/mail.py")
    click(screen, "why.action.deny")
    assert screen.session.builder.config.deny == ("/app/mail.py",)
    assert lens.shown is not None
    assert lens.shown.fates["app/mail.py"] is FateKind.EXCLUDED
    click(screen, "why.action.undeny")
    assert screen.session.builder.config.deny == ()
    lens.select("file:notes.txt")
    screen.do("builder-target")
    settle(screen)
    assert asked(screen) == ("app/desk.py", "notes.txt")
    screen.do("builder-target")
    settle(screen)
    assert asked(screen) == ("app/desk.py",)


def test_a_file_that_was_cut_can_have_its_room(screen: Screen) -> None:
    lens = lens_of(screen)
    tighten(screen, 0)
    assert lens.shown is not None
    assert lens.shown.fates["app/mail.py"] in {FateKind.SLICED, FateKind.REMOVED}
    lens.select("file:app/mail.py")
    click(screen, "why.action.raise")
    assert lens.shown is not None
    assert lens.shown.fates["app/mail.py"] is FateKind.REDACTED


# Projects --------------------------------------------------------------------------------


def test_a_folder_is_chosen_and_indexed(open_screen: Callable[..., Screen], root: Path) -> None:
    screen = look_at(open_screen)
    assert text(screen, "waiting.title") == "No project is open"
    assert screen.problems == ()
    screen.messages.folders.append(root)
    screen.do("builder-folder")
    settle(screen)
    assert screen.session.builder.root == str(root)
    assert text(screen, "project.facts").startswith("6 paths")
    assert text(screen, "refusal.title") == "What this call still needs"


def test_a_dropped_folder_is_the_project(fresh: Screen, tmp_path: Path) -> None:
    other = written_project(tmp_path / "other", {"a.py": "x = 1\n"})
    fresh.messages.answers.append(Answer.YES)
    fresh.drop(other, on=lens_of(fresh).objectName())
    settle(fresh)
    (question,) = fresh.messages.asked
    assert question.text == "Open other in place of what is open?"
    assert fresh.session.builder.root == str(other)
    assert text(fresh, "project.path") == "other"
    names = [one.text() for one in find(fresh, "project.recent.menu").actions()]
    assert names == [str(tmp_path / "harbour")]


def test_a_folder_that_is_gone_says_so(screen: Screen, tmp_path: Path) -> None:
    screen.workspace.store.commit("x", set_at("builder", "root", str(tmp_path / "gone")))
    settle(screen)
    assert text(screen, "waiting.title") == "No bundle"
    assert "not there" in text(screen, "waiting.text")
    assert lens_of(screen).shown is None


def test_the_last_good_result_stays_and_is_marked_as_old(screen: Screen) -> None:
    from inspector.session.edits import set_at

    screen.workspace.store.commit("x", set_at("builder", "estimator", "no such counter"))
    settle(screen)
    assert find(screen, "chart.old").isVisible()
    assert lens_of(screen).shown is not None
    screen.do(CommandId.UNDO)
    settle(screen)
    assert not find(screen, "chart.old").isVisible()


def test_files_are_looked_at_again_when_asked(screen: Screen, root: Path) -> None:
    (root / "app" / "new.py").write_text("from app.desk import answer\n", "utf-8")
    screen.do("builder-index")
    settle(screen)
    assert lens_of(screen).shown is not None
    assert "app/new.py" in lens_of(screen).shown.fates  # type: ignore[union-attr]


def test_how_it_is_looked_at_is_remembered(
    open_screen: Callable[..., Screen], root: Path, tmp_path: Path
) -> None:
    first = look_at(open_screen, about(root, "app/desk.py"))
    lens_of(first).tabs.turn_to(Page.LEDGER)
    state = lens_of(first).view_state()
    assert state["recent"] == [str(root)]
    assert state["tabs"]["table"] == "builder-ledger"


def test_both_themes_draw_everything(screen: Screen) -> None:
    from inspector.session.preferences import ThemeChoice

    for page in Page:
        lens_of(screen).tabs.turn_to(page)
        for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
            screen.workspace.theme.choose(theme)
            assert not screen.window.grab().isNull()
