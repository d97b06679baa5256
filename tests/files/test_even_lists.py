"""A long list of cards is taken apart piece by piece, and gives what a look at all of it gives."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.columns import columns_of
from inspector.files import json_scan
from inspector.files.candidates import read_candidates
from inspector.files.findings import Findings
from inspector.files.json_reading import JsonSpan
from inspector.files.kinds import FileKind, kind_of
from inspector.files.source import Source
from tests.shared.card_records import damaged_records, plain_cards
from tests.shared.examples import examples

SEAM = '}, {"node_id": "'


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut pieces of a few records, so that small sets have many."""
    monkeypatch.setattr(json_scan, "PIECE", 600)


def whole(records: str, **others: Any) -> bytes:
    after = "".join(f", {json.dumps(name)}: {json.dumps(value)}" for name, value in others.items())
    return f'{{"schema_version": 1, "set_id": "s", "knowledge_cards": [{records}]{after}}}'.encode()


def read(text: bytes) -> tuple[CandidateSet | None, list[str]]:
    found = Findings()
    candidates = read_candidates(Source("x", text), "x.json", found)
    return candidates, [str(problem) for problem in found.problems()]


def read_at_once(text: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, list[str]]:
    """Read a set without pieces: all of it is looked at before the first card is read."""
    with monkeypatch.context() as patch:
        patch.setattr("inspector.files.candidates.list_named", lambda *_given: None)
        return read(text)


def assert_same(text: bytes, monkeypatch: pytest.MonkeyPatch) -> CandidateSet | None:
    (evenly, said), (at_once, expected) = read(text), read_at_once(text, monkeypatch)
    assert evenly == at_once
    assert said == expected
    return evenly


def test_a_set_on_one_line_or_indented_is_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    records = plain_cards(200)
    content = {"set_id": "s", "knowledge_cards": records, "title": "after the cards"}
    for indent in (None, 1, 4):
        for separators in ((", ", ": "), (",", ":")):
            text = json.dumps(content, indent=indent, separators=separators).encode()
            candidates = assert_same(text, monkeypatch)
            assert candidates is not None
            assert candidates.knowledge_cards == columns_of(records)
            assert candidates.title == "after the cards"


