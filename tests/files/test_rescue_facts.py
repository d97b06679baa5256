"""The first line of a rescue copy, the folder around it, and why a copy cannot be used."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from inspector.core.problems import Severity
from inspector.files.left_behind import KEPT_DAYS, MOST_KEPT, LeftBehindCopies, look
from inspector.files.rescue import (
    NewerFormatError,
    RescueCopy,
    RescueHeader,
    UnsavedState,
    UnusableFactsError,
    facts_line,
    read_facts,
)
from inspector.locks import FileLock
from inspector.session.session import Session

NOW = datetime.now(UTC)
ORIGIN = UnsavedState("a", None, None, 0, "2026-04-03T12:00:00Z")
FACTS = RescueHeader(
    format=1, program="1", name="a", changes=0, written_at=ORIGIN.written_at, sha256="0" * 64
)


def left(parent: Path, **changed: Any) -> Path:
    """Leave a copy behind, with other facts; return its file."""
    copy = RescueCopy.make(parent)
    copy.write(Session(), ORIGIN)
    if changed:
        line, body = copy.path.read_bytes().split(b"\n", 1)
        copy.path.write_bytes(json.dumps(json.loads(line) | changed).encode() + b"\n" + body)
    copy.release()
    return copy.path


def age(path: Path, days: float) -> None:
    """Have a file or a folder written so many days before now."""
    moment = (NOW - timedelta(days=days)).timestamp()
    os.utime(path, (moment, moment))


def words(found: LeftBehindCopies) -> list[tuple[Severity, str, str]]:
    return [(one.severity, one.message, one.fix) for one in found.problems]


def test_facts_are_read_as_they_were_written() -> None:
    line = facts_line(FACTS.model_copy(update={"name": "é\n", "path": "/\udcff"}))
    assert (line.count(b"\n"), line.isascii()) == (1, True)
    assert read_facts(line) == FACTS.model_copy(update={"name": "é\n", "path": "/\udcff"})


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (facts_line(FACTS)[:-1], "the first line is cut short"),
        (b"", "the first line is cut short"),
        (b"{\n", "the first line is not JSON"),
        (b"[" * 100_000 + b"\n", "the first line is not JSON"),
        (b"[]\n", "the first line has other facts"),
        (b'{"format": 1}\n', "the first line has other facts"),
        (b'{"format": "2"}\n', "the first line has other facts"),
        (facts_line(FACTS.model_copy(update={"format": 0})), "the format is not known"),
    ],
)
def test_why_a_first_line_is_none_is_said(line: bytes, why: str) -> None:
    with pytest.raises(UnusableFactsError) as raised:
        read_facts(line)
    assert type(raised.value) is UnusableFactsError
    assert str(raised.value) == why


def test_a_newer_format_is_told_whatever_else_is_in_it() -> None:
    with pytest.raises(NewerFormatError):
        read_facts(b'{"format": 2}\n')


def test_a_first_line_of_a_mebibyte_is_read_and_a_longer_one_is_cut_short(tmp_path: Path) -> None:
    for length, expected in ((1 << 20, []), ((1 << 20) + 1, ["rescue.damaged"])):
        path = left(tmp_path)
        line, body = path.read_bytes().split(b"\n", 1)
        spare = length - len(line) - 1 + len("a")
        changed = json.dumps(json.loads(line) | {"name": "n" * spare}).encode() + b"\n"
        assert len(changed) == length
        path.write_bytes(changed + body)
        found = look(tmp_path, NOW)
        assert [one.code for one in found.problems] == expected
        for one in found.copies:
            one.copy.remove()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"sha256": "1" * 64}, "the session is not what was written"),
        (
            {"candidates": {"file": "candidates-1.json", "sha256": "0" * 64}},
            "the candidate set is not what was written",
        ),
        (
            {"candidates": {"file": "../candidates-1.json", "sha256": "0" * 64}},
            "the candidate set is elsewhere",
        ),
        ({"format": 0}, "the format is not known"),
    ],
)
def test_why_a_copy_cannot_be_used_is_said_and_that_nothing_was_deleted(
    changed: dict[str, Any], why: str, tmp_path: Path
) -> None:
    path = left(tmp_path, **changed)
    said = f"Unsaved changes were kept here when the program ended, but {why}. Nothing was deleted."
    fix = "Look into the file with an editor: below its first line is a session."
    found = look(tmp_path, NOW)
    assert words(found) == [(Severity.ERROR, said, fix)]
    aside = path.parent.with_name(path.parent.name.replace("window-", "damaged-"))
    assert found.problems[0].place.file == str(aside)
    assert (aside / path.name).exists()


def test_a_damaged_copy_that_cannot_be_moved_is_told_where_it_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = left(tmp_path, format=0)

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "rename", refuse)
    for _ in range(2):  # It is let go of again.
        (problem,) = look(tmp_path, NOW).problems
        assert (problem.code, problem.place.file) == ("rescue.damaged", str(path.parent))


def test_a_copy_that_cannot_be_read_is_told_as_such(tmp_path: Path) -> None:
    path = left(tmp_path)
    path.unlink()
    path.mkdir()
    ((_, message, _),) = words(look(tmp_path, NOW))
    assert "but it cannot be read." in message


def test_a_newer_copy_is_told_with_what_to_do(tmp_path: Path) -> None:
    path = left(tmp_path, format=2)
    found = look(tmp_path, NOW)
    said = "Unsaved changes were kept here by a newer version of the program."
    assert words(found) == [(Severity.WARNING, said, "Start that version to get them back.")]
    assert found.problems[0].place.file == str(path)


def test_a_folder_that_cannot_be_locked_is_told_and_the_others_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = sorted(left(tmp_path).parent for _ in range(2))
    (tmp_path / "window-file").write_text("no folder")
    (tmp_path / "other").mkdir()
    take = FileLock.take

    def refuse(self: FileLock) -> bool:
        if self._path.parent == first:
            raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
        return take(self)

    monkeypatch.setattr(FileLock, "take", refuse)
    found = look(tmp_path, NOW)
    assert [one.copy.folder for one in found.copies] == [second]
    ((code, file),) = [(one.code, one.place.file) for one in found.problems]
    assert (code, file) == ("file.unreadable", str(first))
    found.copies[0].copy.release()


def test_copies_are_kept_for_thirty_days_and_fifty_of_them(tmp_path: Path) -> None:
    assert (KEPT_DAYS, MOST_KEPT) == (30, 50)
    for days in (29.99, 30.01):
        age(left(tmp_path), days)
    found = look(tmp_path, NOW)
    assert len(found.copies) == 1
    assert words(found) == [
        (
            Severity.NOTE,
            "Unsaved changes of long ago were removed: 1.",
            "They are kept for 30 days, and 50 of them at most.",
        )
    ]
    assert found.problems[0].place.file == str(tmp_path)
    found.copies[0].copy.release()


def test_of_damaged_copies_the_newest_fifty_stay(tmp_path: Path) -> None:
    for number in range(52):
        folder = tmp_path / f"damaged-{number:02}"
        folder.mkdir()
        age(folder, number / 100)
    age(tmp_path / "damaged-00", 31)
    found = look(tmp_path, NOW)
    assert words(found)[0][1] == "Unsaved changes of long ago were removed: 2."
    there = sorted(one.name for one in tmp_path.iterdir())
    assert there == [f"damaged-{number:02}" for number in range(1, 51)]
    assert look(tmp_path, NOW) == LeftBehindCopies()


def test_a_damaged_copy_that_cannot_be_removed_is_not_told_as_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "damaged-1"
    folder.mkdir()
    age(folder, 31)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patched:
        patched.setattr(os, "rmdir", refuse)
        assert look(tmp_path, NOW) == LeftBehindCopies()
    assert words(look(tmp_path, NOW))[0][1] == "Unsaved changes of long ago were removed: 1."


def test_where_the_folder_is_no_folder_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x")
    assert look(tmp_path / "file", NOW) == LeftBehindCopies()

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", refuse)
    (problem,) = look(tmp_path, NOW).problems
    assert (problem.code, problem.place.file) == ("file.no-permission", str(tmp_path))


def test_a_new_folder_is_tried_for_ten_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = iter([False] * 9 + [True])
    monkeypatch.setattr(FileLock, "take", lambda _: next(taken))
    assert RescueCopy.make(tmp_path / "a").folder.name.startswith("window-")
    assert len(list((tmp_path / "a").iterdir())) == 10
    monkeypatch.setattr(FileLock, "take", lambda _: False)
    with pytest.raises(OSError, match="no new folder stays there"):
        RescueCopy.make(tmp_path / "b")
    assert len(list((tmp_path / "b").iterdir())) == 10


def test_a_copy_that_is_removed_lets_go_of_its_folder(tmp_path: Path) -> None:
    copy = RescueCopy.make(tmp_path)
    copy.remove()
    copy.folder.mkdir()
    other = FileLock(copy.folder / "lock")
    assert other.take()
    other.release()
