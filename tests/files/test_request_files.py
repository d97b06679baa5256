"""One request, or a corpus of which the good ones are used."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.candidates.request import Request
from inspector.core.problems import Severity
from inspector.files import load_request, load_requests
from tests.shared.problem_lists import codes, spots, written


def request(trace_id: str = "t1", **fields: Any) -> dict[str, Any]:
    return {
        "schema_version": 1,
        "trace_id": trace_id,
        "timestamp": "2026-04-03T12:00:00Z",
        "model": {"name": "m", "context_window": 1000},
    } | fields


def test_a_request_is_read_from_json_json_lines_and_yaml(tmp_path: Path) -> None:
    expected = Request.model_validate(request())
    for name in ("r.json", "r.jsonl", "r.yaml", "r.yml"):
        loaded = load_request(written(tmp_path, name, request()))
        assert loaded.problems == ()
        assert loaded.value == expected


def test_fields_of_several_types_are_told_by_what_was_meant(tmp_path: Path) -> None:
    for value, pointer, words in (
        (True, "/tokens_used_before", "an integer or an object or a list"),
        (1.5, "/tokens_used_before", "an integer"),
        ({"system": 5}, "/tokens_used_before/system", "must be text"),
        (["x", None], "/tokens_used_before/1", "must be text"),
    ):
        loaded = load_request(written(tmp_path, "r.json", request(tokens_used_before=value)))
        assert loaded.value is None
        assert [one.place.pointer for one in loaded.problems] == [pointer]
        assert words in loaded.problems[0].message


def test_wrong_parts_of_expectations_are_told_where_they_are(tmp_path: Path) -> None:
    expect = {"must_include": ["a", ["b", 7], 8], "must_exclud": []}
    loaded = load_request(written(tmp_path, "r.json", request(expect=expect)))
    assert codes(loaded) == ["field.invalid", "field.invalid", "field.unknown"]
    assert [one.place.pointer for one in loaded.problems] == [
        "/expect/must_include/1/1",
        "/expect/must_include/2",
        "/expect/must_exclud",
    ]
    assert loaded.problems[2].fix == "Did you mean must_exclude?"


def test_missing_fields_of_parts_are_told_at_the_part(tmp_path: Path) -> None:
    text = json.dumps(request(model={"name": "m"}), indent=1)
    loaded = load_request(written(tmp_path, "r.json", text))
    assert spots(loaded.problems) == [(5, 11, "/model/context_window")]


def test_a_corpus_is_json_lines_or_a_list(tmp_path: Path) -> None:
    both = [request("t1"), request("t2")]
    lines = "\n".join(map(json.dumps, both))
    contents = {"c.jsonl": lines, "c.txt": lines, "c.json": both, "c.yaml": json.dumps(both)}
    for name, content in contents.items():
        loaded = load_requests(written(tmp_path, name, content))
        assert loaded.problems == ()
        assert loaded.value is not None
        assert [one.trace_id for one in loaded.value] == ["t1", "t2"]
    alone = load_requests(written(tmp_path, "one.json", request()))
    assert alone.value == (Request.model_validate(request()),)


def test_bad_requests_of_a_corpus_are_told_and_left_out(tmp_path: Path) -> None:
    lines = [request("a"), request() | {"trace_id": 7}, request("c", timestamp="yesterday")]
    text = "\n".join([*map(json.dumps, lines), '{"trace_id": ', "", json.dumps(request("d"))])
    loaded = load_requests(written(tmp_path, "c.jsonl", text))
    assert loaded.value is not None
    assert [one.trace_id for one in loaded.value] == ["a", "d"]
    assert codes(loaded) == ["field.invalid", "field.invalid", "json.truncated"]
    assert [(line, pointer) for line, _, pointer in spots(loaded.problems)] == [
        (2, "/trace_id"),
        (3, "/timestamp"),
        (4, ""),
    ]
    listed = load_requests(written(tmp_path, "c.json", [request("a"), {"trace_id": "b"}]))
    assert listed.value is not None
    assert len(listed.value) == 1
    assert {one.place.pointer for one in listed.problems} == {"/1/timestamp", "/1/model"}


@pytest.mark.parametrize("content", ["[]", "{}", "[1, 2]", "{\n", "- a\n"])
def test_a_corpus_without_a_good_request_is_none(content: str, tmp_path: Path) -> None:
    loaded = load_requests(written(tmp_path, "c.yaml" if content[0] == "-" else "c.json", content))
    assert loaded.value is None
    assert loaded.problems


def test_repeated_ids_in_a_corpus_are_a_warning_with_both_lines(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(request(name)) for name in ("a", "b", "a"))
    loaded = load_requests(written(tmp_path, "c.jsonl", text))
    assert loaded.value is not None
    assert len(loaded.value) == 3
    assert codes(loaded) == ["requests.repeated-id"]
    assert loaded.problems[0].place.line == 3
    assert "line 1" in loaded.problems[0].message


def test_a_corpus_is_no_single_request(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(request(name)) for name in ("a", "b"))
    assert codes(load_request(written(tmp_path, "c.jsonl", text))) == ["file.several-records"]


def test_a_request_of_another_program_is_its_first_and_a_file_without_one_says_so(
    tmp_path: Path,
) -> None:
    answers = [
        {"id": name, "query": name, "documents": [{"content": "x", "score": 1}]}
        for name in ("first", "second")
    ]
    text = "\n".join(map(json.dumps, answers))
    path = written(tmp_path, "a.jsonl", text)
    loaded = load_request(path)
    assert loaded.value is not None
    assert loaded.value.trace_id == "first"
    assert loaded.problems == ()
    corpus = load_requests(path).value
    assert corpus is not None
    assert [one.trace_id for one in corpus] == ["first", "second"]
    chat = written(tmp_path, "chat.json", [{"role": "user", "content": "Hi"}])
    for load in (load_request, load_requests):
        problem = load(chat).problems[0]
        assert load(chat).value is None
        assert (problem.code, problem.severity) == ("import.no-requests", Severity.ERROR)
        assert problem.message == (
            "The file holds no requests. It is a list of messages with chunks."
        )


@pytest.mark.parametrize("field", ["trace_id", "user_message"])
def test_what_has_an_id_and_a_message_at_its_beginning_is_a_request_of_ours(
    field: str, tmp_path: Path
) -> None:
    other = {"query": "q", "documents": [{"content": "x", "score": 1}]}
    marks = {"trace_id": "t", "user_message": "m"}
    path = written(tmp_path, "a.json", marks | other)
    assert "field.missing" in codes(load_request(path))
    del marks[field]
    loaded = load_request(written(tmp_path, "a.json", marks | other))
    assert loaded.value is not None
    assert loaded.value.trace_id == "request-1"


def test_marks_of_a_request_are_looked_for_in_the_first_4096_bytes(tmp_path: Path) -> None:
    other = '"query": "q", "documents": [{"content": "x", "score": 1}]}'
    for beyond, found in ((0, "field.missing"), (1, None)):
        head = '{"trace_id": "t", '
        filler = '"f": "{}", '
        end = 4096 + beyond - len('"user_message"')
        text = head + filler.format("x" * (end - len(head) - len('"f": "", '))) + '"user_message": '
        assert text.index('"user_message"') == end
        loaded = load_request(written(tmp_path, "a.json", text + '"m", ' + other))
        assert (found in codes(loaded)) if found else loaded.value is not None


def test_an_empty_list_of_requests_says_so(tmp_path: Path) -> None:
    (problem,) = load_requests(written(tmp_path, "a.json", "[]")).problems
    assert (problem.code, problem.severity) == ("requests.none", Severity.ERROR)
    assert (problem.message, problem.fix) == ("The list has no requests.", "Write one into it.")
    assert problem.place.pointer == ""


def test_reading_requests_tells_how_far_it_is_and_can_be_cancelled(tmp_path: Path) -> None:
    lines = [json.dumps(request(name)) for name in "ab"]
    path = written(tmp_path, "a.jsonl", "\n".join(lines))
    told: list[tuple[int, int]] = []
    size = path.stat().st_size
    assert load_requests(path, lambda done, total: bool(told.append((done, total))) or True).value
    assert told[-2:] == [(0, size), (len(lines[0]) + 1, size)]
    assert codes(load_requests(path, lambda done, _: done == 0)) == ["file.cancelled"]
