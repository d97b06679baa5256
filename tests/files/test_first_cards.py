"""How a large file of candidates begins: its first whole cards, and nothing of any other file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.files import first_cards as module
from inspector.files.first_cards import LARGE, Beginning, first_cards
from tests.shared.card_records import plain_cards
from tests.shared.problem_lists import written

HEAD = 4000
CARDS = plain_cards(60)
NAMES = [card["canonical_name"] for card in CARDS]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take 6,000 bytes for large, and look at 4,000 of them."""
    monkeypatch.setattr(module, "LARGE", 6000)
    monkeypatch.setattr(module, "_HEAD", HEAD)


def whole(**others: object) -> str:
    return json.dumps({"set_id": "s", "knowledge_cards": CARDS} | others)


def names(found: Beginning | None) -> list[str]:
    assert found is not None
    return [card.canonical_name for card in found.cards]


def test_64_mebibytes_are_large() -> None:
    assert LARGE == 67_108_864


def test_the_cards_of_a_list_are_those_that_end_before_the_head_does(tmp_path: Path) -> None:
    text = whole()
    path = written(tmp_path, "set.json", text)
    found = first_cards(path)
    assert found is not None
    shown = names(found)
    assert shown == NAMES[: len(shown)]
    assert 0 < len(shown) < len(CARDS)
    ends = text.encode()[:HEAD].count(b'}, {"node_id"')
    assert len(shown) == ends
    assert (found.name, found.size) == ("set.json", len(text.encode()))


def test_the_cards_of_lines_are_those_of_whole_lines(tmp_path: Path) -> None:
    text = "\n".join(map(json.dumps, CARDS))
    found = first_cards(written(tmp_path, "cards.jsonl", text))
    assert names(found) == NAMES[: text.encode()[:HEAD].count(b"\n")]


def test_a_file_that_is_not_large_has_no_beginning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "set.json", whole())
    size = path.stat().st_size
    for least, there in ((size, True), (size + 1, False)):
        monkeypatch.setattr(module, "LARGE", least)
        assert (first_cards(path) is not None) is there


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("set.parquet", whole()),
        ("set.yaml", whole()),
        ("set.json", "[" + whole() + "]"),
        ("set.json", whole(trace_id="t", knowledge_cards=[])),
        ("set.json", json.dumps({"set_id": "s", "title": "x" * 7000})),
        ("set.json", json.dumps({"trace_id": "t", "user_message": "m", "knowledge_cards": CARDS})),
        ("set.json", json.dumps({"set_id": "s", "knowledge_cards": [1] * 4000})),
        ("set.json", '{"set_id": "s", "knowledge_cards": [' + '{"a": 1}, ' * 700),
        ("chat.jsonl", '{"messages": []}\n' * 500),
        ("cards.jsonl", "x" * 7000),
    ],
)
def test_what_is_no_large_set_of_cards_has_no_beginning(
    name: str, text: str, tmp_path: Path
) -> None:
    assert first_cards(written(tmp_path, name, text)) is None


def test_what_cannot_be_read_has_no_beginning(tmp_path: Path) -> None:
    assert first_cards(tmp_path) is None
    assert first_cards(tmp_path / "none.json") is None
    assert first_cards("a\0b.json") is None
