"""What a run costs grows with the nodes of a configuration and no faster: comparisons counted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.relevance import check_relevance_config, flips, relevance, run
from inspector.core.relevance import lint as relevance_lint
from inspector.core.relevance.layers import RunInputs, decide
from inspector.core.relevance.reading import MOST_CYCLES, MOST_NAMED
from inspector.core.relevance.trace import trace_nodes
from tests.shared.examples import examples

NODES = 500


class _Counted(int):
    """A node's number that counts with what it is compared."""

    comparisons = 0

    def __eq__(self, other: object) -> bool:
        _Counted.comparisons += 1
        return int(self) == other

    __hash__ = int.__hash__


def _names(many: int) -> list[str]:
    return [f"node_{at}" for at in range(many)]


def _comparisons(many: int, strength: str) -> int:
    """Return how often nodes are compared where layers bring in every one, from the last."""
    names = _names(many)
    rules = {name: [{"strength": strength}] for name in names}
    raw = {
        "node_token_estimates": dict.fromkeys(names, 1),
        "template_masks": {"RESPOND": dict.fromkeys(names, True)},
        "signal_rules": rules,
        "urgency_overrides": names[::-1] if strength == "hard" else [],
        "soft_recovery_priority": names[::-1],
        "soft_recovery_budget": -many,
    }
    config, _ = check_relevance_config(raw)
    assert config is not None
    tables = config.compiled
    tables = replace(
        tables,
        urgent=tuple(map(_Counted, tables.urgent)),
        priority=tuple(map(_Counted, tables.priority)),
    )
    urgent = strength == "hard"
    facts = RunInputs("RESPOND", {}, "high" if urgent else None, urgent, silence=False, budget=0)
    _Counted.comparisons = 0
    decisions = decide(tables, facts, {}, -many)
    assert len(decisions.forced if urgent else decisions.recovered) == many
    trace_nodes(tables, facts, decisions, {})
    return _Counted.comparisons


@examples(10)
@given(many=st.integers(1, NODES), strength=st.sampled_from(("hard", "soft")))
def test_bringing_in_every_node_compares_each_a_few_times(many: int, strength: str) -> None:
    assert _comparisons(many, strength) <= 20 * many


def test_a_mask_that_leaves_out_many_nodes_names_a_few_and_counts_the_rest() -> None:
    names = _names(NODES)
    raw = {"node_token_estimates": dict.fromkeys(names, 1), "template_masks": {"M": {}}}
    [told] = [one for one in check_relevance_config(raw)[1] if one.code.endswith("incomplete")]
    assert names[MOST_NAMED - 1] in told.message
    assert names[MOST_NAMED] not in told.message
    assert f"and {NODES - MOST_NAMED} more" in told.message


def test_circles_are_told_up_to_a_number_and_no_longer_than_can_be_read() -> None:
    names = _names(NODES)
    needs = {name: [names[min(at + 1, NODES - 1)], names[0]] for at, name in enumerate(names)}
    _, problems = check_relevance_config({"dependencies": needs})
    told = [one for one in problems if one.code == "relevance.dependency-cycle"]
    assert len(told) == MOST_CYCLES
    assert max(one.message.count("->") for one in told) <= MOST_NAMED
    assert told[-1].message.endswith(f"… -> {names[0]}")


@pytest.mark.parametrize("known", [1, 40, 2_000])
def test_unknown_nodes_are_guessed_by_so_many_comparisons_and_all_are_told(
    known: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared = 0

    def close(_name: str, table: list[str], **_said: object) -> list[str]:
        nonlocal compared
        compared += len(table)
        return table[:1]

    monkeypatch.setattr(relevance_lint, "get_close_matches", close)
    monkeypatch.setattr(relevance_lint, "MOST_COMPARED", 4_000)
    unknown = [f"other_{at}" for at in range(200)]
    raw = {"node_token_estimates": dict.fromkeys(_names(known), 1), "urgency_overrides": unknown}
    told = check_relevance_config(json.loads(json.dumps(raw)))[1]
    assert sum(one.code == "relevance.unknown-node" for one in told) == 200
    assert 0 < compared <= 4_000


def test_flips_that_would_take_too_many_runs_are_not_tried_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = {name: [{"when": {f"{name}_gt": 1}}] for name in "abc"}
    raw = {"node_token_estimates": dict.fromkeys("abc", 1), "signal_rules": rules}
    config, _ = check_relevance_config(raw | {"template_masks": {"M": dict.fromkeys("abc", True)}})
    most = (3 * 3 + 1) * (3 + 3)  # values of three questions and a mode, times nodes and rules
    for allowed, tried in ((most, True), (most - 1, False)):
        monkeypatch.setattr(run, "MOST_DECIDED", allowed)
        told = [one.code for one in relevance(config, mode="M").problems]
        assert bool(flips(config, mode="M")) is tried
        assert ("relevance.too-many-flips" in told) is not tried
