"""What an audit says: lines, tables, Why, and the sections of the report."""

import json
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.analysis.audit.audit import Audit, audit_alone
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core.problems import Problem, Severity
from inspector.files import manifest_document
from inspector.present.finding_lines import audit_lines, finding_title, short_decision
from inspector.present.table import TableQuery, visible_rows
from inspector.session.audit_edits import sign
from inspector.session.audit_stage import SignOff
from inspector.session.session import Session
from inspector.stages.audit.inbox import folder_report_of
from inspector.stages.audit.report import audit_report_of
from inspector.stages.audit.results import audit_result
from inspector.stages.audit.runs import AuditView
from inspector.stages.audit.summary import banner_of, input_lines, manifest_lines
from inspector.stages.audit.tables import (
    BUCKETS,
    CARDS,
    FINDINGS,
    NOTES,
    ROWS,
    TABLES,
    Audited,
    finding_lines,
)
from inspector.stages.audit.why import why_audit
from tests.shared.samples import sample_session

SAMPLE = sample_session("audit")


@cache
def audited(*, inputs: bool = True) -> Audit:
    document = manifest_document(SAMPLE.audit.manifest or "")
    alone = Session().having(audit=SAMPLE.audit.model_copy(update={"inputs": None}))
    session = SAMPLE if inputs else alone
    return audit_of(document.value, document.problems, session, InjectionRuns())


def view(*, inputs: bool = True, session: Session | None = None, fingerprint=None) -> AuditView:
    audit = audited(inputs=inputs)
    return AuditView(session or SAMPLE, audit, audit.findings, fingerprint)


def source(*, inputs: bool = True) -> Audited:
    audit = audited(inputs=inputs)
    return Audited(audit, audit.findings, SAMPLE.notes)


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
    table = ROWS.data(source())
    cards = audited().contents.readable_cards
    assert table.row_count == 10 + len(cards) + 1 + 2
    assert rows(table, "state:missing") == ["card:dec-no-memo"]
    assert set(rows(table, "state:differs type:card")) == {"card:ent-motion", "card:ent-judge"}
    assert not rows(ROWS.data(source(inputs=False)), "state:agrees")


def test_a_manifest_has_the_same_number_of_rows_in_every_exit():
    for inputs, lacking in ((True, 1), (False, 0)):
        audit = audited(inputs=inputs)
        tables = (table for table in TABLES if table.name in ("cards", "buckets", "totals"))
        shown = sum(table.data(source(inputs=inputs)).row_count for table in tables)
        result = audit_result(view(inputs=inputs), "m.json")
        facts = dict(manifest_lines(audit, SAMPLE))
        assert shown + lacking == audit.rows == len(audit.compared) == result["rows"]
        assert (
            len(result["compared"]) == result["rows"] == ROWS.data(source(inputs=inputs)).row_count
        )
        assert facts["Rows"].startswith(f"{audit.rows}: ")


def test_all_fields_of_attribution_are_in_every_exit():
    fields = {
        "resolution_source": "alias table",
        "primary_tag": "class-action",
        "hedge_mode": "attributed",
        "force_level": "requested",
        "source_bundle_ids": ["bundle-7", "bundle-8"],
    }
    value = json.loads(SAMPLE.audit.manifest or "")
    value["knowledge_cards"][0] |= fields
    audit = audit_alone(value)
    seen = AuditView(Session(), audit, audit.findings)
    table = CARDS.data(Audited(audit, audit.findings))
    report = json.dumps([one.rows for one in audit_report_of(seen).sections])
    (row, *_) = (one for one in audit_result(seen, "m")["compared"] if one["kind"] == "card")
    for name, said in fields.items():
        text = ", ".join(said) if isinstance(said, list) else said
        assert rows(table, f'{name}:"{text}"'), name
        assert text in report
        assert row["given"][name] == said
    assert BUCKETS.data(Audited(audit, audit.findings)).row_count == 2


def test_what_only_follows_stands_under_its_cause():
    audit = audited()
    titles = [line.title for line in finding_lines(source())]
    assert len(titles) == len(audit.findings)
    assert len({line.place for line in finding_lines(source())}) == len(titles)
    causes = [one for one in audit.groups if audit.findings[one.cause].severity == "error"]
    assert len(causes) < len(audit.errors)
    for group in audit.groups:
        assert group.cause not in group.follows


