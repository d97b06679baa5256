"""What a reviewer changes: the manifest under audit and the sign-off."""

from inspector.session.audit_edits import close_manifest, open_audit, sign, withdraw_sign_off
from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.session import Part, Session
from inspector.session.subject import subject_of

WORD = SignOff(name="R. V.", verdict="accepted", time="2026-04-03T12:00:00Z", fingerprint="f")


def test_a_manifest_is_known_by_its_file_and_makes_the_session_an_audit():
    session = open_audit(AuditStage(manifest="{}"), "m.json")(Session())
    assert session.source(Part.AUDIT) == "m.json"
    assert subject_of(session) == "audit"
    assert close_manifest()(session) == Session()


def test_a_sign_off_goes_with_its_manifest():
    session = sign(WORD)(open_audit(AuditStage(manifest="{}"), "m.json")(Session()))
    assert session.audit.sign_off == WORD
    other = open_audit(AuditStage(manifest="[]"), "n.json")(session)
    assert other.audit.sign_off is None


def test_a_sign_off_can_be_replaced_and_withdrawn():
    start = open_audit(AuditStage(manifest="{}"), None)(Session())
    session = sign(WORD)(start)
    other = WORD.model_copy(update={"verdict": "rejected"})
    assert sign(other)(session).audit.sign_off == other
    assert withdraw_sign_off()(session) == start
    # Only what is said is said: a part from a file is then still what the file says.
    assert withdraw_sign_off()(session).audit.model_fields_set == {"manifest"}
