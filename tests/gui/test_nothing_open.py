"""Once nothing is open any more, a lens shows nothing, or says that its result is an older one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QPushButton

from inspector.gui.lenses import LENSES
from inspector.session.edits import set_at
from inspector.session.session import Session
from tests.shared.injection_input import request
from tests.shared.injection_window import runs, small_session
from tests.shared.screen import Screen
from tests.shared.seen import texts_in_sight

OF_A_RUN = ("assembly", "tuning", "corpus", "compare")
COUNTED = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}  # Prompt knows it, too
LETS_APPLY = {"value.apply", "decision.apply"}


def in_sight(screen: Screen) -> list[str]:
    shown = screen.workspace.lenses.widget
    assert shown is not None
    return texts_in_sight(shown)


def nothing_said(screen: Screen) -> list[str]:
    """What stands in place of a result."""
    return [one for one in in_sight(screen) if one.startswith("nothing: ")]


def wait_for(screen: Screen, *, nothing: bool) -> None:
    screen.settle()
    screen.wait_until(lambda: bool(nothing_said(screen)) is nothing)
    screen.settle()


@pytest.fixture
def emptied(open_screen: Callable[..., Screen]) -> Callable[[str], Screen]:
    """Shows a lens with its result, and then removes all that is open."""
    chosen = [one for one in LENSES if one.id in ("injection", *OF_A_RUN)]
    screen = open_screen(lenses=chosen, runs=runs())

    def empty(lens: str) -> Screen:
        screen.workspace.store.open(small_session(request=request(model=COUNTED)))
        screen.workspace.show_lens(lens)
        wait_for(screen, nothing=False)
        screen.workspace.store.commit("Remove all", lambda _session: Session())
        screen.settle()
        return screen

    return empty


def test_a_lens_that_shows_nothing_speaks_of_no_result(emptied: Callable[[str], Screen]) -> None:
    for lens in OF_A_RUN:
        screen = emptied(lens)
        wait_for(screen, nothing=True)
        assert (lens, screen.status, screen.is_visible("status.old")) == (lens, "", False)
        said = [one for one in in_sight(screen) if one.startswith(("why.sentence", "run.text"))]
        assert (lens, said) == (lens, [])
        assert screen.workspace.lenses.widget is not None
        buttons = screen.workspace.lenses.widget.findChildren(QPushButton)
        usable = {one.objectName() for one in buttons if one.isVisible() and one.isEnabled()}
        assert (lens, usable & LETS_APPLY) == (lens, set())
        screen.workspace.store.undo()
        wait_for(screen, nothing=False)


def test_of_the_previous_run_budget_does_not_say_that_all_inputs_are_loaded(
    emptied: Callable[[str], Screen],
) -> None:
    screen = emptied("injection")
    assert screen.is_visible("status.old")
    assert screen.text("overview.degraded") == "Result of the previous inputs."
    screen.workspace.store.undo()
    screen.settle()
    assert screen.text("overview.degraded") == "All inputs loaded."


def test_of_the_previous_run_nothing_is_said_to_be_worked_out(
    open_screen: Callable[..., Screen],
) -> None:
    chosen = [one for one in LENSES if one.id == "injection"]
    store = (screen := open_screen(lenses=chosen, runs=runs())).workspace.store
    store.open(small_session(request=request(model=COUNTED)))
    screen.settle()
    store.commit("Set 900", set_at("policy", "max_injection_tokens_absolute", 900))
    store.commit("Remove all", lambda _session: Session())  # before more of the result is known
    screen.settle()
    assert screen.text("overview.degraded") == "Result of the previous inputs."
    assert not screen.is_visible("overview.waiting")
    assert (screen.text("overview.audit"), screen.text("overview.fingerprint")) == ("", "")
