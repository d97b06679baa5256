"""A receipt is replayed from itself, and one that was altered in any field is told."""

import json
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import audit_receipt, verify_line
from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.main import main
from inspector.core.receipts.of_report import receipt_of
from inspector.files.session_format import schema
from inspector.recorder import Recorder, line_of
from inspector.stages.audit.receipts import ReceiptsResult
from tests.shared.samples import sample_session

SAMPLES = ("securities-fraud", "direct-target", "starved-budget", "with-problems", "assembly")


@cache
def report(sample: str):
    session = sample_session(sample)
    found = InjectionRuns().run(session).report
    assert found is not None
    return found


@cache
def receipts() -> bytes:
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "receipts.jsonl")
        with Recorder(path) as recorder:
            for sample in SAMPLES:
                assert recorder.record(report(sample)), recorder.last_error
        return path.read_bytes()


def lines() -> list[bytes]:
    return receipts().splitlines()


@pytest.mark.parametrize("place", range(len(SAMPLES)), ids=SAMPLES)
def test_a_receipt_of_ours_is_verified_from_itself(place):
    found = verify_line(1, lines()[place])
    assert found.outcome is Outcome.VERIFIED, found.told


@pytest.mark.parametrize("place", range(len(SAMPLES)), ids=SAMPLES)
def test_the_manifest_of_a_receipt_is_that_of_its_replay(place):
    audit = audit_receipt(json.loads(lines()[place]))
    assert audit.outcome is Outcome.VERIFIED
    assert audit.replay is not None
    assert audit.replay.reproduces
    assert audit.rows == len(audit.compared) > 10


@pytest.mark.parametrize("name", sorted(json.loads(lines()[0])))
def test_a_receipt_that_was_altered_in_any_field_is_told(name):
    receipt = json.loads(lines()[0])
    was = receipt[name]
    receipt[name] = f"{was}x" if isinstance(was, str) else [was]
    assert verify_line(1, json.dumps(receipt)).outcome is Outcome.FAILED
    del receipt[name]
    assert verify_line(1, json.dumps(receipt)).outcome is Outcome.FAILED


@pytest.mark.parametrize("place", [3, 6, 7])
def test_a_decision_that_was_altered_with_its_sum_is_told_by_the_replay(place):
    receipt = json.loads(lines()[1])
    row = next(one for one in receipt["cards"] if one[6] is not None)
    row[place] = {3: [1, 1, 1], 6: None, 7: "knowledge_budget"}[place]
    del receipt["fingerprints"]
    found = verify_line(1, line_of(receipt))
    assert found.outcome is Outcome.FAILED
    assert found.findings


def test_what_another_engine_decided_is_not_replayed_and_it_is_said_what_is_missing(tmp_path):
    path = tmp_path / "other.jsonl"
    with Recorder(path) as recorder:
        recorder.record_decision([{"id": "a", "tokens": 5, "form": True}], trace_id="t", budget=9)
    found = verify_line(1, path.read_bytes())
    assert found.outcome is Outcome.NOT_REPLAYED
    assert "policy" in found.missing


OF_NODE = (
    b'{"receipt":1,"trace_id":"r-1","engine":"assembler 2.1","columns":["id","kind","score",'
    b'"tokens","source","group","form","reason"],"cards":[["a","passage",0.00005,{"full":50},null,'
    b'null,"full",null],["\xc3\xa9\xf0\x9f\x98\x80","passage",2.5e-7,{"full":30},null,null,null,'
    b'"budget"]],"fingerprints":{"cards":'
    b'"fca7470336c493e392323bba253593122955ac1b3269f091cb7fc7f88d437282"},"sum":'
    b'"adcda3829e294695615d52417afce6b47a949f7edd046a4e47dc093f42db2d4a"}'
)  # JSON.stringify writes 0.00005 and 2.5e-7, Python 5e-05 and 2.5e-07


def test_a_receipt_that_javascript_wrote_is_not_said_to_be_altered():
    found = verify_line(1, OF_NODE)
    assert found.outcome is Outcome.NOT_REPLAYED, found.told


@pytest.mark.parametrize(
    ("was", "now"), [(b"2.5e-7", b"2.6e-7"), (b"0.00005", b"0.0005"), (b'"r-1"', b'"r-2"')]
)
def test_a_receipt_that_javascript_wrote_and_somebody_altered_is_told(was, now):
    found = verify_line(1, OF_NODE.replace(was, now))
    assert found.outcome is Outcome.FAILED
    assert "altered" in found.told


@given(st.binary(max_size=200) | st.text(max_size=200))
def test_no_line_is_too_odd_to_be_told(text):
    verdict = verify_line(1, text)
    assert verdict.outcome is Outcome.FAILED
    assert verdict.told


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_one_changed_byte_is_never_verified(at, byte):
    line = bytearray(lines()[2])
    at %= len(line)
    if line[at] == byte:
        return
    line[at] = byte
    same = json.loads(lines()[2])
    try:
        if json.loads(bytes(line)) == same:
            return  # another spelling of the same receipt
    except ValueError:
        pass
    assert verify_line(1, bytes(line)).outcome is Outcome.FAILED


def test_a_file_of_receipts_is_verified_in_one_command(tmp_path, capsys):
    path = tmp_path / "receipts.jsonl"
    path.write_bytes(receipts())
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out == "5 receipts: 5 verified, 0 failed, 0 not replayed.\n"
    path.write_bytes(receipts().replace(b'"o200k_base"', b'"cl100k_base"', 1) + b'{"rece')
    assert main(["verify", str(path), "--json"]) == 1
    said = capsys.readouterr()
    result = json.loads(said.out)
    assert ReceiptsResult.model_validate(result).model_dump(mode="json") == result
    assert result.keys() == schema("receipts-result")["properties"].keys()
    assert result["counts"] == {"failed": 1, "verified": 4}
    assert result["cut"] is True
    assert "The last line is cut" in said.err
    assert main(["verify", str(path), "--report", str(tmp_path / "r.html")]) == 2


def test_a_receipt_holds_what_its_replay_says_to_the_last_field():
    first = receipt_of(report("direct-target"))
    kept = json.loads(lines()[1])
    assert {name: kept[name] for name in first} == json.loads(json.dumps(first))
