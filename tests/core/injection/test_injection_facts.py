"""The injection step by example: one character is one token, so numbers can be read off."""

import pytest

from inspector.analysis.independent import Rivals, independent_run
from inspector.analysis.injection_lint import lint_policy
from inspector.analysis.quantities import TOKENS_DROPPED
from inspector.core import Verdict
from inspector.core.candidates.linting import lint_candidates
from inspector.core.injection.rendering import joined_counts, render_buckets, render_knowledge
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    card,
    entry_of,
    file,
    injected,
    policy,
    tiers_of,
)

HEADING = len("# Knowledge\n\n")  # 13; every card costs 2 more, for its separator


def test_only_cards_get_the_whole_budget():
    report = injected([card("a", 1)])
    assert (report.budget.knowledge_card_budget, report.budget.bucket_budget) == (1000, 0)


def test_a_bucket_with_only_a_background_is_bucket_content():
    report = injected([card("a", 1)], [bucket("b", background="z" * 10)])
    assert report.budget.division == "both"


def test_a_direct_target_shifts_the_shares_and_comes_first():
    files = [file("f0", 0.9, 300), file("f1", 0.1, 300)]
    report = injected([card("a", 1)], [bucket("b", *files)], 500, direct_target_refs=["b:f1"])
    assert (report.budget.knowledge_card_budget, report.budget.bucket_budget) == (100, 400)
    assert entry_of(report, "b:f1", "file").verdict is Verdict.INCLUDED
    assert entry_of(report, "b:f0", "file").verdict is Verdict.REDUCED


def test_a_card_of_an_inlined_file_is_suppressed_with_the_tokens_it_would_have_had():
    report = injected([card("a", 1, 40, file="b:f")], [bucket("b", file("f", 1, 100))])
    row = entry_of(report, "a")
    assert (row.reason.code, row.rule, row.needed) == ("bucket_file_overlap", "Injection §3.3", 40)
    listed = report.manifest.knowledge_cards[0]
    assert (listed.suppressed, listed.suppression_reason) == (True, "bucket_file_overlap")
    assert (listed.rendering_tier, listed.token_count) == ("compact", 40)
    assert report.manifest.cards_suppressed_by_bucket_overlap == 1


def test_a_card_of_a_listed_file_stays():
    report = injected([card("a", 1, 40, file="b:f")], [bucket("b", file("f", 1, 900))])
    assert entry_of(report, "b:f", "file").reason.code == "file_listed"
    assert entry_of(report, "a").verdict is Verdict.INCLUDED


def test_the_same_reference_from_another_source_is_never_suppressed():
    other = card("a", 1, provenance_source="conversation", provenance_source_ref="b:f")
    report = injected([other], [bucket("b", file("f", 1, 100))])
    assert entry_of(report, "a").verdict is Verdict.INCLUDED


def test_text_is_inlined_whole_or_not_at_all():
    # Bucket heading 5, file heading 6, separator 2: the text of 37 needs 50 of 50 tokens.
    exact = injected((), [bucket("b", file("f", 1, 37))], 50)
    assert (exact.bucket_used, entry_of(exact, "b:f", "file").tokens) == (50, 37)
    short = injected((), [bucket("b", file("f", 1, 38))], 50)
    row = entry_of(short, "b:f", "file")
    assert (row.reason.code, row.needed, row.left, row.tokens) == ("file_listed", 51, 50, 3)


def test_a_file_without_text_or_not_inlinable_can_only_be_listed():
    files = [file("f0", 1, text=0), file("f1", 1, 10, inlinable=False)]
    report = injected((), [bucket("b", *files)])
    codes = {entry_of(report, f"b:f{n}", "file").reason.code for n in range(2)}
    assert codes == {"file_listed_only"}


def test_coverage_gives_every_card_compact_before_any_gets_more():
    cards = [card(n, r, 10, lengths={"standard": 30, "full": 60}) for n, r in (("a", 2), ("b", 1))]
    # Both at compact take 13 + 24; 20 more raise the first to standard, 20 more the second.
    assert tiers_of(injected(cards, total=37)) == {"a": "compact", "b": "compact"}
    assert tiers_of(injected(cards, total=57)) == {"a": "standard", "b": "compact"}
    assert tiers_of(injected(cards, total=77)) == {"a": "standard", "b": "standard"}
    assert tiers_of(injected(cards, total=107)) == {"a": "full", "b": "standard"}


def test_depth_gives_each_card_the_largest_that_fits():
    cards = [card(n, r, 10, lengths={"standard": 30, "full": 60}) for n, r in (("a", 2), ("b", 1))]
    assert tiers_of(injected(cards, total=87, strategy="depth")) == {"a": "full", "b": "compact"}


