"""No file, whatever is in it, ends in a traceback or in silence."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files import (
    Loaded,
    load_any,
    load_candidates,
    load_policy,
    load_request,
    load_requests,
    load_session,
)
from tests.shared.card_records import plain_cards
from tests.shared.examples import examples

REQUEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "model": {"name": "m", "context_window": 1000},
    "tokens_used_before": ["x"],
    "relevance": {"cards": {"card-0": 1}},
    "expect": {"must_include": ["a", ["b"]]},
}
BUCKET = {"bucket_id": "b", "bucket_title": "B", "files": [{"file_id": "f", "title": "F"}]}
SET = {"set_id": "s", "knowledge_cards": plain_cards(2), "buckets": [BUCKET]}
POLICY = {"schema_version": 1, "min_bucket_tokens": 5}
SESSION = {
    "schema_version": 1,
    "policy": {"inline": POLICY},
    "candidates": {"inline": SET},
    "request": {"inline": REQUEST},
    "requests": {"path": "nowhere"},
    "notes": [{"subject": "x", "text": "y"}],
    "story": [{"title": "x", "text": "y", "change": {"policy": {"min_bucket_tokens": 1}}}],
    "relevance": {"inline": {"config": {"template_masks": {"A": {"facts": True}}}}},
    "discipline": {"inline": {"hot_state": {"session_id": "s"}}},
    "window": {"inline": {"chunks": [{"id": "c", "type": "chat_history_user", "tokens": 1}]}},
    "assembly": {"inline": {"items": []}},
}
DOCUMENTS = [json.dumps(one).encode() for one in (REQUEST, SET, POLICY, SESSION)]
DOCUMENTS += [b"\n".join(json.dumps(card).encode() for card in plain_cards(3))]
DOCUMENTS += [b"schema_version: 1\nmin_bucket_tokens: 5\n", b"- {trace_id: t}\n- [x, *y]\n"]
SIGNS = [b"", b"{", b"}", b"[", b"]", b",", b":", b'"', b"\\", b"\n", b"&a ", b"*a", b"!!x "]
WORDS = [b"null", b"NaN", b"-1", b"1e999", b'"\\ud800"', b'"x": 1,', b"1" * 99]
BYTES = [b"\xff", b"\xef\xbb\xbf", b"\0"]
PIECES = st.sampled_from([*SIGNS, *WORDS, *BYTES]) | st.binary(max_size=4)
LOADERS: list[Callable[[Path], Loaded[Any]]] = [
    load_any,
    load_candidates,
    load_policy,
    load_request,
    load_requests,
    load_session,
]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(DOCUMENTS))
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.sampled_from([0, 1, 2, 10]))
        data = data[:start] + draw(PIECES) + data[start + length :]
    return data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("input")


@examples(75)
@given(damaged() | st.binary(max_size=60), st.sampled_from([".json", ".jsonl", ".yaml", ".txt"]))
def test_every_file_gives_a_value_or_a_problem_with_a_file(
    folder: Path, data: bytes, suffix: str
) -> None:
    path = folder / f"file{suffix}"
    path.write_bytes(data)
    for load in LOADERS:
        loaded = load(path)
        assert loaded.value is not None or loaded.problems
        for problem in loaded.problems:
            assert problem.place.file
            assert problem.message
            assert "\n" not in str(problem)
            assert len(str(problem)) < 3000


@examples(15)
@given(damaged())
def test_loading_twice_gives_the_same(folder: Path, data: bytes) -> None:
    path = folder / "file.json"
    path.write_bytes(data)
    for load in LOADERS:
        assert load(path).problems == load(path).problems