@pytest.mark.parametrize("indent", [None, 1, 4])
def test_each_byte_of_an_even_set_is_read_once(
    indent: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[int] = []

    class Watched:
        def __init__(self, decoder: Any) -> None:
            self._decoder = decoder

        def decode(self, data: bytes) -> Any:
            looked_at.append(len(data))
            return self._decoder.decode(data)

    content = {"set_id": "s", "knowledge_cards": plain_cards(300)}
    text = json.dumps(content, indent=indent).encode()
    for name in ("_MEMBERS", "_ELEMENTS"):
        monkeypatch.setattr(json_scan, name, Watched(getattr(json_scan, name)))
    assert read(text)[0] is not None
    # What is looked at beside the cards is the rest of the document, and the last piece.
    assert sum(looked_at) < 2_000 < len(text) / 10


def test_what_looks_like_a_seam_in_a_text_is_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    records = plain_cards(40)
    for place, odd in enumerate((SEAM, "}, {", "}]", '"}, {"', "\\", '\\"', "{", "]}", "[")):
        records[3 * place]["canonical_name"] = f"before {odd}"
        records[3 * place + 1]["renderings"] = {"full": f"{odd}{odd} after", "compact": odd}
        records[3 * place + 2]["primary_tag"] = odd
    candidates = assert_same(whole(", ".join(map(json.dumps, records))), monkeypatch)
    assert candidates is not None
    assert candidates.knowledge_cards == columns_of(records)


def test_records_that_stand_unevenly_are_all_read(monkeypatch: pytest.MonkeyPatch) -> None:
    records = plain_cards(60)
    texts = [json.dumps(one) for one in records]
    turned = [json.dumps(dict(reversed(one.items()))) for one in records]
    escaped = [text.replace('"node_id"', '"\\u006eode_id"', 1) for text in texts]
    for parts in (turned, escaped, [*texts[:30], *turned[30:]], [*texts[:30], *escaped[30:]]):
        candidates = assert_same(whole(", ".join(parts)), monkeypatch)
        assert candidates is not None
        assert candidates.knowledge_cards == columns_of(records)
    for gap in (",", " ,\n", "\n,\t"):
        uneven = ", ".join(texts[:30]) + gap + gap.join(texts[30:])
        candidates = assert_same(whole(uneven), monkeypatch)
        assert candidates is not None
        assert candidates.knowledge_cards == columns_of(records)


@examples(75)
@given(
    st.lists(st.one_of(damaged_records(), st.sampled_from(["", "NaN", "[]", "1, 2", "{"]))),
    st.integers(0, 30),
    st.integers(0, 30),
)
def test_what_is_odd_among_good_records_is_said_as_ever(
    odd: list[str], before: int, after: int
) -> None:
    good = [json.dumps(one) for one in plain_cards(before + after)]
    text = whole(", ".join([*good[:before], *odd, *good[before:]]), title="t")
    with pytest.MonkeyPatch.context() as patch:
        assert_same(text, patch)


@pytest.mark.parametrize(
    "end", ["", "]", "]}}", "]} x", ",]}", '], "set_id": "again"}', '], "knowledge_cards": []}']
)
def test_what_is_wrong_after_the_cards_is_said_as_ever(
    end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = whole(", ".join(map(json.dumps, plain_cards(50))))[: -len("]}")] + end.encode()
    assert_same(text, monkeypatch)


def test_a_list_of_that_name_elsewhere_is_not_taken_for_the_sets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cards = ", ".join(map(json.dumps, plain_cards(50)))
    inside = f'{{"set_id": "s", "source": {{"knowledge_cards": [{cards}]}}, "knowledge_cards": []}}'
    candidates = assert_same(inside.encode(), monkeypatch)
    assert candidates is not None
    assert len(candidates.knowledge_cards) == 0


def test_a_kind_is_told_by_what_stands_after_a_long_list() -> None:
    cards = ", ".join(map(json.dumps, plain_cards(50)))
    for others, kind in (
        ({}, FileKind.CANDIDATES),
        ({"total_budget_tokens": 1, "trace_id": "t"}, FileKind.MANIFEST),
        ({"trace_id": "t", "user_message": "u"}, FileKind.REQUEST),
    ):
        text = whole(cards, **others)
        assert kind_of(Source("x", text), "x.json", Findings()) is kind


def test_places_are_those_in_the_file_whatever_piece_they_are_in() -> None:
    records = plain_cards(80)
    for place in (0, 37, 79):
        records[place]["relevance_score"] = "high"
    text = whole(", ".join(map(json.dumps, records)))
    found = Findings()
    read_candidates(Source("x", text), "x.json", found)
    spans = list(json_scan.elements(text, text.index(b"["), len(text) - 1))
    for problem, place in zip(found.problems(), (0, 37, 79), strict=True):
        way = ("relevance_score",)
        assert problem.place.pointer == f"/knowledge_cards/{place}/relevance_score"
        there = JsonSpan(Source("x", text), *spans[place]).place(way)
        assert (problem.place.line, problem.place.column) == (there.line, there.column)


def told_of(text: bytes, name: str = "x.json") -> list[tuple[int, int]]:
    told: list[tuple[int, int]] = []
    candidates = read_candidates(
        Source(name, text), name, Findings(), lambda *how: bool(told.append(how)) or True
    )
    assert candidates is not None
    assert len(candidates.knowledge_cards) == 300
    return told


def test_how_far_reading_is_is_told_after_every_256_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    records = [json.dumps(one) for one in plain_cards(300)]
    text = whole(", ".join(records))
    first = text.index(b", ".join(one.encode() for one in records[:256])) + len(
        ", ".join(records[:256]).encode()
    )
    ends = [(first, len(text)), (len(text) - len("]}"), len(text))]
    monkeypatch.setattr("inspector.files.candidates.list_named", lambda *_given: None)
    assert told_of(text) == ends
    lines = "\n".join(records).encode()
    first = len("\n".join(records[:256]).encode())
    assert told_of(lines, "x.jsonl") == [(first, len(lines)), (len(lines), len(lines))]


def test_how_far_reading_is_is_told_after_every_piece() -> None:
    text = whole(", ".join(map(json.dumps, plain_cards(300))))
    told = told_of(text)
    done = [one for one, _ in told]
    assert done == sorted(set(done))
    assert {total for _, total in told} == {len(text)}
    assert told[-1] == (len(text) - len("]}"), len(text))
    assert len(told) > len(text) / 1200
