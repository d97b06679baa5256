"""Runs of the relevance pre-parser to test what shows them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from inspector.core.candidates.request import ModelFacts, Request
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.stages.relevance.runs import RelevanceResult, RelevanceRuns
from tests.shared.injection_input import CHARACTERS
from tests.shared.relevance_input import counts, questions, raw_config, raw_configs


def relevance_session(
    config: Any, budget: int = 4000, texts: dict[str, str] | None = None, **facts: Any
) -> Session:
    """A session with a configuration and a request that has the facts."""
    stage = RelevanceStage(config=config, token_budget_remaining=budget, node_texts=texts or {})
    request = Request(
        trace_id="r",
        timestamp="2026-01-01T00:00:00Z",
        model=ModelFacts(name="m", context_window=1000),
        **facts,
    )
    return Session(request=request).having(relevance=stage)


def relevance_result(config: Any, **facts: Any) -> RelevanceResult:
    """The result of such a session; a character is a token."""
    return RelevanceRuns(lambda _name: CHARACTERS).run(relevance_session(config, **facts))


EVENTFUL = raw_config(
    node_token_estimates={"a": 10, "b": 20, "c": 30, "d": 40, "e": 50, "f": 60},
    template_masks={
        "M": {"a": True, "b": True, "c": True, "d": True, "e": False},
        "N": {"a": True},
    },
    signal_rules={
        "b": [{"when": {"x_gte": 2, "y": "v"}, "strength": "hard"}],
        "c": [{"when": {"x_gte": 2}, "strength": "soft"}],
        "d": [{"when": {"x_lt": 0}}, {"when": {"x": 2}, "strength": "soft"}],
    },
    urgency_overrides=["b"],
    soft_recovery_budget=100,
    soft_recovery_priority=["c"],
    dependencies={"a": ["e"]},
    safety_overrides={"f": [{"when": {"returning_from_silence": True}}, {"when": {"z": 1}}]},
)
"""A configuration in which every layer can do something."""


@st.composite
def results(draw: st.DrawFn) -> RelevanceResult:
    """Results of random configurations, facts and texts."""
    question = dict(draw(questions))
    question["budget"] = max(0, question.pop("token_budget_remaining"))
    texts = {node: "x" * length for node, length in draw(counts).items()}
    return relevance_result(draw(raw_configs), texts=texts, **question)
