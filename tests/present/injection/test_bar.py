"""The budget bar as numbers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.injection_runs import InjectionRuns
from inspector.analysis.not_included import not_included
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.policy import Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import inject
from inspector.session.session import Session
from inspector.stages.injection.bar import GHOST_LIMIT, BudgetBar, budget_bar
from inspector.stages.injection.bar_strip import GROUPS, Strip
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)


def run(
    total=600, strategy=Strategy.COVERAGE, cards=None, buckets=None, **fields
) -> InjectionReport:
    if cards is None:
        cards = [
            card("alpha", 0.9, kind="entity", lengths={"standard": 40}),
            card("beta", 0.8, kind="procedure"),
            card("gamma", 0.7, kind="interaction_policy"),
            card("delta", 0.6, kind="decision"),
            card("twin", 0.5, kind="entity", file="b:f1"),
            card("giant", 0.4, compact=5000),
        ]
    if buckets is None:
        buckets = [
            bucket("b", file("f1", 0.9), file("f2", 0.8, text=900), background="z" * 20),
        ]
    return inject(
        request(**fields.pop("request", {})),
        candidate_set(cards, buckets),
        policy(total, **fields),
        CHARACTERS,
        strategy=strategy,
    )


def session_of(overrides: Overrides) -> Session:
    cards = [card(name, 0.9, kind="entity") for name in ("alpha", "beta", "gamma", "delta")]
    files = bucket("b", file("f1", 0.9), file("f2", 0.8, text=90), file("f3", 0.7), file("f4", 0.6))
    return Session(
        candidates=candidate_set(cards, [files]),
        request=request(),
        policy=policy(600),
        overrides=overrides,
    )


def groups(strip: Strip) -> list[str]:
    return [GROUPS[group] for group in strip.groups.tolist()]


def words(strip: Strip) -> list[str]:
    return [strip.segment(place).text for place in range(len(strip))]


def chart(**fields) -> BudgetBar:
    return budget_bar(run(**fields))


def test_the_filled_strip_is_as_long_as_the_budget():
    assert chart().filled.total == 600


@given(
    total=st.integers(0, 900),
    share=st.floats(0, 1),
    strategy=st.sampled_from(list(Strategy)),
    window=st.integers(0, 2000),
)
def test_strips_of_a_budget_always_close(total, share, strategy, window):
    report = run(
        total,
        strategy,
        request={"model": {"name": "m", "context_window": window, "encoding": "characters"}},
        knowledge_card_share_default=share,
    )
    bar = budget_bar(report)
    assert bar.filled.total == bar.budget.total == bar.total
    for strip in (bar.budget, bar.filled, bar.suppressed, bar.left_out):
        assert np.array_equal(strip.starts[1:], (strip.starts + strip.sizes)[:-1])
        assert len(words(strip)) == len(strip)


def test_cards_stand_by_kind_and_then_in_order_of_relevance():
    assert groups(chart().filled)[:5] == [
        "entity",
        "other",
        "procedure",
        "interaction_policy",
        "overhead",
    ]


def test_a_segment_says_name_kind_verdict_tier_and_tokens():
    strip = chart(total=150).filled
    assert words(strip)[0] == "Alpha\nentity · reduced · compact · 10 tokens"


def test_what_is_suppressed_and_dropped_is_counted_with_files_and_backgrounds():
    bar = chart()
    assert bar.suppressed_text == "1 card suppressed"
    assert bar.tokens_freed == 10
    assert words(bar.suppressed) == ["Twin\nentity · suppressed · 10 tokens"]
    starved = chart(total=20)
    keys = [starved.left_out.segment(place).key for place in range(len(starved.left_out))]
    assert keys[-3:] == ["background:b", "file:b:f2", "file:b:f1"]
    assert starved.left_out_text == (
        "6,067 left out: 6 cards, 1 file and 1 summary, 1 file by title only"
    )
    assert len(keys) == 9


def test_every_cause_is_a_stretch_of_what_is_left_out():
    limits = Overrides(top_k=2, exclude=("beta", "b:f2"))
    report = InjectionRuns(lambda _encoding: CHARACTERS).run(session_of(limits)).report
    bar = budget_bar(report)
    found = set(groups(bar.left_out)) | set(groups(bar.suppressed))
    assert found == {one.cause.code for one in not_included(report) if one.tokens}
    assert {"cut", "by-hand"} <= found


def test_the_tokens_beside_the_bar_are_those_of_its_segments():
    bar = chart(total=60)
    said = sum(bar.left_out.segment(place).tokens for place in range(len(bar.left_out)))
    assert bar.left_out_text.startswith(f"{said:,} left out: ")


def test_beyond_a_limit_ghosts_are_one_segment_that_says_how_many():
    cards = [card(f"c{place:03}", 0.5, compact=1000) for place in range(GHOST_LIMIT + 7)]
    bar = chart(cards=cards, buckets=[])
    assert bar.left_out_text == f"407,000 left out: {GHOST_LIMIT + 7} cards"
    assert words(bar.left_out)[-1] == "7 more cards, 7,000 tokens"


@pytest.mark.parametrize("key", ["card:alpha", "card:beta", "file:b:f1", "balance:bucket.unused"])
def test_a_subject_is_found_by_its_key(key):
    strip = chart().filled
    place = strip.place_of(key)
    assert place is not None
    assert strip.segment(place).key == key


@pytest.mark.parametrize("key", ["", "card:nobody", "card:twin", "file:b:nothing"])
def test_a_subject_without_a_segment_is_not_found(key):
    assert chart().filled.place_of(key) is None


def test_the_segment_at_a_distance_is_the_one_that_covers_it():
    strip = chart().filled
    for place in range(len(strip)):
        middle = strip.starts[place] + strip.sizes[place] / 2
        assert strip.place_at(middle) == place
    assert strip.place_at(strip.total) is None
    assert strip.place_at(-1) is None


def test_the_divider_is_free_while_both_halves_share_the_budget():
    bar = chart()
    assert bar.movable
    assert bar.divider == 300


def test_what_belongs_to_neither_half_is_in_none():
    bar = chart(bucket_content_share_default=0.3)
    assert (bar.divider, bar.bucket_half, bar.total) == (300, 180, 600)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"request": {"direct_target_refs": ["b"]}}, "fixed at 0.20 and 0.80"),
        ({"cards": []}, "no knowledge cards"),
        ({"buckets": []}, "no bucket content"),
        ({"total": 0}, "nothing to divide"),
    ],
)
def test_a_fixed_divider_says_why(fields, reason):
    bar = chart(**fields)
    assert not bar.movable
    assert reason in bar.fixed_because
