"""Slides: two budgets, one budget, then the story, with what the core decides at each step."""

import re
from dataclasses import replace
from itertools import chain

import pytest

from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.reasons import REASONS_BY_CODE
from inspector.present.story import made_story, slides
from inspector.resources import sample_sessions
from inspector.session.session import Session
from inspector.stages.injection.answer import story_of
from tests.shared.injection_input import candidate_set, card, policy, request
from tests.shared.samples import sample_session


def test_before_and_after_come_first_with_the_numbers_of_the_run():
    session = sample_session("securities-fraud")
    before, after, *story = slides(session)
    report = InjectionRuns().run(session).report
    two = independent_run(report).total_used
    assert before.title == f"Two budgets: {two:,} tokens"
    assert after.title == f"One budget: {report.total_tokens_used:,} tokens"
    assert "One budget" not in before.chart
    assert "Two budgets" in before.chart
    assert [slide.title for slide in story] == [step.title for step in session.story]


def said(slide):
    return [slide.title, slide.text, slide.reason, *re.findall(r">([^<]+)<", slide.chart)]


@pytest.mark.parametrize("name", sorted(sample_sessions()))
def test_no_slide_has_a_name_as_code_writes_it(name):
    for text in chain.from_iterable(map(said, slides(sample_session(name)))):
        assert not re.search(r"\b[a-z]+_[a-z_]+\b(?!\.)", text), text
        assert not {code for code in REASONS_BY_CODE if "_" in code and code in text}


def test_each_step_of_a_story_shows_the_request_that_it_is_about():
    told = sample_session("relevance")
    session = replace(told, story=tuple(replace(one, select="") for one in told.story))
    charts = {}
    for step, slide in zip(session.story, slides(session), strict=True):
        charts.setdefault(step.request, set()).add(slide.chart)
    assert {len(one) for one in charts.values()} == {1}
    assert len(set.union(*charts.values())) == len(charts) > 2


@pytest.mark.parametrize(
    "name", ["securities-fraud", "assembly", "relevance", "window", "timeline", "builder"]
)
def test_what_a_step_selects_is_marked_in_the_chart_of_its_slide(name):
    session = sample_session(name)
    selecting = tuple(one for one in session.story or made_story(session) if one.select)
    assert selecting
    marked = slides(replace(session, story=selecting))[-len(selecting) :]
    plain = slides(replace(session, story=tuple(replace(one, select="") for one in selecting)))
    for with_mark, without in zip(marked, plain[-len(selecting) :], strict=True):
        assert with_mark.chart != without.chart


@pytest.mark.parametrize("name", ["window", "relevance", "discipline", "assembly"])
def test_another_stage_has_the_steps_of_its_story_alone(name):
    session = sample_session(name)
    assert [slide.title for slide in slides(session)] == [step.title for step in session.story]


def test_a_story_that_is_made_says_nothing_of_what_is_left_out_where_nothing_is():
    model = {"name": "m", "context_window": 128_000, "encoding": "o200k_base"}
    everything = Session(
        candidates=candidate_set([card("a", 0.9), card("b", 0.8)]),
        request=request(model=model),
        policy=policy(2_000),
    )
    (only,) = story_of(everything)
    assert only.title.endswith("of 2,000 tokens are used.")
    asking = replace(everything, request=request(model=model, expect={"must_include": ["card:a"]}))
    assert len(story_of(asking)) == 1  # of no files there is no split to tell
    too_much = replace(everything, policy=policy(1))
    assert len(story_of(too_much)) == 3  # what is used, what is left out, one example


def test_no_slide_says_its_reason_twice():
    told = slides(replace(sample_session("securities-fraud"), story=()))
    assert any(slide.text.startswith("Suppressed: ") for slide in told)
    assert not [slide for slide in told if slide.text and slide.text in slide.reason]
