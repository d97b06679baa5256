"""Sessions that hold an audit, and manifests that are kept as they are, whatever is in them."""

import json

import pytest

from inspector.analysis.audit.finding import Finding, FindingKind
from inspector.analysis.audit.manifest_checks import check_manifest
from inspector.core import Strategy
from inspector.core.injection.manifest import UnifiedInjectionManifest, WhatIfManifest
from inspector.core.problems import Place
from inspector.files import (
    load_audit,
    load_manifest,
    load_session,
    manifest_document,
    save_session,
)
from inspector.session.audit_edits import inbox_of, open_audit, show_manifest, sign
from inspector.session.audit_stage import AuditStage, BundleOrigin, SignOff
from inspector.session.edits import set_at, set_strategy
from inspector.session.session import Session
from inspector.stage import Part
from tests.shared.injection_input import bucket, candidate_set, card, file, request
from tests.shared.samples import sample_session

MANIFEST = {
    "trace_id": "t",
    "timestamp": "2026-04-03T12:00:00Z",
    "total_budget_tokens": 10,
    "knowledge_card_budget_tokens": 10,
    "bucket_content_budget_tokens": 0,
    "total_tokens_used": 0,
    "schema_version": 1,
}
WORD = SignOff(name="R. V.", verdict="accepted", time="2026-04-03T12:00:00Z", fingerprint="f")


def test_a_manifest_that_is_a_file_of_its_own_stays_one(tmp_path):
    (tmp_path / "m.json").write_text(json.dumps(MANIFEST))
    opened = load_audit(tmp_path / "m.json").value
    session = open_audit(opened, str(tmp_path / "m.json"))(Session())
    path = tmp_path / "s.inspector.json"
    assert save_session(session, path) == ()
    assert json.loads(path.read_text())["audit"] == {"path": "m.json"}
    again = load_session(path).value
    assert again.audit == session.audit
    assert again.source(Part.AUDIT) == str(tmp_path / "m.json")


def test_a_sign_off_is_kept_inside_the_session_and_comes_back(tmp_path):
    (tmp_path / "m.json").write_text(json.dumps(MANIFEST))
    opened = load_audit(tmp_path / "m.json").value
    session = sign(WORD)(open_audit(opened, str(tmp_path / "m.json"))(Session()))
    path = tmp_path / "s.inspector.json"
    (note,) = save_session(session, path)
    assert note.code == "session.part-kept-inside"
    assert load_session(path).value.audit == session.audit


def test_where_a_bundle_came_from_is_kept_in_the_session(tmp_path):
    origin = BundleOrigin(fingerprint="f", core_version="0.1.0", left_out=3, changes=1)
    session = Session().having(audit=AuditStage(manifest="{}", bundle=origin))
    path = tmp_path / "s.inspector.json"
    assert save_session(session, path) == ()
    assert load_session(path).value.audit == session.audit


@pytest.mark.parametrize("text", ["[]", "7", '{"a": 1}', json.dumps(MANIFEST) + " \n"])
def test_any_json_is_kept_to_the_last_character(tmp_path, text):
    path = tmp_path / "m.json"
    path.write_text(text)
    assert load_audit(path).value.manifest == text


def test_what_is_no_json_is_refused_with_its_place(tmp_path):
    path = tmp_path / "m.json"
    path.write_text('{"trace_id": ')
    loaded = load_audit(path)
    assert loaded.value is None
    assert loaded.problems[0].place.line == 1


def test_findings_have_line_and_column_in_the_text():
    text = json.dumps(MANIFEST | {"overlap_detections": 2}, indent=2)
    document = manifest_document(text, "m.json")
    placed = list(document.placed(check_manifest(document.value, document.problems)))
    (found,) = [one for one in placed if one.code == "detection-count"]
    line = text[: text.index('"overlap_detections"')].count("\n") + 1
    assert (found.place.file, found.place.line) == ("m.json", line)
    assert found.place.pointer == "/overlap_detections"


def test_a_manifest_may_be_yaml():
    text = "\n".join(f"{name}: {json.dumps(value)}" for name, value in MANIFEST.items())
    document = manifest_document(text, "m.yaml")
    assert document.value == MANIFEST
    assert not document.problems


def test_a_number_that_no_json_has_breaks_the_format():
    text = json.dumps(MANIFEST).replace('"total_tokens_used": 0', '"total_tokens_used": NaN')
    document = manifest_document(text)
    findings = check_manifest(document.value, document.problems)
    assert [one.kind for one in findings if one.severity == "error"] == [FindingKind.SCHEMA]


