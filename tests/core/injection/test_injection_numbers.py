"""Numbers of the injection step at an edge: what fits exactly, and what one token more costs."""

import pytest

from inspector.analysis.quantities import TOKENS_DROPPED
from inspector.core import CandidateSet, Verdict, inject
from inspector.core.tokens import UncountableTextError
from tests.shared.injection_input import (
    CHARACTERS,
    Characters,
    bucket,
    card,
    entry_of,
    file,
    injected,
    policy,
    request,
    tiers_of,
)

HEADING = len("# Knowledge\n\n")  # 13; every card costs 2 more, for its separator


def test_the_running_sum_has_the_heading_once_and_a_separator_for_each_card_that_is_in():
    report = injected([card("a", 3, 10), card("b", 2, 5000), card("c", 1, 20)])
    assert report.card_rows.cumulative.tolist() == [13 + 12, 13 + 12, 13 + 12 + 22]
    assert injected([card("b", 2, 5000)]).card_rows.cumulative.tolist() == [0]


@pytest.mark.parametrize(
    ("kind", "left", "cap"),
    [
        ("event", 108 - HEADING - 8 - 12, "knowledge_budget"),
        ("procedure", 54 - 12, "procedure_cap"),
        ("interaction_policy", 43 - 12, "interaction_policy_cap"),
    ],
)
def test_a_card_that_stays_small_says_what_more_would_have_taken_and_which_cap_bound(
    kind, left, cap
):
    ceilings = {"procedure_sub_budget_pct": 0.5, "interaction_policy_sub_budget_pct": 0.4}
    cards = [card("other", 2, 6), card("a", 1, 10, kind=kind, lengths={"full": 500})]
    report = injected(cards, total=108, rules=ceilings)
    row = entry_of(report, "a")
    assert (row.reason.code, row.tokens) == ("tier_lowered", 10)
    assert (row.needed, row.left, row.cap) == (490, left, cap)
    assert row.detail == {"tier": "compact", "better": "full"}
    assert row.sentence.endswith(f" were left under the {cap.replace('_', ' ')}.")


@pytest.mark.parametrize(("standard", "tier"), [(38, "standard"), (39, "compact")])
def test_a_card_is_raised_with_what_its_own_kind_left_under_the_ceiling(standard, tier):
    cards = [
        card("n", 2, 60, lengths={"standard": 70}),
        card("p", 1, 10, kind="procedure", lengths={"standard": standard}),
    ]
    report = injected(cards, total=200, rules={"procedure_sub_budget_pct": 0.2})
    assert tiers_of(report) == {"n": "standard", "p": tier}


@pytest.mark.parametrize(("full", "tier"), [(38, "full"), (39, "standard")])
def test_what_raising_to_standard_took_is_gone_for_full(full, tier):
    cards = [card("p", 1, 10, kind="procedure", lengths={"standard": 20, "full": full})]
    report = injected(cards, total=200, rules={"procedure_sub_budget_pct": 0.2})
    assert tiers_of(report) == {"p": tier}


def test_cards_without_room_are_counted_with_their_smallest_rendering():
    cards = [
        card("in", 5, 20),
        card("two", 4, 300),
        card("three", 3, 400),
        card("none", 2, 0),
        card("covered", 1, 30, file="b:f"),
    ]
    report = injected(cards, [bucket("b", file("f", 1, 10))], total=200)
    assert report.cards_dropped == 2
    assert TOKENS_DROPPED.of(report) == 300 + 400
    assert report.cards_suppressed == 1


@pytest.mark.parametrize(
    ("sizes", "reserved"),
    [([43], [True]), ([44], [False]), ([18, 18], [True, True]), ([18, 19], [True, False])],
)
def test_backgrounds_are_set_aside_while_together_they_take_a_quarter(sizes, reserved):
    # The separator of each takes 2, a bucket's heading 5: with 43 of its own one has 50 of 200.
    shelves = [bucket(f"b{n}", background="z" * size) for n, size in enumerate(sizes)]
    report = injected((), shelves, total=200)
    assert [one.reserved for one in report.materialization.backgrounds] == reserved


