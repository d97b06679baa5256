"""Every field of a card, told by the model itself, goes all the way: read, held, kept, shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

from inspector.analysis.comparison.differences import differences
from inspector.analysis.comparison.mixing import with_cards
from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.card import CARD_FIELDS, Card, CardField, Storage
from inspector.core.candidates.columns import columns_of
from inspector.core.injection.step import inject
from inspector.files import load_candidates, load_session, save_session
from inspector.files.recording import candidates_fingerprint
from inspector.files.saving import candidates_fields
from inspector.present.table import cell_values
from inspector.session.session import Session
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.provenance import ATTRIBUTION_COLUMNS, attribution_lines
from tests.shared.injection_input import CHARACTERS, policy, request

IDS = [field.name for field in CARD_FIELDS]
DECIDING = (Storage.SCALAR, Storage.INTERNED, Storage.TIERS, Storage.COUNTS)
each_field = pytest.mark.parametrize("field", CARD_FIELDS, ids=IDS)


def value_of(field: CardField, number: int) -> Any:
    """A value as JSON has it, which is no other field's and no other number's."""
    if field.storage is Storage.SCALAR:
        return number / 16
    if field.storage is Storage.TIERS:
        return {tier: f"{tier} text {number}" for tier in ("compact", "standard", "full")}
    if field.storage is Storage.COUNTS:
        return {"compact": 10 + number, "standard": 20 + number, "full": 30 + number}
    text = f"{field.name} {number}"
    return [text] if field.several else text


def record(number: int = 1, **changed: Any) -> dict[str, Any]:
    return {field.name: value_of(field, number) for field in CARD_FIELDS} | changed


def cards(*records: dict[str, Any]) -> CandidateSet:
    return CandidateSet(set_id="s", knowledge_cards=columns_of(records))


ONE = cards(record())


def changed_in(field: CardField) -> CandidateSet:
    return cards(record(**{field.name: value_of(field, 2)}))


def written_as(form: str, card: dict[str, Any]) -> tuple[str, str]:
    """The name and the text of a file with one card, which takes one of the ways of reading."""
    whole = {"schema_version": 1, "set_id": "s", "knowledge_cards": [card]}
    if form == "JSON":
        return "set.json", json.dumps(whole)
    if form == "JSON with an unknown field":
        return "set.json", json.dumps(whole | {"knowledge_cards": [card | {"unknown": 1}]})
    if form == "JSON with a repeated key":
        again = json.dumps(card)[:-1] + f', "node_id": {json.dumps(card["node_id"])}}}'
        return "set.json", json.dumps(whole).replace(json.dumps(card), again)
    if form == "JSONL":
        return "cards.jsonl", json.dumps(card) + "\n"
    return "set.yaml", yaml.safe_dump(whole)


@each_field
@pytest.mark.parametrize(
    "form",
    ["JSON", "JSON with an unknown field", "JSON with a repeated key", "JSONL", "YAML"],
)
def test_a_field_is_read_from_every_form_of_file(
    field: CardField, form: str, tmp_path: Path
) -> None:
    name, text = written_as(form, record())
    (tmp_path / name).write_text(text, "utf-8")
    loaded = load_candidates(tmp_path / name).value
    assert loaded is not None
    plain = loaded.knowledge_cards[0].model_dump(mode="json")
    assert plain[field.name] == value_of(field, 1)


@pytest.mark.parametrize("form", ["JSON", "JSONL", "YAML"])
def test_what_a_record_does_not_have_is_as_the_model_says(form: str, tmp_path: Path) -> None:
    least = {name: value for name, value in record().items() if name in _required()}
    name, text = written_as(form, least)
    (tmp_path / name).write_text(text, "utf-8")
    loaded = load_candidates(tmp_path / name).value
    assert loaded is not None
    assert loaded.knowledge_cards[0] == Card.model_validate(least)


def _required() -> set[str]:
    return {field.name for field in CARD_FIELDS if field.required}


@each_field
def test_a_field_is_saved_with_its_session(field: CardField, tmp_path: Path) -> None:
    path = tmp_path / "s.inspector.json"
    save_session(Session(candidates=ONE), path)
    saved = load_session(path).value
    assert saved is not None
    plain = candidates_fields(saved.candidates)["knowledge_cards"][0]
    written = json.loads(json.dumps(plain))
    assert written[field.name] == value_of(field, 1)


@each_field
def test_a_field_goes_where_its_card_goes(field: CardField) -> None:
    both = ONE.knowledge_cards.joined(cards(record(2)).knowledge_cards)
    plain = [card.model_dump(mode="json")[field.name] for card in both.take([1, 0])]
    assert plain == [value_of(field, 2), value_of(field, 1)]


@each_field
def test_two_sets_that_differ_in_a_field_have_two_fingerprints(field: CardField) -> None:
    assert candidates_fingerprint(changed_in(field)) != candidates_fingerprint(ONE)


@each_field
def test_two_sets_that_differ_in_a_field_that_decides_differ_when_compared(
    field: CardField,
) -> None:
    found = differences(Session(candidates=ONE), Session(candidates=changed_in(field)))
    assert bool(found) is (field.storage in DECIDING or field.name == "node_id")


@each_field
def test_a_card_that_comes_from_another_set_comes_with_its_fields(field: CardField) -> None:
    mixed = with_cards(ONE, cards(record(2))).knowledge_cards[0].model_dump(mode="json")
    whole = field.storage is not Storage.ATTRIBUTION  # which decides nothing and stays behind
    assert (mixed[field.name] == value_of(field, 2)) is whole


@each_field
def test_a_copy_without_texts_has_no_text_and_every_size(field: CardField) -> None:
    bare = ONE.knowledge_cards.without_texts()[0].model_dump(mode="json")
    kept = field.storage in (Storage.SCALAR, Storage.INTERNED, Storage.COUNTS)
    assert (bare[field.name] == value_of(field, 1)) is (kept or field.name == "node_id")


@each_field
def test_a_field_is_shown_in_the_table_of_cards(field: CardField) -> None:
    report = inject(request(), ONE, policy(1000), CHARACTERS)
    table = ledger_table(report)
    shown = {str(cell_values(table, column, np.array([0]))[0]) for column in table.columns}
    if field.storage is Storage.TIERS:  # shown by Why, as a text
        assert not shown.intersection(value_of(field, 1).values())
        return
    if field.storage is Storage.COUNTS:
        assert str(value_of(field, 1)["full"]) in shown
        return
    value = value_of(field, 1)
    assert (value[0] if field.several else str(value)) in shown


def test_every_attribution_has_a_column_and_a_line_in_the_report() -> None:
    fields = [one.name for one in CARD_FIELDS if one.storage is Storage.ATTRIBUTION]
    assert [column.id for column in ATTRIBUTION_COLUMNS] == fields
    lines = dict(attribution_lines(ONE.knowledge_cards.attribution(0)))
    assert len(lines) == len(fields)


LEFT_OUT_OF_MANIFESTS = {
    "matter_id",
    "provenance_source",
    "provenance_source_ref",
    "renderings",
    "token_counts",
}


@each_field
def test_a_manifest_passes_on_what_it_says_of_cards(field: CardField) -> None:
    manifest = inject(request(), ONE, policy(1000), CHARACTERS).manifest
    card = manifest.knowledge_cards[0].model_dump(mode="json")
    if field.name in LEFT_OUT_OF_MANIFESTS:
        assert field.name not in card
    else:
        assert card[field.name] == value_of(field, 1)
