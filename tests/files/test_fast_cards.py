"""The fast way of reading cards gives what the slow one gives, or leaves the record to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.candidates.card import Card
from inspector.core.candidates.columns import columns_of
from inspector.core.problems import Problem
from inspector.files import card_collecting, load_candidates
from inspector.files.candidates import read_candidates
from inspector.files.card_collecting import CardCollector
from inspector.files.card_reading import are_single, read_fast, read_loose
from inspector.files.documents import check, record_spans
from inspector.files.findings import Findings, Parsed
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import Source
from tests.shared.card_records import CARDS, SAFE, damaged_records, plain_cards
from tests.shared.examples import examples
from tests.shared.problem_lists import codes, written


def slow(record: bytes) -> tuple[Card | None, tuple[Problem, ...]]:
    found = Findings()
    parsed = parse_json(JsonSpan(Source("x", record), 0, len(record)), found)
    card = None if parsed is None else check(Card, parsed, found, what="card")
    return card, found.problems()


def collected(text: bytes) -> tuple[list[Card], int, tuple[Problem, ...]]:
    found = Findings()
    collector = CardCollector(Source("x", text), found, None)
    collector.add_lines(record_spans(text), None)
    return list(collector.columns()), collector.skipped, found.problems()


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def same(card: Card) -> Card:
    """Return a card as columns give it back: null and absent are the same there."""
    return columns_of([card])[0]


@given(CARDS)
def test_a_good_record_is_read_the_fast_way(record: dict[str, object]) -> None:
    for ensure_ascii in (True, False):
        text = json.dumps(record, ensure_ascii=ensure_ascii).encode()
        card, problems = slow(text)
        if card is not None and not problems and abs(card.relevance_score) <= SAFE:
            assert read_fast(text, 1) is not None


@pytest.mark.parametrize(
    "changed",
    [
        {"token_counts": {"compact": 1, "standard": 2, "full": 3}},
        {"token_counts": {"compact": 1, "full": 3}},
        {"token_counts": {"compact": None, "standard": 2, "full": 3}},
        {"token_counts": {"compact": 0, "standard": SAFE}},
        {"token_counts": {}},
        {"token_counts": None},
        {"renderings": {"compact": "a", "standard": "b", "full": "c"}},
        {"renderings": {"compact": "a", "full": None}},
        {"renderings": {"compact": ""}},
        {"renderings": {}},
        {"matter_id": None},
        {"matter_id": ""},
        {"canonical_name": 'a "quoted" \\ name\\\\"'},
        {"canonical_name": "x" * 199},
        {"canonical_name": "😀" * 100},
    ],
)
def test_whatever_a_good_record_has_it_is_read_the_fast_way(changed: dict[str, object]) -> None:
    plain, other = plain_cards(2)
    for escaped in (True, False):
        records = [json.dumps(one, ensure_ascii=escaped) for one in (plain | changed, other)]
        assert read_fast(records[0].encode(), 1) is not None
        text = ",".join(records).encode()
        assert read_fast(text, 2) is not None
        assert read_fast(text, 1) is None
        card, problems = slow(records[0].encode())
        assert card is not None
        assert problems == ()
        assert collected("\n".join(records).encode())[0][0] == same(card)


@pytest.mark.parametrize(
    "changed",
    [
        {"token_counts": {"compact": 1, "other": 2}},
        {"token_counts": {"compact": -1}},
        {"token_counts": 5},
        {"renderings": {"compact": 5}},
        {"renderings": {"compact": "a", "other": "b"}},
        {"renderings": []},
        {"canonical_name": "x" * 201},
        {"canonical_name": "😀" * 101},
        {"relevance_score": SAFE + 2},
        {"relevance_score": "1"},
        {"colour": 1},
        {"node_id": None},
    ],
)
def test_whatever_is_odd_about_a_record_it_is_left_to_the_slow_way(
    changed: dict[str, object],
) -> None:
    record = json.dumps(plain_cards(1)[0] | changed).encode()
    assert read_fast(record, 1) is None
    card, problems = slow(record)
    assert problems != ()
    assert collected(record) == ([] if card is None else [same(card)], card is None, problems)


@examples(200)
@given(damaged_records())
def test_both_ways_give_the_same_card_and_the_same_problems(text: str) -> None:
    record = text.encode()
    card, problems = slow(record)
    cards, skipped, found = collected(record)
    assert cards == ([] if card is None else [same(card)])
    assert skipped == (card is None)
    assert found == problems


@examples(100)
@given(damaged_records())
def test_what_the_fast_way_takes_has_no_problem(text: str) -> None:
    record = text.encode()
    if read_fast(record, 1) is not None:
        card, problems = slow(record)
        assert card is not None
        assert problems == ()


@examples(25)
@given(st.lists(damaged_records(), min_size=1, max_size=6))
def test_a_bad_record_changes_nothing_for_its_neighbours(texts: list[str]) -> None:
    together = collected("\n".join(texts).encode())
    alone = [slow(text.encode())[0] for text in texts]
    assert together[0] == [same(card) for card in alone if card is not None]
    assert together[1] == alone.count(None)


@examples(50)
@given(st.lists(damaged_records(), max_size=5), st.sampled_from([",", " ,\n  "]))
def test_a_list_gives_the_cards_that_its_records_give_alone(texts: list[str], gap: str) -> None:
    together = f'{{"set_id": "s", "knowledge_cards": [{gap.join(texts)}]}}'.encode()
    loaded = read_candidates(Source("x", together), "x.json", Findings())
    if not all(map(is_json, texts)):
        assert loaded is None
        return
    alone = [slow(text.encode())[0] for text in texts]
    good: dict[str, Card] = {}
    for card in alone:
        if card is not None:
            good.setdefault(card.node_id, same(card))
    assert loaded is not None
    assert list(loaded.knowledge_cards) == list(good.values())
    assert loaded.skipped_records == len(texts) - len(good)


def test_a_repeated_key_is_never_taken_the_fast_way() -> None:
    record = json.dumps(plain_cards(1)[0])[:-1]
    for extra in (
        '"node_id": "x"',
        '"relevance_score": 1',
        '"matter_id": null, "matter_id": null',
        '"n\\u006fde_id": "x"',
        '"renderings": {"full": "x", "full": "y"}',
        '"token_counts": {"full": 1, "full": 1}, "hedge_mode": "\\"\\u0022\\u0022"',
    ):
        text = f"{record}, {extra}}}".encode()
        assert json.loads(text)["node_kind"] == "entity"
        assert read_fast(text, 1) is None
        assert read_fast(record.encode() + b"}," + text, 2) is None


def test_two_records_on_a_line_are_not_two_records() -> None:
    one = json.dumps(plain_cards(1)[0]).encode()
    assert are_single([one, one])
    assert not are_single([one + b"," + one])
    assert not are_single([one[:-5], one[-5:]])
    # Together these are as many records as lines.
    assert not are_single([b'{"a": [{}', b"{}]}", one + b"," + one])
    cards, skipped, problems = collected(one + b"," + one + b"\n" + one)
    assert (len(cards), skipped) == (1, 1)
    assert [problem.code for problem in problems] == ["json.syntax"]


def test_unknown_fields_do_not_cost_the_texts_their_place_in_the_file() -> None:
    card = plain_cards(1)[0]
    spoken = card | {"renderings": card["renderings"] | {"spoken": "zero"}}
    assert read_loose(json.dumps(spoken).encode()) is not None
    record = json.dumps(card | {"colour": {"full": "red"}}).encode()
    assert read_fast(record, 1) is None
    assert read_loose(record) is not None
    cards, _, problems = collected(record)
    assert cards[0].renderings.full == "full “0” 😀"
    assert [problem.code for problem in problems] == ["field.unknown"]


def test_texts_are_read_back_from_the_file_in_any_order(tmp_path: Path) -> None:
    records = plain_cards(700)
    records[3]["renderings"] = {"compact": "", "standard": 'a "quoted" \\ text\n'}
    del records[5]["renderings"]
    content = {"schema_version": 1, "set_id": "s", "knowledge_cards": records}
    loaded = load_candidates(written(tmp_path, "set.json", content))
    assert loaded.value is not None
    cards = loaded.value.knowledge_cards
    for row in (699, 0, 3, 4, 3, 5, 350):
        for tier, name in enumerate(("compact", "standard", "full")):
            expected = records[row].get("renderings", {}).get(name)
            assert cards.texts.get(row, tier) == expected
    assert cards.has_text[3].tolist() == [False, True, False]


def test_a_file_that_changes_after_loading_changes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, "cards.jsonl", "\n".join(map(json.dumps, plain_cards(50))))
    loaded = load_candidates(path)
    path.write_bytes(b"")
    assert loaded.value is not None
    assert loaded.value.knowledge_cards[49].renderings.compact == "compact 49"
    assert codes(loaded) == []


def test_the_order_is_that_of_the_file_whichever_way_records_are_read(tmp_path: Path) -> None:
    records = plain_cards(1000)
    for place in range(0, 1000, 7):
        records[place]["relevance_score"] = 1 + place
        records[place]["colour"] = "red"
    loaded = load_candidates(
        written(tmp_path, "set.json", {"set_id": "s", "knowledge_cards": records})
    )
    assert loaded.value is not None
    assert loaded.value.knowledge_cards == columns_of(records)


MANY = 600  # more than are looked at one by one before it is known which fields are not

TEXTS = st.text(st.characters(codec="utf-8"), max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(TEXTS, inside, max_size=3),
    max_leaves=6,
)


def with_unknown(values: list[object]) -> list[str]:
    """Return many records with an unknown field each, which has one of these values in turn."""
    return [
        json.dumps({**card, "note": values[place % len(values)]}, ensure_ascii=False)
        for place, card in enumerate(plain_cards(MANY))
    ]


def slowly_collected(text: bytes) -> tuple[list[Card], int, tuple[Problem, ...]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card_collecting, "read_beside_unknown", lambda _records, _count: None)
        return collected(text)


@examples(20)
@given(st.lists(VALUES, min_size=1, max_size=3), st.integers(0, MANY - 1), damaged_records())
def test_many_unknown_fields_are_told_as_if_each_was_looked_at(
    values: list[object], place: int, damaged: str
) -> None:
    records = with_unknown(values)
    records[place] = damaged
    text = "\n".join(records).encode()
    assert collected(text) == slowly_collected(text)


@pytest.mark.parametrize(
    "unknown",
    [
        '"note": 1, "note": 2',
        '"note": {"a": 1, "a": 2}',
        '"note": 9007199254740993',
        '"note": 1e400',
        '"note": NaN',
        '"note": "\\ud800"',
        '"note": ' + "[" * 101 + "]" * 101,
        '"note": 1, "other": 1',
        '"note": 1, "node_id": "again"',
        '"note": 1, "renderings": {"compact": "a", "long": "b"}',
        '"no\\u0074e": "a \\"quoted\\" text"',
    ],
)
def test_whatever_is_odd_beside_unknown_fields_is_told(unknown: str) -> None:
    plain = with_unknown([1])
    odd = json.dumps(plain_cards(1)[0])[:-1] + f", {unknown}}}"
    text = "\n".join([*plain[:-1], odd, plain[-1]]).encode()
    assert collected(text) == slowly_collected(text)


def test_an_unknown_field_on_every_card_is_looked_at_until_it_is_only_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked_at: list[JsonSpan] = []

    def parsed(span: JsonSpan, found: Findings) -> Parsed | None:
        looked_at.append(span)
        return parse_json(span, found)

    monkeypatch.setattr(card_collecting, "parse_json", parsed)
    cards, skipped, problems = collected("\n".join(with_unknown(["text", [1], None])).encode())
    assert (len(cards), skipped) == (MANY, 0)
    assert len(looked_at) < MANY / 2
    assert [problem.message for problem in problems] == [
        f"The field note is not known; it has no effect. The same holds for {MANY - 1} more places."
    ]
