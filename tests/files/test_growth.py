"""What a file costs grows with its size and no faster: shapes are grown and calls counted."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import cli, resources
from inspector.core.problems import Problem
from inspector.files import chat, json_reading, metrics, yaml_reading
from inspector.files.importers import drafts, imported, tables
from inspector.files.metrics import MOST_OUTPUT_LINES, load_metrics, load_output
from inspector.files.opening import load_any
from inspector.files.session_logs.reading import read_logs
from tests.shared.examples import examples

SMALL, FACTOR = 1_500, 4
SLACK = 25_000  # calls that are made once: imports, tables, a report's pages

Way = tuple[str | int, ...]


def _sample(name: str) -> Any:
    return json.loads(Path(str(resources.resource_path(f"samples/{name}"))).read_text("utf-8"))


DOCUMENTS = {
    "policy": ("securities-fraud/policy.json", ["lint"]),
    "request": ("starved-budget/request.json", ["lint"]),
    "candidates": ("starved-budget/candidates.json", ["lint"]),
    "manifest": ("audit/manifest.json", ["verify"]),
    "hot state": ("discipline/hot-state.json", ["discipline", "--no-history"]),
    "chunks": ("window/chunks.json", ["place", "--no-history"]),
    "chat": ("window/chat.json", ["place", "--no-history"]),
    "conversation": ("window/chat.json", ["import"]),
    "relevance": (
        "relevance/config.json",
        ["relevance", "sample:relevance", "--no-history", "--config"],
    ),
    "assembly": ("assembly/assembly.json", ["lint"]),
    "builder": ("builder/builder.json", ["lint"]),
}


def _ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """Give the ways to one part of each kind: of a list, to its longest element."""
    yield way
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _ways(inner, (*way, name))
    elif isinstance(value, list) and value:
        place = max(range(len(value)), key=lambda at: len(json.dumps(value[at])))
        yield from _ways(value[place], (*way, place))


def _with(value: Any, way: Way, part: object) -> Any:
    if not way:
        return part
    changed = copy.copy(value)
    changed[way[0]] = _with(value[way[0]], way[1:], part)
    return changed


def _members(part: Any, more: str) -> str:
    inner = json.dumps(part)[1:-1] if isinstance(part, dict) else ""
    return f"{{{inner}{',' if inner else ''}{more}}}"


def _rows(part: Any, size: int) -> str:
    rows = part if isinstance(part, list) and part else [part]
    return json.dumps(rows * max(1, size // len(json.dumps(rows))))


SHAPES: dict[str, Callable[[Any, int], str]] = {
    "keys": lambda part, size: _members(part, ",".join(f'"k{n}": 0' for n in range(size // 9))),
    "objects": lambda part, size: _members(
        part, ",".join(f'"k{n}": {{"a": [1]}}' for n in range(size // 18))
    ),
    "duplicates": lambda part, size: _members(part, ",".join(['"k": 0'] * (size // 7))),
    "pairs": lambda part, size: _members(
        part, ",".join(f'"k{n}": 0,"k{n}": 1' for n in range(size // 18))
    ),
    "rows": _rows,
    "numbers": lambda _part, size: json.dumps([0] * (size // 3)),
    "not numbers": lambda _part, size: f"[{','.join(['NaN'] * (size // 4))}]",
    "length": lambda _part, size: json.dumps("a word, " * (size // 8)),
    "signs": lambda _part, size: json.dumps("([{<\"'`\n" * (size // 10)),
    "digits": lambda _part, size: "1" * size,
    "depth": lambda _part, size: "[" * (size // 2) + "]" * (size // 2),
}


def _calls(arguments: list[str]) -> int:
    """Return how many calls a command makes, and goings on of generators."""
    count = 0

    def counted(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        code = cli.main(arguments)
    finally:
        sys.setprofile(before)
    assert code in (0, 1, 3, 4)
    return count


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("grown")
    for name, command in DOCUMENTS.values():  # what is imported and made once
        (path / "input.json").write_text(json.dumps(_sample(name)), "utf-8")
        cli.main([*command, str(path / "input.json")])
    return path


@examples(12)
@given(st.data())
def test_calls_grow_with_a_file_and_no_faster(folder: Path, data: st.DataObject) -> None:
    name, command = DOCUMENTS[data.draw(st.sampled_from(sorted(DOCUMENTS)))]
    document = _sample(name)
    way = data.draw(st.sampled_from(list(_ways(document))))
    shape = SHAPES[data.draw(st.sampled_from(sorted(SHAPES)))]
    part = document
    for step in way:
        part = part[step]
    path = folder / "input.json"
    marked = json.dumps(_with(document, way, "@here@"))

    def calls(size: int) -> int:
        path.write_text(marked.replace('"@here@"', shape(part, size)), "utf-8")
        return _calls([*command, str(path)])

    few, more, many = (calls(SMALL * FACTOR**power) for power in range(3))
    # From what it is at the first size, it may not bend upwards.
    assert many - more <= 1.3 * FACTOR * max(more - few, SLACK)


def _codes(problems: tuple[Problem, ...]) -> list[str]:
    return [one.code for one in problems]


def test_a_document_of_too_many_values_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "policy.json"
    path.write_text(_members({"min_bucket_tokens": 1}, ",".join(f'"k{n}": 0' for n in range(40))))
    assert "json.too-many-values" not in _codes(load_any(path).problems)
    with monkeypatch.context() as patch:
        patch.setattr(json_reading, "MOST_MEMBERS", 40)
        assert _codes(load_any(path).problems) == ["json.too-many-values"]
    monkeypatch.setattr(json_reading, "MOST_VALUES", 40)
    [told] = load_any(path).problems
    assert (told.code, told.place.file) == ("json.too-many-values", str(path))
    assert told.fix


@given(
    st.recursive(
        st.text(alphabet='a,"\\', max_size=6) | st.integers(0, 9),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(',"\\'), inner),
    ),
    st.integers(1, 12),
)
def test_only_commas_between_values_are_counted(value: object, most: int) -> None:
    def between(part: object) -> int:
        if isinstance(part, dict):
            return max(0, len(part) - 1) + sum(map(between, part.values()))
        if isinstance(part, list):
            return max(0, len(part) - 1) + sum(map(between, part))
        return 0

    text = json.dumps(value).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_reading, "MOST_VALUES", most)
        patch.setattr(json_reading, "PIECE", 5)
        assert json_reading.has_too_many(text, 0, len(text)) == (between(value) >= most)


@pytest.mark.parametrize("name", ["rows.csv", "rows.jsonl"])
def test_a_table_of_too_many_records_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    rows = [f"{n},A passage" for n in range(9)] if name.endswith("csv") else ['{"a": 1}'] * 9
    path.write_text("\n".join(["id,text", *rows] if name.endswith("csv") else rows))
    monkeypatch.setattr(imported, "MOST_RECORDS", 8)
    monkeypatch.setattr(yaml_reading, "MOST_BYTES", 8)  # that it would be too large for is not said
    assert _codes(load_any(path).problems) == ["file.too-many-records"]


LARGE_TABLES = {
    "cells": ("a.csv", "id,text\n" + "1,A passage\n" * 9, "MOST_CELLS", 18, "18 values"),
    "empty lines": ("a.csv", "id,text\n1,A\n" + "\n" * 9, "MOST_CELLS", 10, "10 values"),
    "cells of a row": ("a.csv", f"id,text\n1,A{',' * 9}\n", "MOST_COLUMNS", 9, "9 columns"),
    "columns": ("a.csv", f"id,text{',x' * 9}\n1,A\n", "MOST_COLUMNS", 9, "9 columns"),
    "values of lines": ("a.jsonl", '{"a": [1, 2, 3, 4]}\n' * 3, "MOST_CELLS", 9, "9 values"),
}


@pytest.mark.parametrize("name", LARGE_TABLES)
def test_a_table_of_too_many_values_is_refused_and_one_in_whose_texts_they_stand_is_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, text, bound, most, told = LARGE_TABLES[name]
    path = tmp_path / file
    path.write_text(text)
    assert "file.too-many-records" not in _codes(load_any(path).problems)
    for module in (imported, tables):
        monkeypatch.setattr(module, bound, most, raising=False)
    problems = [
        one for one in load_any(path).problems if one.code == "file.too-many-records" and one.fix
    ]
    assert [one.message for one in problems] == [f"The file has more than {told}; it was not read."]
    path.write_text(json.dumps(text) if file.endswith("l") else f'id,text\n1,"{text}"\n')
    assert "file.too-many-records" not in _codes(load_any(path).problems)


@pytest.mark.parametrize("more", [{}, {"model": "m", "response": "No."}])
def test_more_requests_than_are_placed_are_refused(
    more: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    line = json.dumps({"messages": [{"role": "user", "content": "Say it."}], **more})
    path.write_text(f"{line}\n" * 3)
    assert "file.too-many-records" not in _codes(load_any(path).problems)
    monkeypatch.setattr(imported, "MOST_REQUESTS", 2)
    assert _codes(load_any(path).problems).count("file.too-many-records") == 1


def test_a_conversation_of_more_messages_than_are_placed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"messages": [{"role": "user", "content": "Say it."}] * 3}))
    assert "chat.too-long" not in _codes(load_any(path).problems)
    monkeypatch.setattr(chat, "MOST_MESSAGES", 2)
    [told] = [one for one in load_any(path).problems if one.code == "chat.too-long"]
    assert "3 messages, and at most 2" in told.message


def test_more_questions_with_passages_of_their_own_than_are_ranked_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.jsonl"
    rows = [{"id": f"q{n}", "question": "Who?", "contexts": ["A.", f"B{n}."]} for n in range(3)]
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    assert "file.too-many-records" not in _codes(load_any(path).problems)
    monkeypatch.setattr(drafts, "MOST_OWN", 2)
    assert _codes(load_any(path).problems) == ["file.too-many-records"]
    assert not read_logs(path).sessions


def test_more_turns_than_a_series_has_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text('{"turn": \n' * 3)
    assert "file.too-many-records" not in _codes(load_metrics(path).problems)
    monkeypatch.setattr(metrics, "MOST_TURNS", 2)
    assert _codes(load_metrics(path).problems) == ["file.too-many-records"]


def test_more_than_a_model_answers_is_not_checked_for_a_diff(tmp_path: Path) -> None:
    path = tmp_path / "answer.txt"
    path.write_text("\n" * MOST_OUTPUT_LINES + "a")
    assert load_output(path).value is not None
    path.write_text("\n" * (MOST_OUTPUT_LINES + 1) + "a")
    assert _codes(load_output(path).problems) == ["file.no-output"]
