"""A reviewer with fifty manifests altered by hand, in fifty ways, and fifty that are right."""

import json
from dataclasses import replace
from itertools import product

import pytest

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit_runs import audit_of
from inspector.analysis.injection_runs import InjectionRuns
from inspector.core import Strategy
from inspector.files import manifest_document
from inspector.session.edits import (
    set_at,
    set_policy_fields,
    set_strategy,
)
from inspector.session.session import Session
from tests.shared.altered_manifests import ALTERATIONS, Alteration
from tests.shared.samples import sample_session

RUNS = InjectionRuns()
INPUTS_ONLY = {one.name for one in ALTERATIONS if not one.alone}


def manifest_of(session: Session) -> dict:
    report = RUNS.run(session).report
    return report.manifest.model_dump(mode="json")


def audited(text: str, session: Session) -> Audit:
    document = manifest_document(text)
    return audit_of(document.value, document.problems, session, RUNS)


def test_there_are_fifty_alterations_and_no_two_are_the_same():
    assert len(ALTERATIONS) == len({one.name for one in ALTERATIONS}) == 50
    texts = {one.text(manifest_of(sample_session(one.sample))) for one in ALTERATIONS}
    assert len(texts) == 50


@pytest.mark.parametrize("alteration", ALTERATIONS, ids=lambda one: one.name)
def test_every_altered_manifest_is_caught(alteration: Alteration):
    session = sample_session(alteration.sample)
    text = alteration.text(manifest_of(session))
    alone = audited(text, Session())
    assert (alone.outcome is Outcome.FAILED) is alteration.alone
    assert bool(alone.errors) is alteration.alone
    with_inputs = audited(text, session)
    expected = Outcome.NOT_COMPARABLE if alteration.other_inputs else Outcome.FAILED
    assert with_inputs.outcome is expected
    assert with_inputs.findings[0].place.pointer is not None


def good_sessions() -> list[tuple[str, Session]]:
    """Fifty runs: samples, strategies, totals, targets, encodings and windows."""
    samples = {
        "securities-fraud": 3000,
        "direct-target": 1500,
        "starved-budget": 150,
        "with-problems": 700,
        "assembly": 800,
    }
    found: list[tuple[str, Session]] = []
    for sample, (number, strategy), more in product(samples, enumerate(Strategy), (0, 41)):
        total = samples[sample] + more + 17 * number
        edit = set_policy_fields({"max_injection_tokens_absolute": total})
        session = set_strategy(strategy)(edit(sample_session(sample)))
        found.append((f"{sample}, {strategy}, {total}", session))
    for sample in samples:
        session = sample_session(sample)
        changes = {
            "a smaller window": set_at("request", "model.context_window", 24_000),
            "a full window": set_at("request", "tokens_used_before", 10_000_000),
            "estimated tokens": set_at("request", "model.encoding", "general@1"),
            "shares under one": set_policy_fields({"bucket_content_share_default": 0.2}),
        }
        found += [(f"{sample}, {name}", edit(session)) for name, edit in changes.items()]
    return found


GOOD = good_sessions()


def as_another_producer_writes(manifest: dict) -> str:
    """With fields of its own, without what has a default, and times with milliseconds."""
    manifest["producer"] = {"name": "another", "build": 7}
    manifest["timestamp"] = manifest["timestamp"].replace("Z", ".000Z")
    for card in manifest["knowledge_cards"]:
        card["embedding_model"] = "e5"
        card["token_count"] = float(card["token_count"])
        if not card["source_bundle_ids"]:
            del card["source_bundle_ids"]
        if not card["suppressed"]:
            del card["suppressed"]
    for bucket in manifest["bucket_cards"]:
        bucket["shelf"] = 3
    return json.dumps(manifest)


def test_there_are_fifty_right_manifests_and_no_two_are_the_same():
    texts = {json.dumps(manifest_of(session)) for _, session in GOOD}
    assert len(GOOD) == len(texts) == 50


@pytest.mark.parametrize("place", range(50), ids=[name for name, _ in GOOD])
def test_every_right_manifest_passes(place: int):
    _, session = GOOD[place]
    manifest = manifest_of(session)
    foreign = place % 2 == 1
    text = as_another_producer_writes(manifest) if foreign else json.dumps(manifest)
    alone = audited(text, Session())
    assert not alone.errors
    assert alone.outcome is Outcome.NOT_REPLAYED
    with_inputs = audited(text, session)
    assert not with_inputs.errors
    assert with_inputs.outcome is Outcome.VERIFIED
    unknown = {one.message.split()[2] for one in with_inputs.findings if one.kind == "foreign"}
    assert unknown == ({"producer", "embedding_model", "shelf"} if foreign else set())


def test_inputs_of_another_strategy_are_named_as_the_cause():
    session = sample_session("securities-fraud")
    text = json.dumps(manifest_of(set_strategy(Strategy.DEPTH)(session)))
    found = audited(text, session)
    assert found.outcome is Outcome.NOT_COMPARABLE
    causes = {one.id for cause in found.causes.values() for one in cause.differences}
    assert causes == {"strategy"}
    assert len(found.causes) == len(found.replay.by_key)


def test_a_smaller_total_is_found_by_its_number():
    session = sample_session("securities-fraud")
    smaller = set_policy_fields({"max_injection_tokens_absolute": 4321})(session)
    found = audited(json.dumps(manifest_of(smaller)), session)
    causes = {one.id for cause in found.causes.values() for one in cause.differences}
    assert "policy.max_injection_tokens_absolute" in causes


def test_a_name_that_decides_nothing_only_tells_that_the_inputs_are_others():
    session = sample_session("direct-target")
    manifest = manifest_of(session)
    manifest["knowledge_cards"][0]["canonical_name"] = "Another"
    found = audited(json.dumps(manifest), session)
    assert found.outcome is Outcome.NOT_COMPARABLE
    assert not found.causes
    (one,) = found.findings
    assert (one.kind, one.severity) == ("input", "warning")


def test_a_verdict_that_no_input_explains_is_a_failure_beside_others_that_one_explains():
    session = sample_session("securities-fraud")
    manifest = manifest_of(set_strategy(Strategy.DEPTH)(session))
    inside = [card for card in manifest["knowledge_cards"] if not card["suppressed"]]
    inside[0]["token_count"] += 5
    inside[1]["token_count"] -= 5
    found = audited(json.dumps(manifest), session)
    assert found.outcome is Outcome.FAILED
    told = {one.subject for one in found.errors}
    assert {inside[0]["node_id"], inside[1]["node_id"]} <= told
    assert any(one.kind == "input" for one in found.findings)


def test_the_request_of_the_corpus_that_the_manifest_names_is_replayed():
    session = sample_session("direct-target")
    other = session.request.model_copy(update={"trace_id": "another", "direct_target_refs": ()})
    corpus = replace(session, requests=(session.request, other))
    text = json.dumps(manifest_of(replace(corpus, request=other)))
    assert audited(text, corpus).outcome is Outcome.VERIFIED
