"""Receipts: what is written of a decision, and what is not."""

from __future__ import annotations

import ast
import json
import multiprocessing
import os
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from inspector import recorder as module
from inspector.core import inject, tiktoken_counter
from inspector.core.injection.step import Injector
from inspector.core.receipts.decided import EVENT, attributes_of
from inspector.core.receipts.of_report import receipt_of
from inspector.core.receipts.receipt import Receipt, policy_of, prepared_of, settings_of
from inspector.files import load_candidates, load_request
from inspector.recorder import Recorder, digest, encoded, print_of, sum_of
from tests.shared.samples import FOLDER

SAMPLE = FOLDER / "securities-fraud"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
)
COUNTER = tiktoken_counter("o200k_base")


def reports(count=5, **options):
    candidates = load_candidates(SAMPLE / "candidates.json").value
    request = load_request(SAMPLE / "request.json").value
    policies = [{"max_injection_tokens_absolute": 6000 // (part + 1)} for part in range(count)]
    return [inject(request, candidates, one, COUNTER, **options) for one in policies]


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"strategy": "depth"},
        {"strategy": "optimal"},
        {"overrides": {"top_k": 5}},
        {"settings": {"background_part": 0.0}},
    ],
)
def test_the_engine_decides_the_same_from_a_receipt_alone(tmp_path, options):
    with Recorder(tmp_path / "r.jsonl") as recorder:
        made = reports(**options)
        for report in made:
            assert recorder.record(report)
    written = lines(tmp_path / "r.jsonl")
    assert len(written) == len(made)
    for one in written:
        assert one["sum"] == sum_of(encoded(one))
        receipt = Receipt.model_validate(one)
        strategy, settings, overrides = settings_of(receipt)
        injector = Injector(prepared_of(receipt))
        again = injector.run(policy_of(receipt), strategy, settings, overrides)
        said = json.loads(json.dumps(receipt_of(again)))
        assert said == {name: one[name] for name in said}


def test_a_receipt_takes_at_most_160_bytes_a_candidate_and_holds_no_text(tmp_path):
    with Recorder(tmp_path / "r.jsonl") as recorder:
        report = reports(1)[0]
        recorder.record(report)
    line = (tmp_path / "r.jsonl").read_bytes()
    (receipt,) = lines(tmp_path / "r.jsonl")
    assert len(line) <= 160 * sum(len(receipt[one]) for one in ("cards", "files", "buckets"))
    card = report.prepared.counted.candidates.knowledge_cards[0]
    assert card.renderings.compact.encode() not in line
    assert card.canonical_name.encode() not in line
    assert "texts" not in receipt


def test_texts_are_written_where_they_are_asked_for(tmp_path):
    with Recorder(tmp_path / "r.jsonl", keep_texts=True) as recorder:
        report = reports(1)[0]
        recorder.record(report)
        recorder.record_decision(
            [{"id": "a", "tokens": 3, "text": "one two"}],
            trace_id="t",
            timestamp="2026-01-01T00:00Z",
        )
    own, other = lines(tmp_path / "r.jsonl")
    card = report.prepared.counted.candidates.knowledge_cards[0]
    assert own["texts"][card.node_id]["compact"] == card.renderings.compact
    assert other["texts"] == {"a": {"full": "one two"}}


def test_the_decision_of_another_engine_is_recorded(tmp_path):
    with Recorder(tmp_path / "r.jsonl") as recorder:
        recorder.record_decision(
            [
                {"id": "a", "score": 0.9, "tokens": {"short": 10, "long": 40}, "form": "long"},
                {"id": "b", "score": 1.0, "tokens": 30, "form": None, "reason": "no room"},
                {"id": "c", "tokens": 7, "form": True, "kind": "memory", "group": "g"},
            ],
            trace_id="t-1",
            budget=50,
            model="gpt-4o",
            window=128_000,
            used_before=12,
            engine="ours 1.2",
        )
    (receipt,) = lines(tmp_path / "r.jsonl")
    assert receipt["budget"] == {"total": 50, "used": 47}
    assert [row[6] for row in receipt["cards"]] == ["long", None, "full"]
    assert receipt["cards"][1][2] == 1
    assert receipt["timestamp"].endswith("Z")
    prepared = prepared_of(Receipt.model_validate(receipt))
    assert prepared.cards.columns.node_ids == ["a", "b", "c"]
    assert prepared.cards.costs.max(axis=1).tolist() == [30, 40, 7]  # by relevance


def test_every_change_of_a_field_changes_the_sum(tmp_path):
    with Recorder(tmp_path / "r.jsonl") as recorder:
        recorder.record(reports(1)[0])
    (receipt,) = lines(tmp_path / "r.jsonl")
    for name in receipt.keys() - {"sum"}:
        assert sum_of(encoded(receipt | {name: "another"})) != receipt["sum"], name
    assert sum_of(dict(reversed(encoded(receipt).items()))) == receipt["sum"]


def test_nothing_that_goes_wrong_reaches_the_caller(tmp_path):
    recorder = Recorder(tmp_path / "file" / "r.jsonl")
    (tmp_path / "file").write_text("in the way")
    assert not recorder.record(object())
    assert not recorder.record_decision([{"no": "id"}], trace_id="t")
    assert not recorder.record_decision([{"id": "a", "score": float("nan")}], trace_id="t")
    assert recorder.record_decision([{"id": "a"}], trace_id="t")
    recorder.flush()
    assert recorder.dropped == 4
    assert recorder.last_error
    (tmp_path / "file").unlink()
    assert recorder.record_decision([{"id": "b", "tokens": 1}], trace_id="t")
    recorder.close()
    recorder.close()
    told, written = lines(tmp_path / "file" / "r.jsonl")
    assert (told["dropped"], written["cards"][0][0]) == (4, "b")
    assert not recorder.record_decision([{"id": "c"}], trace_id="t")


