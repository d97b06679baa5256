"""What is opened together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.candidate_set import CandidateSet, without_repeats
from inspector.core.candidates.request import default_request
from inspector.session.opening import Together, joined, opening
from inspector.session.session import Session


def some(name: str, cards: list[str], files: list[str], bucket: str = "b") -> CandidateSet:
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
                    "renderings": {"compact": name},
                }
                for one in cards
            ],
            "buckets": [
                {
                    "bucket_id": bucket,
                    "bucket_title": bucket,
                    "files": [{"file_id": one, "title": one, "text": name} for one in files],
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
