"""Sessions that hold an audit, and manifests that are kept as they are, whatever is in them."""

import json

import pytest

from inspector.analysis.audit.finding import Kind
from inspector.analysis.audit.manifest_checks import check_manifest
from inspector.core import Strategy
from inspector.files import load_audit, load_session, manifest_document, save_session
from inspector.session.audit_edits import open_audit, sign
from inspector.session.audit_stage import AuditStage, BundleOrigin, SignOff
from inspector.session.edits import set_strategy
from inspector.session.session import Part, Session
from tests.shared.injection_input import bucket, candidate_set, card, file, request

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
    assert [one.kind for one in findings if one.severity == "error"] == [Kind.SCHEMA]


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
