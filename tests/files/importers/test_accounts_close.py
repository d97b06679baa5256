"""Every record of a file is on one side of its account, and no text is on neither."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files.findings import Findings
from inspector.files.importers import Imported, read_foreign
from inspector.files.importers.mapping import ColumnMapping
from inspector.files.importers.values import Better
from tests.files.importers.shapes import RETRIEVED, lines
from tests.shared.examples import examples


def read(path: Path, **options: Any) -> Imported:
    imported = read_foreign(path, Findings(), **options)
    assert imported is not None
    return imported


NUMBERS = st.one_of(
    st.none(), st.floats(0, 1), st.sampled_from(["nan", "", "0.5", "far", float("inf")])
)
TEXTS = st.sampled_from(["", " ", "Alpha one.", "Beta two.", "Gamma three.", "Delta four."])
HIT = st.fixed_dictionaries(
    {"text": TEXTS, "id": st.sampled_from(["a", "b", "c", 4])},
    optional={"score": NUMBERS, "distance": NUMBERS, "extra": st.just("a note")},
)
ODD = st.sampled_from([None, 7, "plain text", [], {"other": "words"}])
RECORDS = st.lists(HIT | ODD, min_size=1, max_size=8)


def texts_taken(imported: Imported) -> set[str]:
    candidates = imported.candidates
    if candidates is None:
        return set()
    files = {file.text for bucket in candidates.buckets for file in bucket.files if file.text}
    return files | {one.renderings.compact or "" for one in candidates.knowledge_cards}


def accounted(imported: Imported, records: list[Any]) -> None:
    """Assert that the account closes, and that what is in it and what was left out is all."""
    account = imported.account
    assert account.balances, account
    assert account.records == len(records)
    given_texts = {
        one["text"].strip() for one in records if isinstance(one, dict) and one.get("text")
    } - {""}
    missing = given_texts - {text.strip() for text in texts_taken(imported)}
    assert len(missing) <= account.left_out_in_all


@examples(30)
@given(records=RECORDS, doubled=st.booleans(), asked=st.booleans())
def test_hits_that_are_cut_doubled_or_odd_are_all_accounted_for(
    tmp_path_factory: pytest.TempPathFactory, records: list[Any], doubled: bool, asked: bool
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.json"
    given_records = records * (2 if doubled else 1)
    answer = {"documents": given_records} | ({"query": "alpha?"} if asked else {})
    path.write_text(json.dumps(answer), "utf-8")
    imported = read(path, kind="documents")
    accounted(imported, given_records)


@examples(30)
@given(records=RECORDS, cards=st.booleans(), better=st.sampled_from([None, *Better]))
def test_rows_of_a_table_are_all_accounted_for(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[Any],
    cards: bool,
    better: Better | None,
) -> None:
    path = tmp_path_factory.mktemp("any") / "a.jsonl"
    first = {"text": "Alpha one.", "id": "first", "score": 0.5}
    rows = [first, *records]
    path.write_text(lines(*rows), "utf-8")
    mapping = ColumnMapping(text="text", id="id", score="score", cards=cards)
    imported = read(path, mapping=mapping, better=better)
    accounted(imported, rows)


@pytest.mark.parametrize("shape", RETRIEVED)
def test_the_account_of_every_shape_of_retrieval_closes(tmp_path: Path, shape: str) -> None:
    name, text, _, _ = RETRIEVED[shape]
    path = tmp_path / name
    path.write_text(text, "utf-8")
    account = read(path).account
    assert account.records
    assert account.balances, account


def test_a_broken_line_is_left_out_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "Alpha.", "id": 1}\n{broken\n', "utf-8")
    account = read(path).account
    assert (account.records, account.taken) == (2, {"passages": 1})
    assert [(one.reason, one.count) for one in account.left_out] == [("no JSON", 1)]


def test_what_nothing_uses_is_named(tmp_path: Path) -> None:
    hit = {"text": "Alpha.", "id": 1, "score": 1, "meta": {"page": 3, "on": True}, "vec": [1, 2]}
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"documents": [hit], "took": 5}), "utf-8")
    assert set(read(path, kind="documents").account.unused) == {"took", "meta/page", "vec/*"}