@settings(max_examples=30)
@given(
    st.dictionaries(
        st.sampled_from(
            (
                "total_budget_tokens",
                "knowledge_card_budget_tokens",
                "bucket_content_budget_tokens",
                "total_tokens_used",
                "overlap_detections",
                "cards_suppressed_by_bucket_overlap",
            )
        ),
        st.sampled_from((-5, 0, 1, 17, 5_000, 9_000)),
        min_size=1,
    ),
    st.sampled_from((0, 3)),
)
def test_every_finding_is_a_cause_or_follows_from_one(altered, more):
    value = json.loads(SAMPLE.audit.manifest or "") | altered
    value["knowledge_cards"][0]["token_count"] += more
    audit = audit_of(value, (), SAMPLE, InjectionRuns())
    held = [place for one in audit.groups for place in (one.cause, *one.follows)]
    assert set(held) == set(range(len(audit.findings)))
    assert short_decision(audit)


def test_another_budget_is_the_cause_of_what_it_contradicts():
    value = json.loads(SAMPLE.audit.manifest or "") | {"total_budget_tokens": 5_000}
    audit = audit_of(value, (), SAMPLE, InjectionRuns())
    codes = {
        audit.findings[one.cause].code: {audit.findings[place].code for place in one.follows}
        for one in audit.groups
    }
    assert "halves-over-total" in codes["field-differs"]


def test_findings_can_be_filtered_by_weight_and_kind():
    table = FINDINGS.data(source())
    assert len(rows(table, "weight:error")) == len(audited().errors)
    assert len(rows(table, "kind:foreign")) == 1


def test_notes_are_found_by_their_words():
    assert rows(NOTES.data(source()), "privileged") == ["note:dec-no-memo"]


def test_a_report_of_many_has_every_manifest_with_its_verdict_and_its_findings():
    both = [("a.json", view()), ("b.json", view(inputs=False))]
    report = folder_report_of(both, "production", ["half.json"])
    assert report.headline.startswith("2 failed")
    assert (report.subtitle, report.headline[-13:]) == ("3 manifests.", ", 1 not read.")
    assert (report.figures[-1], report.sign_off) == (("1", "not read"), "0 of 3 decided.")
    assert [row[0] for row in report.sections[0].rows] == ["a.json", "b.json"]
    titles = [one.title for one in report.sections]
    assert titles == [
        "Manifests",
        "Findings in a.json",
        "Findings in b.json",
        "Files that could not be read",
    ]
    assert "The motion to dismiss" in json.dumps([one.rows for one in report.sections])


def test_a_report_of_many_is_green_only_where_all_that_there_was_is_verified():
    run = InjectionRuns().run(SAMPLE).report
    audit = audit_of(run.manifest.model_dump(mode="json"), (), SAMPLE, InjectionRuns())
    right = [("a.json", AuditView(SAMPLE, audit, audit.findings, None))]
    assert folder_report_of(right, "production").look == "right"
    assert folder_report_of(right, "production", ["half.json"]).look == "open"
    assert folder_report_of([], "production").look == "open"


@pytest.mark.parametrize("inputs", [True, False])
def test_every_row_of_every_table_is_explained(inputs):
    audit = audited(inputs=inputs)
    made = source(inputs=inputs)
    keys = [*FINDINGS.data(made).keys, *ROWS.data(made).keys, "", "note:dec-no-memo"]
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


def test_inputs_that_cannot_be_run_are_not_said_to_be_closed():
    document = manifest_document(SAMPLE.audit.manifest or "")
    broken = Problem(Severity.ERROR, "request.unknown-encoding", "No such counter.", "Choose one.")
    audit = audit_alone(document.value, document.problems, (broken,))
    why = why_audit(audit, audit.findings, "card:ent-judge")
    assert why.sentence == "The inputs cannot be run, so the row was not replayed."
    assert audit.findings[-1].fix == "Choose one."
    helped = why_audit(audit_alone({}, (), (broken,)), (), "").help
    assert "Open the inputs" not in helped


def test_a_finding_about_a_row_says_what_the_replay_decided_and_why_it_differs():
    findings = audited().findings
    place = next(n for n, one in enumerate(findings) if one.subject == "ent-motion")
    why = why_audit(audited(), findings, f"finding:{place}")
    assert why.name == "The motion to dismiss, in short"
    assert why.remedies[0].startswith("The replay: Injected at standard (92 tokens)")
    assert why.remedies[1] == "No single changed input explains it."


