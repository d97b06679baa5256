"""A refused call has a page whose buttons put it right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.session.edits import set_at
from inspector.stages.builder.part import (
    add_target_file,
    add_target_symbol,
    remove_target_file,
    select_target,
)
from tests.shared.builder_input import about, written_project
from tests.shared.builder_window import asked, click, find, lens_of, look_at, settle, text
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen], tmp_path: Path) -> Screen:
    """A window on a project, with a target."""
    root = written_project(tmp_path / "harbour")
    return look_at(used_screen, about(root, "app/desk.py"))


def test_an_ambiguous_name_is_chosen_on_the_page(screen: Screen) -> None:
    screen.workspace.store.commit(
        "x", set_at("builder", "request.plan_step", {"target_symbols": ["reserve"]})
    )
    settle(screen)
    assert text(screen, "refusal.title") == "A name has several definitions"
    assert find(screen, "refusal").isVisible()
    assert not find(screen, "chart.bar").isVisible()
    assert text(screen, "refusal.place.1") == "web/quay.ts"
    click(screen, "refusal.choose.1")
    (chosen,) = screen.session.builder.request.user_selected_targets
    assert (chosen.path, chosen.symbol) == ("web/quay.ts", "reserve")
    assert not find(screen, "refusal").isVisible()


def test_a_call_that_is_not_written_yet_says_what_is_missing_with_a_button_for_each(
    screen: Screen,
) -> None:
    screen.workspace.store.commit("x", remove_target_file("app/desk.py"))
    settle(screen)
    assert text(screen, "refusal.title") == "What this call still needs"
    assert not find(screen, "refusal.verdict").isVisible()
    names = [text(screen, f"refusal.choose.{number}") for number in range(3)]
    assert names == ["Choose a target…", "Write the step", "Write the intent"]
    click(screen, "refusal.choose.2")
    assert screen.focus() == "call.intent.editor"
    click(screen, "refusal.choose.1")
    assert screen.focus() == "call.plan_step.description.editor"
    screen.workspace.store.commit("x", select_target("app/desk.py"))
    screen.workspace.store.commit("x", set_at("builder", "request.plan_step", None))
    settle(screen)
    assert text(screen, "refusal.choose.0") == "Write the step"
    screen.workspace.store.commit("x", add_target_file("app/desk.py"))
    settle(screen)
    assert not find(screen, "refusal").isVisible()


def test_a_context_that_is_too_large_gets_the_room_it_needs(screen: Screen) -> None:
    screen.workspace.store.commit("x", set_at("builder", "request.model.max_input_tokens", 4_010))
    settle(screen)
    assert text(screen, "refusal.title") == "The context is too large"
    click(screen, "refusal.action.raise")
    assert lens_of(screen).shown is not None
    assert not lens_of(screen).shown.report.refused  # type: ignore[union-attr]


def test_a_secret_in_a_target_is_denied_and_taken_out(screen: Screen) -> None:
    lens_of(screen).select("file:app/mail.py")
    screen.do("builder-target")
    settle(screen)
    assert text(screen, "refusal.title") == "A secret would be sent"
    assert "KEY_ABCDEFGH12" not in text(screen, "refusal.sentence")
    click(screen, "refusal.action.deny-app/mail.py")
    assert asked(screen) == ("app/desk.py",)
    assert screen.session.builder.config.deny == ("/app/mail.py",)


def test_a_target_that_is_not_there_can_be_taken_out(screen: Screen) -> None:
    screen.workspace.store.commit("x", remove_target_file("app/desk.py"))
    screen.workspace.store.commit("x", add_target_symbol("answer"))
    screen.workspace.store.commit("x", add_target_symbol("Nowhere"))
    settle(screen)
    assert text(screen, "refusal.title") == "A target is not in the project"
    click(screen, "refusal.action.untarget-Nowhere")
    shown = lens_of(screen).shown
    assert shown is not None
    assert not shown.report.refused


def test_a_file_that_is_not_there_can_be_taken_out(screen: Screen) -> None:
    screen.workspace.store.commit("x", add_target_file("app"))
    settle(screen)
    assert text(screen, "refusal.place.0") == "app"
    click(screen, "refusal.action.untarget-app")
    assert asked(screen) == ("app/desk.py",)
    assert not find(screen, "refusal").isVisible()


def test_a_denied_target_leads_to_the_rule(screen: Screen) -> None:
    screen.workspace.store.commit("x", add_target_file("secrets.env"))
    settle(screen)
    assert text(screen, "refusal.title") == "A target cannot be sent"
    click(screen, "refusal.action.override")
    # What has the keyboard in the window, whether or not the window is the active one.
    assert screen.window.focusWidget() is find(screen, "deny.reason")
    assert find(screen, "deny.list").currentItem().text() == "**/*.env"
