"""What a person wants from relevance, done with the command line and in the window."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.gui.commands import CommandId
from inspector.gui.lenses import LENSES
from inspector.resources import resource_path
from tests.shared.samples import sample_path
from tests.shared.screen import Screen

RELEVANCE = [record for record in LENSES if record.id == "relevance"]
SAMPLE = sample_path("relevance")
CONFIG = resource_path("samples/relevance/config.json")
REAL = Path(__file__).parents[2] / "vectors" / "relevance_config_a.json"

Decide = Callable[..., dict[str, Any]]


@pytest.fixture(params=["command line", "window"])
def decide(
    request: pytest.FixtureRequest,
    open_screen: Callable[..., Screen],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> Decide:
    """Run the layers of a file for facts that are given, either way; return the result."""
    if request.param == "command line":

        def by_command(file: Path, **facts: Any) -> dict[str, Any]:
            arguments = ["relevance", str(file), "--flips", "--json"]
            for name in ("mode", "urgency", "budget"):
                if name in facts:
                    arguments += [f"--{name}", str(facts[name])]
            for name, value in facts.get("signals", {}).items():
                arguments += ["--signal", f"{name}={json.dumps(value)}"]
            if facts.get("silence"):
                arguments.append("--silence")
            cli.main(arguments)
            return dict(json.loads(capsys.readouterr().out))

        return by_command

    def in_window(file: Path, **facts: Any) -> dict[str, Any]:
        screen = open_screen(file, lenses=RELEVANCE)
        _enter(screen, **facts)
        target = tmp_path / "result.json"
        screen.messages.targets.append(target)
        screen.choose(CommandId.EXPORT, "relevance.relevance-run.json")
        return dict(json.loads(target.read_text()))

    return in_window


def _enter(
    screen: Screen,
    *,
    signals: dict[str, Any] | None = None,
    silence: bool = False,
    budget: int | None = None,
    **choices: str,
) -> None:
    """Enter facts as a person does."""
    for name, choice in choices.items():
        screen.pick(f"facts.{name}", choice)
    for name, value in (signals or {}).items():
        if isinstance(value, bool):
            screen.pick(f"signal.{name}.editor", json.dumps(value))
        else:
            screen.enter(f"signal.{name}.editor", json.dumps(value))
    if silence:
        screen.click("facts.silence.editor")
    if budget is not None:
        screen.enter("facts.budget.editor", budget)


def _node(result: dict[str, Any], name: str) -> dict[str, Any]:
    return next(node for node in result["nodes"] if node["node"] == name)


def test_somebody_learns_why_episodic_memory_is_missing_and_gets_it_in(decide: Decide) -> None:
    result = decide(SAMPLE)
    node = _node(result, "episodic_memory")
    assert node["verdict"] == "dropped"
    assert "1,150 tokens of headroom are not more than the 1,500" in node["sentence"]
    (enough,) = [
        flip["value"]
        for flip in result["flips"]
        if flip["fact"] == "token_budget_remaining" and "episodic_memory" in flip["nodes_in"]
    ]
    assert _node(decide(SAMPLE, budget=enough), "episodic_memory")["included"]
    assert not _node(decide(SAMPLE, budget=enough - 1), "episodic_memory")["included"]


def test_somebody_explains_a_log_line_of_a_real_configuration(decide: Decide) -> None:
    result = decide(
        REAL,
        mode="RESPOND",
        urgency="high",
        signals={"greeting_pattern": True, "prompt_token_count": 3, "working_memory_turns": 3},
    )
    assert result["log_line"] == (
        "[CONTEXT RELEVANCE] mode=RESPOND"
        " | excluded_hard=[available_tools, warm_return_hint, focus, active_lists]"
        " | excluded_soft=[episodic_memory] | recovered_soft=[] | deps_added=[]"
        " | urgency_forced=[working_memory, world_state]"
        " | overrides_applied=[urgency, working_memory] | total_included=12 | est_tokens=3080"
    )
    layers = _node(result, "world_state")["layers"]
    assert [layer["state"] for layer in layers[:3]] == ["included", "out_hard", "included"]
    assert layers[1]["rule"] == "/signal_rules/world_state/1"
    assert layers[1]["facts"] == "greeting_pattern = true and prompt_token_count 3 < 6"
    assert layers[2]["reason"] == "node_urgent"


def test_somebody_checks_that_a_silence_brings_three_nodes_back(decide: Decide) -> None:
    facts = {"mode": "ACKNOWLEDGE", "signals": {"greeting_pattern": True}}
    without, back = decide(CONFIG, **facts), decide(CONFIG, **facts, silence=True)
    gained = {name for name, is_in in back["inclusion_map"].items() if is_in} - {
        name for name, is_in in without["inclusion_map"].items() if is_in
    }
    assert gained == {"identity_context", "user_traits", "warm_return_hint"}
    assert without["balances"]
    assert back["balances"]
