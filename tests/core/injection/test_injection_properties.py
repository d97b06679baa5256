"""What is always true of an injection, whatever the input."""

from collections import Counter

import hypothesis.strategies as st
from hypothesis import given, settings

from inspector.core import Strategy, Verdict, canonical_json, inject
from tests.core.injection.plain_injection import inject_plainly, value_of
from tests.shared.injection_draws import bucket_lists, card_lists, policies, targets
from tests.shared.injection_input import (
    CHARACTERS,
    candidate_set,
    request,
)


@given(card_lists(), bucket_lists(), policies, targets, st.sampled_from(list(Strategy)[:2]))
def test_the_fast_step_decides_as_the_plain_one(cards, buckets, chosen_policy, refs, strategy):
    candidates, asked = candidate_set(cards, buckets), request(direct_target_refs=refs)
    report = inject(asked, candidates, chosen_policy, CHARACTERS, strategy=strategy)
    plain = inject_plainly(asked, candidates, chosen_policy, strategy)
    manifest = report.manifest
    injected = {c.node_id: c.rendering_tier for c in manifest.knowledge_cards if not c.suppressed}
    assert injected == plain.tiers
    by_reason = {e.subject: e for e in report.ledger.entries}
    covered = {s for s, e in by_reason.items() if e.reason.code == "bucket_file_overlap"}
    assert covered == plain.suppressed
    files = [entry for entry in report.ledger.entries if entry.kind == "file"]
    assert {e.subject for e in files if e.verdict is Verdict.INCLUDED} == plain.inlined
    assert {e.subject for e in files if e.verdict is Verdict.REDUCED} == plain.listed
    included = {b.bucket_id for b in manifest.bucket_cards if b.background_included}
    assert included == plain.backgrounds
    covered = {b.bucket_id for b in manifest.bucket_cards if b.background_suppressed_by_overlap}
    assert covered == plain.backgrounds_suppressed


@settings(max_examples=60)
@given(card_lists(at_most=6), policies)
def test_optimal_finds_the_greatest_value_there_is(cards, chosen_policy):
    candidates, asked = candidate_set(cards), request()
    report = inject(asked, candidates, chosen_policy, CHARACTERS, strategy="optimal")
    injected = {
        c.node_id: c.rendering_tier for c in report.manifest.knowledge_cards if not c.suppressed
    }
    best = inject_plainly(asked, candidates, chosen_policy, "optimal").tiers
    everything = list(candidates.knowledge_cards)
    assert value_of(everything, injected) == value_of(everything, best)


@given(card_lists(), bucket_lists(), policies, targets, st.sampled_from(list(Strategy)))
def test_the_ledger_always_closes_with_every_candidate_on_one_row(
    cards, buckets, chosen_policy, refs, strategy
):
    candidates, asked = candidate_set(cards, buckets), request(direct_target_refs=refs)
    report = inject(asked, candidates, chosen_policy, CHARACTERS, strategy=strategy)
    assert report.ledger.balances
    assert report.ledger.total_tokens == sum(entry.tokens for entry in report.ledger.entries)
    rows = Counter((e.kind, e.subject) for e in report.ledger.entries if e.kind != "balance")
    expected = Counter(("card", c["node_id"]) for c in cards)
    expected += Counter(("background", b["bucket_id"]) for b in buckets if b["background"])
    expected += Counter(
        ("file", f"{b['bucket_id']}:{f['file_id']}") for b in buckets for f in b["files"]
    )
    assert rows == expected
    for entry in report.ledger.entries:
        assert entry.sentence
        assert entry.tokens >= 0
        if entry.verdict is Verdict.DROPPED and entry.left is not None:
            assert entry.needed > entry.left
        if entry.reason.code == "tier_lowered":
            assert entry.needed > entry.left


@given(card_lists(), bucket_lists(), policies, st.sampled_from(list(Strategy)))
def test_no_budget_and_no_ceiling_is_ever_exceeded(cards, buckets, chosen_policy, strategy):
    candidates = candidate_set(cards, buckets)
    report = inject(request(), candidates, chosen_policy, CHARACTERS, strategy=strategy)
    budget = report.budget
    assert report.knowledge_used <= budget.knowledge_card_budget
    assert report.bucket_used <= budget.bucket_budget
    injected = [c for c in report.manifest.knowledge_cards if not c.suppressed]
    for kind, cap in (
        ("procedure", budget.procedure_cap),
        ("interaction_policy", budget.interaction_policy_cap),
    ):
        assert sum(c.token_count + 2 for c in injected if c.node_kind == kind) <= cap


@given(card_lists(), bucket_lists(), policies, st.randoms())
def test_the_manifest_never_depends_on_the_order_of_cards(cards, buckets, chosen_policy, random):
    shuffled = random.sample(cards, len(cards))
    manifests = [
        inject(request(), candidate_set(each, buckets), chosen_policy, CHARACTERS).manifest
        for each in (cards, shuffled)
    ]
    first, second = (canonical_json(m.model_dump(mode="json")) for m in manifests)
    assert first == second


@given(card_lists(), bucket_lists(), policies)
def test_cards_of_listed_files_and_of_other_sources_are_never_suppressed(
    cards, buckets, chosen_policy
):
    report = inject(request(), candidate_set(cards, buckets), chosen_policy, CHARACTERS)
    inlined = {
        e.subject
        for e in report.ledger.entries
        if e.kind == "file" and e.verdict is Verdict.INCLUDED
    }
    origin = {c["node_id"]: c.get("provenance_source_ref") for c in cards}
    for entry in report.ledger.entries:
        if entry.kind == "card":
            covered = origin[entry.subject] in inlined
            assert (entry.verdict is Verdict.SUPPRESSED) == (
                covered and origin[entry.subject] is not None
            )


@given(card_lists(), bucket_lists(), st.lists(policies, min_size=2, max_size=4))
def test_a_result_never_depends_on_the_runs_before_it(cards, buckets, several):
    from inspector.core.injection.counting import count_candidates
    from inspector.core.injection.prepare import prepare
    from inspector.core.injection.step import Injector

    candidates = candidate_set(cards, buckets)
    injector = Injector(prepare(request(), count_candidates(candidates, CHARACTERS), 0))
    for one in several:
        fresh = inject(request(), candidates, one, CHARACTERS)
        assert injector.run(one).manifest == fresh.manifest
