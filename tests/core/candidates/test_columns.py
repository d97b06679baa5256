"""Cards as columns: whatever is made of them, a row is the card that was given."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.candidate_set import CandidateSet, without_repeats
from inspector.core.candidates.card import ATTRIBUTED, COLUMNS, Attribution, Card
from inspector.core.candidates.columns import ColumnsBuilder, HeldTexts, columns_of
from inspector.core.candidates.interned import ABSENT, NO_CODE, SharedBuilder
from inspector.core.candidates.joining import joined_sets
from inspector.core.candidates.request import Request, default_request

texts = st.none() | st.text("xyz", min_size=1, max_size=3)
counts = st.none() | st.integers(0, 9)


@st.composite
def some_cards(draw, prefix="n"):
    many = draw(st.integers(0, 5))
    return [
        Card.model_validate(
            {
                "node_id": f"{prefix}{place}",
                "node_kind": draw(st.sampled_from(["event", "entity"])),
                "canonical_name": draw(st.text("AB", min_size=1, max_size=2)),
                "relevance_score": draw(st.sampled_from([0.0, 0.25, 1.0])),
                "matter_id": draw(st.sampled_from([None, "m", "o"])),
                "renderings": {
                    tier: text
                    for tier in ("compact", "standard", "full")
                    if (text := draw(texts)) is not None
                },
                "token_counts": {
                    tier: count
                    for tier in ("compact", "standard", "full")
                    if (count := draw(counts)) is not None
                }
                or None,
                "primary_tag": draw(st.sampled_from([None, "tag"])),
                "source_bundle_ids": draw(st.sampled_from([(), ("one", "two")])),
            }
        )
        for place in range(many)
    ]


def plain(cards):
    return [one.model_dump() for one in cards]


@given(some_cards())
def test_columns_hold_the_cards_that_were_given(cards):
    columns = columns_of(cards)
    assert plain(columns) == plain(cards)
    assert len(columns) == len(cards)
    assert columns == columns_of(cards)
    assert plain(columns[1:3]) == plain(cards[1:3])
    for row, card in enumerate(cards):
        assert plain([columns[row], columns[row - len(cards)]]) == plain([card, card])
        assert columns.row_of[card.node_id] == row


@given(some_cards(), some_cards("o"))
def test_cards_that_are_joined_or_taken_stay_what_they_are(first, second):
    joined = columns_of(first).joined(columns_of(second))
    both = [*first, *second]
    assert plain(joined) == plain(both)
    assert list(map(type, joined.columns.values())) == list(
        map(type, columns_of(both).columns.values())
    )
    rows = list(range(len(both)))[::-2]
    assert plain(joined.take(rows)) == plain(both[row] for row in rows)
    assert list(joined.id_ranks) == [
        sorted(one.node_id for one in both).index(one.node_id) for one in both
    ]


@given(st.lists(some_cards(), max_size=4))
def test_cards_that_are_added_in_several_goes_stay_what_they_are(goes):
    builder = ColumnsBuilder()
    tiers = ("compact", "standard", "full")
    texts = []
    for cards in goes:
        renderings = [getattr(one.renderings, tier) for one in cards for tier in tiers]
        declared = [getattr(one.token_counts, tier, None) for one in cards for tier in tiers]
        builder.extend(
            {
                field.name: [getattr(one, field.name) for one in cards]
                for field in (*COLUMNS, *ATTRIBUTED)
            },
            has_text=bytes(map(bool, renderings)),
            declared=[ABSENT if count is None else count for count in declared],
        )
        texts += renderings
    every = [card for cards in goes for card in cards]
    assert len(builder) == len(every)
    assert plain(builder.build(HeldTexts(texts))) == plain(every)


def a_card(node_id="a", **fields):
    return Card.model_validate(
        {"node_id": node_id, "node_kind": "event", "canonical_name": "A", "relevance_score": 1.0}
        | fields
    )


def test_rows_are_counted_as_a_list_counts_them():
    columns = columns_of([a_card("a"), a_card("b")])
    assert [columns[place].node_id for place in (0, 1, -1, -2)] == ["a", "b", "b", "a"]
    for beyond in (2, -3):
        with pytest.raises(IndexError):
            columns[beyond]


def test_sets_of_cards_are_equal_by_what_is_in_them():
    columns = columns_of([a_card("a"), a_card("b")])
    assert columns == columns_of([a_card("a"), a_card("b")])
    for other in (
        columns_of([a_card("a")]),
        columns_of([a_card("b"), a_card("a")]),
        columns_of([a_card("a"), a_card("b", relevance_score=0.5)]),
        [a_card("a"), a_card("b")],
    ):
        assert columns != other


def test_a_tier_exists_by_its_text_and_by_its_count_alone_where_no_text_came():
    columns = columns_of(
        [
            a_card("a", renderings={"compact": "x"}, token_counts={"compact": 1, "full": 9}),
            a_card("b", token_counts={"standard": 4}),
            a_card("c"),
            a_card("d", renderings={"full": ""}, token_counts={"full": 0}),
        ]
    )
    assert columns.present.tolist() == [
        [True, False, False],
        [False, True, False],
        [False, False, False],
        [False, False, True],
    ]


def test_a_card_is_attributed_by_whatever_one_thing_is_said_of_it():
    said = {
        "resolution_source": "search",
        "primary_tag": "t",
        "hedge_mode": "h",
        "force_level": "must",
        "source_bundle_ids": ("b",),
    }
    columns = columns_of([a_card(), *(a_card(**{name: one}) for name, one in said.items())])
    assert columns.attributions.values == tuple(
        Attribution(**{name: one}) for name, one in said.items()
    )
    assert columns.attributions.codes.tolist() == [ABSENT, 0, 1, 2, 3, 4]


def test_a_word_of_no_row_has_the_code_of_none():
    kinds = columns_of([a_card("a"), a_card("b", node_kind="entity")]).kinds
    assert [kinds.code_of.get(kind, NO_CODE) for kind in ("event", "entity", "other")] == [0, 1, -2]
    assert ABSENT not in kinds.code_of.values()
    assert kinds.take([1]).vocabulary == ("entity",)


def test_of_what_repeats_the_first_is_kept_and_the_rest_is_counted():
    def shelf(bucket_id, *file_ids):
        files = [{"file_id": one, "title": f"{one}{n}"} for n, one in enumerate(file_ids)]
        return {"bucket_id": bucket_id, "bucket_title": "T", "files": files}

    given_set = CandidateSet.model_validate(
        {
            "set_id": "s",
            "knowledge_cards": [
                a_card("a").model_dump(),
                a_card("b").model_dump(),
                a_card("a", relevance_score=0.5).model_dump(),
            ],
            "buckets": [shelf("one", "f", "g", "f"), shelf("two", "f"), shelf("one", "h")],
            "skipped_records": 4,
        }
    )
    once = without_repeats(given_set)
    assert [(one.node_id, one.relevance_score) for one in once.knowledge_cards] == [
        ("a", 1.0),
        ("b", 1.0),
    ]
    assert [[file.title for file in one.files] for one in once.buckets] == [["f0", "g1"], ["f0"]]
    assert once.skipped_records == 4 + 3
    assert without_repeats(once) is once


def test_sets_that_are_joined_keep_everything_and_buckets_of_one_id_become_one():
    def a_set(set_id, cards, shelves, **more):
        buckets = [
            {
                "bucket_id": bucket_id,
                "bucket_title": f"{set_id} {bucket_id}",
                "files": [{"file_id": one, "title": set_id} for one in file_ids],
            }
            for bucket_id, file_ids in shelves.items()
        ]
        given = [a_card(one).model_dump() for one in cards]
        return CandidateSet.model_validate(
            {"set_id": set_id, "knowledge_cards": given, "buckets": buckets} | more
        )

    joined = joined_sets(
        a_set("s", "ab", {"one": "fg", "two": "f"}, title="S", skipped_records=2),
        a_set("t", "ca", {"three": "h", "one": "gi"}, skipped_records=3),
        a_set("u", "", {"one": "j"}),
    )
    assert [one.node_id for one in joined.knowledge_cards] == list("abca")
    assert [
        (one.bucket_title, "".join(file.file_id for file in one.files)) for one in joined.buckets
    ] == [("s one", "fggij"), ("s two", "f"), ("t three", "h")]
    assert (joined.title, joined.source) == ("S + t + u", {"joined": ["s", "t", "u"]})
    assert joined.skipped_records == 5


def test_a_set_is_written_with_what_is_said_of_its_cards_alone():
    said = {"node_id": "a", "node_kind": "event", "canonical_name": "A", "relevance_score": 1.0}
    written = CandidateSet.model_validate({"set_id": "s", "knowledge_cards": [said]}).model_dump()
    assert written["knowledge_cards"] == [said]


def test_a_set_without_a_request_runs_with_a_usual_window():
    asked = default_request()
    assert (asked.model.context_window, asked.model.encoding) == (128_000, "o200k_base")
    assert (asked.tokens_used_before, asked.schema_version) == (0, 1)
    assert Request.model_fields["returning_from_silence"].default is False


def test_cards_that_came_from_the_same_place_share_where_that_is():
    columns = columns_of(
        [a_card(one, primary_tag="t" if one in "ac" else None) for one in "abc"]
    ).joined(columns_of([a_card("d", hedge_mode="h")]))
    tags = [columns.attribution(row).primary_tag for row in range(4)]
    assert tags == ["t", None, "t", None]
    assert columns.attribution(3).hedge_mode == "h"
    taken = columns.take([3, 1]).attributions
    assert [one.hedge_mode for one in taken.values] == ["h"]
    assert taken.codes.tolist() == [0, -1]
    assert columns.take([]).attributions.values == ()
    assert columns.without_texts().attributions.values == ()


def test_what_is_equal_is_one_value_of_a_shared_column():
    builder = SharedBuilder((None, ""))
    builder.extend([("a", "b"), (None, ""), ("c", "")])
    builder.extend([])
    builder.extend([(None, ""), ("a", "b")])
    assert builder.different == (("a", "b"), ("c", ""))
    column = builder.shared("".join)
    assert column.values == ("ab", "c")
    assert [column.get(row) for row in range(5)] == ["ab", None, "c", None, "ab"]
