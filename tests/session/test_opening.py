"""What is opened together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.candidate_set import CandidateSet, without_repeats
from inspector.core.candidates.request import (
    Expectations,
    RelevanceScores,
    Request,
    RequestCandidates,
    default_request,
)
from inspector.session.opening import Together, joined, opening
from inspector.session.session import Session


def some(
    name: str, cards: list[str], files: list[str], bucket: str = "b", text: str = "the same"
) -> CandidateSet:
    return CandidateSet.model_validate(
        {
            "schema_version": 1,
            "set_id": name,
            "knowledge_cards": [
                {
                    "node_id": one,
                    "node_kind": "fact",
                    "canonical_name": one,
                    "relevance_score": 0.5,
                    "renderings": {"compact": text},
                }
                for one in cards
            ],
            "buckets": [
                {
                    "bucket_id": bucket,
                    "bucket_title": bucket,
                    "files": [{"file_id": one, "title": one, "text": text} for one in files],
                }
            ],
        }
    )


IDS = st.lists(st.sampled_from("abcdef"), unique=True)
SETS = st.lists(st.tuples(IDS, IDS, st.sampled_from("bc")), min_size=2, max_size=4)


@given(SETS)
def test_sets_that_are_opened_together_are_one_that_holds_everything(
    drawn: list[tuple[list[str], list[str], str]],
) -> None:
    sets = [some(f"set-{at}", *one) for at, one in enumerate(drawn)]
    first, *others = joined(sets)
    assert all(other == Together(()) for other in others)
    assert isinstance(first, Together)
    (whole,) = first.parts
    assert [one.node_id for one in whole.knowledge_cards] == [
        one.node_id for each in sets for one in each.knowledge_cards
    ]
    held = {bucket.bucket_id: [one.file_id for one in bucket.files] for bucket in whole.buckets}
    for name, files in held.items():
        assert files == [
            one.file_id
            for each in sets
            for bucket in each.buckets
            if bucket.bucket_id == name
            for one in bucket.files
        ]
    once = without_repeats(whole)
    repeated = len(whole.knowledge_cards) + sum(map(len, held.values()))
    kept = len(once.knowledge_cards) + sum(len(one.files) for one in once.buckets)
    assert once.skipped_records == repeated - kept


def test_what_else_a_file_holds_stays_beside_the_joined_set() -> None:
    asked = default_request().model_copy(update={"trace_id": "asked"})
    opened = joined([some("one", ["a"], []), Together((some("two", ["b"], []), asked))])
    session = Session()
    for value in opened:
        edit = opening(value, None)
        assert edit is not None
        session = edit(session)
    assert [one.node_id for one in session.candidates.knowledge_cards] == ["a", "b"]
    assert session.request.trace_id == "asked"


def test_one_set_alone_stays_what_it_is() -> None:
    values = [some("one", ["a"], ["f"]), default_request()]
    assert all(one is other for one, other in zip(joined(values), values, strict=True))


@given(SETS)
def test_what_stands_for_different_texts_is_called_by_its_set_in_each(
    drawn: list[tuple[list[str], list[str], str]],
) -> None:
    sets = [some(f"s{at}", *one, text=f"text {at}") for at, one in enumerate(drawn)]
    first, *_ = joined(sets)
    assert isinstance(first, Together)
    (whole,) = first.parts
    cards = [card for cards, _, _ in drawn for card in cards]
    assert [one.node_id for one in whole.knowledge_cards] == [
        card if cards.count(card) == 1 else f"s{at}/{card}"
        for at, (cards_of_one, _, _) in enumerate(drawn)
        for card in cards_of_one
    ]
    assert without_repeats(whole).skipped_records == 0


def asking(name: str, words: str, **more: object) -> Request:
    changes = {"trace_id": name, "user_message": words, **more}
    return default_request().model_copy(update=changes)


def test_requests_name_what_clashes_as_it_is_called_then() -> None:
    scores = RelevanceScores(cards={"m": 0.5}, files={"b:f": 0.25})
    wanted = Expectations(must_include=("m", ("b:f", "other")))
    one = asking("q1", "one?", relevance=scores, expect=wanted)
    two = asking("q2", "two?", candidates=RequestCandidates(only=("m", "b:f")))
    first, _ = joined(
        [
            Together((some("x", ["m"], ["f"], text="old"), one)),
            Together((some("y", ["m"], ["f"], text="new"), two)),
        ]
    )
    assert isinstance(first, Together)
    _, asked = first.parts
    assert [found.trace_id for found in asked] == ["q1", "q2"]
    assert asked[0].relevance == RelevanceScores(cards={"x/m": 0.5}, files={"b:x/f": 0.25})
    assert asked[0].expect.must_include == ("x/m", ("b:x/f", "other"))
    assert asked[1].candidates.only == ("y/m", "b:y/f")


def test_labels_join_the_requests_that_ask_the_same() -> None:
    found = asking("request-1", "Which?", relevance=RelevanceScores(files={"b:f": 0.5}))
    hits = Together((some("hits", [], ["f"]), found))
    labels = (
        asking("Which?", "Which?", expect=Expectations(must_include=("f",))),
        asking("other", "And?", expect=Expectations(must_include=("g",))),
    )
    session = Session()
    for value in joined([hits, labels]):
        edit = opening(value, None)
        assert edit is not None
        session = edit(session)
    assert [one.trace_id for one in session.requests] == ["request-1", "other"]
    assert session.requests[0].relevance.files == {"b:f": 0.5}
    assert session.requests[0].expect == Expectations(must_include=("b:f",))


def test_requests_that_ask_something_else_replace_what_was_asked() -> None:
    values = [asking("a", "One?"), (asking("b", "Two?"), asking("c", "Three?"))]
    assert all(one is other for one, other in zip(joined(values), values, strict=True))
