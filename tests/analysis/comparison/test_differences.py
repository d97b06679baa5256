"""What differs between two sessions is told, each by its own name and with what both sides have."""

from dataclasses import fields, replace

from inspector.analysis.comparison import differences
from inspector.analysis.comparison.differences import LIMITS, taking
from inspector.core.assembly.pieces import AssemblyStage
from inspector.core.candidates.request import (
    ModelFacts,
    RelevanceScores,
    Request,
    RequestCandidates,
)
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import UnifiedContextBudgetPolicy
from inspector.session.session import Session
from inspector.stages.compare import words as compare_words
from tests.shared.injection_input import candidate_set, card, policy, request

A = Session(policy=policy(400), candidates=candidate_set([card("a", 0.9, 40)]), request=request())
STEPS = AssemblyStage(items=[{"step": 1, "item_id": "system", "text": "words"}])

# Every field of a session: what can change a result, and what cannot.
DECIDING = {"policy", "candidates", "request", "strategy", "settings", "overrides", "parts"}
BESIDE = {"title", "requests", "notes", "story", "sources", "kept"}
OF_REQUEST = {"model", "tokens_used_before", "direct_target_refs", "relevance", "candidates"}
OF_REQUEST |= {"mode", "signals", "classification", "returning_from_silence"}
BESIDE_IN_REQUEST = {"schema_version", "trace_id", "timestamp", "user_message", "expect"}
OTHERS = {
    "tokens_used_before": 7,
    "direct_target_refs": ("b",),
    "relevance": RelevanceScores(cards={"a": 0.1}),
    "candidates": RequestCandidates(only=("a",)),
    "mode": "x",
    "signals": {"x": 1},
    "classification": {"x": 1},
    "returning_from_silence": True,
}


def test_every_field_of_a_session_is_an_input_of_the_comparison_or_is_known_to_decide_nothing():
    assert {one.name for one in fields(Session)} == DECIDING | BESIDE
    assert set(Request.model_fields) == OF_REQUEST | BESIDE_IN_REQUEST
    assert set(ModelFacts.model_fields) == {"name", "context_window", "encoding"}


def told_of(a, b):
    return [one.id for one in differences(a, b)]


def test_every_field_that_can_change_a_result_is_told_when_it_differs():
    a = A
    used = a.request.model_copy(update={"tokens_used_before": 7})
    assert told_of(a, replace(a, request=used)) == ["request.tokens_used_before"]
    a = a.having(assembly=STEPS)
    for name in OF_REQUEST - {"model"}:
        change = {name: OTHERS[name]}
        b = replace(a, request=a.request.model_copy(update=change))
        # With the steps before, these say what is in context already.
        assert told_of(a, b) == ([f"request.{name}"] if name != "tokens_used_before" else [])
    for name, value in (("context_window", 9), ("encoding", "other")):
        model = a.request.model.model_copy(update={name: value})
        b = replace(a, request=a.request.model_copy(update={"model": model}))
        assert told_of(a, b) == [f"request.{name}"]
    for name, field in UnifiedContextBudgetPolicy.model_fields.items():
        if name != "schema_version":
            value = getattr(a.policy, name) / 2 + 1.01
            b = replace(a, policy=a.policy.model_copy(update={name: field.annotation(value)}))
            assert told_of(a, b) == [f"policy.{name}"]
    for name, value in (("relevance_floor", 0.5), ("top_k", 3)):
        assert name in LIMITS
        b = replace(a, overrides=a.overrides.model_copy(update={name: value}))
        assert told_of(a, b) == [f"overrides.{name}"]
    assert len(LIMITS) == 2
    b = replace(a, parts={})
    assert told_of(a, b) == ["parts.assembly"]
    assert told_of(b, taking(b, a, differences(b, a))) == ["parts.assembly"]
    assert taking(b, a, differences(b, a)).parts == a.parts


def said_of(a, b):
    return {one.id: (one.before, one.after) for one in differences(a, b)}


def test_a_difference_says_what_each_side_has_and_that_it_has_nothing():
    own = RequestCandidates(knowledge_cards=(card("own", 0.5),))
    for candidates, words in ((OTHERS["candidates"], "1 of the set"), (own, "1 card, 0 buckets")):
        other = A.request.model_copy(update={"candidates": candidates})
        before, after = said_of(A, replace(A, request=other))["request.candidates"]
        assert before == "those of the set"
        assert after.startswith(words)
    limited = replace(A, overrides=Overrides(top_k=3))
    assert said_of(A, limited) == {"overrides.top_k": ("off", "3")}
    assert said_of(limited, A) == {"overrides.top_k": ("3", "off")}
    steps = A.having(assembly=STEPS)
    assert said_of(A, steps) == {"parts.assembly": ("none", "as in B")}
    assert said_of(steps, A) == {"parts.assembly": ("as in A", "none")}


def test_what_a_request_says_was_used_decides_as_long_as_one_side_has_no_steps_before():
    steps = A.having(assembly=STEPS)
    used = replace(A, request=A.request.model_copy(update={"tokens_used_before": 7}))
    told = ["request.tokens_used_before", "parts.assembly"]
    assert sorted(told_of(steps, used)) == sorted(told_of(used, steps)) == sorted(told)


def test_what_differs_is_said_in_phrases_that_another_language_can_say(monkeypatch):
    monkeypatch.setattr(compare_words, "tr", lambda text, **values: f"<{text.format(**values)}>")
    other = candidate_set([card("new", 0.5)])
    facts = A.request.model_copy(update={"mode": "another", "relevance": OTHERS["relevance"]})
    b = replace(A, request=facts, candidates=other, overrides=Overrides(top_k=3))
    told = differences(A.having(assembly=STEPS), b.having(assembly=STEPS))
    assert len(told) == 4
    for one in told:
        assert compare_words.label_text(one).replace("<", "").replace(">", "") == one.label
        said = (compare_words.label_text(one), *compare_words.sides_text(one))
        assert all(text.startswith("<") for text in said), said