def test_a_card_that_does_not_fit_is_passed_over_and_a_smaller_one_still_fits():
    report = injected([card("a", 3, 20), card("b", 2, 500), card("c", 1, 20)], total=100)
    assert tiers_of(report) == {"a": "compact", "c": "compact"}
    row = entry_of(report, "b")
    assert (row.reason.code, row.needed, row.left) == ("knowledge_budget", 502, 100 - HEADING - 22)


def test_a_missing_rendering_is_a_tier_that_does_not_exist():
    odd = card("a", 1, 0, lengths={"full": 20})
    assert tiers_of(injected([odd])) == {"a": "full"}
    row = entry_of(injected([card("none", 1, 0)]), "none")
    assert (row.verdict, row.reason.code) == (Verdict.EXCLUDED, "no_rendering")


def test_a_card_whose_contents_were_left_out_counts_what_it_declares():
    left_out = card("a", 1, 0, token_counts={"compact": 25})
    report = injected([left_out])
    assert report.manifest.knowledge_cards[0].token_count == 25
    assert render_knowledge(report) is None


def test_ceilings_bind_their_kind_and_are_named():
    cards = [
        card("p1", 3, 28, kind="procedure"),
        card("p2", 2, 28, kind="procedure"),
        card("e", 1, 28),
    ]
    report = injected(cards, total=200, rules={"procedure_sub_budget_pct": 0.2})
    row = entry_of(report, "p2")
    assert (row.reason.code, row.needed, row.left, row.cap) == (
        "procedure_cap",
        30,
        10,
        "procedure_cap",
    )
    assert set(tiers_of(report)) == {"p1", "e"}


def test_what_a_ceiling_leaves_is_free_for_the_others():
    report = injected([card("e", 1, 180)], total=200, rules={"procedure_sub_budget_pct": 0.9})
    assert tiers_of(report) == {"e": "compact"}


def entities(count, matter="m"):
    return [card(f"e{n}", 1, kind="entity", matter_id=matter) for n in range(count)]


@pytest.mark.parametrize(
    ("count", "verdict"), [(2, Verdict.INCLUDED), (3, Verdict.SUPPRESSED), (4, Verdict.SUPPRESSED)]
)
def test_three_injected_entity_cards_of_its_matter_cover_a_background(count, verdict):
    buckets = [bucket("b", background="z" * 20, matter_id="m")]
    report = injected(entities(count), buckets)
    assert entry_of(report, "b", "background").verdict is verdict
    assert report.manifest.bucket_cards[0].background_suppressed_by_overlap is (
        verdict is Verdict.SUPPRESSED
    )


def test_entities_of_another_matter_or_of_none_cover_nothing():
    buckets = [bucket("b", background="z" * 20), bucket("c", background="z" * 20, matter_id="m")]
    without_matter = [card(f"x{n}", 1, kind="entity") for n in range(5)]
    report = injected(entities(5, "other") + without_matter, buckets)
    assert report.backgrounds_suppressed == 0


def test_what_a_suppressed_background_frees_is_released_and_not_filled_again():
    buckets = [bucket("b", file("f", 1, 200), background="z" * 20, matter_id="m")]
    # Half of 400 is set aside for files and background; the text of 200 does not fit either way.
    report = injected(entities(3), buckets, total=400)
    assert report.released == 22  # 20 and the separator; the heading stays, the line needs it
    assert entry_of(report, "b:f", "file").verdict is Verdict.REDUCED
    assert report.ledger.balances


def test_a_background_over_a_quarter_waits_for_what_the_files_leave():
    buckets = [bucket("b", file("f", 1, 100), background="z" * 60)]
    roomy = injected((), buckets, total=200)  # 67 of 200 is more than a quarter, but room is left
    assert entry_of(roomy, "b", "background").verdict is Verdict.INCLUDED
    tight = injected((), buckets, total=150)
    row = entry_of(tight, "b", "background")
    assert (row.verdict, row.needed, row.left) == (Verdict.DROPPED, 62, 150 - 113)


def test_with_no_budget_nothing_is_injected_and_the_state_is_unavailable():
    window = {"name": "m", "context_window": 100, "encoding": "characters"}
    report = injected(
        [card("a", 1)], [bucket("b", file("f", 1))], model=window, tokens_used_before=100
    )
    assert report.total_tokens_used == 0
    assert report.manifest.degraded_state == "unavailable"
    assert entry_of(report, "a").reason.code == "nothing_to_inject"


def test_records_that_were_skipped_make_the_state_partial():
    repeated = injected([card("a", 1), card("a", 0.5)])
    assert repeated.manifest.degraded_state == "partial"
    assert [problem.code for problem in repeated.problems] == ["candidates.duplicate-card"]
    assert len(repeated.manifest.knowledge_cards) == 1


