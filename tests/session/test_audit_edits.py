"""What a reviewer changes: the manifest under audit and the sign-off."""

from inspector.core import Strategy
from inspector.session.audit_edits import (
    close_manifest,
    freeze_inputs,
    inputs_are_current,
    open_audit,
    sign,
    with_audited_inputs,
    withdraw_sign_off,
)
from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.edits import set_policy_field, set_strategy
from inspector.session.session import Part, Session
from inspector.session.subject import subject_of
from tests.shared.injection_input import request

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


def test_the_inputs_of_an_audit_stay_those_that_were_open_whatever_is_tried_out():
    opened = open_audit(AuditStage(manifest="{}"), None)(Session(request=request()))
    turned = set_policy_field("max_injection_tokens_absolute", 7)(
        set_strategy(Strategy.DEPTH)(opened)
    )
    assert with_audited_inputs(turned).policy == opened.policy
    assert with_audited_inputs(turned).strategy is Strategy.COVERAGE
    assert (inputs_are_current(opened), inputs_are_current(turned)) == (True, False)
    again = freeze_inputs()(turned)
    assert with_audited_inputs(again).policy == turned.policy
    assert inputs_are_current(again)


def test_without_a_request_there_is_nothing_to_freeze():
    opened = open_audit(AuditStage(manifest="{}"), None)(Session())
    assert opened.audit.inputs is None
    assert with_audited_inputs(opened) is opened
