"""What an audit says: lines, tables, Why, and the sections of the report."""

import json
from functools import cache

import pytest

from inspector.analysis.audit.audit import Audit
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.files import load_session, manifest_document
from inspector.present.finding_lines import audit_lines
from inspector.present.table import TableQuery, visible_rows
from inspector.session.audit_edits import sign
from inspector.session.audit_stage import SignOff
from inspector.session.session import Session
from inspector.stages.audit.report import ROWS_PRINTED, audit_report_of
from inspector.stages.audit.summary import banner_of, input_lines, manifest_lines
from inspector.stages.audit.tables import finding_table, note_table, row_table
from inspector.stages.audit.why import why_audit
from tests.shared.samples import FOLDER


@cache
def sample() -> Session:
    found = load_session(FOLDER / "audit" / "session.inspector.json").value
    assert found is not None
    return found


@cache
def audited(*, inputs: bool = True) -> Audit:
    document = manifest_document(sample().audit.manifest or "")
    alone = Session().having(audit=sample().audit.model_copy(update={"inputs": None}))
    session = sample() if inputs else alone
    return audit_of(document.value, document.problems, session, InjectionRuns())


def rows(table, text):
    return [table.keys[row] for row in visible_rows(table, TableQuery(filter=text)).tolist()]


def test_the_sample_betrays_one_thing_alone_and_the_others_with_its_inputs():
    assert [one.code for one in audited(inputs=False).errors] == ["detection-count"]
    assert {one.subject for one in audited().errors} == {
        None,
        "ent-motion",
        "ent-judge",
        "dec-no-memo",
    }


def test_the_table_of_rows_has_every_row_of_either_side_once():
    table = row_table(audited())
    cards = audited().contents.readable_cards
    assert table.row_count == 7 + len(cards) + 1 + 2
    assert rows(table, "state:missing") == ["card:dec-no-memo"]
    assert set(rows(table, "state:differs type:card")) == {"card:ent-motion", "card:ent-judge"}
    assert not rows(row_table(audited(inputs=False)), "state:agrees")


def test_findings_can_be_filtered_by_weight_and_kind():
    table = finding_table(audited().findings)
    assert len(rows(table, "weight:error")) == len(audited().errors)
    assert len(rows(table, "kind:foreign")) == 1


def test_notes_are_found_by_their_words():
    table = note_table(sample().notes)
    assert rows(table, "privileged") == ["note:dec-no-memo"]


@pytest.mark.parametrize("inputs", [True, False])
def test_every_row_of_every_table_is_explained(inputs):
    audit = audited(inputs=inputs)
    keys = [*finding_table(audit.findings).keys, *row_table(audit).keys, "", "note:dec-no-memo"]
    for key in keys:
        why = why_audit(audit, audit.findings, key)
        assert why is not None, key
        assert why.sentence.endswith(".")
        assert why.name
    assert why_audit(audit, audit.findings, "card:unheard-of") is None
    assert why_audit(audit, audit.findings, "finding:99") is None


def test_a_row_is_explained_by_what_the_replay_decided():
    why = why_audit(audited(), audited().findings, "card:dec-no-memo")
    assert "The inputs lead to a row that the manifest does not have." in why.sentence
    assert why.rule == "Injection §4.6e"
    assert any(one.startswith("The replay: Injected") for one in why.remedies)


def test_a_finding_about_a_row_says_what_the_replay_decided_and_why_it_differs():
    findings = audited().findings
    place = next(n for n, one in enumerate(findings) if one.subject == "ent-motion")
    why = why_audit(audited(), findings, f"finding:{place}")
    assert why.name == "The motion to dismiss, in short"
    assert why.remedies[0].startswith("The replay: Injected at standard (92 tokens)")
    assert why.remedies[1] == "No single changed input explains it."


def test_the_banner_says_what_was_replayed_and_whether_the_sign_off_holds():
    word = SignOff(name="R.", verdict="rejected", time="2026-04-03T12:00:00Z", fingerprint="a")
    signed = sign(word)(sample())
    banner = banner_of(audited(), audited().findings, signed, "a")
    assert banner.headline == "Failed: 1 inconsistency, 5 mismatches with replay."
    assert "60 rows replayed with strategy coverage" in banner.detail
    assert banner.signed == "Remark (not signed): Rejected by R., 2026-04-03T12:00:00Z."
    changed = banner_of(audited(), audited().findings, signed, "b")
    assert changed.signed.endswith("Stale: inputs changed since sign-off.")


def test_what_is_open_is_said_in_facts():
    facts = dict(manifest_lines(audited(), sample()))
    assert facts["From"] == "manifest.json"
    assert facts["Rows"] == "47 cards, 2 buckets"
    assert facts["Producer"] == "Unknown producer (extra fields)"
    assert dict(input_lines(sample()))["Strategy"] == "coverage"
    assert input_lines(Session()) == ()


def test_lines_say_what_was_not_checked_only_where_nothing_was_replayed():
    alone = list(audit_lines(audited(inputs=False), audited(inputs=False).findings, Session()))
    assert "Not checked without inputs:" in alone
    both = list(audit_lines(audited(), audited().findings, sample()))
    assert "Not checked without inputs:" not in both


def test_the_report_has_every_section_and_says_what_it_does_not_print():
    report = audit_report_of(audited(), audited().findings, sample(), (), "f" * 64)
    titles = [section.title for section in report.sections]
    assert titles == [
        "Findings",
        "Rows that differ from the replay",
        "Balance, as the manifest has it",
        "Cards not injected: suppressed by overlap",
        "Cards not injected for other reasons",
        "Buckets",
        "Notes",
        "Fingerprints",
    ]
    assert "<svg" in report.bar_svg
    assert not any(section.beyond for section in report.sections)
    many = audited().findings * (ROWS_PRINTED // 7 + 7)
    first = audit_report_of(audited(), many, sample()).sections[0]
    assert first.beyond.startswith(f"{len(many) - ROWS_PRINTED:,} more rows")


def test_a_report_names_no_folder():
    document = manifest_document(sample().audit.manifest or "", "/home/somebody/manifest.json")
    placed = tuple(document.placed(audited().findings))
    assert "/home/somebody" in str(placed[0].place)
    report = audit_report_of(audited(), placed, sample())
    assert "somebody" not in json.dumps([section.rows for section in report.sections])
