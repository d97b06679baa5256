"""What is appended to receipts is read once, by whole lines, also where files are begun anew."""

import json

from hypothesis import given
from hypothesis import strategies as st

from inspector.cli.main import main
from inspector.core import inject
from inspector.files import load_any
from inspector.files.receipts import MOST_RECEIPTS, ReceiptTail
from inspector.recorder import Recorder
from inspector.session.audit_edits import inbox_of
from inspector.session.opening import taken_into
from inspector.session.session import Session
from tests.shared.injection_input import CHARACTERS
from tests.shared.samples import sample_session


def read(tail):
    return [(file.name, number, line) for file, number, line in tail.read()]


def test_only_what_is_new_is_read_and_a_line_without_its_end_comes_later(tmp_path):
    file = tmp_path / "a.jsonl"
    tail = ReceiptTail(tmp_path)
    assert read(tail) == []
    file.write_bytes(b"one\ntw")
    assert read(tail) == [("a.jsonl", 1, b"one")]
    assert read(tail) == []
    with file.open("ab") as more:
        more.write(b"o\nthree\n")
    assert read(tail) == [("a.jsonl", 2, b"two"), ("a.jsonl", 3, b"three")]


def test_a_file_that_was_rotated_is_read_from_its_beginning(tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"one\ntwo\n")
    tail = ReceiptTail(tmp_path)
    assert len(read(tail)) == 2
    file.rename(tmp_path / "a.jsonl.old")
    file.write_bytes(b"three\nfour\nfive\n")
    assert [one[1:] for one in read(tail)] == [(1, b"three"), (2, b"four"), (3, b"five")]


@given(st.lists(st.binary(max_size=12).filter(lambda one: b"\n" not in one and b"\r" not in one)))
def test_every_line_is_read_once_however_it_is_appended(tmp_path_factory, lines):
    file = tmp_path_factory.mktemp("tail") / "a.jsonl"
    tail, found = ReceiptTail(file), []
    file.touch()
    for line in lines:
        half = len(line) // 2
        for part in (line[:half], line[half:] + b"\n"):
            with file.open("ab") as more:
                more.write(part)
            found += [one[2] for one in read(tail)]
    assert found == lines


def test_receipts_are_followed_with_what_is_kept_out_and_why(tmp_path, capsys):
    session = sample_session("direct-target")
    report = inject(
        session.request, session.candidates, session.policy, CHARACTERS, strategy=session.strategy
    )
    with Recorder(tmp_path / "day.jsonl") as recorder:
        recorder.record(report)
        recorder.record(report)
    assert main(["watch", str(tmp_path), "--once"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("2 receipts: 2 verified, 0 failed, 0 not replayed")
    assert "kept out: 16 over the knowledge budget, 10 text already included, " in told
    path = tmp_path / "day.jsonl"
    path.write_bytes(
        path.read_bytes().replace(b'"verified"', b"").replace(b'"used":', b'"used": 1', 1)
    )
    assert main(["watch", str(tmp_path), "--once", "--json"]) == 1
    seen = json.loads(capsys.readouterr().out)
    assert (seen["receipts"], seen["outcomes"]) == (2, {"failed": 1, "verified": 1})
    assert main(["watch", str(tmp_path / "nowhere"), "--once"]) == 3


def test_a_file_without_a_receipt_is_no_inbox_and_says_what_was_not_written(tmp_path):
    path = tmp_path / "day.jsonl"
    path.write_bytes(b'{"receipt":1,"dropped":2,"sum":"0"}\n')
    loaded = load_any(path)
    assert loaded.value is None
    assert {one.code for one in loaded.problems} == {"receipts.not-written", "receipts.none"}


def test_an_inbox_takes_a_bounded_number_of_receipts_and_says_how_many_are_left(tmp_path):
    path = tmp_path / "day.jsonl"
    path.write_bytes(b'{"receipt":1,"cards":[]}\n' * (MOST_RECEIPTS + 3))
    loaded = load_any(path)
    assert len(inbox_of(taken_into(Session(), loaded.value, str(path)))) == MOST_RECEIPTS
    assert "3 receipts more are not in the inbox" in loaded.problems[0].message
