"""Requests name candidates of other files by the ids that their source gives them."""

from __future__ import annotations

from operator import is_

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.candidate_set import (
    Bucket,
    BucketFile,
    CandidateSet,
    file_places,
    references_by_id,
)
from inspector.core.candidates.request import Request, default_request, naming, naming_files


def bucket(name: str, *ids: str) -> Bucket:
    files = tuple(BucketFile(file_id=one, title=one, text=one) for one in ids)
    return Bucket(bucket_id=name, bucket_title=name, files=files)


def asking(*wanted: object) -> Request:
    fields = default_request().model_dump()
    return Request.model_validate({**fields, "expect": {"must_include": wanted}})


def test_an_id_of_one_file_alone_means_that_file() -> None:
    candidates = CandidateSet(set_id="s", buckets=(bucket("a", "1", "2"), bucket("b", "2", "3")))
    references = references_by_id(candidates)
    assert references == {"1": "a:1", "3": "b:3"}
    named = naming(asking("1", ["2", "3"], "gone"), references)
    assert named.expect is not None
    assert named.expect.must_include == ("a:1", ("2", "b:3"), "gone")


NAMES = st.sampled_from(["1", "2", "a:1", "b:2", "a", "gone"])


@given(
    st.lists(st.tuples(st.sampled_from(["a", "b", "a:1"]), st.lists(NAMES, unique=True))),
    st.lists(NAMES),
    st.lists(NAMES),
)
def test_what_is_looked_for_alone_is_what_all_ids_would_give(
    buckets: list[tuple[str, list[str]]], wanted: list[str], only: list[str]
) -> None:
    made = tuple(bucket(name, *ids) for name, ids in buckets)
    candidates = CandidateSet(set_id="s", buckets=made)
    fields = asking(*wanted, wanted).model_dump()
    request = Request.model_validate({**fields, "candidates": {"only": only}})
    requests = (request, default_request())
    references = references_by_id(candidates)
    assert naming_files(requests, candidates) == tuple(naming(one, references) for one in requests)
    places = file_places(candidates)
    assert file_places(candidates, only) == {one: places[one] for one in places if one in only}


def test_requests_that_name_nothing_are_the_same_ones() -> None:
    candidates = CandidateSet(set_id="s", buckets=(bucket("a", "1"),))
    requests = (default_request(), asking("gone"))
    assert all(map(is_, naming_files(requests, candidates), requests))


def test_scores_and_choices_are_named_too_and_nothing_else_changes() -> None:
    fields = default_request().model_dump()
    raw = {**fields, "relevance": {"files": {"1": 0.5}}, "candidates": {"only": ["1", "x"]}}
    request = Request.model_validate(raw)
    named = naming(request, {"1": "a:1"})
    assert named.relevance.files == {"a:1": 0.5}
    assert named.candidates is not None
    assert named.candidates.only == ("a:1", "x")
    assert naming(request, {"other": "a:other"}) is request