def test_equal_relevance_falls_to_the_id():
    report = injected([card("b", 1), card("a", 1), card("c", 1)])
    assert [c.node_id for c in report.manifest.knowledge_cards] == ["a", "b", "c"]


def test_scores_of_the_request_override_those_of_the_set():
    scores = {"cards": {"b": 2.0}, "files": {"k:g": 3.0}}
    files = [file("f", 1, 80), file("g", 0, 80)]
    report = injected([card("a", 1), card("b", 0)], [bucket("k", *files)], 240, relevance=scores)
    assert [c.node_id for c in report.manifest.knowledge_cards] == ["b", "a"]
    assert entry_of(report, "k:g", "file").verdict is Verdict.INCLUDED
    assert entry_of(report, "k:f", "file").verdict is Verdict.REDUCED


def test_texts_of_the_steps_before_are_counted():
    assert injected(tokens_used_before={"system": "x" * 30, "seed": "y" * 12}).budget.remaining == (
        1_000_000 - 42
    )


def test_the_rendered_text_has_the_tokens_that_the_ledger_counts():
    buckets = [bucket("b", file("f", 1, 50), file("g", 1, 900), background="z" * 20)]
    report = injected([card("a", 1), card("c", 0.5)], buckets)
    assert len(render_knowledge(report)) == report.knowledge_used
    assert len(render_buckets(report)) == report.bucket_used
    assert [count.difference for count in joined_counts(report, CHARACTERS)] == [0, 0]


def test_the_independent_budgets_spend_tokens_twice():
    buckets = [bucket("b", file("f", 1, 1000))]
    report = injected([card("a", 1, 100, file="b:f"), card("c", 0.5, 100)], buckets, total=6000)
    before = independent_run(report)
    assert (before.cards_spent_twice, before.spent_twice) == (1, 100)
    assert before.saved == 100
    assert before.total_used == report.total_tokens_used + 102


def test_rivals_that_are_kept_change_nothing():
    kept, cards = Rivals(), [card("a", 1, 100), card("c", 0.5, 1700), card("d", 0.2, 60)]
    for cards_given in (cards, cards[1:]):
        reports = [
            injected(cards_given, rules={"procedure_sub_budget_pct": part}, strategy=strategy)
            for strategy in ("coverage", "depth")
            for part in (0.1, 0.3)
        ]
        for report in reports:
            assert independent_run(report, kept) == independent_run(report)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"knowledge_card_share_default": 0.3}, "policy.shares-under-one"),
        ({"knowledge_card_share_default": 0.7}, "policy.shares-over-one"),
        ({"min_bucket_tokens": 2000}, "policy.floors-over-total"),
        ({"procedure_sub_budget_pct": 0.95}, "policy.ceilings-over-one"),
        ({"min_bucket_tokens": -5}, "policy.negative-tokens"),
        ({"max_injection_tokens_absolute": 0}, "policy.nothing-allowed"),
    ],
)
def test_policies_that_are_allowed_but_odd_are_linted(fields, code):
    ordinary = {"procedure_sub_budget_pct": 0.3, "interaction_policy_sub_budget_pct": 0.1}
    total = fields.get("max_injection_tokens_absolute", 1000)
    rest = {k: v for k, v in fields.items() if k != "max_injection_tokens_absolute"}
    assert code in [problem.code for problem in lint_policy(policy(total, **ordinary | rest))]
    assert not lint_policy(policy(1000, **ordinary))


def test_ceilings_of_the_whole_budget_are_not_added_up():
    whole = {"procedure_sub_budget_pct": 1.0, "interaction_policy_sub_budget_pct": 1.0}
    assert not lint_policy(policy(1000, **whole))


@pytest.mark.parametrize("declared", [None, {"compact": 0}])
def test_a_card_of_an_inlined_file_is_redundant_whether_or_not_it_has_a_rendering(declared):
    fields = {} if declared is None else {"token_counts": declared}
    report = injected([card("a", 1, 0, file="b:f", **fields)], [bucket("b", file("f", 1, 20))])
    (listed,) = report.manifest.knowledge_cards
    assert (listed.suppression_reason, listed.rendering_tier) == ("bucket_file_overlap", "compact")
    assert listed.token_count == 0
    assert report.manifest.cards_suppressed_by_bucket_overlap == 1
    assert entry_of(report, "a").needed == 0