def test_frozen_inputs_come_back_also_where_the_session_has_others_by_now(tmp_path):
    candidates = candidate_set([card("a", 0.5), card("b", 0.4)], [bucket("k", file("f", 1.0))])
    opened = Session(candidates=candidates, request=request(), strategy=Strategy.DEPTH)
    session = open_audit(AuditStage(manifest=json.dumps(MANIFEST)), None)(opened)
    path = tmp_path / "s.inspector.json"
    assert save_session(session, path) == ()
    assert "inputs" not in json.loads(path.read_text())["audit"]["inline"], "they are its own"
    assert load_session(path).value.audit.inputs.strategy is Strategy.DEPTH
    turned = set_strategy(Strategy.COVERAGE)(session)
    assert save_session(turned, path) == ()
    again = load_session(path)
    assert again.problems == ()
    assert again.value.strategy is Strategy.COVERAGE
    assert again.value.audit.inputs == session.audit.inputs


def test_of_very_many_findings_the_first_two_hundred_have_a_line():
    document = manifest_document(json.dumps(MANIFEST, indent=1), "m.json")
    place = Place(pointer="/trace_id")
    found = Finding("code", FindingKind.SCHEMA, "rule", "said", "fix", place=place)
    placed = list(document.placed([found] * 202))
    assert {one.place for one in placed[:200]} == {Place("m.json", 2, 14, "/trace_id")}
    assert {one.place for one in placed[200:]} == {Place("m.json", pointer="/trace_id")}


def test_a_finding_that_has_a_line_or_no_place_stays_as_it_is():
    document = manifest_document(json.dumps(MANIFEST), "m.json")
    for place in (Place("other", 5, pointer="/trace_id"), Place("other")):
        found = Finding("code", FindingKind.SCHEMA, "rule", "said", "fix", place=place)
        assert list(document.placed([found])) == [found]
    broken = manifest_document("{", "m.json")
    found = Finding("code", FindingKind.SCHEMA, "rule", "said", "fix", place=Place(pointer="/a"))
    assert [one.place for one in broken.placed([found])] == [Place("m.json", pointer="/a")]


def test_an_audited_manifest_is_told_what_breaks_its_format(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MANIFEST | {"trace_id": 5, "more": 1}))
    loaded = load_audit(path)
    assert loaded.value == AuditStage(manifest=path.read_text())
    assert [(one.code, one.place.pointer) for one in loaded.problems] == [
        ("field.invalid", "/trace_id"),
        ("field.unknown", "/more"),
    ]
    kept = load_manifest(path)
    assert kept.value is None
    assert kept.problems == loaded.problems
    document = manifest_document(path.read_text(), str(path))
    assert document.problems == loaded.problems


def test_a_manifest_under_overrides_says_so_in_a_field_of_its_own(tmp_path):
    path = tmp_path / "m.json"
    path.write_text(json.dumps(MANIFEST))
    assert type(load_manifest(path).value) is UnifiedInjectionManifest
    path.write_text(json.dumps(MANIFEST | {"what_if": {"schema_version": 1}}))
    loaded = load_manifest(path)
    assert type(loaded.value) is WhatIfManifest
    assert loaded.problems == ()


def test_an_inbox_is_saved_and_opened_with_every_manifest_and_its_own_sign_off(tmp_path):
    session = sample_session("direct-target")
    for name, text in (("a", "{}"), ("b", "[]"), ("c", '"c"')):
        session = open_audit(AuditStage(manifest=text), str(tmp_path / f"{name}.json"))(session)
    word = SignOff(name="R. V.", verdict="rejected", time="2026-04-03T12:00:00Z", fingerprint="f")
    session = sign(word)(show_manifest(1)(session))
    path = tmp_path / "inbox.inspector.json"
    for changed in (session, set_at("policy", "max_injection_tokens_absolute", 7)(session)):
        save_session(changed, path)
        assert path.read_text().count('"context_window"') <= 1  # inputs once at most
        again = load_session(path)
        assert not [one for one in again.problems if one.code == "field.unknown"]
        kept = again.value
        assert [one.manifest for one in inbox_of(kept)] == ["{}", "[]", '"c"']
        assert kept.audit.place == 1
        assert kept.audit.sign_off.verdict == "rejected"
        assert [kept.audit.sign_off_of(text) for text in ("{}", '"c"')] == [None, None]
        policies = {one.inputs.policy for one in inbox_of(kept)}
        assert policies == {session.policy}
