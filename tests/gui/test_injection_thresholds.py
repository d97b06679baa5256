"""Why, in the Injection lens: exact values that would change a subject's fate, a moment later."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.gui.views.why.why_view import BulletList
from inspector.session.edits import set_policy_field
from tests.shared.injection_window import injection_screen, lens
from tests.shared.screen import Screen


@pytest.fixture
def screen(open_screen: Callable[..., Screen]) -> Screen:
    return injection_screen(open_screen)


def said(screen: Screen) -> tuple[str, ...]:
    return tuple(screen.find("why.remedies", BulletList).sentences)


def exact(screen: Screen) -> bool:
    return any(" or more" in line or " or less" in line for line in said(screen))


def test_a_card_that_is_out_names_the_values_that_let_it_in(screen: Screen) -> None:
    lens(screen).select("file:b:f2")
    screen.wait_until(lambda: exact(screen))
    assert any(line.startswith("Full text at a total of") for line in said(screen))


def test_a_card_that_no_value_lets_in_says_so(screen: Screen) -> None:
    lens(screen).select("card:giant")
    screen.wait_until(lambda: said(screen)[0].startswith("No single value"))


def test_a_card_that_is_in_names_the_values_that_push_it_out(screen: Screen) -> None:
    lens(screen).select("card:alpha")
    screen.wait_until(lambda: exact(screen))
    assert any(line.startswith("Out at a total of") for line in said(screen))


def test_another_policy_is_asked_about_anew(screen: Screen) -> None:
    lens(screen).select("card:alpha")
    screen.wait_until(lambda: exact(screen))
    store = screen.workspace.store
    store.commit("Less", set_policy_field("max_injection_tokens_absolute", 0))
    screen.settle()
    screen.wait_until(lambda: any(line.startswith("In at a total") for line in said(screen)))
