"""A candidate set loads as far as it is good; what is not is left out, told, and counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.problems import Severity
from inspector.files import Loaded, load_candidates
from tests.shared.card_records import plain_cards
from tests.shared.problem_lists import codes, spots, written

BUCKET = {
    "bucket_id": "b",
    "bucket_title": "B",
    "files": [
        {"file_id": "f1", "title": "One", "text": "one"},
        {"file_id": "f2", "title": "Two", "text": "two"},
    ],
}


def the_set(loaded: Loaded[CandidateSet]) -> CandidateSet:
    assert loaded.value is not None, loaded.problems
    return loaded.value


def ids(candidates: CandidateSet) -> list[str]:
    return candidates.knowledge_cards.node_ids


def files(candidates: CandidateSet) -> dict[str, list[str]]:
    return {
        bucket.bucket_id: [file.file_id for file in bucket.files] for bucket in candidates.buckets
    }


def whole(**fields: Any) -> dict[str, Any]:
    return {"set_id": "s", "knowledge_cards": plain_cards(3), "buckets": [BUCKET]} | fields


def test_a_good_set_loads_without_a_word(tmp_path: Path) -> None:
    content = whole(title="T", source={"name": "x"}, schema_version=1, skipped_records=2)
    loaded = load_candidates(written(tmp_path, "set.json", content))
    assert loaded.problems == ()
    assert the_set(loaded) == CandidateSet.model_validate(content)


def test_json_and_yaml_of_the_same_set_are_the_same_set(tmp_path: Path) -> None:
    as_json = load_candidates(written(tmp_path, "set.json", whole()))
    as_yaml = load_candidates(
        written(tmp_path, "set.yaml", json.dumps(whole(), ensure_ascii=False))
    )
    assert as_yaml == as_json


def test_bad_cards_are_left_out_each_told_at_its_place(tmp_path: Path) -> None:
    text = """{"set_id": "s", "knowledge_cards": [
  {"node_id": "a", "node_kind": "entity", "canonical_name": "A", "relevance_score": 1,
   "token_counts": {"full": 1}},
  {"node_id": "b", "node_kind": "entity", "canonical_name": "B"},
  {"node_id": "c", "node_kind": 5, "canonical_name": "C", "relevance_score": "high"},
  null, 7, "card", [],
  {"node_id": "d", "node_kind": "entity", "canonical_name": "D", "relevance_score": 0,
   "token_counts": {"full": -1}, "renderings": {"compact": ["x"]}},
  {"node_id": "e", "node_kind": "entity", "canonical_name": "E", "relevance_score": 2,
   "token_counts": {"full": 1}}
]}"""
    for name in ("set.json", "set.yaml"):
        loaded = load_candidates(written(tmp_path, name, text))
        assert ids(the_set(loaded)) == ["a", "e"]
        assert the_set(loaded).skipped_records == 7
        assert spots(loaded.problems) == [
            (4, 3, "/knowledge_cards/1/relevance_score"),
            (5, 33, "/knowledge_cards/2/node_kind"),
            (5, 78, "/knowledge_cards/2/relevance_score"),
            (6, 3, "/knowledge_cards/3"),
            (6, 9, "/knowledge_cards/4"),
            (6, 12, "/knowledge_cards/5"),
            (6, 20, "/knowledge_cards/6"),
            (8, 29, "/knowledge_cards/7/token_counts/full"),
            (8, 60, "/knowledge_cards/7/renderings/compact"),
        ]


def test_a_bad_file_costs_the_file_and_a_bad_bucket_the_bucket(tmp_path: Path) -> None:
    bad_file = BUCKET | {"files": [{"file_id": "x"}, *BUCKET["files"], "y"]}
    bad_bucket = BUCKET | {"bucket_id": 7}
    content = whole(buckets=[bad_file, bad_bucket, BUCKET | {"bucket_id": "c"}, 1])
    loaded = load_candidates(written(tmp_path, "set.json", content))
    assert files(the_set(loaded)) == {"b": ["f1", "f2"], "c": ["f1", "f2"]}
    assert the_set(loaded).skipped_records == 4
    assert [pointer for _, _, pointer in spots(loaded.problems)] == [
        "/buckets/0/files/0/title",
        "/buckets/0/files/3",
        "/buckets/1/bucket_id",
        "/buckets/3",
    ]


def test_files_that_are_no_list_cost_their_bucket(tmp_path: Path) -> None:
    loaded = load_candidates(
        written(tmp_path, "set.json", whole(buckets=[BUCKET | {"files": {}}, BUCKET]))
    )
    assert files(the_set(loaded)) == {"b": ["f1", "f2"]}
    assert spots(loaded.problems)[0][2] == "/buckets/0/files"


def test_a_wrong_optional_field_costs_only_that_field(tmp_path: Path) -> None:
    content = whole(title=5, source=[1], buckets="none")
    loaded = load_candidates(written(tmp_path, "set.json", content))
    assert ids(the_set(loaded)) == ["card-0", "card-1", "card-2"]
    assert the_set(loaded).title == ""
    assert the_set(loaded).skipped_records == 3
    assert {one.place.pointer for one in loaded.problems} == {"/title", "/source", "/buckets"}


@pytest.mark.parametrize(
    "content",
    [whole(set_id=5), whole(schema_version=2), {"knowledge_cards": []}, [], "x: 1", "null", "5"],
)
def test_without_an_id_or_a_known_version_there_is_no_set(content: object, tmp_path: Path) -> None:
    for name in ("set.json", "set.yaml"):
        loaded = load_candidates(written(tmp_path, name, content))
        assert loaded.value is None
        assert any(one.severity is Severity.ERROR for one in loaded.problems)


def test_repeated_ids_are_told_with_both_places_and_the_first_is_used(tmp_path: Path) -> None:
    text = """{"set_id": "s", "knowledge_cards": [
  {"bad": 1},
  {"node_id": "a", "node_kind": "k", "canonical_name": "first", "relevance_score": 1},
  {"node_id": "a", "node_kind": "k", "canonical_name": "second", "relevance_score": 1}
]}"""
    loaded = load_candidates(written(tmp_path, "set.json", text))
    assert [card.canonical_name for card in the_set(loaded).knowledge_cards] == ["first"]
    assert the_set(loaded).skipped_records == 2
    repeated = [one for one in loaded.problems if one.code == "candidates.duplicate-card"]
    assert spots(repeated) == [(4, 15, "/knowledge_cards/2/node_id")]
    assert "/knowledge_cards/1 (line 3)" in repeated[0].message


def test_repeated_ids_in_json_lines_are_told_by_their_lines(tmp_path: Path) -> None:
    records = [json.dumps(card) for card in plain_cards(2)]
    content = "\n".join(["", records[0], "{", records[1], "  " + records[0]])
    loaded = load_candidates(written(tmp_path, "cards.jsonl", content))
    assert ids(the_set(loaded)) == ["card-0", "card-1"]
    assert codes(loaded) == ["json.truncated", "candidates.duplicate-card"]
    assert spots(loaded.problems) == [(3, 2, ""), (5, 15, "/node_id")]
    assert "line 2" in loaded.problems[1].message


def test_what_is_linted_in_buckets_has_its_place_also_after_bad_ones(tmp_path: Path) -> None:
    second = {"bucket_id": "x:y", "bucket_title": "X", "files": [{}, BUCKET["files"][0]]}
    content = whole(buckets=[{}, second, BUCKET, BUCKET])
    text = json.dumps(content, indent=1)
    loaded = load_candidates(written(tmp_path, "set.json", text))
    lint = {one.code: one for one in loaded.problems if one.code.startswith("candidates.")}
    colon = lint["candidates.colon-in-id"]
    assert colon.place.pointer == "/buckets/1/bucket_id"
    assert '"x:y"' in text.splitlines()[(colon.place.line or 0) - 1]
    assert lint["candidates.duplicate-bucket"].place.pointer == "/buckets/3/bucket_id"
    assert "/buckets/2 (line " in lint["candidates.duplicate-bucket"].message


def test_json_lines_are_cards_and_the_file_names_the_set(tmp_path: Path) -> None:
    content = "\r\n".join(json.dumps(card) for card in plain_cards(3))
    for name in ("late.jsonl", "late.ndjson", "late.txt", "late.json"):
        loaded = load_candidates(written(tmp_path, name, content))
        assert loaded.problems == ()
        assert the_set(loaded).set_id == "late"
        assert ids(the_set(loaded)) == ["card-0", "card-1", "card-2"]


def test_a_broken_line_costs_that_line(tmp_path: Path) -> None:
    records = [json.dumps(card) for card in plain_cards(4)]
    records[1] = records[1][:-7]
    records[2] += ","
    loaded = load_candidates(written(tmp_path, "cards.jsonl", "\n".join(records)))
    assert ids(the_set(loaded)) == ["card-0", "card-3"]
    assert the_set(loaded).skipped_records == 2
    assert codes(loaded) == ["json.truncated", "json.syntax"]
    assert [line for line, _, _ in spots(loaded.problems)] == [2, 3]


def test_a_broken_document_is_no_set(tmp_path: Path) -> None:
    text = json.dumps(whole(), indent=1)
    loaded = load_candidates(written(tmp_path, "set.json", text[: len(text) // 2]))
    assert loaded.value is None
    assert codes(loaded) == ["json.truncated"]


def test_nan_costs_the_card_it_is_in(tmp_path: Path) -> None:
    content = whole()
    content["knowledge_cards"][1]["relevance_score"] = float("nan")
    loaded = load_candidates(written(tmp_path, "set.json", content))
    assert ids(the_set(loaded)) == ["card-0", "card-2"]
    assert codes(loaded) == ["json.not-a-number"]
    assert spots(loaded.problems)[0][2] == "/knowledge_cards/1/relevance_score"


def test_a_lone_surrogate_costs_a_card_only_where_it_names_something(tmp_path: Path) -> None:
    content = whole()
    content["knowledge_cards"][0]["renderings"]["full"] = "half \ud83d"
    content["knowledge_cards"][1]["canonical_name"] = "half \ud83d"
    content["knowledge_cards"][2]["renderings"]["full"] = "whole 😀"
    content["buckets"][0] = BUCKET | {"background": "\udc00"}
    loaded = load_candidates(written(tmp_path, "set.json", json.dumps(content)))
    cards = the_set(loaded).knowledge_cards
    assert cards.node_ids == ["card-0", "card-2"]
    assert [card.renderings.full for card in cards] == ["half \ud83d", "whole 😀"]
    assert [(one.severity, one.place.pointer) for one in loaded.problems] == [
        (Severity.WARNING, "/knowledge_cards/0/renderings/full"),
        (Severity.ERROR, "/knowledge_cards/1/canonical_name"),
        (Severity.WARNING, "/buckets/0/background"),
    ]
    assert codes(loaded) == ["json.lone-surrogate"] * 3


def test_a_card_that_is_nested_too_deep_costs_that_card(tmp_path: Path) -> None:
    deep = json.dumps(plain_cards(1)[0])[:-1] + ', "x": ' + "[" * 200 + "]" * 200 + "}"
    records = [json.dumps(card) for card in plain_cards(2)]
    text = f'{{"set_id": "s", "knowledge_cards": [{deep}, {", ".join(records)}]}}'
    loaded = load_candidates(written(tmp_path, "set.json", text))
    assert ids(the_set(loaded)) == ["card-0", "card-1"]
    assert codes(loaded) == ["json.too-deep"]


def test_repeated_members_of_the_set_are_told_and_the_last_one_counts(tmp_path: Path) -> None:
    first, second = json.dumps(plain_cards(1)), json.dumps(plain_cards(3))
    text = f'{{"set_id": "s",\n"knowledge_cards": {first},\n"knowledge_cards": {second}}}'
    loaded = load_candidates(written(tmp_path, "set.json", text))
    assert len(the_set(loaded).knowledge_cards) == 3
    assert spots(loaded.problems) == [(3, 1, "/knowledge_cards")]
    assert "line 2, column 1" in loaded.problems[0].message


def test_a_problem_is_one_line_whatever_its_field_is_called(tmp_path: Path) -> None:
    content = whole() | {"new\nline\u2028\u001b": 1}
    (problem,) = load_candidates(written(tmp_path, "set.json", json.dumps(content))).problems
    assert problem.place.pointer == "/new\nline\u2028\u001b"
    assert "The field new\\nline\\u2028\\u001b is not known" in str(problem)
    assert str(problem).isprintable()


def test_the_same_unknown_field_in_many_cards_is_one_warning_with_a_count(tmp_path: Path) -> None:
    records = [card | {"colour": "red"} for card in plain_cards(300)]
    records[7]["renderings"]["fulll"] = "x"
    loaded = load_candidates(written(tmp_path, "set.json", whole(knowledge_cards=records)))
    assert codes(loaded) == ["field.unknown", "field.unknown"]
    assert "299 more" in loaded.problems[0].message
    assert loaded.problems[0].place.pointer == "/knowledge_cards/0/colour"
    assert loaded.problems[1].fix == "Did you mean full?"


def test_problems_in_masses_are_counted_beyond_a_thousand(tmp_path: Path) -> None:
    records = [card | {"relevance_score": None} for card in plain_cards(1500)]
    loaded = load_candidates(written(tmp_path, "set.json", whole(knowledge_cards=records)))
    assert the_set(loaded).skipped_records == 1500
    assert len(loaded.problems) == 1001
    assert loaded.problems[-1].code == "file.more-of-the-same"
    assert loaded.problems[-1].message.startswith("500 more")


def test_loading_tells_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    text = json.dumps(whole(knowledge_cards=plain_cards(3000))).replace("\\ud83d\\ude00", "")
    for name, content in (("s.json", text), ("s.yaml", text)):
        told: list[tuple[int, int]] = []

        def listen(done: int, total: int, told: list[tuple[int, int]] = told) -> bool:
            told.append((done, total))
            return True

        loaded = load_candidates(written(tmp_path, name, content), listen)
        assert len(the_set(loaded).knowledge_cards) == 3000
        assert told == sorted(told)
        assert len(told) > 5
        assert {total for _, total in told} == {len(text)}
        assert told[-1][0] > len(text) * 0.9
        for calls in (0, 3):
            left = iter(range(calls))
            cancelled = load_candidates(
                tmp_path / name, lambda *_, left=left: next(left, None) is not None
            )
            assert cancelled.value is None
            assert codes(cancelled) == ["file.cancelled"]


def test_contents_are_never_repeated_in_problems(tmp_path: Path) -> None:
    secret = "hunter2-secret"
    card = plain_cards(1)[0] | {
        "node_kind": [secret],
        "relevance_score": secret,
        "primary_tag": secret * 20,
        "renderings": {"full": {"x": secret}},
    }
    bucket = BUCKET | {"files": [{"file_id": "f", "title": [secret], "text": 7}]}
    for text in (
        json.dumps(whole(knowledge_cards=[card], buckets=[bucket])),
        f'{{"set_id": "s", "title": "{secret}" "{secret}"}}',
    ):
        loaded = load_candidates(written(tmp_path, "set.json", text))
        assert loaded.problems
        assert all(secret not in str(one) for one in loaded.problems)
