"""Each field of a policy says what it comes to, and binds exactly where it decided something."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core import inject
from inspector.core.injection.policy import CEILING_OF_KIND, Strategy
from inspector.stages.injection.policy_effects import (
    binding_text,
    limit_steps,
    policy_effects,
    split_text,
)
from tests.shared.examples import examples
from tests.shared.injection_draws import bucket_lists, card_lists, policies
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

MOST, PART = "max_injection_tokens_absolute", "max_injection_tokens_pct_of_context"
SHARES = ("knowledge_card_share_default", "bucket_content_share_default")
FLOORS = ("min_knowledge_card_tokens", "min_bucket_tokens")
CEILINGS = tuple(CEILING_OF_KIND.values())


def run(chosen, cards=None, buckets=None, strategy="coverage", **fields):
    cards = [card("a", 0.9)] if cards is None else cards
    buckets = [bucket("b", file("f", 0.9))] if buckets is None else buckets
    return inject(
        request(**fields), candidate_set(cards, buckets), chosen, CHARACTERS, strategy=strategy
    )


def effects(report):
    return {effect.field: effect for effect in policy_effects(report)}


def window(tokens):
    return {"model": {"name": "m", "context_window": tokens, "encoding": "characters"}}


def test_a_total_is_limited_by_the_share_of_the_window():
    chosen = policy(600, max_injection_tokens_pct_of_context=0.2)
    found = effects(run(chosen, **window(1000)))
    assert (found[MOST].effective, found[MOST].binds) == (200, False)
    assert found[MOST].why == "limited by the share of free context, 200 tokens"
    assert (found[PART].effective, found[PART].binds) == (200, True)


def test_a_maximum_below_the_share_of_the_window_binds():
    found = effects(run(policy(600), [card("a", 0.9, 700)]))
    assert found[MOST].binds
    assert found[MOST].text == "Effective 600 tokens · limiting"
    assert not found[PART].binds
    assert found[PART].why == "the maximum of 600 tokens is smaller"


def test_where_everything_fits_neither_a_total_nor_a_share_is_limiting():
    found = effects(run(policy(600)))
    assert not any(effect.binds for effect in found.values())
    assert found[MOST].text == "Effective 600 tokens"
    out = effects(run(policy(600), [card("a", 0.9, 700)]))
    assert [out[field].binds for field in (MOST, *SHARES)] == [True, True, False]


def test_a_budget_of_nothing_has_no_limiting_floor_and_no_budget_below_it():
    nothing = effects(run(policy(0, min_knowledge_card_tokens=50)))
    assert not nothing[FLOORS[0]].binds
    assert nothing[FLOORS[1]].why == "no floor"
    as_much = effects(run(policy(600, min_bucket_tokens=300)))
    assert as_much[FLOORS[1]].why == "as much as the budget of 300"


def test_one_token_is_one_token():
    said = effects(run(policy(1, max_injection_tokens_pct_of_context=1.0)))[MOST].sentence
    assert said == "Effective 1 token"


def test_a_set_of_nothing_has_no_files_and_no_cards():
    found = effects(run(policy(600), cards=[], buckets=[]))
    assert {found[field].why for field in SHARES} == {"no cards and no files"}


def test_a_direct_target_overrides_both_shares():
    found = effects(run(policy(600), direct_target_refs=["b"]))
    for field, tokens, share in zip(SHARES, (120, 480), ("20 %", "80 %"), strict=True):
        assert (found[field].effective, found[field].binds) == (tokens, False)
        assert found[field].why == f"the direct target fixes it at {share} instead of 50 %"


def test_floors_that_do_not_fit_are_said_to_be_scaled_down():
    found = effects(run(policy(200, min_knowledge_card_tokens=300, min_bucket_tokens=300)))
    for field in FLOORS:
        assert (found[field].effective, found[field].binds) == (100, True)
        assert found[field].why.startswith("scaled down from 300")
    for field in SHARES:
        assert not found[field].binds
        assert "scaled from 300 to fit the total of 200" in found[field].why


def test_shares_under_one_say_what_belongs_to_neither():
    shares = dict.fromkeys(SHARES, 0.4)
    found = effects(run(policy(600, **shares)))
    assert found[SHARES[0]].why == "120 tokens belong to neither share"


def test_shares_over_one_say_that_they_are_scaled():
    found = effects(run(policy(600, **dict.fromkeys(SHARES, 0.8)), [card("a", 0.9, 700)]))
    assert found[SHARES[0]].why == "scaled from 480 to fit the total of 600"
    assert found[SHARES[0]].binds


def test_with_one_kind_of_content_neither_share_nor_floor_binds():
    found = effects(run(policy(600), buckets=[]))
    assert (found[SHARES[0]].effective, found[SHARES[1]].effective) == (600, 0)
    assert not any(found[field].binds for field in (*SHARES, *FLOORS))


@pytest.mark.parametrize("strategy", list(Strategy))
def test_a_ceiling_that_keeps_a_card_out_binds_and_counts_it(strategy):
    cards = [card("p", 0.9, 60, kind="procedure"), card("q", 0.8, 60, kind="procedure")]
    chosen = policy(600, procedure_sub_budget_pct=0.3)
    found = effects(run(chosen, cards, strategy=strategy))[CEILINGS[0]]
    assert (found.effective, found.binds) == (90, True)
    assert found.why == "62 used with separators, 1 card dropped or shortened"


draws = {
    "cards": card_lists(),
    "buckets": bucket_lists(),
    "chosen": policies,
    "strategy": st.sampled_from(list(Strategy)),
    "target": st.booleans(),
    "size": st.sampled_from([300, 1_500, 1_000_000]),
}


def drawn(cards, buckets, chosen, strategy, target, size):
    named = [one["bucket_id"] for one in buckets[:1]] if target else []
    fields = {"direct_target_refs": named, **window(size)}

    def again(policy_now):
        return run(policy_now, cards, buckets, strategy, **fields)

    return again(chosen), again


def sizes(report):
    """What every card, file and summary takes."""
    return [row.tokens for row in report.ledger.entries if row.kind != "balance"]


def renderings_grow(cards):
    """Whether no card takes fewer tokens at a larger rendering than at a smaller one."""
    costs = (row[exists] for row, exists in zip(cards.costs, cards.tier_exists, strict=True))
    return all((np.diff(one.astype(np.int64)) >= 0).all() for one in costs)


@examples(20)
@given(**draws)
def test_a_field_that_does_not_bind_can_be_relaxed_without_any_effect(**values):
    report, again = drawn(**values)
    found, chosen = effects(report), values["chosen"]
    relaxed = {MOST: 10**6, PART: 1.0} | dict.fromkeys(FLOORS, 0)
    if values["strategy"] is not Strategy.OPTIMAL and renderings_grow(report.prepared.cards):
        relaxed |= dict.fromkeys(CEILINGS, 1.0)  # under optimal, several cards may change places
    for field, value in relaxed.items():
        if not found[field].binds:
            other = again(chosen.model_copy(update={field: value}))
            assert sizes(other) == sizes(report), field


@examples(20)
@given(**draws, share=st.sampled_from([0.0, 0.5, 1.0]))
def test_a_share_that_a_direct_target_overrides_has_no_effect(share, **values):
    report, again = drawn(**values)
    for field in SHARES:
        if "direct target" in effects(report)[field].why:
            other = again(values["chosen"].model_copy(update={field: share}))
            assert other.manifest == report.manifest


@examples(20)
@given(**draws)
def test_effective_tokens_are_those_of_the_budget(**values):
    report, _ = drawn(**values)
    found, budget = effects(report), report.budget
    assert found[MOST].effective == budget.total_budget
    assert found[PART].effective == budget.allowed_by_window
    halves = (budget.knowledge_card_budget, budget.bucket_budget)
    assert tuple(found[field].effective for field in SHARES) == halves
    assert tuple(found[field].effective for field in CEILINGS) == budget.ceilings
    for field, half in zip(FLOORS, halves, strict=True):
        assert 0 <= found[field].effective <= half


def test_a_field_is_idle_exactly_where_no_value_of_it_changes_the_run():
    assert [one.field for one in policy_effects(run(policy(600))) if one.idle] == list(CEILINGS)
    aimed = effects(run(policy(600), direct_target_refs=["b"]))
    assert {field for field, one in aimed.items() if one.idle} == {*SHARES, *CEILINGS}
    alone = effects(run(policy(600), buckets=[]))
    assert {field for field, one in alone.items() if one.idle} == {*SHARES, *FLOORS, *CEILINGS}


@examples(30)
@given(**draws, part=st.sampled_from([0.0, 0.3, 1.0]))
def test_no_value_of_an_idle_field_changes_what_is_in(part, **values):
    report, again = drawn(**values)
    for effect in policy_effects(report):
        if effect.idle:
            value = int(1000 * part) if effect.field in FLOORS else part
            other = again(values["chosen"].model_copy(update={effect.field: value}))
            assert [row.tokens for row in other.ledger.entries] == [
                row.tokens for row in report.ledger.entries
            ]


def test_fields_in_short_say_tokens_value_and_whether_they_bind():
    report = run(policy(600, min_bucket_tokens=400))
    found = policy_effects(report)
    lines = limit_steps(report.policy, found, (*CEILINGS, *FLOORS))
    assert [(one.working, one.result) for one in lines] == [
        ("no effect", "100 %"),
        ("no effect", "100 %"),
        ("0 tokens", "0"),
        ("343 tokens · limiting", "400"),
    ]
    assert binding_text(found, FLOORS) == "1 of 2 limiting"
    assert split_text(found).startswith("Effective 257 : 343 tokens")


def test_without_a_result_fields_in_short_say_their_values():
    lines = limit_steps(policy(600), (), FLOORS)
    assert [(one.working, one.result) for one in lines] == [("", "0"), ("", "0")]
    assert binding_text((), FLOORS) == split_text(()) == ""
