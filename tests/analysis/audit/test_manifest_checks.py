"""What a manifest says of itself: right ones pass, and every check can fail."""

import json
import re

import hypothesis.strategies as st
from hypothesis import given

from inspector.analysis.audit.card_checks import LAYOUTS
from inspector.analysis.audit.finding import Check, FindingKind, errors_of
from inspector.analysis.audit.manifest_checks import MOST_OF_A_KIND, check_manifest
from inspector.core.candidates import counting
from inspector.core.tokens import available_counters, counter_by_name
from inspector.files import manifest_document
from tests.shared.audit_input import made
from tests.shared.injection_draws import sessions

ALONE = (FindingKind.CONTRADICTION, FindingKind.UNUSUAL)
POSSIBLE = {"injected-without-tokens", "tokens-in-neither-half", "what-if"}


@given(sessions())
def test_a_manifest_of_this_core_never_contradicts_itself(session):
    found = check_manifest(made(session))
    assert {one.code for one in found} <= POSSIBLE
    assert {one.kind for one in found} <= {FindingKind.UNUSUAL}


def test_the_known_layouts_are_those_that_the_counters_count():
    counters = {name: counter_by_name(name) for name in available_counters()}
    counted = {
        name: (counter.count(counting.KNOWLEDGE_HEADING), counter.count(counting.CARD_SEPARATOR))
        for name, counter in counters.items()
    }
    assert counted == dict(LAYOUTS)


def manifest(cards=(), buckets=(), **fields):
    """A manifest of 100 tokens in two halves whose sum closes: heading 3, one a separator."""
    rows = [
        {
            "node_id": f"n{place}",
            "node_kind": "entity",
            "canonical_name": "N",
            "rendering_tier": "compact",
            "token_count": 10,
            "relevance_score": 1 - place / 10,
        }
        | card
        for place, card in enumerate(cards)
    ]
    shelves = [
        {
            "bucket_id": f"b{place}",
            "bucket_title": "B",
            "mode": "inline",
            "background_included": False,
            "files_inlined": 1,
            "token_count": 20,
        }
        | bucket
        for place, bucket in enumerate(buckets)
    ]
    inside = [row["token_count"] for row in rows if not row.get("suppressed")]
    return {
        "trace_id": "t",
        "timestamp": "2026-04-03T12:00:00Z",
        "total_budget_tokens": 100,
        "knowledge_card_budget_tokens": 60 if shelves else 100,
        "bucket_content_budget_tokens": 40 if shelves else 0,
        "total_tokens_used": sum(inside)
        + (3 + len(inside) if inside else 0)
        + sum(shelf["token_count"] for shelf in shelves),
        "knowledge_cards": rows,
        "bucket_cards": shelves,
        "schema_version": 1,
    } | fields


def codes(value):
    return [one.code for one in check_manifest(value)]


OUT = {"suppressed": True, "suppression_reason": "knowledge_budget"}
COVERED = {"suppressed": True, "suppression_reason": "bucket_file_overlap"}

