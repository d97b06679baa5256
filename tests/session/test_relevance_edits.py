"""What a user can change about relevance."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from pydantic import ValidationError

from inspector.core.candidates.request import ModelFacts, Request
from inspector.session.edits import open_part
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stage import Part
from inspector.stages.relevance.part import (
    UNTITLED_REQUEST,
    apply_flip,
    set_config_field,
    set_mode,
    set_node_text,
    set_remaining_budget,
    set_signal,
    set_silence,
    set_urgency,
)
from inspector.stages.relevance.runs import RelevanceRuns
from tests.shared.relevance_input import questions, raw_config, raw_configs


def _request(trace_id: str = "r", **fields: Any) -> Request:
    model = ModelFacts(name="m", context_window=1000)
    return Request(trace_id=trace_id, timestamp="2026-01-01T00:00:00Z", model=model, **fields)


def test_the_first_fact_makes_a_request_with_nothing_else_in_it() -> None:
    session = set_mode("M")(Session())
    assert session.request == UNTITLED_REQUEST.model_copy(update={"mode": "M"})


def test_facts_go_into_the_request_that_is_open() -> None:
    session = Session(request=_request(signals={"x": 1}, classification={"topic": "t"}))
    for edit in (set_signal("y", 2), set_urgency("high"), set_silence(True), set_mode("M")):
        session = edit(session)
    assert session.request == _request(
        signals={"x": 1, "y": 2},
        classification={"topic": "t", "urgency": "high"},
        returning_from_silence=True,
        mode="M",
    )


def test_a_fact_of_one_request_of_a_corpus_is_changed_in_the_corpus_too() -> None:
    first, second = _request("1"), _request("2")
    session = set_mode("M")(Session(request=second, requests=(first, second)))
    assert session.requests == (first, session.request)


def test_a_signal_and_the_urgency_can_be_taken_away() -> None:
    request = _request(signals={"x": 1}, classification={"urgency": "high", "topic": "t"})
    session = set_urgency(None)(set_signal("x", None)(Session(request=request)))
    assert session.request == _request(classification={"topic": "t"})


def test_what_changes_nothing_is_no_edit() -> None:
    store = Store(Session(request=_request(signals={"x": 1}, mode="M")))
    for edit in (
        set_signal("x", 1),
        set_signal("y", None),
        set_mode("M"),
        set_silence(False),
        set_urgency(None),
        set_remaining_budget(4000),
    ):
        assert not store.commit("nothing", edit)
    assert Store().session.request is None
    assert not Store().commit("nothing", set_silence(False))


def test_an_opened_configuration_keeps_the_budget_and_the_texts() -> None:
    session = set_node_text("a", "text")(set_remaining_budget(70)(Session()))
    session = open_part("relevance", RelevanceStage(config={}), "config.json")(session)
    assert session.relevance == RelevanceStage(
        config={}, token_budget_remaining=70, node_texts={"a": "text"}
    )
    assert session.source(Part.RELEVANCE) == "config.json"
    session = open_part("relevance", RelevanceStage(config={}, token_budget_remaining=5), None)(
        session
    )
    assert session.relevance.token_budget_remaining == 5
    assert session.source(Part.RELEVANCE) is None


def test_a_field_of_the_configuration_is_changed_and_the_rest_stays_as_it_was_written() -> None:
    config = {"of my own": 1, "enabled": True}
    session = set_config_field("enabled", value=False)(
        Session().having(relevance=RelevanceStage(config=config))
    )
    assert session.relevance.config == {"of my own": 1, "enabled": False}
    assert config["enabled"] is True
    unreadable = Session().having(relevance=RelevanceStage(config=["a list"]))
    assert set_config_field("enabled", value=False)(unreadable) is unreadable


def test_a_text_can_be_taken_away() -> None:
    session = set_node_text("a", "text")(Session())
    assert set_node_text("a", None)(session) == Session()


def test_less_than_no_budget_is_refused() -> None:
    with pytest.raises(ValidationError):
        set_remaining_budget(-1)(Session())


@given(raw_configs, questions)
def test_applying_a_flip_always_does_what_it_said(
    config: dict[str, Any], question: dict[str, Any]
) -> None:
    session = Session(
        request=_request(
            mode=question["mode"],
            signals=question["signals"],
            classification=question["classification"],
            returning_from_silence=question["returning_from_silence"],
        )
    ).having(
        relevance=RelevanceStage(
            config=config,
            token_budget_remaining=max(0, question["token_budget_remaining"]),
        )
    )
    runs = RelevanceRuns()
    now = runs.run(session)
    for flip in now.flips[:6]:
        then = runs.run(apply_flip(flip)(session))
        assert now.report is not None
        assert then.report is not None
        before, after = now.report.inclusion_map, then.report.inclusion_map
        assert {n for n in after if after[n] and not before.get(n)} == set(flip.nodes_in)
        assert {n for n in before if before[n] and not after.get(n)} == set(flip.nodes_out)


def test_a_configuration_is_a_value_of_any_shape() -> None:
    for value in (raw_config(), [1], "text", None):
        assert RelevanceStage(config=value).config == value
