"""Journeys: an engineer tunes a policy, in the window and on the command line."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.present.shares import exact_split_text
from inspector.resources import resource_path, sample_sessions
from inspector.stages.tuning.view.lens import TuningLens
from tests.shared.screen import Screen

SAMPLE = "securities-fraud"
CARD = "card:ent-harbor-letters"


def said_by_the_command(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    arguments = ["sweep", f"sample:{SAMPLE}", "--axis", "division", "--item", CARD, "--json"]
    assert cli.main(arguments) == 0
    result: dict[str, object] = json.loads(capsys.readouterr().out)
    return result


def test_a_card_is_let_in_by_the_share_that_window_and_command_name(
    open_screen: Callable[..., Screen], capsys: pytest.CaptureFixture[str]
) -> None:
    item = said_by_the_command(capsys)["items"][0]
    share = next(
        one["written"]
        for one in item["thresholds"]
        if (one["axis"], one["wanted"]) == ("division", "in")
    )
    screen = open_screen(
        resource_path(sample_sessions()[SAMPLE]),
        lenses=[one for one in LENSES if one.id in ("tuning", "injection")],
    )
    screen.settle()
    screen.workspace.show_lens("tuning")
    lens = screen.find("tuning", TuningLens)
    screen.wait_until(lambda: lens.sweep is not None)
    screen.choose("tuning-axis", "division")
    screen.wait_until(lambda: lens.sweep.axis.value == "division" and not lens.busy)
    lens.select(CARD)
    screen.wait_until(lambda: not lens.busy)
    assert any(exact_split_text(share) in line for line in lens.why.why.remedies)

    lens.look_at(share)
    screen.do("tuning-apply")
    rank = screen.result.report.prepared.cards.rank_of_row[
        screen.result.report.prepared.cards.columns.row_of[CARD.partition(":")[2]]
    ]
    assert int(rank) in screen.result.report.tiers.tier_by_rank
    screen.do(CommandId.UNDO)
    assert int(rank) not in screen.result.report.tiers.tier_by_rank
    screen.wait_until(lambda: not lens.busy)
