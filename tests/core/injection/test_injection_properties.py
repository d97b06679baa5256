"""What is always true of an injection, whatever the input."""

from collections import Counter
from fractions import Fraction
from itertools import product

import hypothesis.strategies as st
from hypothesis import given

from inspector.analysis.audit.plain_step import plain_run
from inspector.core import Reason, Strategy, Verdict, canonical_json, inject
from inspector.core.injection.overrides import NO_OVERRIDES
from inspector.core.injection.policy import CEILING_OF_KIND
from tests.shared.examples import examples
from tests.shared.injection_draws import bucket_lists, card_lists, policies, sessions, targets
from tests.shared.injection_input import (
    CHARACTERS,
    candidate_set,
    request,
)

WEIGHTS = {"compact": 0.6, "standard": 0.85, "full": 1.0}


def value_of(manifest):
    """The value of what is in, in whole steps of 1e-9."""
    return sum(
        round(row["relevance_score"] * WEIGHTS[row["rendering_tier"]] * 1e9)
        for row in manifest["knowledge_cards"]
        if not row["suppressed"]
    )


@examples(30)
@given(sessions(strategies=(Strategy.OPTIMAL,), made_under=st.just(NO_OVERRIDES)))
def test_optimal_finds_the_greatest_value_there_is(session):
    report = inject(
        session.request,
        session.candidates,
        session.policy,
        CHARACTERS,
        strategy="optimal",
        settings=session.settings,
    )
    found = report.manifest.model_dump(mode="json")
    assert value_of(found) == value_of(plain_run(session, CHARACTERS).manifest)


SCORES_OF_ANY_SIZE = st.floats(allow_nan=False, allow_infinity=False) | st.sampled_from(
    [0.1, 0.2, 0.3, 0.30000000000000004, 1e300, 1e300 + 1e284, 5e-324, 1e-323, 1e-9, 0.0, -1.0]
)


def exact_value(cards, tiers):
    """The value of a selection: scores and weights as the decimals they are written as."""
    return sum(
        Fraction(repr(card.relevance_score)) * Fraction(repr(WEIGHTS[tiers[card.node_id]]))
        for card in cards
        if tiers.get(card.node_id)
    )


def costs_of(card):
    """What a card takes at each of its tiers: as declared, else the characters of the text.

    Declared counts stand for the tiers themselves only where there is no text at all.
    """
    texts = card.renderings.model_dump(exclude_none=True)
    declared = card.token_counts.model_dump(exclude_none=True) if card.token_counts else {}
    counts = {tier: declared.get(tier, len(text)) for tier, text in texts.items() if text}
    return counts or declared


def selections(cards, report):
    """Every selection that keeps to the budget and to the ceilings."""
    budget, separators = report.budget, report.prepared.counted.separators
    caps = dict(zip(CEILING_OF_KIND, budget.ceilings, strict=True))
    costs = [costs_of(card) for card in cards]
    for forms in product(*([None, *one] for one in costs)):
        sizes = Counter()
        for card, cost, tier in zip(cards, costs, forms, strict=True):
            if tier is not None:
                sizes[card.node_kind] += cost[tier] + separators.card
        heading = separators.knowledge_heading if sizes else 0
        if sizes.total() + heading <= budget.knowledge_card_budget and all(
            sizes[kind] <= caps.get(kind, sizes[kind]) for kind in sizes
        ):
            yield {card.node_id: tier for card, tier in zip(cards, forms, strict=True)}


@examples(40)
@given(card_lists(at_most=4), policies, st.lists(SCORES_OF_ANY_SIZE, min_size=4, max_size=4))
def test_optimal_finds_the_greatest_value_whatever_the_size_of_scores(cards, chosen_policy, scores):
    for card, score in zip(cards, scores, strict=False):
        card["relevance_score"] = score
    candidates, asked = candidate_set(cards), request()
    report = inject(asked, candidates, chosen_policy, CHARACTERS, strategy="optimal")
    injected = {
        c.node_id: c.rendering_tier for c in report.manifest.knowledge_cards if not c.suppressed
    }
    everything = list(candidates.knowledge_cards)
    best = max((exact_value(everything, one) for one in selections(everything, report)), default=0)
    assert exact_value(everything, injected) == best
    for entry in report.ledger.entries:
        if entry.kind == "card" and entry.verdict is Verdict.DROPPED and report.budget.total_budget:
            worthless = {c.node_id: c.relevance_score <= 0 for c in everything}[entry.subject]
            assert entry.reason is (Reason.NO_VALUE if worthless else Reason.OUTWEIGHED)


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
    for kind, cap in zip(CEILING_OF_KIND, budget.ceilings, strict=True):
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
    from inspector.core.candidates.counting import count_candidates
    from inspector.core.injection.prepare import prepare
    from inspector.core.injection.step import Injector

    candidates = candidate_set(cards, buckets)
    injector = Injector(prepare(request(), count_candidates(candidates, CHARACTERS), 0))
    for one in several:
        fresh = inject(request(), candidates, one, CHARACTERS)
        assert injector.run(one).manifest == fresh.manifest
