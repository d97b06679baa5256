"""What a reviewer changes: the manifest under audit and the sign-off."""

from inspector.core import Strategy
from inspector.session.audit_edits import (
    close_manifest,
    freeze_inputs,
    inbox_of,
    inputs_are_current,
    open_audit,
    show_manifest,
    sign,
    with_audited_inputs,
    withdraw_sign_off,
)
from inspector.session.audit_stage import AuditStage, SignOff
from inspector.session.edits import set_at, set_strategy
from inspector.session.session import Session, subject_of
from inspector.stage import Part
from tests.shared.injection_input import request

WORD = SignOff(name="R. V.", verdict="accepted", time="2026-04-03T12:00:00Z", fingerprint="f")


def test_a_manifest_is_known_by_its_file_and_makes_the_session_an_audit():
    session = open_audit(AuditStage(manifest="{}"), "m.json")(Session())
    assert session.source(Part.AUDIT) == "m.json"
    assert subject_of(session) == "audit"
    assert close_manifest()(session) == Session()


def test_a_sign_off_is_of_its_manifest_and_of_no_other():
    session = sign(WORD)(open_audit(AuditStage(manifest="{}"), "m.json")(Session()))
    assert session.audit.sign_off is not None
    assert session.audit.sign_off.verdict == "accepted"
    other = open_audit(AuditStage(manifest="[]"), "n.json")(session)
    assert other.audit.sign_off is None
    rejected = sign(WORD.model_copy(update={"verdict": "rejected"}))(other)
    back = show_manifest(0)(rejected)
    assert back.audit.sign_off == session.audit.sign_off
    assert show_manifest(1)(back).audit.sign_off == rejected.audit.sign_off
    # Closed and opened again it still has it.
    again = open_audit(AuditStage(manifest="[]"), "n.json")(close_manifest()(rejected))
    assert again.audit.sign_off == rejected.audit.sign_off


def test_an_inbox_keeps_its_order_whichever_manifest_is_shown():
    session = Session()
    for name in "abc":
        session = open_audit(AuditStage(manifest=f'"{name}"'), f"{name}.json")(session)
    for place in (0, 2, 1):
        session = show_manifest(place)(session)
        assert [one.source for one in inbox_of(session)] == ["a.json", "b.json", "c.json"]
        assert session.source(Part.AUDIT) == f"{'abc'[place]}.json"
    closed = close_manifest()(session)
    assert [one.source for one in inbox_of(closed)] == ["a.json", "c.json"]
    changed = open_audit(AuditStage(manifest='"A"'), "a.json")(closed)
    assert [one.manifest for one in inbox_of(changed)] == ['"A"', '"c"']


def test_a_sign_off_can_be_replaced_and_withdrawn():
    start = open_audit(AuditStage(manifest="{}"), None)(Session())
    session = sign(WORD)(start)
    other = sign(WORD.model_copy(update={"verdict": "rejected"}))(session)
    assert [word.verdict for word in other.audit.sign_offs] == ["rejected"]
    assert withdraw_sign_off()(session) == start
    # Only what is said is said: a part from a file is then still what the file says.
    assert withdraw_sign_off()(session).audit.model_fields_set == {"manifest"}


def test_the_word_of_an_older_file_is_about_its_manifest():
    stage = AuditStage.model_validate({"manifest": "{}", "sign_off": WORD.model_dump()})
    assert stage.sign_off is not None
    assert stage.sign_off.name == WORD.name
    assert stage.sign_off_of("[]") is None


def test_the_inputs_of_an_audit_stay_those_that_were_open_whatever_is_tried_out():
    opened = open_audit(AuditStage(manifest="{}"), None)(Session(request=request()))
    turned = set_at("policy", "max_injection_tokens_absolute", 7)(
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
