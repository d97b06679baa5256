"""The strategy ``optimal`` beyond its bound: a problem with place and remedy, never a failure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.core import Strategy
from inspector.core.selection import optimal
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.session.edits import set_at, set_strategy
from tests.shared.screen import Screen

TOO_LARGE = "injection.selection-too-large"


@pytest.fixture
def beyond(used_screen: Callable[..., Screen], monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Return a window whose run under ``optimal`` needs more memory than there may be."""
    screen = used_screen(lenses=LENSES)
    screen.choose(CommandId.OPEN_SAMPLE, "starved-budget")
    screen.workspace.show_lens("injection")
    screen.settle()
    monkeypatch.setattr(optimal, "_TABLE_LIMIT", 0)
    screen.workspace.store.commit("Choose optimal", set_strategy(Strategy.OPTIMAL))
    screen.settle()
    return screen


def test_it_is_a_problem_with_place_and_remedy_and_the_result_is_marked_old(beyond: Screen) -> None:
    found = [one for one in beyond.problems if one.code == TOO_LARGE]
    assert [(one.place.pointer, "coverage or depth" in one.fix) for one in found] == [
        ("/strategy", True)
    ]
    assert beyond.messages.told == []
    assert beyond.is_visible("old")
    assert beyond.is_visible("status.old")
    assert beyond.workspace.runner.outdated


def test_no_lens_fails_for_it(beyond: Screen) -> None:
    for number, lens in enumerate(("tuning", "compare", "corpus", "assembly", "audit")):
        beyond.workspace.show_lens(lens)
        beyond.settle()
        edit = set_at("policy", "max_injection_tokens_absolute", 1_500 + number)
        beyond.workspace.store.commit("Total", edit)
        beyond.settle()
        assert (lens, beyond.messages.told) == (lens, [])


def test_the_next_good_run_takes_the_mark_away(beyond: Screen) -> None:
    beyond.workspace.store.commit("Choose depth", set_strategy(Strategy.DEPTH))
    beyond.settle()
    assert not beyond.is_visible("old")
    assert not beyond.is_visible("status.old")
    assert [one for one in beyond.problems if one.code == TOO_LARGE] == []
