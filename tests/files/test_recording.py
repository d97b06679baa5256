"""Every stage's result becomes a record that knows its inputs and holds none of their contents."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.injection_runs import InjectionResult, InjectionRuns
from inspector.core.assembly import AssemblyItem, AssemblyStage
from inspector.core.discipline import DisciplineLimits, PromptMetrics
from inspector.core.injection.manifest import UnifiedInjectionManifest
from inspector.core.ledger import LedgerEntry
from inspector.core.window.chunk import Chunk
from inspector.files import load_candidates, save_candidates
from inspector.files.history import HistoryError, open_history
from inspector.files.recording import InputFingerprints, candidates_fingerprint, record_of
from inspector.session.discipline_stage import DisciplineStage, ExecutorOutput
from inspector.session.relevance_stage import RelevanceStage
from inspector.session.session import Note, Session
from inspector.session.window_stage import WindowStage
from inspector.stages.assembly.runs import AssemblyRuns
from inspector.stages.builder.runs import BuilderRuns
from inspector.stages.discipline.runs import DisciplineRuns
from inspector.stages.relevance.runs import RelevanceRuns
from inspector.stages.timeline.runs import run_timeline
from inspector.stages.window.runs import run_window
from tests.shared.bundle_input import PlainScanner
from tests.shared.examples import examples
from tests.shared.injection_input import (
    CHARACTERS,
    bucket,
    candidate_set,
    card,
    file,
    policy,
    request,
)
from tests.shared.samples import SOUND, STAGE_SAMPLES, sample_session

NOON = "2026-04-03T12:00:00Z"
STAGES = ("injection", "relevance", "discipline", "window", "assembly")


def turn(size, text):
    return PromptMetrics(
        timestamp=NOON,
        session_id=text,
        run_id=text,
        hot_state_tokens=size,
        hot_state_bytes=size,
        hot_state_truncated=False,
        artifact_index_count=1,
        artifact_types=[text],
        system_prompt_chars=size,
        user_content_chars=size,
        estimated_prompt_tokens=size,
        artifact_ref_bootstrap_files=0,
        budget_violation_count=0,
        budget_passed=True,
    )


def session_about(text, *, hot_limit=1_000, valid=True):
    """Return a session of every stage, each content of which is, or holds, one text."""
    cards = [
        card("a", 0.9) | {"renderings": {"compact": text, "full": text * 2}},
        card("b", 0.8, file="k:f"),
        card("c", 0.7) | {"renderings": {}},
    ]
    buckets = [
        bucket(
            "k",
            file("f", 0.9) | {"text": text, "summary": text},
            file("g", 0.1, 4_000) | {"summary": text},
            background=text,
        )
    ]
    state = {
        "session_id": text,
        "objective": text,
        "constraints": [text] * 3,
        "artifact_index": [{"artifact_id": text, "type": "doc", "label": text, "summary": text}],
    } | ({} if valid else {text: text})
    return Session(
        title="Story",
        candidates=candidate_set(cards, buckets),
        policy=policy(600, max_injection_tokens_pct_of_context=1.0),
        request=request(
            user_message=text,
            tokens_used_before={"system": text},
            mode="M",
            signals={"x": text, "y": [text]},
            classification={"urgency": text, "topic": text},
        ),
        notes=(Note("a", text),),
        kept={"more": text},
    ).having(
        relevance=RelevanceStage(
            config={
                "node_token_estimates": {"n": 10, "o": 20},
                "template_masks": {"M": {"n": True, "o": False}},
                "signal_rules": {"n": [{"when": {"x": text}, "strength": "hard"}]},
            },
            node_texts={"n": text},
        ),
        discipline=DisciplineStage(
            hot_state=state,
            limits=DisciplineLimits(max_hot_state_tokens=hot_limit),
            output=ExecutorOutput(text=f"--- a/{text}\n+++ b/{text}\n", task=f"change {text}"),
            turns=tuple(turn(size, text) for size in (10, 9_000)),
        ),
        window=WindowStage(
            chunks=(
                Chunk(id="c1", type="chat_history_user", content=text, metadata={"topic": text}),
                Chunk(id="c2", type="tool_output", content=text * 3, tokens=10**6),
            ),
        ),
        assembly=AssemblyStage(
            items=(AssemblyItem(step=1, item_id="system", title=text, text=text),)
        ),
    )


def results_of(session):
    """Run every stage of a session."""

    def make(_encoding):
        return CHARACTERS

    return {
        "injection": InjectionRuns(make).run(session),
        "relevance": RelevanceRuns(make).run(session),
        "discipline": DisciplineRuns(make).run(session),
        "window": run_window(session),
        "assembly": AssemblyRuns(make).run(session),
    }


def records_of(session):
    return {stage: record_of(one, NOON) for stage, one in results_of(session).items()}


def every_byte(record):
    rest = (record.title, record.inputs, record.metrics, record.verdicts, record.series)
    return record.configuration + record.result + json.dumps(rest, ensure_ascii=False).encode()


@examples(10)
@given(st.text("qzQZ", min_size=12, max_size=40), st.sampled_from([10, 60, 1_000]), st.booleans())
def test_no_content_of_any_input_is_in_a_record(text, hot_limit, valid):
    session = session_about(text, hot_limit=hot_limit, valid=valid)
    for stage, record in records_of(session).items():
        assert text.encode() not in every_byte(record), stage


@pytest.mark.parametrize("stage", STAGES)
def test_a_record_is_of_its_stage_and_balances(stage):
    record = records_of(session_about("something"))[stage]
    assert (record.stage, record.title, record.recorded_at) == (stage, "Story", NOON)
    assert record.metrics.get("balances", 1) == 1
    assert record.verdicts


@pytest.mark.parametrize("stage", STAGES)
def test_the_same_run_has_the_same_identity_and_other_contents_another(stage):
    first, again, other = (
        records_of(session_about(text))[stage] for text in ("a text", "a text", "b text")
    )
    assert first.identity == again.identity != other.identity
    assert first.inputs != other.inputs


def test_the_manifest_of_a_record_is_that_of_the_run():
    result = results_of(session_about("something"))["injection"]
    found = record_of(result, NOON).result_value["manifest"]
    assert UnifiedInjectionManifest.model_validate(found) == result.report.manifest


def test_verdicts_of_an_injection_are_counted_as_in_its_ledger():
    result = results_of(session_about("something"))["injection"]
    counts = {}
    for entry in result.report.ledger.entries:
        assert isinstance(entry, LedgerEntry)
        if entry.kind != "balance":
            counts[entry.verdict.value] = counts.get(entry.verdict.value, 0) + 1
    assert record_of(result, NOON).verdicts == dict(sorted(counts.items()))


def test_a_session_with_nothing_in_it_has_nothing_to_record():
    assert set(records_of(Session()).values()) == {None}


def test_what_json_cannot_carry_is_refused_with_the_reason():
    session = session_about("something")
    chunk = Chunk(id="half \ud800", type="tool_output", tokens=3)
    halved = session.having(window=WindowStage(chunks=(chunk,)))
    with pytest.raises(HistoryError) as refused:
        record_of(run_window(halved), NOON)
    assert [one.code for one in refused.value.problems] == ["history.unusable-value"]


def test_an_input_that_has_no_canonical_json_is_fingerprinted_all_the_same():
    known = InputFingerprints()
    one, other = ({"x": "\ud800"}, {"x": 2**60})
    assert known.of("config", one) != known.of("config", other)


def test_half_of_a_surrogate_pair_anywhere_in_a_set_does_not_keep_it_from_a_fingerprint():
    half = "\ud800"
    tagged = card("a", 0.9) | {"matter_id": half}
    tagged["renderings"] = {"compact": half}
    candidates = candidate_set([tagged], [bucket("k", background=half)])
    assert candidates_fingerprint(candidates) == candidates_fingerprint(candidates.model_copy())


def test_a_set_has_one_fingerprint_however_its_texts_are_held(tmp_path):
    candidates = session_about("something").candidates
    assert save_candidates(candidates, tmp_path / "set.json") == ()
    loaded = load_candidates(tmp_path / "set.json").value
    assert candidates_fingerprint(loaded) == candidates_fingerprint(candidates)


@pytest.mark.parametrize(
    "change",
    [
        {"node_id": "z"},
        {"canonical_name": "Other"},
        {"relevance_score": 0.1},
        {"matter_id": "m"},
        {"renderings": {"compact": "x" * 9 + "y"}},
        {"renderings": {"standard": "x" * 10}},
        {"token_counts": {"compact": 3}},
        {"primary_tag": "t"},
    ],
    ids=lambda change: "-".join(change),
)
def test_another_value_anywhere_in_a_set_is_another_fingerprint(change):
    before = candidate_set([card("a", 0.9), card("b", 0.5)], [bucket("k", file("f", 1))])
    after = candidate_set([card("a", 0.9) | change, card("b", 0.5)], [bucket("k", file("f", 1))])
    assert candidates_fingerprint(before) != candidates_fingerprint(after)


def test_what_stays_the_same_is_hashed_once():
    made = []
    known = InputFingerprints()
    value = object()
    for _ in range(3):
        known.of("part", value, lambda _: made.append(1) or [])
    assert made == [1]


@pytest.mark.parametrize("name", [SOUND[0], *STAGE_SAMPLES])
def test_every_result_of_a_sample_can_be_saved_and_is_found_unchanged(name, tmp_path):
    sample = sample_session(name)
    results = {
        "injection": InjectionRuns().run(sample),
        "relevance": RelevanceRuns().run(sample),
        "discipline": DisciplineRuns().run(sample),
        "window": run_window(sample),
        "assembly": AssemblyRuns().run(sample),
        "builder": BuilderRuns(scanner=PlainScanner()).run(sample),
        "timeline": run_timeline(sample),
    }
    records = [record for one in results.values() if (record := record_of(one, NOON))]
    assert records
    with open_history(tmp_path / "h.sqlite3").value as history:
        numbers = history.add_many(records)
        assert [history.get(number).record for number in numbers] == records


def test_an_injection_that_could_not_be_run_has_no_record():
    assert record_of(InjectionResult(session_about("x"), None, ()), NOON) is None