def test_the_banner_says_what_was_replayed_and_whether_the_sign_off_holds():
    word = SignOff(name="R.", verdict="rejected", time="2026-04-03T12:00:00Z", fingerprint="a")
    signed = sign(word)(SAMPLE)
    banner = banner_of(view(session=signed, fingerprint="a"))
    assert banner.headline.startswith("Failed: ")
    assert "60 rows replayed with strategy coverage" in banner.detail
    assert banner.signed == "Remark (not signed): Rejected by R., 2026-04-03T12:00:00Z."
    changed = banner_of(view(session=signed, fingerprint="b"))
    assert changed.signed.endswith("Stale: inputs changed since sign-off.")


def test_what_is_open_is_said_in_facts():
    facts = dict(manifest_lines(audited(), SAMPLE))
    assert facts["From"] == "manifest.json"
    assert facts["Rows"] == "60: 48 cards, 2 buckets, 10 fields"
    assert facts["Producer"] == "Unknown producer (extra fields)"
    assert dict(input_lines(SAMPLE))["Strategy"] == "coverage"
    assert input_lines(Session()) == ()


def test_lines_say_what_was_not_checked_only_where_nothing_was_replayed():
    alone = list(audit_lines(audited(inputs=False), audited(inputs=False).findings, Session()))
    assert "Not checked without inputs:" in alone
    both = list(audit_lines(audited(), audited().findings, SAMPLE))
    assert "Not checked without inputs:" not in both


def test_the_report_has_every_section_and_says_what_it_does_not_print():
    report = audit_report_of(view(fingerprint="f" * 64))
    titles = [section.title for section in report.sections]
    assert titles == [
        "Findings",
        "Rows that differ from the replay",
        "Totals",
        "Balance, as the manifest has it",
        "Cards",
        "Buckets",
        "Notes",
        "Fingerprints",
    ]
    assert "<svg" in report.bar_svg
    assert not any(section.beyond for section in report.sections)


def test_a_report_says_fields_and_reasons_in_words():
    findings = audit_report_of(view()).sections[0]
    words = " ".join(row[2] for row in findings.rows)
    assert "token count is 87, the replay has 92" in words
    assert "_" not in words


def test_a_report_names_no_folder():
    document = manifest_document(SAMPLE.audit.manifest or "", "/home/somebody/manifest.json")
    placed = tuple(document.placed(audited().findings))
    assert "/home/somebody" in str(placed[0].place)
    report = audit_report_of(AuditView(SAMPLE, audited(), placed))
    assert "somebody" not in json.dumps([section.rows for section in report.sections])


def test_a_report_does_not_count_what_it_cannot_read_as_nothing():
    given = json.loads(SAMPLE.audit.manifest or "")
    audit = audit_alone(given | {"knowledge_cards": "x"})
    report = audit_report_of(AuditView(Session(), audit, audit.findings, None))
    assert ("0", "of 0 readable cards injected") in report.figures
    notes = {one.title: one.note for one in report.sections}
    assert notes["Cards"] == "Not all of them can be read."
    assert not notes["Buckets"]


def test_cards_over_their_budget_are_measured_with_what_is_around_them():
    given = json.loads(SAMPLE.audit.manifest or "")
    audit = audit_alone(given | {"total_tokens_used": given["total_budget_tokens"]})
    over = [one.message for one in audit.findings if "with what is left around them" in one.message]
    assert len(over) == 1


def test_a_row_that_breaks_the_format_is_called_by_its_name_or_its_number():
    value = json.loads(SAMPLE.audit.manifest or "")
    first, second = value["knowledge_cards"][:2]
    first["suppression_reason"], second["canonical_name"] = 4, None
    document = manifest_document(json.dumps(value))
    audit = audit_alone(document.value, document.problems)
    titles = [finding_title(audit, one) for one in audit.errors]
    assert titles == [
        f"{first['canonical_name']} · Suppression reason must be text.",
        "Card 2 · Canonical name must be text.",
    ]
    told = why_audit(audit, audit.findings, "finding:1")
    assert told is not None
    assert (told.name, told.sentence) == ("Card 2", "Canonical name must be text.")