WRONG = {
    "negative-number": manifest([{}], overlap_detections=-1),
    "halves-over-total": manifest([{}], [{}], total_budget_tokens=90),
    "one-sided-division": manifest([{}], knowledge_card_budget_tokens=90),
    "used-over-total": manifest([{}], total_tokens_used=101),
    "knowledge-over-half": manifest([{"token_count": 58}], [{}]),
    "buckets-over-half": manifest([{}], [{"token_count": 41}]),
    "sum-does-not-close": manifest([{}, {}], total_tokens_used=19),
    "layout-tokens": manifest([{}], total_tokens_used=10 + 9),
    "tokens-in-neither-half": manifest([{}], [{}], bucket_content_budget_tokens=30),
    "repeated-card": manifest([{}, {"node_id": "n0"}]),
    "reason-missing": manifest([{}, {"suppressed": True}]),
    "reason-without-flag": manifest([{"suppression_reason": "no_rendering"}]),
    "reason-of-another": manifest([{}, OUT | {"suppression_reason": "card_injected"}]),
    "reason-unknown": manifest([{}, OUT | {"suppression_reason": "not_today"}]),
    "ceiling-of-another-kind": manifest([{}, OUT | {"suppression_reason": "procedure_cap"}]),
    "tokens-of-nothing": manifest([{}, OUT | {"suppression_reason": "uncountable"}]),
    "strategies-mixed": manifest(
        [{"token_count": 80}, OUT, OUT | {"suppression_reason": "outweighed"}]
    ),
    "dropped-with-room": manifest([{}, OUT]),
    "overtaken": manifest([{"token_count": 70}, OUT | {"token_count": 11}, {"token_count": 11}]),
    "injected-without-tokens": manifest([{"token_count": 0}, {}]),
    "card-order": manifest([{}, {"relevance_score": 2}]),
    "empty-id": manifest([{"node_id": ""}]),
    "repeated-bucket": manifest([{}], [{"token_count": 5}, {"bucket_id": "b0", "token_count": 5}]),
    "mode-against-files": manifest([{}], [{"mode": "manifest"}]),
    "background-in-and-out": manifest(
        [{}, {}, {}],
        [{"background_included": True, "background_suppressed_by_overlap": True}],
        overlap_detections=1,
    ),
    "background-uncovered": manifest(
        [{}, {}], [{"background_suppressed_by_overlap": True}], overlap_detections=1
    ),
    "bucket-too-small": manifest([{}], [{"files_manifested": 20}]),
    "bucket-of-nothing": manifest([{}], [{"files_inlined": 0, "mode": "manifest"}]),
    "overlap-count": manifest([{}, COVERED], [{}], overlap_detections=1),
    "detection-count": manifest([{}, COVERED], [{}], cards_suppressed_by_bucket_overlap=1),
    "overlap-without-file": manifest(
        [{}, COVERED],
        [{"files_inlined": 0, "files_manifested": 1, "mode": "manifest"}],
        overlap_detections=1,
        cards_suppressed_by_bucket_overlap=1,
    ),
    "degraded-state": manifest([{}], degraded_state="unavailable"),
    "nothing-allowed": manifest([{}, OUT | {"suppression_reason": "nothing_to_inject"}]),
}


def test_every_check_can_fail_and_the_manifest_it_starts_from_is_right():
    assert codes(manifest([{}, {}, {}], [{}, {"token_count": 3}])) == []
    about_alone = {check.code for check in Check if check.kind in ALONE} - {"what-if"}
    assert set(WRONG) == about_alone
    for code, value in WRONG.items():
        assert code in codes(value), code


def test_each_finding_has_a_place_a_rule_and_a_way_on():
    for value in WRONG.values():
        for one in check_manifest(value):
            assert one.place.pointer is not None
            assert one.rule.startswith("Injection §")
            assert one.message.endswith(".")
            assert one.fix.endswith(".")
            assert not re.search(r"/(knowledge_cards|bucket_cards)\b", one.message)  # but names


def test_room_that_larger_renderings_may_have_given_back_is_no_finding():
    assert codes(manifest([{"rendering_tier": "full"}, OUT])) == []


def test_a_text_between_the_two_ways_of_counting_is_unusual_and_no_error():
    value = manifest([{"canonical_name": "\U0001f600" * 101}, {}], trace_id="\U0001f600" * 61)
    document = manifest_document(json.dumps(value))
    found = check_manifest(document.value, document.problems)
    assert {one.place.pointer for one in found} == {
        "/trace_id",
        "/knowledge_cards/0/canonical_name",
    }
    assert {one.kind for one in found} == {FindingKind.UNUSUAL}
    too_long = manifest_document(json.dumps(value | {"trace_id": "\U0001f600" * 121}))
    (error,) = errors_of(check_manifest(too_long.value, too_long.problems))
    assert error.place.pointer == "/trace_id"


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*manifest(), "node_id", "token_count"]), inner)
        ),
        max_leaves=12,
    )
)
def test_no_json_value_ever_makes_a_check_fail_to_answer(value):
    for finding in check_manifest(value):
        assert finding.code
        assert finding.message


def test_a_row_that_cannot_be_read_leaves_the_checks_of_the_others():
    value = manifest([{}, {}, {"suppressed": True}])
    value["knowledge_cards"][1]["token_count"] = "ten"
    assert codes(value) == ["reason-missing"]


def test_findings_of_one_kind_are_counted_where_there_are_very_many():
    value = manifest([{"node_id": "same"}] * (MOST_OF_A_KIND + 6))
    found = [one for one in check_manifest(value) if one.code == "repeated-card"]
    assert len(found) == MOST_OF_A_KIND + 1
    assert found[-1].message == "5 more findings of this kind."