def test_declared_tokens_of_a_file_are_used_as_given():
    report = injected((), [bucket("b", file("f", 1, 100, token_count=7))], total=200)
    assert entry_of(report, "b:f", "file").tokens == 7


def test_a_file_without_its_contents_is_inlined_with_the_tokens_it_declares():
    given = file("f", 1, token_count=150) | {"text": None}
    report = injected((), [bucket("b", given)], total=200)
    assert (entry_of(report, "b:f", "file").verdict, report.bucket_used) == (
        Verdict.INCLUDED,
        150 + 5 + len("## t\n\n") + 2,
    )


def test_a_file_that_fits_exactly_is_inlined_and_one_token_less_lists_it():
    whole = 5 + len("## t\n\n") + 100 + 2  # the bucket's heading, the file's, its text, a separator
    for total, verdict in ((whole, Verdict.INCLUDED), (whole - 1, Verdict.REDUCED)):
        report = injected((), [bucket("b", file("f", 1, 100))], total=total)
        row = entry_of(report, "b:f", "file")
        assert (row.verdict, row.needed, row.left) == (verdict, whole, total)


def test_a_line_that_fits_exactly_is_listed_and_one_token_less_leaves_it_out():
    whole = 5 + len("- t") + 1  # the bucket's heading, the line, its end
    for total, verdict in ((whole, Verdict.REDUCED), (whole - 1, Verdict.DROPPED)):
        report = injected((), [bucket("b", file("f", 1, 100))], total=total)
        row = entry_of(report, "b:f", "file")
        assert row.verdict is verdict
        assert row.needed == (len("## t\n\n") + 107 if verdict is Verdict.REDUCED else whole)


class _Words(Characters):
    """One word is one token: what only separates takes none."""

    def count(self, text):
        return len(text.split())


def test_a_card_never_gets_in_without_room_for_its_heading():
    for total, dropped in ((3, 0), (2, 1), (1, 1)):  # "# Knowledge" is two words
        report = injected([card("a", 1, 10)], total=total, tokens=_Words())
        assert report.cards_dropped == dropped
        assert report.total_tokens_used == (0 if dropped else 3)


class _Refusing(Characters):
    """Counts no text with an exclamation mark."""

    def count(self, text):
        if "!" in text:
            raise UncountableTextError("there is none")
        return len(text)


def test_a_text_without_a_count_costs_what_it_is_a_part_of_and_is_reported_with_its_place():
    cards = [
        card("a", 5) | {"renderings": {"compact": "!"}},
        card("b", 4) | {"renderings": {"compact": "x", "full": "!"}},
        card("c", 3, 0),
    ]
    shelves = [
        bucket("b", file("f", 3) | {"text": "!"}, file("g", 2) | {"title": "!"}),
        bucket("c", file("h", 1), background="!", bucket_title="!"),
    ]
    report = injected(cards, shelves, tokens=_Refusing())
    assert {
        one.place.pointer for one in report.problems if one.code == "candidates.uncountable"
    } == {
        "/knowledge_cards/0/renderings/compact",
        "/knowledge_cards/1/renderings/full",
        "/buckets/0/files/0/text",
        "/buckets/0/files/1/title",
        "/buckets/1/bucket_title",
        "/buckets/1/background",
    }
    reasons = {one.subject: one.reason.code for one in report.ledger.entries}
    assert reasons["a"] == "uncountable"
    assert reasons["c"] == "no_rendering"
    assert tiers_of(report) == {"b": "compact"}
    assert (reasons["b:f"], reasons["b:g"]) == ("file_listed_only", "uncountable")
    assert report.manifest.degraded_state == "partial"


def test_the_manifest_gives_a_card_without_any_rendering_no_tokens():
    listed = injected([card("a", 1, 0), card("b", 0, 900, lengths={"full": 1000})], total=100)
    assert [(one.node_id, one.token_count) for one in listed.manifest.knowledge_cards] == [
        ("a", 0),
        ("b", 900),
    ]


