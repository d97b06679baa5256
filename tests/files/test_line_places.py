"""Lines and columns of a text, however long it is, and how a file is read and refused."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.problems import Place, Problem, Severity
from inspector.files.documents import Form, form_of, is_parquet, record_spans
from inspector.files.findings import (
    Findings,
    Parsed,
    add_set_lint,
    gathered,
    parts_of,
    report_progress,
)
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import (
    Lines,
    Source,
    as_text,
    problem_of,
    read_bytes,
    read_head,
    read_source,
    shown,
)
from tests.shared.problem_lists import codes, written

GOOD = b'{"schema_version": 1}'


@given(st.text("aé😀\n", max_size=30), st.integers(0, 30))
def test_a_place_counts_code_points_of_its_line(text: str, at: int) -> None:
    before = text[:at]
    line = before.count("\n") + 1
    column = len(before) - before.rfind("\n")
    assert Lines(text.encode()).at(len(before.encode())) == (line, column)


@pytest.mark.parametrize("sign", ["a", "é", "😀"])
def test_places_in_a_long_line_are_right_wherever_they_are(sign: str) -> None:
    text = "x\n" + sign * 200_000 + "\ny"
    lines = Lines(text.encode())
    size = len(sign.encode())
    for column in (1, 2, 16_384, 32_768, 65_535, 65_536, 65_537, 131_072, 200_000, 200_001):
        assert lines.at(2 + (column - 1) * size) == (2, column)
    assert lines.at(len(text.encode())) == lines.at(1 << 40) == (3, 2)


@pytest.mark.parametrize(
    ("error", "code", "message", "fix"),
    [
        (FileNotFoundError(), "missing", "There is no such file.", "Check the path."),
        (
            NotADirectoryError(),
            "missing",
            "Its folder is no folder, but a file.",
            "Check the path.",
        ),
        (
            PermissionError(),
            "no-permission",
            "Permission was denied.",
            "Change the permissions.",
        ),
        (IsADirectoryError(), "is-a-folder", "This is a folder.", "Name a file in it."),
        (
            OSError(errno.EIO, "Input/output error"),
            "unreadable",
            "The system refused it: Input/output error.",
            "Check the path and disk.",
        ),
        (
            ValueError(),
            "unreadable",
            "The system refused it: the path holds a NUL character.",
            "Check the path and disk.",
        ),
    ],
)
def test_what_the_system_refuses_is_said_in_plain_words(
    error: OSError | ValueError, code: str, message: str, fix: str
) -> None:
    found = problem_of(error, "name")
    assert (found.severity, found.code) == (Severity.ERROR, f"file.{code}")
    assert (found.message, found.fix, found.place) == (message, fix, Place("name"))


def test_the_beginning_of_a_file_is_read_with_its_size_where_it_is_large_enough(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, "f", b"abcdef")
    assert read_head(path, 6, 4) == (b"abcd", 6)
    assert read_head(path, 6, 9) == (b"abcdef", 6)
    assert read_head(path, 7, 4) is None
    os.mkfifo(tmp_path / "pipe")
    for refused in (tmp_path, tmp_path / "none", tmp_path / "pipe", "a\0b"):
        assert read_head(refused, 0, 4) is None


def test_reading_asks_whether_to_go_on_before_and_after_every_part(tmp_path: Path) -> None:
    path = written(tmp_path, "f", b"x" * 10)
    asked: list[tuple[int, int]] = []
    data = read_bytes(
        path, Findings(), lambda done, total: bool(asked.append((done, total))) or True
    )
    assert (data, asked) == (b"x" * 10, [(0, 10), (0, 10)])


def test_standard_input_asks_whether_to_go_on_after_every_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(GOOD)))
    asked: list[tuple[int, int]] = []
    source = read_source(
        "-", Findings(), lambda done, total: bool(asked.append((done, total))) or True
    )
    assert source == Source("standard input", GOOD)
    assert asked == [(0, len(GOOD))]


def test_standard_input_that_breaks_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, _: object) -> int:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Broken())))
    found = Findings()
    assert read_source("-", found) is None
    (problem,) = found.problems()
    assert (problem.code, problem.place.file) == ("file.unreadable", "standard input")


def test_a_file_called_dash_is_one_where_a_dash_is_no_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written(tmp_path, "-", GOOD)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", None)
    assert read_source("-", Findings(), dash=False) == Source("standard input", GOOD)
    assert read_source("-", Findings()) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\xff\xfe\0\0a\0\0\0", "The file is UTF-32, not UTF-8."),
        (b"\0\0\xfe\xff\0\0\0a", "The file is UTF-32, not UTF-8."),
        (b"\xff\xfea\0", "The file is UTF-16, not UTF-8."),
        (b"\xfe\xff\0a", "The file is UTF-16, not UTF-8."),
        (b"{\0", "The file is UTF-16 without a byte order mark, not UTF-8."),
        (b"\0{", "The file is UTF-16 without a byte order mark, not UTF-8."),
        (b"a\xff", "The byte at offset 1 is not valid UTF-8."),
        (b" \n", "The file is empty."),
        (b"\0\0", None),
        (b"a", None),
    ],
)
def test_what_is_no_utf8_says_what_it_is(data: bytes, said: str | None) -> None:
    found = Findings()
    source = as_text("f", data, found)
    assert [one.message for one in found.problems()] == ([said] if said else [])
    assert source == (None if said else Source("f", data))


def test_a_path_is_shown_with_what_cannot_be_printed_escaped() -> None:
    assert shown("a\tb\u200b\udcffé") == "a\\tb\\u200b\\udcffé"
    assert shown("-") == "standard input"
    assert shown(Path("./-")) == "standard input"


@pytest.mark.parametrize(
    ("data", "spans"),
    [
        (b"", []),
        (b"\n \r\n\t\v\f", []),
        (b"a", [(0, 0, 1)]),
        (b" a \r\n\nb c\n", [(0, 1, 2), (1, 6, 9)]),
    ],
)
def test_records_are_lines_without_the_space_around_them(
    data: bytes, spans: list[tuple[int, int, int]]
) -> None:
    assert list(record_spans(data)) == spans


def test_lines_of_more_than_a_mebibyte_are_one_record() -> None:
    data = b"x" * ((1 << 20) + 1) + b"\ny"
    assert list(record_spans(data)) == [(0, 0, (1 << 20) + 1), (1, (1 << 20) + 2, len(data))]


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.jsonl", "{}", Form.LINES),
        ("a.NDJSON", "x", Form.LINES),
        ("a.yaml", "{}", Form.YAML),
        ("a.YML", "{}", Form.YAML),
        ("a.json", "x", Form.JSON),
        ("a", "x", Form.YAML),
        ("a", " {}", Form.JSON),
        ("a", "[]", Form.JSON),
        ("a", "{}\n{}", Form.LINES),
        ("a.json", "{}\n\n{}", Form.LINES),
        ("a", "{\n{}", Form.JSON),
        ("a", "{}\n[]", Form.JSON),
        ("a", "[\n[1]]", Form.JSON),
        ("a", "[" * 100_000 + "\n[", Form.JSON),
    ],
)
def test_how_a_file_is_written_is_told_by_its_suffix_or_its_beginning(
    name: str, text: str, form: Form
) -> None:
    assert form_of(Source(name, text.encode()), name) is form


def test_a_file_is_parquet_by_its_name() -> None:
    assert is_parquet("a.PARQUET")
    assert is_parquet(Path("b.parquet"))
    assert not is_parquet("parquet")


def _parsed(text: str) -> Parsed:
    parsed = parse_json(JsonSpan(Source("f", text.encode()), 0, len(text)), Findings())
    assert parsed is not None
    return parsed


def test_parts_of_a_value_know_what_of_them_is_spoiled() -> None:
    whole = _parsed('{"a": {"b": [NaN, 1]}, "c": NaN}')
    assert sorted(whole.spoiled) == [("a", "b", 0), ("c",)]
    assert whole.child("a").spoiled == (("b", 0),)
    assert whole.child("a", "b").spoiled == ((0,),)
    assert whole.child("a", "b", 1).spoiled == ()
    assert whole.without("c").spoiled == (("a", "b", 0),)
    assert whole.without("a").value.keys() == {"c"}
    assert whole.child("a").place("b") == Place("f", 1, 13, "/a/b")
    assert whole.child("a").place("b", key=True) == Place("f", 1, 8, "/a/b")


def test_steps_of_a_pointer_are_without_their_escapes() -> None:
    assert parts_of("") == ()
    assert parts_of("/a~1b/~0/~01") == ("a/b", "~", "~1")


def test_rows_in_messages_about_a_set_are_told_by_where_they_stand() -> None:
    rows = {
        "/knowledge_cards/1": Place("f", 7, 1, "/knowledge_cards/3"),
        "/buckets/0/files/2": Place("f", 9),
        "/buckets/5": Place("g"),
    }
    said = "At /knowledge_cards/1, /buckets/0/files/2 and /buckets/5."
    problem = Problem(Severity.WARNING, "c", said, "", Place(pointer="/knowledge_cards/1"))
    found = Findings()
    add_set_lint([problem], rows.__getitem__, found)
    (told,) = found.problems()
    assert told.message == "At /knowledge_cards/3 (line 7), line 9 and g."
    assert told.place == rows["/knowledge_cards/1"]


def test_what_was_found_elsewhere_is_kept_as_far_as_there_is_room() -> None:
    def told(line: int) -> Problem:
        return Problem(Severity.WARNING, "c", "m.", "", Place("f", line))

    mine, theirs = Findings(), Findings()
    for line in range(15):
        mine.add_many("k", lambda line=line: told(line), collapses=True)  # type: ignore[misc]
    for line in range(15, 21):
        theirs.add_many("k", lambda line=line: told(line), collapses=True)  # type: ignore[misc]
    assert not mine.has_errors
    mine.take(theirs)
    (one,) = mine.problems()
    assert one.message == "m. The same holds for 20 more places."
    other = Findings()
    other.take(theirs)
    assert [one.place.line for one in other.problems()] == list(range(15, 21))


def test_a_load_without_memory_says_so_beside_what_it_found() -> None:
    def work(found: Findings) -> int:
        found.add(Problem(Severity.NOTE, "c", "m"))
        raise MemoryError

    loaded = gathered(work)
    assert loaded.value is None
    assert codes(loaded) == ["c", "file.out-of-memory"]
    assert gathered(lambda _: 5).problems == ()


def test_a_load_goes_on_unless_it_is_told_not_to() -> None:
    report_progress(None, 1, 2)
    report_progress(lambda done, total: (done, total) == (1, 2), 1, 2)
    cancelled = gathered(lambda _: report_progress(lambda *_: False, 1, 2))
    assert codes(cancelled) == ["file.cancelled"]
    assert cancelled.problems[0].message == "Loading was cancelled; nothing was read."
