"""A set of this program's own is read as that, whatever else is in it; other files by importers."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.problems import Severity
from inspector.files import load_candidates
from tests.shared.card_records import plain_cards
from tests.shared.problem_lists import codes, written

HIT = {"page_content": "Refund.", "metadata": {}}
OWN = {
    "set_id": "s",
    "knowledge_cards": [],
    "buckets": [],
    "node_id": "n",
    "canonical_name": "N",
}


def foreign(path: Path) -> bool:
    """Whether an importer has read a file."""
    found = load_candidates(path).value
    return found is not None and found.source == {"format": "documents"}


@pytest.mark.parametrize("name", OWN)
def test_one_field_of_its_own_tells_a_set(name: str, tmp_path: Path) -> None:
    own = HIT | {name: OWN[name]}
    lines = [json.dumps(one) for one in (own, HIT)]
    other = [json.dumps(one) for one in (HIT, own)]
    yaml = f"page_content: Refund.\n{name}: x\n"
    for file, content in (
        ("a.json", own),
        ("a.jsonl", "\n".join(lines)),
        ("a.yaml", yaml),
        ("b.yaml", f"{name}: x\npage_content: Refund.\n"),
    ):
        assert not foreign(written(tmp_path, file, content)), file
    for file, content in (
        ("a.json", HIT),
        ("a.jsonl", "\n".join(other)),
        ("a.yaml", f"page_content: Refund.\nmy_{name}: x\n"),
        ("b.yaml", f"page_content: Refund.\nx: {{{name}: x}}\n"),
    ):
        assert foreign(written(tmp_path, file, content)), file


def test_a_text_that_begins_with_a_sign_is_yaml_of_its_own(tmp_path: Path) -> None:
    assert foreign(written(tmp_path, "a.yaml", " page_content: Refund.\n"))
    assert codes(load_candidates(written(tmp_path, "a.yaml", "- page_content: Refund.\n"))) == [
        "field.invalid"
    ]


def test_reading_a_file_of_another_program_tells_that_it_has_begun(tmp_path: Path) -> None:
    path = written(tmp_path, "a.json", HIT)
    told: list[tuple[int, int]] = []
    assert load_candidates(path, lambda *how: bool(told.append(how)) or True).value is not None
    assert told[-1] == (0, 1)
    assert codes(load_candidates(path, lambda _, total: total != 1)) == ["file.cancelled"]


def test_a_dash_is_the_set_on_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO(b'{"set_id": "s"}')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    found = load_candidates("-").value
    assert found is not None
    assert found.set_id == "s"


def test_a_file_that_holds_no_candidates_says_what_it_holds(tmp_path: Path) -> None:
    (problem,) = load_candidates(
        written(tmp_path, "a.json", [{"role": "user", "content": "Hi"}])
    ).problems
    assert (problem.severity, problem.code) == (Severity.ERROR, "import.no-candidates")
    assert problem.message == "The file holds no candidates. It is a list of messages with chunks."


def loaded(folder: Path, form: str, **fields: Any) -> tuple[CandidateSet | None, list[str]]:
    text = json.dumps({"set_id": "s"} | fields, ensure_ascii=False)
    found = load_candidates(written(folder, f"a.{form}", text))
    told = [f"{one.code} {one.place.pointer}" for one in found.problems]
    return found.value, told


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_what_is_left_out_of_a_set_is_counted_each_once(form: str, tmp_path: Path) -> None:
    file = {"file_id": "f", "title": "F", "text": "t"}
    buckets = [
        {"bucket_id": "a", "bucket_title": "A", "files": [file, 5, file | {"file_id": 7}]},
        {"bucket_id": "b", "files": [file]},
        {"bucket_id": "c", "bucket_title": "C", "files": "none"},
        {"bucket_id": "d", "bucket_title": "D"},
        5,
    ]
    cards = [*plain_cards(2), {"node_id": 5}, 7]
    found, told = loaded(
        tmp_path, form, knowledge_cards=cards, buckets=buckets, title=5, skipped_records=100
    )
    assert found is not None
    assert found.skipped_records == 100 + 2 + 2 + 3 + 1
    assert [one.bucket_id for one in found.buckets] == ["a", "d"]
    assert [one.file_id for one in found.buckets[0].files] == ["f"]
    assert len(found.knowledge_cards) == 2
    assert {one for one in told if one.startswith("field.invalid /buckets")} == {
        "field.invalid /buckets/0/files/1",
        "field.invalid /buckets/0/files/2/file_id",
        "field.invalid /buckets/2/files",
        "field.invalid /buckets/4",
    }


@pytest.mark.parametrize("form", ["json", "yaml"])
@pytest.mark.parametrize("name", ["knowledge_cards", "buckets"])
def test_a_list_that_is_none_costs_that_list(form: str, name: str, tmp_path: Path) -> None:
    found, told = loaded(tmp_path, form, **{name: "none"})
    assert found is not None
    assert (len(found.knowledge_cards), found.buckets, found.skipped_records) == (0, (), 1)
    assert told == [f"field.invalid /{name}"]


def test_a_bucket_that_is_nested_too_deep_costs_that_bucket(tmp_path: Path) -> None:
    deep = "[" * 200 + "]" * 200
    text = (
        '{"set_id": "s", "buckets": [{"bucket_id": "a", "bucket_title": "A", "files": []},'
        f' {{"bucket_id": {deep}}}]}}'
    )
    found = load_candidates(written(tmp_path, "a.json", text))
    assert found.value is not None
    assert [one.bucket_id for one in found.value.buckets] == ["a"]
    assert found.value.skipped_records == 1
    assert codes(found) == ["json.too-deep"]


def test_lines_of_cards_are_a_set_called_as_their_file(tmp_path: Path) -> None:
    path = written(tmp_path, "my cards.jsonl", "\n".join(map(json.dumps, plain_cards(2))))
    found = load_candidates(path).value
    assert found is not None
    assert (found.set_id, found.title, found.buckets) == ("my cards", "my cards", ())
    assert (found.skipped_records, len(found.knowledge_cards)) == (0, 2)


@pytest.mark.parametrize("text", ["5", '"s"', "[]", "- a\n"])
def test_what_is_no_object_is_no_set(text: str, tmp_path: Path) -> None:
    found = load_candidates(written(tmp_path, "a.yaml", text))
    assert found.value is None
    assert codes(found) == ["field.invalid"]