def test_what_finds_no_place_in_the_queue_is_counted(tmp_path, monkeypatch):
    recorder = Recorder(tmp_path / "r.jsonl", waiting=2)
    goes_on, asked = threading.Event(), threading.Event()
    append = recorder._append

    def wait(line):
        asked.set()
        goes_on.wait()
        append(line)

    monkeypatch.setattr(recorder, "_append", wait)
    recorder.record_decision([{"id": "a"}], trace_id="t")
    asked.wait()
    taken = [recorder.record_decision([{"id": "a"}], trace_id="t") for _ in range(5)]
    assert taken == [True, True, False, False, False]
    goes_on.set()
    recorder.close()
    written = lines(tmp_path / "r.jsonl")
    assert sum(one.get("dropped", 0) for one in written) == recorder.dropped == 3
    assert len([one for one in written if "cards" in one]) == 3


def test_a_line_that_a_dead_process_left_unfinished_is_ended_first(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_bytes(b'{"receipt":1,"tra')
    with Recorder(path) as recorder:
        recorder.record_decision([{"id": "a"}], trace_id="t")
    first, second = path.read_text().splitlines()
    assert first == '{"receipt":1,"tra'
    assert json.loads(second)["trace_id"] == "t"


def test_a_file_that_is_full_is_put_aside_whole(tmp_path):
    with Recorder(tmp_path / "r.jsonl", rotate_bytes=1500) as recorder:
        for number in range(12):
            recorder.record_decision([{"id": f"c{number}"}], trace_id="t")
    files = sorted(tmp_path.iterdir())
    assert len(files) > 2
    assert all(file.stat().st_size <= 1500 for file in files)
    ids = {one["cards"][0][0] for file in files for one in lines(file)}
    assert ids == {f"c{number}" for number in range(12)}


def _write(path, who, rotate_bytes):
    with Recorder(path, rotate_bytes=rotate_bytes) as recorder:
        for number in range(50):
            recorder.record_decision([{"id": f"{who}-{number}"}], trace_id="x" * 200)


@pytest.mark.parametrize("rotate_bytes", [0, 9000])
def test_lines_of_several_processes_stay_whole(tmp_path, rotate_bytes):
    start = multiprocessing.get_context("spawn")
    path = tmp_path / "r.jsonl"
    many = [start.Process(target=_write, args=(path, who, rotate_bytes)) for who in range(3)]
    for one in many:
        one.start()
    for one in many:
        one.join()
    ids = [one["cards"][0][0] for file in tmp_path.iterdir() for one in lines(file)]
    assert sorted(ids) == sorted(f"{who}-{number}" for who in range(3) for number in range(50))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_a_process_that_is_forked_off_writes_too(tmp_path):
    recorder = Recorder(tmp_path / "r.jsonl")
    child = os.fork()
    if child == 0:
        recorder.record_decision([{"id": "child"}], trace_id="t")
        recorder.close()
        os._exit(0)
    os.waitpid(child, 0)
    recorder.record_decision([{"id": "parent"}], trace_id="t")
    recorder.close()
    assert [one["cards"][0][0] for one in lines(tmp_path / "r.jsonl")] == ["child", "parent"]


def test_half_a_surrogate_pair_is_written_and_read(tmp_path):
    with Recorder(tmp_path / "r.jsonl") as recorder:
        recorder.record_decision([{"id": "a\ud800"}, {"id": "é"}], trace_id="t")
    (receipt,) = lines(tmp_path / "r.jsonl")
    assert receipt["cards"][0][0] == "a\ud800"
    assert receipt["sum"] == sum_of(encoded(receipt))


def test_a_decision_is_an_event_of_opentelemetry_without_contents():
    provider, kept = TracerProvider(), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    report = reports(1)[0]
    receipt = module.receipt_of(report, keep_texts=True)
    with provider.get_tracer("test").start_as_current_span("retrieve") as span:
        span.add_event(EVENT, attributes_of(receipt))
    (event,) = kept.get_finished_spans()[0].events
    sent = dict(event.attributes)
    assert sent["context_budget.used"] == report.total_tokens_used
    rows = [row for row in report.ledger.rows if row.kind in ("card", "file")]
    assert sent["context_budget.candidates"] == len(rows)
    left_out = [row.subject for row in rows if row.tokens == 0]
    assert sorted(sent["context_budget.left_out"]) == sorted(left_out)
    assert len(sent["context_budget.reasons"]) == len(left_out)
    texts = [text for forms in receipt["texts"].values() for text in forms.values()]
    assert texts
    assert not any(text in str(sent) for text in texts)


def test_the_module_needs_the_standard_library_alone():
    tree = ast.parse(Path(module.__file__).read_text("utf-8"))
    top = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {one.name for node in top if isinstance(node, ast.Import) for one in node.names}
    names |= {node.module for node in top if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@given(st.dictionaries(st.sampled_from(["cards", "buckets", "files", "policy"]), VALUES))
def test_a_print_of_encoded_fields_is_the_digest_of_their_values(receipt):
    fields = encoded(receipt)
    assert print_of(fields, "policy") == digest(receipt.get("policy"))
    competed = [receipt.get(name) for name in ("cards", "buckets", "files")]
    assert print_of(fields, "cards", "buckets", "files") == digest(competed)
