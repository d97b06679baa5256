"""A manifest beside what its inputs lead to: its own always agrees, any other never does."""

import json

import hypothesis.strategies as st
import pytest
from hypothesis import given

from inspector.analysis.audit.audit import Outcome, audit_with_inputs
from inspector.analysis.audit.replay import Change, replay
from inspector.analysis.audit.replay_findings import cause_text, replay_findings, shown
from inspector.analysis.comparison.attribution import Cause, CauseKind
from inspector.core import inject
from inspector.session.session import Session
from tests.shared.audit_input import reports
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)

CARDS = [card("a", 0.9, 20, kind="entity"), card("b", 0.8, 30), card("c", 0.7, 10, file="k:f")]
BUCKETS = [bucket("k", file("f", 0.5, 40))]


def small():
    return inject(request(), candidate_set(CARDS, BUCKETS), policy(300), CHARACTERS)


def plain(report):
    return report.manifest.model_dump(mode="json")


@given(reports())
def test_the_manifest_of_a_run_is_always_reproduced_by_it(report):
    done = replay(plain(report), report)
    assert done.reproduces
    written = json.loads(json.dumps(plain(report)))
    assert replay(written, report).reproduces


@st.composite
def changed_places(draw):
    """A run, and its manifest with one value anywhere changed to another of its kind."""
    report = draw(reports())
    manifest = plain(report)
    ways = [
        (*way, name)
        for way, part in _objects(manifest)
        for name, value in part.items()
        if not isinstance(value, list | dict)
    ]
    way = draw(st.sampled_from(ways))
    part = manifest
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = _another(part[way[-1]])
    return report, manifest, way


def _objects(manifest):
    yield (), manifest
    for name in ("knowledge_cards", "bucket_cards"):
        for index, row in enumerate(manifest[name]):
            yield (name, index), row


def _another(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value}x"


@given(changed_places())
def test_a_single_changed_value_anywhere_is_always_found(drawn):
    report, manifest, way = drawn
    done = replay(manifest, report)
    assert not done.reproduces
    findings = list(replay_findings(done, {}))
    assert findings
    if way[-1] not in ("node_id", "bucket_id"):
        (one,) = done.differences
        assert [field.field for field in one.fields] == [way[-1]]


@given(reports(), st.data())
def test_a_row_taken_out_or_listed_again_is_always_found(report, data):
    manifest = plain(report)
    lists = [name for name in ("knowledge_cards", "bucket_cards") if manifest[name]]
    if not lists:
        return
    rows = manifest[data.draw(st.sampled_from(lists))]
    place = data.draw(st.integers(0, len(rows) - 1))
    row = rows.pop(place)
    (missing,) = replay(manifest, report).differences
    assert missing.change is Change.MISSING
    rows += [row, row]
    assert any(one.change is Change.EXTRA for one in replay(manifest, report).differences)


@pytest.mark.parametrize(
    "time", ["2026-04-03T12:00Z", "2026-04-03T12:00:00.000Z", "2026-04-03T12:00:00Z"]
)
def test_a_time_is_the_moment_it_names(time):
    assert replay(plain(small()) | {"timestamp": time}, small()).reproduces


def test_fields_that_no_format_has_are_left_alone():
    manifest = plain(small()) | {"producer": "another"}
    manifest["knowledge_cards"][0]["cache"] = True
    assert replay(manifest, small()).reproduces


def test_what_is_absent_is_what_it_is_by_default():
    manifest = plain(small())
    for row in manifest["knowledge_cards"]:
        del row["source_bundle_ids"]
    del manifest["degraded_state"]
    assert replay(manifest, small()).reproduces


@pytest.mark.parametrize("value", [None, [], "text", 7, {}, {"knowledge_cards": [1, None, {}]}])
def test_any_json_can_be_replayed_against(value):
    done = replay(value, small())
    assert not done.reproduces
    assert list(replay_findings(done, {}))


def test_a_difference_has_the_rule_and_the_sentence_of_the_replay():
    manifest = plain(small())
    manifest["knowledge_cards"][2]["suppressed"] = False
    (one,) = replay(manifest, small()).differences
    assert one.key == ("card", "c")
    assert one.rule == "Injection §3.3"
    assert one.sentence.startswith("Suppressed: it was extracted from t")


def test_inputs_that_cannot_be_run_leave_the_manifest_to_itself():
    audit = audit_with_inputs(plain(small()), (), Session(), lambda _session: None)
    assert audit.outcome is Outcome.CONSISTENT
    assert audit.replay is None


def test_values_are_shown_so_that_a_number_is_told_from_a_text():
    assert [shown(one) for one in (None, True, 1200, "1200", "full", ["a", "b"], [])] == [
        "absent",
        "true",
        "1,200",
        '"1200"',
        "full",
        "a, b",
        "none",
    ]


def test_without_a_cause_it_is_said_that_no_single_input_explains_it():
    nothing = "No single changed input explains it."
    assert cause_text(None) == cause_text(Cause(CauseKind.NOT_FOUND, ())) == nothing
