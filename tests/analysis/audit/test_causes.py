"""Which input made a manifest another one: each kind of change is named, and is no failure."""

import json
from dataclasses import replace

import pytest

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.finding import FindingKind
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core import Strategy
from inspector.core.candidates.candidate_set import file_places
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import RequestCandidates
from inspector.core.injection.policy import InjectionSettings
from inspector.present.finding_lines import cause_lines
from inspector.session.edits import (
    set_at,
    set_policy_fields,
    set_settings,
    set_strategy,
)
from tests.shared.samples import sample_session

RUNS = InjectionRuns()
SHARES = {"knowledge_card_share_default": 0.5, "bucket_content_share_default": 0.5}
# Any of the three leads to the same total.
TOTAL = {
    "policy.max_injection_tokens_absolute",
    "policy.max_injection_tokens_pct_of_context",
    "request.tokens_used_before",
}


WITH_OWN = "whose request names candidates of the set and brings a card"


def sample(own: bool):
    session = sample_session("securities-fraud")
    if not own:
        return session
    cards = list(session.candidates.knowledge_cards)
    brought = cards[0].model_copy(update={"node_id": "brought", "canonical_name": "Brought"})
    files = file_places(session.candidates)
    chosen = RequestCandidates(
        only=(*(card.node_id for card in cards), *files), knowledge_cards=columns_of([brought])
    )
    return set_at("request", "candidates", chosen)(session)


def manifest_of(session):
    return json.loads(json.dumps(RUNS.run(session).report.manifest.model_dump(mode="json")))


def with_cards(session, change):
    cards = columns_of(change(list(session.candidates.knowledge_cards)))
    return replace(
        session, candidates=session.candidates.model_copy(update={"knowledge_cards": cards})
    )


@pytest.mark.parametrize("own", [False, True], ids=["", WITH_OWN])
@pytest.mark.parametrize(
    ("edit", "cause"),
    [
        (set_strategy(Strategy.OPTIMAL), {"strategy"}),
        (set_at("request", "model.encoding", "general@1"), {"request.encoding"}),
        (None, {"request.direct_target_refs"}),
        (set_policy_fields(SHARES), {f"policy.{name}" for name in SHARES}),
        (set_policy_fields({"procedure_sub_budget_pct": 0.0}), {"policy.procedure_sub_budget_pct"}),
        (set_settings(InjectionSettings(background_part=0.0)), {"settings.background_part"}),
        (set_policy_fields({"max_injection_tokens_absolute": 1234}), TOTAL),
    ],
    ids=lambda value: str(sorted(value)) if isinstance(value, set) else "",
)
def test_the_input_that_made_a_manifest_differ_is_named(edit, cause, own):
    session = sample(own)
    if edit is None:
        bucket = session.candidates.buckets[0].bucket_id
        edit = set_at("request", "direct_target_refs", (bucket,))
    audit = audit_of(manifest_of(edit(session)), (), session, RUNS)
    assert audit.outcome is Outcome.NOT_COMPARABLE
    assert not audit.errors
    assert audit.causes.keys() == audit.replay.by_key.keys()
    for found in audit.causes.values():
        assert {one.id for one in found.differences} == cause
    assert all(one.message.count("Explained by: ") == 1 for one in audit.findings)


FIRST = sample(own=False).candidates.knowledge_cards[0]
OTHERS = "The card is not among the inputs, or is listed before."
WITH_OTHERS = {
    "another score": (
        lambda cards: [FIRST.model_copy(update={"relevance_score": 0.01}), *cards[1:]],
        {"cards.scores"},
        "relevance_score is 0.01, the replay has 0.96. Explained by: ",
    ),
    "no such card": (
        lambda cards: cards[1:],
        {"cards.members"},
        f"The card {FIRST.node_id} of the inputs is not in the manifest. Explained by: ",
    ),
    "another name": (
        lambda cards: [FIRST.model_copy(update={"canonical_name": "Other"}), *cards[1:]],
        set(),
        "canonical_name is not that of the inputs.",
    ),
    "a card of its own": (
        lambda cards: [*cards, FIRST.model_copy(update={"node_id": "own"})],
        set(),
        OTHERS,
    ),
}


@pytest.mark.parametrize("name", WITH_OTHERS)
def test_other_cards_are_named_and_no_failure(name):
    change, cause, message = WITH_OTHERS[name]
    session = sample(own=False)
    audit = audit_of(manifest_of(with_cards(session, change)), (), session, RUNS)
    assert audit.outcome is Outcome.NOT_COMPARABLE
    assert {one.kind for one in audit.findings} == {FindingKind.INPUT}
    assert {one.id for why in audit.causes.values() for one in why.differences} == cause
    assert any(one.message.startswith(message) for one in audit.findings)


def test_a_row_with_one_other_field_is_found_at_that_field():
    session = sample(own=False)
    change = WITH_OTHERS["another name"][0]
    [found] = audit_of(manifest_of(with_cards(session, change)), (), session, RUNS).findings
    assert found.place.pointer == "/knowledge_cards/0/canonical_name"
    assert found.subject == FIRST.node_id


def test_a_manifest_about_another_request_is_compared_with_that_one_where_it_is_known():
    session = sample(own=False)
    second = session.request.model_copy(update={"trace_id": "second", "direct_target_refs": ()})
    manifest = manifest_of(replace(session, request=second))
    both = replace(session, requests=(session.request, second))
    assert audit_of(manifest, (), both, RUNS).outcome is Outcome.VERIFIED
    unknown = audit_of(manifest, (), session, RUNS)
    assert unknown.outcome is Outcome.NOT_COMPARABLE
    assert not unknown.causes


def test_a_total_that_no_input_can_have_is_a_failure_and_ends_nothing():
    session = sample(own=False)
    for total in (0, 10**12):
        manifest = manifest_of(session) | {"total_budget_tokens": total}
        assert audit_of(manifest, (), session, RUNS).outcome is Outcome.FAILED


def test_what_other_inputs_lead_to_is_said_to_follow_from_them_and_not_from_each_other():
    made = manifest_of(sample(own=False))
    few = with_cards(sample(own=False), lambda cards: cards[:5])
    audit = audit_of(made, (), few, RUNS)
    assert audit.outcome is Outcome.NOT_COMPARABLE
    told = list(cause_lines(audit))
    assert told[0] == "Cause: another request or other candidates than those that are open"
    assert len(told) == 1 + sum(one.kind is FindingKind.INPUT for one in audit.findings)
    assert not [line for line in told if "follows" in line]
