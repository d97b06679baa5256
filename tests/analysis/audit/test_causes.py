"""Which input made a manifest another one: each kind of change is named, and is no failure."""

import json

import pytest

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core import Strategy
from inspector.core.candidates.candidate_set import file_places
from inspector.core.candidates.columns import columns_of
from inspector.core.candidates.request import RequestCandidates
from inspector.core.injection.policy import InjectionSettings
from inspector.files import load_session
from inspector.session.edits import (
    set_model_field,
    set_policy_fields,
    set_request_field,
    set_settings,
    set_strategy,
)
from tests.shared.samples import FOLDER

RUNS = InjectionRuns()
SHARES = {"knowledge_card_share_default": 0.5, "bucket_content_share_default": 0.5}
TOTAL = "policy.max_injection_tokens_absolute"


WITH_OWN = "whose request names candidates of the set and brings a card"


def sample(own: bool):
    session = load_session(FOLDER / "securities-fraud" / "session.inspector.json").value
    if not own:
        return session
    cards = list(session.candidates.knowledge_cards)
    brought = cards[0].model_copy(update={"node_id": "brought", "canonical_name": "Brought"})
    files = file_places(session.candidates)
    chosen = RequestCandidates(
        only=(*(card.node_id for card in cards), *files), knowledge_cards=columns_of([brought])
    )
    return set_request_field("candidates", chosen)(session)


@pytest.mark.parametrize("own", [False, True], ids=["", WITH_OWN])
@pytest.mark.parametrize(
    ("edit", "cause"),
    [
        (set_strategy(Strategy.OPTIMAL), {"strategy"}),
        (set_model_field("encoding", "general@1"), {"request.encoding"}),
        (None, {"request.direct_target_refs"}),
        (set_policy_fields(SHARES), {f"policy.{name}" for name in SHARES}),
        (set_policy_fields({"procedure_sub_budget_pct": 0.0}), {"policy.procedure_sub_budget_pct"}),
        (set_settings(InjectionSettings(background_part=0.0)), {"settings.background_part"}),
        (set_policy_fields({"max_injection_tokens_absolute": 1234}), {TOTAL}),
    ],
    ids=lambda value: str(sorted(value)) if isinstance(value, set) else "",
)
def test_the_input_that_made_a_manifest_differ_is_named(edit, cause, own):
    session = sample(own)
    if edit is None:
        bucket = session.candidates.buckets[0].bucket_id
        edit = set_request_field("direct_target_refs", (bucket,))
    manifest = RUNS.run(edit(session)).report.manifest.model_dump(mode="json")
    audit = audit_of(json.loads(json.dumps(manifest)), (), session, RUNS)
    assert audit.outcome is Outcome.NOT_COMPARABLE
    assert not audit.errors
    assert audit.causes.keys() == audit.replay.by_key.keys()
    for found in audit.causes.values():
        named = {one.id for one in found.differences}
        assert cause <= named if cause == {TOTAL} else cause == named
    assert all(one.message.count("Explained by: ") == 1 for one in audit.findings)
