"""A story told step by step: what changes, what is selected, and what is there afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.present.story import as_before, as_told, made_story, selected_at
from inspector.resources import sample_sessions
from inspector.session.edits import choose_request, set_at
from inspector.session.session import Session, StoryStep
from inspector.session.store import Store
from tests.shared.samples import sample_session

TOTAL = "max_injection_tokens_absolute"


@pytest.mark.parametrize("name", sorted(sample_sessions()))
def test_every_step_of_a_sample_selects_something_that_has_a_kind(name: str) -> None:
    session = sample_session(name)
    selected = [selected_at(session, step)[1] for step in session.story if step.select]
    assert [subject for subject in selected if not subject.partition(":")[2]] == []


def test_a_story_names_cards_files_and_backgrounds_as_the_input_does() -> None:
    session = sample_session("securities-fraud")
    named = ["ent-scienter", "henderson:complaint", "henderson", "step:check"]
    assert [selected_at(session, StoryStep("", "", one)) for one in named] == [
        ("injection", "card:ent-scienter"),
        ("injection", "file:henderson:complaint"),
        ("injection", "background:henderson"),
        ("injection", "step:check"),
    ]


def test_a_step_that_names_its_stage_is_looked_at_in_it() -> None:
    step = StoryStep("", "", "finding:3", stage="audit")
    assert selected_at(sample_session("securities-fraud"), step) == ("audit", "finding:3")


def test_a_story_is_made_by_the_stage_in_front_or_else_by_what_the_session_is_about() -> None:
    session = sample_session("audit")
    assert {step.stage for step in made_story(session)} == {"audit"}
    assert {step.stage for step in made_story(session, "injection")} == {"injection"}
    assert made_story(Session(), "audit") == ()


def test_a_story_of_its_own_is_told_by_what_makes_the_prompt_though_a_manifest_is_open() -> None:
    assert selected_at(sample_session("audit"), StoryStep("", ""))[0] == "injection"


def test_a_step_without_a_subject_selects_nothing() -> None:
    assert selected_at(Session(), StoryStep("", "")) == ("injection", "")


def test_a_step_changes_the_policy_before_the_story_and_not_that_of_the_step_before() -> None:
    told = sample_session("securities-fraud")
    tight = as_told(told, StoryStep("", "", policy_change=((TOTAL, 900),)))(told)
    assert tight.policy.max_injection_tokens_absolute == 900
    floors = as_told(told, StoryStep("", "", policy_change=(("min_bucket_tokens", 0),)))(tight)
    assert floors.policy.max_injection_tokens_absolute == told.policy.max_injection_tokens_absolute
    assert floors.policy.min_bucket_tokens == 0


def test_what_else_is_changed_during_a_story_stays() -> None:
    told = sample_session("securities-fraud")
    other = replace(told, title="Another title", policy=set_at("policy", TOTAL, 7)(told).policy)
    assert as_before(told)(other) == replace(told, title="Another title")


def test_a_session_is_unmodified_after_its_story() -> None:
    told = sample_session("securities-fraud")
    store = Store(told)
    gesture = object()
    for step in told.story:
        store.commit("Tell", as_told(told, step), gesture=gesture)
    assert store.modified
    store.commit("Tell", as_before(told), gesture=gesture)
    assert not store.modified
    assert store.undo_label is None


def test_a_step_may_be_about_another_request_of_the_corpus() -> None:
    told = sample_session("relevance")
    seen = [as_told(told, step)(told).request for step in told.story]
    assert [one and one.trace_id for one in seen[:3]] == ["warm-clarify", "greeting", "urgent"]
    assert as_before(told)(as_told(told, told.story[1])(told)) == told


def test_a_story_that_names_no_request_leaves_the_chosen_one() -> None:
    told = sample_session("relevance")
    told = replace(told, story=tuple(replace(one, request=None) for one in told.story))
    other = choose_request(2)(told)
    assert as_told(told, told.story[0])(other).request is told.requests[2]
    assert as_before(told)(other).request is told.requests[2]
