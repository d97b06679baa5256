"""What can be no text file is refused with a reason, and never opened where that could block."""

from __future__ import annotations

import io
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.core.problems import Severity
from inspector.files import load_policy
from inspector.files.findings import Findings
from inspector.files.source import MOST_BYTES, read_source
from tests.shared.problem_lists import codes, spots, written

GOOD = b'{"schema_version": 1}'


def test_an_empty_file_is_a_problem(tmp_path: Path) -> None:
    for content in (b"", b" \r\n\t"):
        loaded = load_policy(written(tmp_path, "policy.json", content))
        assert loaded.value is None
        assert codes(loaded) == ["file.empty"]


def test_a_byte_order_mark_is_noted_and_does_not_move_columns(tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", b"\xef\xbb\xbf" + GOOD))
    assert loaded.value is not None
    assert codes(loaded) == ["file.byte-order-mark"]
    wrong = load_policy(written(tmp_path, "policy.json", b'\xef\xbb\xbf{"schema_version": 2}'))
    assert spots(wrong.problems)[1] == (1, 20, "/schema_version")


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le", "utf-32"])
def test_another_unicode_encoding_is_named(encoding: str, tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", GOOD.decode().encode(encoding)))
    assert loaded.value is None
    assert codes(loaded) == ["file.not-utf8"]
    assert encoding[:6].upper() in loaded.problems[0].message


def test_a_byte_that_is_no_utf8_has_a_place_in_code_points(tmp_path: Path) -> None:
    content = '{"schema_version": 1,\n"é😀'.encode() + b'\xff": 1}'
    loaded = load_policy(written(tmp_path, "policy.json", content))
    assert loaded.value is None
    assert spots(loaded.problems) == [(2, 4, None)]
    assert "offset 29" in loaded.problems[0].message


def test_a_character_cut_at_the_end_of_the_file_is_found(tmp_path: Path) -> None:
    loaded = load_policy(written(tmp_path, "policy.json", GOOD + "é".encode()[:1]))
    assert codes(loaded) == ["file.not-utf8"]
    assert spots(loaded.problems) == [(1, 22, None)]


def test_invalid_utf8_is_found_wherever_it_is_in_a_large_file(tmp_path: Path) -> None:
    filler = "é".encode() * 200_000
    for before in (filler, b"x" + filler):
        content = b'{"x": "' + before + b"\xc3(" + filler + b'"}'
        loaded = load_policy(written(tmp_path, "policy.json", content))
        assert f"offset {7 + len(before):,} " in loaded.problems[0].message


def test_missing_files_folders_and_bad_paths_are_problems(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(GOOD)
    assert codes(load_policy(tmp_path / "none.json")) == ["file.missing"]
    assert codes(load_policy(tmp_path / "file" / "none.json")) == ["file.missing"]
    assert codes(load_policy(tmp_path)) == ["file.is-a-folder"]
    assert codes(load_policy("a\0b")) == ["file.unreadable"]
    assert codes(load_policy("x" * 5000)) == ["file.unreadable"]


def test_a_file_without_permission_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)  # The tests may run as root, who may read everything.
    assert codes(load_policy(written(tmp_path, "policy.json", GOOD))) == ["file.no-permission"]


def test_pipes_sockets_and_devices_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in load_policy(tmp_path / "pipe").problems[0].message
    assert "device" in load_policy("/dev/zero").problems[0].message
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
        loaded = load_policy(tmp_path / "socket")
    assert "socket" in loaded.problems[0].message
    assert codes(loaded) == ["file.not-regular"]


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    loaded = load_policy(tmp_path / "sparse")
    assert codes(loaded) == ["file.too-large"]
    assert "more than 2 GB" in loaded.problems[0].message


def test_as_much_is_read_from_standard_input_as_from_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inspector.files.source.MOST_BYTES", len(GOOD))
    for content, expected in ((GOOD, []), (GOOD + b"\n", ["file.too-large"])):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        assert codes(load_policy("-")) == expected


def test_a_path_is_shown_on_one_line_whatever_characters_it_has(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path)
    for name, shown in ((b"a\nb.json", r"a\nb.json"), (b"\xff.json", r"\udcff.json")):
        path = os.fsdecode(folder + b"/" + name)
        Path(path).write_bytes(b"[")
        loaded = load_policy(path)
        assert codes(loaded) == ["json.truncated"]
        assert str(loaded.problems[0]).startswith(f"{tmp_path}/{shown}:1:2: ")
        str(loaded.problems[0]).encode()


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    assert load_policy("-").value is not None
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b'{"schema_version": 2}')))
    assert str(load_policy("-").problems[0]).startswith("standard input:1:20 /schema_version: ")
    monkeypatch.setattr(sys, "stdin", None)
    assert codes(load_policy("-")) == ["file.missing"]


def test_yaml_on_standard_input_is_recognised() -> None:
    program = (
        "from inspector.files import load_policy; print(load_policy('-').value.min_bucket_tokens)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        input=b"schema_version: 1\nmin_bucket_tokens: 77\n",
        capture_output=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert run.stdout.strip() == b"77"


def test_a_byte_that_is_no_utf8_spoils_one_line_of_json_lines_alone(tmp_path: Path) -> None:
    content = b'{"a": 1}\n{"b": "\xff"}\n{"c": 3}\n'
    found = Findings()
    source = read_source(written(tmp_path, "log.jsonl", content), found)
    problems = found.problems()
    assert source is not None
    assert source.data.split(b"\n") == [
        b'{"a": 1}',
        '{"b": "\N{REPLACEMENT CHARACTER}"}'.encode(),
        b'{"c": 3}',
        b"",
    ]
    assert [(problem.code, problem.place.line) for problem in problems] == [("file.not-utf8", 2)]
    assert problems[0].severity is Severity.WARNING
