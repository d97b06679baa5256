"""The file around a bundle: what it is made of, and what of a damaged one is told and read."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from inspector.core.problems import Severity
from inspector.files.audit_bundle.container import (
    first_difference,
    is_bundle,
    packed,
    unpacked,
)

DAMAGED = "The bundle was changed or damaged. "


def told(data: bytes) -> tuple[dict[str, bytes], list[tuple[str | None, str]]]:
    """Return the members, and the place and the words of each problem."""
    members, problems = unpacked(data, "b")
    for one in problems:
        assert (one.severity, one.code) == (Severity.ERROR, "bundle.damaged")
        assert one.fix == "Ask for the bundle again, from whoever wrote it."
        assert one.message.startswith(DAMAGED)
    return members, [(one.place.file, one.message.removeprefix(DAMAGED)) for one in problems]


def zipped(*members: tuple[str, bytes], kind: int = zipfile.ZIP_STORED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", kind) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return target.getvalue()


def test_members_are_stored_as_they_are_and_say_nothing_of_when_and_by_whom() -> None:
    data = packed({"b": b"two", "a": b"one"})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        described = [
            (
                one.filename,
                one.date_time,
                one.create_system,
                one.external_attr,
                one.compress_type,
            )
            for one in archive.infolist()
        ]
    assert described == [
        (name, (1980, 1, 1, 0, 0, 0), 3, 0o644 << 16, zipfile.ZIP_STORED) for name in "ba"
    ]
    assert told(data) == ({"b": b"two", "a": b"one"}, [])


def test_thirty_two_members_are_read_and_no_more() -> None:
    names = [f"{number:02}" for number in range(33)]
    members, problems = told(packed(dict.fromkeys(names[:32], b"x")))
    assert (list(members), problems) == (names[:32], [])
    assert told(packed(dict.fromkeys(names, b"x"))) == ({}, [("b", "It has 33 members.")])


def test_a_member_that_is_there_twice_is_read_once() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped(("a", b"first"), ("a", b"second"), ("c", b"third"))
    members, problems = told(data)
    assert members == {"a": b"first", "c": b"third"}
    assert problems == [("b#a", "It is there twice; the first one is read.")]


def test_a_compressed_member_is_not_read_and_others_are() -> None:
    target = io.BytesIO(packed({"a": b"one"}))
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", b"y" * 100)
    members, problems = told(target.getvalue())
    assert members == {"a": b"one"}
    assert problems == [("b#x", "It is compressed; a bundle's parts are not.")]


def _patched(data: bytes, offset: int, value: bytes) -> bytes:
    """Change what the directory at the end says of the first member."""
    start = data.index(b"PK\x01\x02") + offset
    return data[:start] + value + data[start + len(value) :]


def test_an_encrypted_member_is_not_read() -> None:
    data = _patched(packed({"a": b"one", "c": b"two"}), 8, struct.pack("<H", 1))
    members, problems = told(data)
    assert members == {"c": b"two"}
    assert problems == [("b#a", "It is encrypted; a bundle's parts are not.")]
    other = _patched(packed({"a": b"one"}), 8, struct.pack("<H", 1 << 11))
    assert told(other)[0] == {"a": b"one"}


def test_a_member_of_two_sizes_is_not_read() -> None:
    data = _patched(packed({"a": b"one"}), 24, struct.pack("<I", 4))
    assert told(data) == ({}, [("b#a", "It says two different things of its size.")])


def test_a_member_with_other_bytes_is_read_as_empty_and_told() -> None:
    data = packed({"a": b"one", "c": b"two"}).replace(b"one", b"ONE")
    members, problems = told(data)
    assert members == {"a": b"", "c": b"two"}
    assert problems == [("b#a", "Its bytes are not those that were written.")]


def test_a_name_is_shown_on_one_line_and_not_to_its_end() -> None:
    data = packed({"a\n" + "x" * 200: b"one"}).replace(b"one", b"ONE")
    (problem,) = told(data)[1]
    assert problem[0] == "b#a?" + "x" * 98


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", packed({"a": b"one"})[:-1]])
def test_what_is_no_whole_zip_file_is_told_as_one_problem(data: bytes) -> None:
    assert told(data) == ({}, [("b", "It cannot be read as a zip file.")])


@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"PK\x03\x04", True), (b"PK\x03\x04more", True), (b"PK\x03", False), (b"PK\x03\x05x", False)],
)
def test_a_bundle_is_told_by_its_first_four_bytes(
    data: bytes, expected: bool, tmp_path: Path
) -> None:
    path = tmp_path / "b"
    path.write_bytes(data)
    assert is_bundle(path) is expected


def test_a_file_that_cannot_be_opened_is_no_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "b"
    path.write_bytes(b"PK\x03\x04")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    assert not is_bundle(path)


@pytest.mark.parametrize(
    ("one", "other", "offset"),
    [
        (b"", b"", None),
        (b"a", b"a", None),
        (b"", b"a", 0),
        (b"a", b"b", 0),
        (b"ab", b"a", 1),
        (b"abcd", b"abxd", 2),
        (b"abcd", b"abcx", 3),
        (b"abcde", b"xbcdx", 0),
        (b"abcde", b"abcdeF", 5),
    ],
)
def test_the_first_byte_that_differs_is_found(one: bytes, other: bytes, offset: int | None) -> None:
    assert first_difference(one, other) == offset
    assert first_difference(other, one) == offset
