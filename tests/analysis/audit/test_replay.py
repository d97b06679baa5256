"""A manifest beside what its inputs lead to: its own always agrees, any other never does."""

import json
from dataclasses import replace

import hypothesis.strategies as st
import pytest
from hypothesis import given

from inspector.analysis.audit.audit import Outcome, as_manifest_says, audit_with_inputs
from inspector.analysis.audit.finding import FindingKind
from inspector.analysis.audit.manifest_checks import check_manifest
from inspector.analysis.audit.replay import RowChange, replay
from inspector.analysis.audit.replay_findings import replay_findings, shown, why_differs
from inspector.analysis.audit.suspects import UNEXPLAINED
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import Strategy
from inspector.files import manifest_bytes, manifest_document
from inspector.session.session import Session
from tests.shared.audit_input import made, report_of
from tests.shared.examples import examples
from tests.shared.injection_draws import sessions
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
    candidates = candidate_set(CARDS, BUCKETS)
    return Session(policy=policy(300), candidates=candidates, request=request())


def replayed(value, session):
    return replay(value, session, CHARACTERS)


@examples(100)
@given(sessions())
def test_whatever_this_program_exports_is_verified_by_its_own_audit(session):
    document = manifest_document(manifest_bytes(report_of(session).manifest).decode())
    inputs = as_manifest_says(replace(session, overrides=NO_OVERRIDES), document.value)
    audit = audit_with_inputs(document.value, document.problems, inputs, lambda _: CHARACTERS)
    assert audit.outcome is Outcome.VERIFIED
    assert [one.code for one in audit.findings] == ["what-if"] * bool(session.overrides)


@pytest.mark.parametrize("strategy", list(Strategy))
@pytest.mark.parametrize(
    "forced", [NO_OVERRIDES, Overrides(inline=["k:low"], list_only=["k:high"])]
)
def test_at_every_total_a_manifest_is_right_alone_and_beside_its_inputs(strategy, forced):
    cards = [
        card("a", 0.9, 20, lengths={"standard": 30, "full": 50}),
        card("b", 0.8, 33, lengths={"full": 41}),
        card("c", 0.7, 11, kind="procedure"),
        card("d", 0.6, 7, file="k:high"),
    ]
    files = bucket("k", file("high", 0.9, 40), file("low", 0.5, 23), background="z" * 9)
    for total in range(40, 260, 3):
        session = Session(
            policy=policy(total),
            candidates=candidate_set(cards, [files, bucket("l", file("m", 0.4, 31))]),
            request=request(),
            strategy=strategy,
            overrides=forced,
        )
        manifest = made(session)
        assert replayed(manifest, session).reproduces, total
        assert {one.kind for one in check_manifest(manifest)} <= {FindingKind.UNUSUAL}, total


@st.composite
def changed_places(draw):
    """A run, and its manifest with one value anywhere changed to another of its kind."""
    session = draw(sessions(made_under=st.just(NO_OVERRIDES)))
    manifest = made(session)
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
    return session, manifest, way


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
    session, manifest, way = drawn
    done = replayed(manifest, session)
    assert not done.reproduces
    findings = list(replay_findings(done, UNEXPLAINED))
    assert findings
    if way[-1] not in ("node_id", "bucket_id"):
        (one,) = done.differences
        assert [field.field for field in one.fields] == [way[-1]]


@given(sessions(), st.data())
def test_a_row_taken_out_or_listed_again_is_always_found(session, data):
    manifest = made(session)
    lists = [name for name in ("knowledge_cards", "bucket_cards") if manifest[name]]
    if not lists:
        return
    rows = manifest[data.draw(st.sampled_from(lists))]
    place = data.draw(st.integers(0, len(rows) - 1))
    row = rows.pop(place)
    (missing,) = replayed(manifest, session).differences
    assert missing.change is RowChange.MISSING
    rows += [row, row]
    assert any(one.change is RowChange.EXTRA for one in replayed(manifest, session).differences)


@pytest.mark.parametrize(
    "time", ["2026-04-03T12:00Z", "2026-04-03T12:00:00.000Z", "2026-04-03T12:00:00Z"]
)
def test_a_time_is_the_moment_it_names(time):
    assert replayed(made(small()) | {"timestamp": time}, small()).reproduces


def test_fields_that_no_format_has_are_left_alone():
    manifest = made(small()) | {"producer": "another"}
    manifest["knowledge_cards"][0]["cache"] = True
    assert replayed(manifest, small()).reproduces


def test_what_is_absent_is_what_it_is_by_default():
    manifest = made(small())
    for row in manifest["knowledge_cards"]:
        del row["source_bundle_ids"]
    del manifest["degraded_state"]
    assert replayed(manifest, small()).reproduces


@pytest.mark.parametrize("value", [None, [], "text", 7, {}, {"knowledge_cards": [1, None, {}]}])
def test_any_json_can_be_replayed_against(value):
    done = replayed(value, small())
    assert not done.reproduces
    assert list(replay_findings(done, UNEXPLAINED))


def test_a_difference_has_the_rule_and_the_sentence_of_the_replay():
    manifest = made(small())
    manifest["knowledge_cards"][2]["suppressed"] = False
    (one,) = replayed(manifest, small()).differences
    assert one.key == ("card", "c")
    assert one.rule == "Injection §3.3"
    assert one.sentence.startswith("Suppressed: it was extracted from t")


def test_a_contradiction_that_was_replayed_asks_for_no_replay():
    value = manifest_document(manifest_bytes(report_of(small()).manifest).decode()).value
    value["total_tokens_used"] = value["total_budget_tokens"] + 1
    alone = check_manifest(value)
    beside = audit_with_inputs(value, (), small(), lambda _: CHARACTERS).findings
    assert any("replay with" in one.fix for one in alone)
    assert {one.code for one in alone} <= {one.code for one in beside}
    assert not any("replay with" in one.fix or "replay it" in one.fix for one in beside)


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
    assert why_differs(("card", "a"), UNEXPLAINED) == nothing


def test_a_number_of_401_digits_anywhere_is_a_finding():
    manifest = made(small())
    ways = [(*way, name) for way, part in _objects(manifest) for name in part]
    for *way, name in ways:
        value = json.loads(json.dumps(manifest))
        part = value
        for step in way:
            part = part[step]
        part[name] = int("9" * 401)
        document = manifest_document(json.dumps(value))
        for read in (value, document.value):
            audit = audit_with_inputs(read, document.problems, small(), lambda _: CHARACTERS)
            assert audit.outcome is Outcome.FAILED, (*way, name)
