"""What is told of each part of a session that cannot be used, where, and what is kept of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.problems import Severity
from inspector.files import load_session, sessions
from inspector.files.session_saving import session_bytes
from inspector.session.session import Session
from inspector.stage import Part
from tests.shared.problem_lists import written

REQUEST = {
    "trace_id": "r",
    "timestamp": "2026-04-03T12:00:00Z",
    "model": {"name": "m", "context_window": 1000},
}
SET = {"set_id": "s", "knowledge_cards": [], "buckets": []}

Told = tuple[Severity, str, str | None, str]


def opened(folder: Path, form: str = "json", /, **parts: Any) -> tuple[Session, list[Told]]:
    content = json.dumps({"schema_version": 1} | parts)
    loaded = load_session(written(folder, f"s.{form}", content))
    assert loaded.value is not None
    told = [(one.severity, one.code, one.place.pointer, one.message) for one in loaded.problems]
    return loaded.value, told


def error(code: str, pointer: str, message: str) -> Told:
    return Severity.ERROR, code, pointer, message


WRONG: dict[str, tuple[dict[str, Any], list[Told]]] = {
    "a set that is a number": (
        {"candidates": 5},
        [
            error(
                "field.invalid",
                "/candidates",
                "The reference to the candidates must be an object.",
            )
        ],
    ),
    "a set without a path": (
        {"candidates": {}},
        [error("field.missing", "/candidates", "path is missing.")],
    ),
    "a set whose path is a number": (
        {"candidates": {"path": 5}},
        [error("field.invalid", "/candidates/path", "path must be text.")],
    ),
    "a set without an id": (
        {"candidates": {"inline": {"buckets": []}}},
        [error("field.missing", "/candidates/inline", "set_id is missing.")],
    ),
    "a policy that is a list": (
        {"policy": []},
        [error("field.invalid", "/policy", "The reference to the policy must be an object.")],
    ),
    "a policy that is none": (
        {"policy": {"inline": 5}},
        [error("field.invalid", "/policy/inline", "The policy must be an object.")],
    ),
    "overrides that are none": (
        {"overrides": {"inline": {"schema_version": 1, "inline": 5}}},
        [error("field.invalid", "/overrides/inline/inline", "inline must be a list.")],
    ),
    "a request that is not in the corpus": (
        {"requests": {"inline": [REQUEST]}, "request": {"trace_id": "other"}},
        [
            error(
                "session.no-such-request",
                "/request/trace_id",
                "The corpus has no request with this trace_id.",
            )
        ],
    ),
    "a request that is chosen by a number": (
        {"requests": {"inline": [REQUEST]}, "request": {"trace_id": 5}},
        [error("field.invalid", "/request/trace_id", "trace_id must be text.")],
    ),
    "a corpus of nothing": (
        {"requests": {"inline": []}},
        [error("requests.none", "/requests/inline", "The list has no requests.")],
    ),
    "notes that are no list": (
        {"notes": {"a": 1}},
        [error("field.invalid", "/notes", "notes must be a list.")],
    ),
    "a story that is no list": (
        {"story": "once"},
        [error("field.invalid", "/story", "story must be a list.")],
    ),
    "a note that is none": (
        {"notes": [5]},
        [error("field.invalid", "/notes/0", "The note must be an object.")],
    ),
    "a step without a title": (
        {"story": [{"text": ""}]},
        [error("field.missing", "/story/0", "title is missing.")],
    ),
    "a title that is a number": (
        {"title": 5},
        [error("field.invalid", "/title", "title must be text.")],
    ),
}


@pytest.mark.parametrize("form", ["json", "yaml"])
@pytest.mark.parametrize("name", WRONG)
def test_a_part_that_cannot_be_used_is_told_once(name: str, form: str, tmp_path: Path) -> None:
    parts, expected = WRONG[name]
    session, told = opened(tmp_path, form, **parts)
    assert [(one[0], one[1], one[3]) for one in told] == [(s, c, m) for s, c, _, m in expected]
    pointer = expected[0][2] or ""
    assert (told[0][2] or "").startswith(pointer)
    part = pointer.split("/")[1]
    assert session.kept == {part: parts[part]}
    assert session.sources == ()


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_part_that_is_null_is_not_there(form: str, tmp_path: Path) -> None:
    nothing = dict.fromkeys(("policy", "candidates", "request", "requests", "overrides", "window"))
    session, told = opened(tmp_path, form, **nothing)
    assert told == []
    assert (session, session.kept) == (opened(tmp_path, form)[0], {})


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_a_set_in_a_session_is_read_whole_in_any_form(form: str, tmp_path: Path) -> None:
    card = {"node_id": "a", "node_kind": "entity", "canonical_name": "A", "relevance_score": 1}
    content = SET | {"knowledge_cards": [card, {"node_id": 5}], "title": 5}
    session, told = opened(tmp_path, form, candidates={"inline": content})
    assert session.candidates.knowledge_cards.node_ids == ["a"]
    assert session.candidates.skipped_records == 2
    at = "/candidates/inline"
    assert [(code, pointer) for _, code, pointer, _ in told if code == "field.invalid"] == [
        ("field.invalid", f"{at}/knowledge_cards/1/node_id"),
        ("field.invalid", f"{at}/title"),
    ]


def test_of_a_corpus_the_first_request_is_in_front_and_the_chosen_one_is_one_of_it(
    tmp_path: Path,
) -> None:
    corpus = {"inline": [REQUEST, REQUEST | {"trace_id": "q"}]}
    session, _ = opened(tmp_path, requests=corpus)
    assert session.request is session.requests[0]
    session, _ = opened(tmp_path, requests=corpus, request={"trace_id": "q"})
    assert session.request is session.requests[1]
    session, _ = opened(tmp_path, requests=corpus, request={"inline": REQUEST | {"trace_id": "q"}})
    assert session.request is session.requests[1]
    session, told = opened(tmp_path, requests=corpus, request={"inline": {}})
    assert session.request is None
    assert [code for _, code, _, _ in told] == ["field.missing"] * 3
    assert session.kept == {"request": {"inline": {}}}


def test_a_corpus_in_a_file_is_where_the_request_came_from(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(REQUEST | {"trace_id": name}) for name in "ab")
    written(tmp_path, "corpus.jsonl", lines)
    written(tmp_path, "request.json", REQUEST)
    session, told = opened(tmp_path, requests={"path": "corpus.jsonl"}, request={"trace_id": "b"})
    assert told == []
    assert session.sources == ((Part.REQUEST, str(tmp_path / "corpus.jsonl")),)
    assert session.request is session.requests[1]
    session, _ = opened(
        tmp_path, requests={"path": "corpus.jsonl"}, request={"path": "request.json"}
    )
    assert session.sources == ((Part.REQUEST, str(tmp_path / "corpus.jsonl")),)


@pytest.mark.parametrize(
    "part", ["policy", "candidates", "request", "requests", "overrides", "window", "discipline"]
)
def test_a_part_whose_file_is_not_there_is_told_by_that_file(part: str, tmp_path: Path) -> None:
    loaded = load_session(
        written(tmp_path, "s.json", {"schema_version": 1, part: {"path": "a/../none.json"}})
    )
    assert loaded.value is not None
    (problem,) = loaded.problems
    assert (problem.code, problem.place.file) == ("file.missing", str(tmp_path / "none.json"))
    assert loaded.value.kept == {part: {"path": "a/../none.json"}}


def test_a_value_that_spoils_its_part_is_told_and_costs_that_part(tmp_path: Path) -> None:
    text = '{"schema_version": 1, "title": "T", "policy": {"inline": {"schema_version": NaN}},'
    loaded = load_session(written(tmp_path, "s.json", text + '"strategy": NaN}'))
    assert loaded.value is not None
    assert loaded.value.title == "T"
    assert [one.code for one in loaded.problems] == ["json.not-a-number"] * 2
    assert [one.place.pointer for one in loaded.problems] == [
        "/policy/inline/schema_version",
        "/strategy",
    ]


def test_a_step_of_a_story_changes_what_it_names_and_no_version(tmp_path: Path) -> None:
    change = {"policy": {"schema_version": 1, "min_bucket_tokens": 5}}
    steps = [
        {"title": "a", "text": "b", "select": "c", "change": change},
        {"title": "d", "text": "e"},
    ]
    session, told = opened(tmp_path, story=steps)
    assert told == []
    assert [(one.title, one.text, one.select, one.policy_change) for one in session.story] == [
        ("a", "b", "c", (("min_bucket_tokens", 5),)),
        ("d", "e", None, ()),
    ]


def test_of_a_story_that_is_too_long_the_first_steps_are_used_and_all_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MOST_STEPS", 2)
    steps = [{"title": f"{number}", "text": "b"} for number in range(4)]
    session, told = opened(tmp_path, story=steps)
    assert [one.title for one in session.story] == ["0", "1"]
    message = "The story has 4 steps; the first 2 are used."
    assert told == [error("story.too-long", "/story/2", message)]
    saved = json.loads(session_bytes(session, tmp_path / "again.json"))
    assert [one["title"] for one in saved["story"]] == ["0", "1", "2", "3"]
    session, told = opened(tmp_path, story=steps[:2])
    assert told == []
