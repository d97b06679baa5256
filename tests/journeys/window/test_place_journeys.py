"""What a person wants from the window's placement, done with the command line and in the window."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

WINDOW = [record for record in LENSES if record.id == "window"]
SAMPLE = sample_path("window")
CHAT = resource_path("samples/window/chat.json")


@dataclass
class Placed:
    """What a person finds out about a placement."""

    placed: list[str]
    dropped: dict[str, str]
    why: Callable[[str], str]


@pytest.fixture(params=["command line", "window"])
def place(
    request: pytest.FixtureRequest,
    open_screen: Callable[..., Screen],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., Placed]:
    """Place the chunks of a file with so many tokens available, either way."""
    if request.param == "command line":

        def by_command(file: Path, available: int) -> Placed:
            arguments = ["place", str(file), "--available", str(available), "--reserve", "0"]
            assert cli.main([*arguments, "--json"]) == 0
            return _from_json(json.loads(capsys.readouterr().out))

        return by_command

    def in_window(file: Path, available: int) -> Placed:
        screen = open_screen(file, lenses=WINDOW)
        for name, tokens in (("available_tokens", available), ("max_system_prompt", 0)):
            screen.enter(f"room.{name}.editor", tokens)
        target = tmp_path / "placement.json"
        screen.messages.targets.append(target)
        screen.choose(CommandId.EXPORT, "window.placement.json")
        return _from_json(json.loads(target.read_text()))

    return in_window


def _from_json(result: dict) -> Placed:
    assert result["balances"]
    reasons = {row["subject"]: row["sentence"] for row in result["ledger"]}
    beaten = {pair["chunk2"]: pair["chunk1"] for pair in result["conflicts"]}
    return Placed(
        result["allocated"],
        {name: beaten.get(name, "") for name in result["dropped"]},
        reasons.__getitem__,
    )


def test_somebody_learns_why_the_price_rules_are_missing_and_gets_them_in(place) -> None:
    short = place(SAMPLE, 1_100)
    assert short.dropped["doc-prices"] == "doc-sla"
    assert "needed 122 tokens" in short.why("doc-prices")
    assert "doc-prices" in place(SAMPLE, 1_250).placed


def test_somebody_opens_a_real_payload_and_sees_what_a_small_model_would_lose(place) -> None:
    found = place(CHAT, 600)
    assert "messages/6/content/0" in found.placed
    assert found.dropped
    assert set(found.dropped.values()) <= set(found.placed)
