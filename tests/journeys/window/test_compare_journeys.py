"""Somebody tries something out, sees what it does, finds out why, and passes it on."""

import json
from collections.abc import Callable

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path, sample_sessions
from inspector.session.edits import set_at
from inspector.stages.compare.view.lens import CompareLens
from inspector.stages.injection.view.lens import InjectionLens
from tests.shared.screen import Screen

SAMPLE = "securities-fraud"
TWO = [record for record in LENSES if record.id in ("injection", "compare")]


@pytest.fixture
def screen(open_screen: Callable[..., Screen]) -> Screen:
    return open_screen(resource_path(sample_sessions()[SAMPLE]), lenses=TWO)


def compared(screen: Screen) -> CompareLens:
    screen.workspace.show_lens("compare")
    lens = screen.find("compare", CompareLens)
    screen.wait_until(lambda: lens.result is not None and not lens.busy)
    return lens


def test_an_engineer_pins_a_card_finds_out_what_it_pushed_and_passes_the_patch_on(
    screen: Screen, tmp_path, capfd
) -> None:
    injection = screen.find("injection", InjectionLens)
    injection.select("card:ent-harbor-letters")
    screen.workspace.actions.refresh()
    screen.press("Alt+P")
    patch = tmp_path / "patch.json"
    screen.messages.targets.append(patch)
    screen.do("what-if-save")

    lens = compared(screen)
    result = lens.result
    assert result is not None
    assert result.compared is not None
    changes = result.compared.comparison.changes
    causes = {cause.differences[0].id for cause in result.causes.values()}
    assert causes == {"overrides.ent-harbor-letters"}

    path = f"sample:{SAMPLE}"
    assert cli.main(["compare", path, "--overrides", str(patch), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert [one["subject"] for one in told["changes"]] == [one.subject.id for one in changes]

    screen.workspace.show_lens("injection")
    screen.do("what-if-clear")
    screen.drop(patch)
    assert screen.session.overrides.pin == ("ent-harbor-letters",)


def test_a_change_of_the_policy_can_be_undone_from_the_comparison(screen: Screen) -> None:
    edit = set_at("policy", "max_injection_tokens_absolute", 3000)
    screen.workspace.store.commit("Less", edit)
    screen.settle()
    lens = compared(screen)
    assert lens.has_changes
    screen.do(CommandId.UNDO)
    screen.wait_until(lambda: not lens.has_changes)