def test_a_card_costs_its_rendering_and_its_separator():
    report = injected([card("a", 1, 10, lengths={"standard": 25})])
    assert [report.tiers.cost_of(0, tier) for tier in (0, 1)] == [12, 27]


def test_rows_of_cards_that_nothing_was_compared_for_have_minus_one():
    report = injected([card("a", 3, 10), card("none", 2, 0), card("c", 1, 5000)], total=100)
    rows = report.card_rows
    assert rows.needed.tolist() == [-1, -1, 5002]
    assert rows.left.tolist() == [-1, -1, 100 - HEADING - 12]
    assert rows.first_needed.tolist() == [12, -1, 5002]
    assert rows.first_left.tolist() == [100 - HEADING, -1, 100 - HEADING - 12]
    assert [row.needed for row in rows] == [None, None, 5002]


@pytest.mark.parametrize(
    ("there", "forms"),
    [
        ("C", "CCC"),
        ("S", "SSS"),
        ("F", "FFF"),
        ("CS", "SSC"),
        ("CF", "FFC"),
        ("SF", "FSS"),
        ("CSF", "FSC"),
    ],
)
def test_in_place_of_a_missing_rendering_stands_a_neighbouring_one(there, forms):
    sizes = {"C": ("compact", 10), "S": ("standard", 20), "F": ("full", 30)}
    given = card("a", 1, 0) | {
        "renderings": {name: "x" * size for one in there for name, size in [sizes[one]]}
    }
    ranked = injected([given]).prepared.cards
    assert ranked.forms.tiers.tolist() == [["CSF".index(one) for one in forms]]
    assert ranked.forms.costs.tolist() == [[sizes[one][1] for one in forms]]


def test_the_direct_target_shares_hold_only_where_there_are_two_halves():
    shelf = bucket("b", file("f", 1))
    for cards, target, holds in (
        ([card("a", 1)], ["b"], True),
        ([card("a", 1)], [], False),
        ([], ["b"], False),
    ):
        report = injected(cards, [shelf], direct_target_refs=target)
        assert report.budget.direct_target is holds


def test_files_without_room_are_counted_with_cards_and_what_overrides_bar_is_not():
    shelves = [bucket("b", file("f", 1, 500)), bucket("c", file("g", 0.5) | {"title": "t" * 90})]
    report = injected([card("a", 1, 300)], shelves, total=20)
    assert report.file_rows.dropped.tolist() == [1]
    # Half of 20 is for content: a line of 3, its end and its heading fit, one of 92 does not. What
    # is missing is the whole text.
    assert TOKENS_DROPPED.of(report) == 300 + 100
    assert entry_of(report, "c:g", "file").needed < 100
    assert entry_of(report, "c:g", "file").reason.code == "bucket_budget"


def test_with_no_budget_a_file_is_out_for_that_alone():
    model = {"name": "m", "context_window": 10, "encoding": "characters"}
    report = injected((), [bucket("b", file("f", 1))], model=model, tokens_used_before=10)
    assert entry_of(report, "b:f", "file").reason.code == "nothing_to_inject"


def test_a_file_whose_title_has_no_count_asks_for_nothing():
    report = injected((), [bucket("b", file("f", 1) | {"title": "!"})], tokens=_Refusing())
    row = entry_of(report, "b:f", "file")
    assert (row.reason.code, row.tokens, row.needed) == ("uncountable", 0, 0)


def test_a_covered_background_that_was_not_set_aside_takes_and_frees_nothing():
    entities = [card(f"e{n}", 1, 1, kind="entity", matter_id="m") for n in range(3)]
    report = injected(entities, [bucket("b", background="z" * 400, matter_id="m")], total=200)
    (choice,) = report.backgrounds
    assert (choice.verdict, choice.entities, choice.needed) == (Verdict.SUPPRESSED, 3, 400)
    assert (choice.left, choice.tokens, choice.overhead, choice.released) == (0, 0, 0, 0)


