"""What a card says of where it came from is carried through files, and shown in every exit."""

import csv
import io
import json
import re

import pytest
import yaml

from inspector.core import inject
from inspector.core.candidates.card import Attribution
from inspector.files import load_candidates, load_session, save_candidates, save_session
from inspector.files.recording import candidates_fingerprint
from inspector.present.table import TableQuery, to_csv, visible_rows
from inspector.session.session import Session
from inspector.stages.injection.provenance import ATTRIBUTION_COLUMNS
from inspector.stages.injection.report import html_report
from inspector.stages.injection.tables import RunTables, TableId
from inspector.stages.injection.why import why_injection
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.problem_lists import written

FIELDS = tuple(Attribution.model_fields)
VALUES = {
    field: ["bundle one", "bundle two"] if field == "source_bundle_ids" else f"{field} given"
    for field in FIELDS
}
TEXTS = {field: ", ".join(value) if isinstance(value, list) else value
         for field, value in VALUES.items()}  # fmt: skip
CARDS = [card("plain", 0.9), card("known", 0.5, **VALUES), card("covered", 0.4, file="b:f")]
BUCKETS = [bucket("b", file("f", 0.9))]
DOCUMENT = {"schema_version": 1, "set_id": "s", "knowledge_cards": CARDS, "buckets": BUCKETS}


def carried(candidates):
    known = candidates.knowledge_cards[candidates.knowledge_cards.row_of["known"]]
    return {field: getattr(known, field) for field in FIELDS}


EXPECTED = {field: tuple(value) if isinstance(value, list) else value
            for field, value in VALUES.items()}  # fmt: skip


@pytest.fixture
def report():
    return inject(request(), candidate_set(CARDS, BUCKETS), policy(600), CHARACTERS)


def test_every_field_of_the_attribution_has_a_column_of_its_own_name():
    assert tuple(column.id for column in ATTRIBUTION_COLUMNS) == FIELDS


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("set.json", json.dumps(DOCUMENT)),
        ("set.yaml", yaml.safe_dump(DOCUMENT)),
        ("cards.jsonl", "\n".join(json.dumps(one) for one in CARDS)),
    ],
)
def test_every_form_of_a_candidate_set_carries_it(tmp_path, name, content):
    loaded = load_candidates(written(tmp_path, name, content))
    assert carried(loaded.value) == EXPECTED


def test_saving_a_set_or_a_session_carries_it(tmp_path):
    candidates = candidate_set(CARDS, BUCKETS)
    assert save_candidates(candidates, tmp_path / "set.json") == ()
    assert carried(load_candidates(tmp_path / "set.json").value) == EXPECTED
    session = Session(candidates=candidates, request=request(), policy=policy(600))
    assert save_session(session, tmp_path / "s.inspector.json") == ()
    assert carried(load_session(tmp_path / "s.inspector.json").value.candidates) == EXPECTED


@pytest.mark.parametrize("field", FIELDS)
def test_a_set_with_another_attribution_has_another_fingerprint(field):
    other = ["else"] if field == "source_bundle_ids" else "else"
    changed = [*CARDS[:1], CARDS[1] | {field: other}, *CARDS[2:]]
    assert candidates_fingerprint(candidate_set(CARDS)) != candidates_fingerprint(
        candidate_set(changed)
    )


@pytest.mark.parametrize("field", FIELDS)
def test_it_is_a_column_and_a_word_of_the_filter_language(report, field):
    data = RunTables().table(TableId.LEDGER, report)
    rows = visible_rows(data, TableQuery(filter=f'{field}:"{TEXTS[field]}"'))
    assert [data.keys[row].removeprefix("card:") for row in rows.tolist()] == ["known"]
    everything = visible_rows(data, TableQuery())
    shown = list(csv.reader(io.StringIO(to_csv(data, everything, [field]))))[1:]
    assert [value for value in shown if value != [""]] == [[TEXTS[field]]]


def test_why_says_it_for_the_card_that_has_it_and_for_no_other(report):
    known = {step.working for step in why_injection(report, "card:known").steps}
    assert known.issuperset(TEXTS.values())
    plain = {step.working for step in why_injection(report, "card:plain").steps}
    assert plain.isdisjoint(TEXTS.values())


def test_the_report_says_it_and_leaves_the_column_out_where_no_card_has_any(report):
    text = re.sub(r"<[^>]+>", " ", html_report(report))
    assert all(value in text for value in TEXTS.values())
    assert "<th>Attribution</th>" in html_report(report)
    without = inject(request(), candidate_set(CARDS[:1]), policy(600), CHARACTERS)
    assert "<th>Attribution</th>" not in html_report(without)


def test_the_manifest_has_it(report):
    entry = next(one for one in report.manifest.knowledge_cards if one.node_id == "known")
    assert {field: getattr(entry, field) for field in FIELDS} == EXPECTED
