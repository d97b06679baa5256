"""Why, in the Injection lens: exact values that would change a subject's fate, a moment later."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from inspector.core.reasons import Verdict
from inspector.gui.commands import CommandId
from inspector.gui.views.steps_grid import BulletList
from inspector.session.edits import set_at
from tests.shared.injection_window import injection_screen, lens
from tests.shared.screen import Screen


@pytest.fixture
def screen(used_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(used_screen)


def said(screen: Screen) -> tuple[str, ...]:
    return tuple(screen.find("why.remedies", BulletList).sentences)


def exact(screen: Screen) -> bool:
    return any(" from " in line or " up to " in line or " for " in line for line in said(screen))


def test_a_card_that_is_out_names_the_values_that_let_it_in(screen: Screen) -> None:
    lens(screen).select("file:b:f2")
    screen.wait_until(lambda: exact(screen))
    assert any(line.startswith("Full text ") and "tokens" in line for line in said(screen))


def test_a_card_that_no_value_lets_in_says_so(screen: Screen) -> None:
    lens(screen).select("card:giant")
    screen.wait_until(lambda: said(screen)[0].startswith("No single value"))


def test_a_card_that_is_in_names_the_values_that_push_it_out(screen: Screen) -> None:
    lens(screen).select("card:alpha")
    screen.wait_until(lambda: exact(screen))
    assert any(line.startswith("Out ") and "tokens" in line for line in said(screen))


def test_another_policy_is_asked_about_anew(screen: Screen) -> None:
    lens(screen).select("card:alpha")
    screen.wait_until(lambda: exact(screen))
    store = screen.workspace.store
    store.commit("Less", set_at("policy", "max_injection_tokens_absolute", 0))
    screen.settle()
    screen.wait_until(
        lambda: any(line.startswith("Included ") and "tokens" in line for line in said(screen))
    )


def verdict(screen: Screen, subject: str) -> Verdict:
    report = lens(screen).report
    assert report is not None
    return next(row.verdict for row in report.ledger.entries if row.subject == subject)


@pytest.mark.parametrize("name", ["why.remedies.do.0", "nearest.apply"])
def test_the_nearest_change_is_a_button_that_can_be_undone(screen: Screen, name: str) -> None:
    before = screen.session
    lens(screen).select("file:b:f2")
    screen.wait_until(lambda: screen.is_visible(name))
    assert verdict(screen, "b:f2") is not Verdict.INCLUDED
    screen.bot.mouseClick(screen.find(name), Qt.MouseButton.LeftButton)
    screen.wait_until(lambda: verdict(screen, "b:f2") is Verdict.INCLUDED)
    screen.do(CommandId.UNDO)
    assert screen.session == before


def test_what_pushes_something_out_is_said_without_a_button(screen: Screen) -> None:
    lens(screen).select("card:beta")
    screen.wait_until(lambda: exact(screen))
    for place, line in enumerate(said(screen)):
        button = screen.find(f"why.remedies.do.{place}", QPushButton)
        assert button.isHidden() == (
            not line.startswith(("Included", "In a longer", "Full text", "Title only"))
        )


def test_each_override_says_what_it_costs(screen: Screen) -> None:
    lens(screen).select("card:twin")
    screen.wait_until(lambda: screen.is_visible("what-if.cost"))
    told = screen.find("what-if.excluded").accessibleDescription()
    assert told == "same result"
    assert "1 card" in screen.find("what-if.kept").accessibleDescription()