def test_the_state_is_unavailable_where_nothing_fits_and_not_from_one_token_on():
    assert injected([card("a", 1, 500)], total=100).degraded_state == "unavailable"
    assert injected([card("a", 1, 1)], total=100, tokens=_Words()).degraded_state == "none"
    assert injected().degraded_state == "none"
    (only,) = injected((), [bucket("b", background="z")], tokens=_Words()).backgrounds
    assert (only.tokens, only.overhead) == (1, 2)


def test_a_bucket_says_how_many_files_are_in_and_how():
    shelves = [
        bucket("both", file("f", 3, 10), file("g", 2, 900)),
        bucket("listed", file("h", 1, 900)),
        bucket("none", background="z" * 900),
    ]
    rows = injected((), shelves, total=100).manifest.bucket_cards
    assert [
        (row.mode, row.files_inlined, row.files_manifested, row.token_count) for row in rows
    ] == [
        ("inline", 1, 1, 5 + 6 + 10 + 2 + 3 + 1),
        ("manifest", 0, 1, 5 + 3 + 1),
        ("manifest", 0, 0, 0),
    ]


def test_a_notebook_shows_the_first_twenty_cards_of_a_manifest():
    shown = injected([card(f"n{place:02}", 1, 1) for place in range(21)]).manifest._repr_html_()
    assert "n19" in shown
    assert "n20" not in shown


def test_a_background_that_waits_takes_nothing_of_the_quarter():
    shelves = [bucket("b", background="z" * 400), bucket("c", background="z" * 43)]
    report = injected((), shelves, total=200)
    assert [one.reserved for one in report.materialization.backgrounds] == [False, True]


def test_a_background_alone_in_its_bucket_pays_for_the_heading_or_gives_it_back():
    (waited,) = injected((), [bucket("b", background="z" * 60)], total=200).backgrounds
    assert (waited.needed, waited.tokens, waited.overhead) == (60 + 2 + 5, 60, 2 + 5)
    entities = [card(f"e{n}", 1, 1, kind="entity", matter_id="m") for n in range(3)]
    report = injected(entities, [bucket("b", background="z" * 20, matter_id="m")], total=400)
    (covered,) = report.backgrounds
    assert (covered.released, covered.overhead) == (20 + 2 + 5, 0)


def test_overlap_is_counted_of_cards_and_of_backgrounds():
    entities = [card(f"e{n}", 0.9, 5, kind="entity", matter_id="m") for n in range(3)]
    shelf = bucket("b", file("f", 1, 50), background="z" * 20, matter_id="m")
    manifest = injected([*entities, card("covered", 0.5, 30, file="b:f")], [shelf]).manifest
    assert (manifest.overlap_detections, manifest.cards_suppressed_by_bucket_overlap) == (2, 1)


def test_a_background_without_room_is_out_for_the_bucket_budget_or_for_want_of_any():
    shelves = [bucket("b", background="z" * 400)]
    model = {"name": "m", "context_window": 10, "encoding": "characters"}
    for fields, reason in (
        ({"total": 200}, "bucket_budget"),
        ({"model": model, "tokens_used_before": 10}, "nothing_to_inject"),
    ):
        assert entry_of(injected((), shelves, **fields), "b", "background").reason.code == reason


@pytest.mark.parametrize(
    "wrong", ["request", "candidates", "policy", "tokens", "strategy", "settings", "overrides"]
)
def test_an_argument_of_another_type_is_refused_by_name(wrong):
    given = {
        "request": request(),
        "candidates": CandidateSet(set_id="s"),
        "policy": policy(10),
        "tokens": CHARACTERS,
    }
    error = ValueError if wrong == "strategy" else TypeError
    with pytest.raises(error, match="tallest" if wrong == "strategy" else wrong):
        inject(**given | {wrong: "tallest"})