@pytest.mark.parametrize("blank", ["", " ", "\t\n"])
def test_cards_and_buckets_with_blank_matters_share_no_matter(blank):
    entities = [card(f"e{n}", 0.5, kind="entity", matter_id=blank) for n in range(3)]
    report = injected(entities, [bucket("b", background="z" * 20, matter_id=blank)])
    (listed,) = report.manifest.bucket_cards
    assert (listed.background_included, listed.background_suppressed_by_overlap) == (True, False)
    found = report.prepared.counted.candidates
    assert found.buckets[0].matter_id is None
    assert {one.matter_id for one in found.knowledge_cards} == {None}


def test_a_card_that_can_have_no_rendering_is_linted_and_makes_the_state_partial():
    report = injected([card("a", 1), card("b", 0.5, 0)])
    assert report.manifest.degraded_state == "partial"
    assert entry_of(report, "b").reason.code == "no_rendering"
    (problem,) = lint_candidates(report.prepared.counted.candidates)
    assert (problem.code, problem.place.pointer) == (
        "candidates.no-rendering",
        "/knowledge_cards/1",
    )
    declared = injected([card("a", 1), card("b", 0.5, 0, token_counts={"full": 9})])
    assert declared.manifest.degraded_state == "none"


@pytest.mark.parametrize(
    ("window", "before", "cards", "content"),
    [
        (10_000, 0, 1_500, 2_500),  # 15 % of the context, 25 % of what remains
        (13_333, 0, 1_999, 3_333),
        (13_334, 0, 2_000, 3_333),  # 2,000 tokens are fewer
        (1_000_000, 0, 2_000, 6_000),
        (24_000, 0, 2_000, 6_000),
        (23_999, 0, 2_000, 5_999),
        (10_000, 9_000, 1_000, 250),  # of the context, but never beyond what remains of it
        (10_000, 12_000, 0, 0),
    ],
)
def test_the_independent_budgets_are_the_smaller_of_tokens_and_part(window, before, cards, content):
    model = {"name": "m", "context_window": window, "encoding": "characters"}
    report = injected([], [bucket("b", file("f", 1, 10))], model=model, tokens_used_before=before)
    found = independent_run(report)
    assert (found.knowledge_budget, found.bucket_budget) == (cards, content)


def test_the_bucket_budget_that_stood_alone_was_a_part_of_what_the_cards_left():
    model = {"name": "m", "context_window": 10_000, "encoding": "characters"}
    found = independent_run(
        injected([card("a", 1, 985)], [bucket("b", file("f", 1, 10))], model=model)
    )
    assert found.knowledge_used == HEADING + 985 + 2
    assert found.bucket_budget == (10_000 - 1_000) // 4


@pytest.mark.parametrize(("share", "scaled"), [(0.5, False), (0.8, True)])
def test_halves_are_scaled_only_where_they_ask_for_more_than_the_total(share, scaled):
    shares = {"knowledge_card_share_default": share, "bucket_content_share_default": share}
    report = injected([card("a", 1)], [bucket("b", file("f", 1))], rules=shares)
    assert report.budget.before_scaling == (share * 1000, share * 1000)
    assert report.budget.scaled is scaled


def test_what_is_suppressed_frees_its_smallest_text_and_its_background():
    entities = [card(f"e{n}", 0.9, 5, kind="entity", matter_id="m") for n in range(3)]
    covered = card("covered", 0.5, 30, file="b:f")
    shelf = bucket("b", file("f", 1, 50), background="z" * 20, matter_id="m")
    report = injected([*entities, covered], [shelf])
    assert (report.cards_suppressed, report.backgrounds_suppressed) == (1, 1)
    assert report.tokens_freed == 30 + 20
    assert TOKENS_DROPPED.of(report) == 0


def test_a_background_without_room_counts_with_its_text():
    report = injected([], [bucket("b", file("f", 1, 50), background="z" * 400)], total=200)
    assert TOKENS_DROPPED.of(report) == 400


def test_the_rows_of_buckets_add_up_to_what_content_uses():
    shelves = [
        bucket("b", file("f", 1, 50), background="z" * 40),
        bucket("c", file("g", 0.9, 9000), background="y" * 30),
    ]
    report = injected([], shelves, total=300)
    assert sum(row.token_count for row in report.manifest.bucket_cards) == report.bucket_used
    text = render_buckets(report)
    assert text.count("# T\n\n" + "z" * 40) == text.count("# T\n\n" + "y" * 30) == 1


def test_a_bucket_of_which_nothing_is_in_has_no_heading():
    shelves = [
        bucket("b", file("f", 1, 50)),
        bucket("c", file("g", 0.9, 500), bucket_title="Other"),
    ]
    assert "# Other" in render_buckets(injected([], shelves))
    report = injected([], shelves, total=70)
    assert [row.bucket_id for row in report.manifest.bucket_cards if row.token_count] == ["b"]
    assert "# Other" not in render_buckets(report)
