"""Opening a history: made, found, only read, or refused and left as it is."""

import json
import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from inspector.core.problems import Severity
from inspector.files.history import HistoryError, history_path, move_aside, open_history
from tests.files.history_samples import codes, folder_in_memory, opened, record

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path):
    return history_path(tmp_path)


def refused(path, **options):
    loaded = open_history(path, **options)
    assert loaded.value is None
    return codes(loaded.problems)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_file_and_folders_are_made_for_their_owner_alone(tmp_path):
    path = history_path(tmp_path / "a" / "b")
    opened(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_nothing_lies_beside_the_file_when_nobody_writes(tmp_path):
    with opened(history_path(tmp_path)) as history:
        history.add(record())
        assert list(contents(tmp_path)) == ["history.sqlite3"]


def test_looking_into_a_history_makes_none(path):
    assert refused(path, read_only=True) == ["file.missing"]
    assert not path.exists()


def test_an_empty_file_is_a_history_that_was_not_begun_yet(path):
    path.touch()
    assert refused(path, read_only=True) == ["history.empty"]
    with opened(path) as history:
        assert history.count() == 0


def test_a_link_leads_to_the_history(tmp_path):
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "real.sqlite3")
    with opened(link) as history:
        history.add(record())
    with opened(tmp_path / "real.sqlite3") as history:
        assert history.count() == 1


def test_a_path_may_hold_any_character(tmp_path):
    path = tmp_path / "50% off? #1 ü '\n.sqlite3"
    with opened(path) as history:
        history.add(record())
    assert path.exists()


@pytest.mark.parametrize(
    "data", [b"x", b"some text\n" * 500, bytes(5000), b"SQLite format 3\0", b"SQLite" * 900]
)
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path, data):
    path = tmp_path / "notes.txt"
    path.write_bytes(data)
    assert refused(path) in (["history.not-a-history"], ["history.damaged"])
    assert contents(tmp_path) == {"notes.txt": data}


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE t (x)", "PRAGMA user_version = 1", "PRAGMA application_id = 77"]
)
def test_the_database_of_another_program_is_left_as_it_is(path, statement):
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert refused(path) == ["history.not-a-history"]
    assert path.read_bytes() == before


def test_a_newer_history_is_left_as_it_is(path):
    opened(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 1000")
    connection.close()
    before = contents(path.parent)
    assert refused(path) == refused(path, read_only=True) == ["history.newer"]
    assert contents(path.parent) == before


def test_a_history_cut_short_is_refused_and_left_as_it_is(path):
    with opened(path) as history:
        history.add(record())
    half = path.read_bytes()[:20_000]
    path.write_bytes(half)
    assert refused(path) == ["history.damaged"]
    assert path.read_bytes() == half


def test_what_is_no_file_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
    assert refused(tmp_path / "pipe") == refused(tmp_path / "socket") == ["history.not-a-history"]
    assert refused(tmp_path) == ["file.is-a-folder"]
    (tmp_path / "file").touch()
    assert refused(tmp_path / "file" / "history") == ["file.missing"]
    assert refused("a\0b") == ["file.unreadable"]


def test_what_a_killed_program_left_half_written_is_undone(path, tmp_path):
    with opened(path) as history:
        history.add_many(record(number) for number in range(50))
    crashed = _as_after_a_crash(path, tmp_path / "crashed")
    before = contents(crashed.parent)
    assert refused(crashed, read_only=True) == ["history.unfinished"]
    assert contents(crashed.parent) == before
    with opened(crashed) as history:
        assert {run.title for run in history.search()} == {f"Run {n}" for n in range(50)}
        assert history.check() == ()


def _as_after_a_crash(path, folder):
    """Copy a file, and the journal beside it, in the middle of a change that spills to the disk."""
    folder.mkdir()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE run SET title = 'half written', words = hex(randomblob(2000))")
    assert path.read_bytes().count(b"half written")
    for file in (path, path.with_name(f"{path.name}-journal")):
        shutil.copy(file, folder)
    writer.execute("ROLLBACK")
    writer.close()
    return folder / path.name


AS_SOMEBODY_ELSE = """
import json, os, sys
from inspector.files.history import HistoryError, open_history
from tests.files.history_samples import record
other = record(2)
assert other.identity  # which loads an encoding, and the library may be closed to others
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
loaded = open_history(sys.argv[1])
found = {"problems": [problem.code for problem in loaded.problems]}
if loaded.value is not None:
    found["severity"] = loaded.problems[0].severity
    found["titles"] = [run.title for run in loaded.value.search()]
    found["read_only"] = loaded.value.read_only
    try:
        loaded.value.add(other)
    except HistoryError as error:
        found["refused"] = [problem.code for problem in error.problems]
print(json.dumps(found))
"""


def _opened_by_somebody_else(path):
    run = subprocess.run(
        [sys.executable, "-c", AS_SOMEBODY_ELSE, str(path)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize(("folder_mode", "file_mode"), [(0o555, 0o666), (0o777, 0o444)])
def test_where_nothing_can_be_written_the_history_can_still_be_read(folder_mode, file_mode):
    with folder_in_memory() as folder:
        path = history_path(folder)
        with opened(path) as history:
            history.add(record(1))
        before = path.read_bytes()
        path.chmod(file_mode)
        folder.chmod(folder_mode)
        found = _opened_by_somebody_else(path)
        folder.chmod(0o700)
        assert found == {
            "problems": ["history.read-only"],
            "severity": Severity.WARNING,
            "titles": ["Run 1"],
            "read_only": True,
            "refused": ["history.read-only"],
        }
        assert contents(folder) == {path.name: before}


def test_where_no_history_can_be_made_the_permission_is_named():
    with folder_in_memory() as folder:
        folder.chmod(0o555)
        found = _opened_by_somebody_else(history_path(folder))
        folder.chmod(0o700)
        assert found == {"problems": ["file.no-permission"]}


@pytest.mark.skipif(os.name == "nt", reason="a disk does not say so there")
def test_where_the_disk_is_read_only_no_permission_is_asked_to_be_changed(path, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    (problem,) = open_history(path).problems
    assert problem.message == "It is on a read-only disk."
    assert problem.fix == "Use a place that is not."


def test_a_refused_file_can_be_moved_aside_and_a_new_history_begun(path):
    for number in (1, 2):
        path.write_bytes(b"no history")
        moved = move_aside(path)
        assert moved == path.parent / f"history.sqlite3.aside-{number}" / "history.sqlite3"
        assert moved.read_bytes() == b"no history"
        assert not path.exists()
    with opened(path) as history:
        assert history.add(record()) == 1


def test_a_file_is_moved_aside_with_its_journal(path):
    path.write_bytes(b"no history")
    path.with_name("history.sqlite3-journal").write_bytes(bytes(512))
    moved = move_aside(path)
    assert contents(path.parent) == {}
    assert contents(moved.parent) == {
        "history.sqlite3": b"no history",
        "history.sqlite3-journal": bytes(512),
    }


def test_a_file_is_not_moved_while_a_program_writes_to_it(path):
    opened(path).close()
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with pytest.raises(HistoryError) as caught:
        move_aside(path)
    writer.close()
    assert codes(caught.value.problems) == ["history.busy"]
    assert list(path.parent.iterdir()) == [path]


def test_a_history_that_was_moved_aside_while_open_saves_nothing_more(path):
    with opened(path) as history:
        move_aside(path)
        with pytest.raises(HistoryError) as caught:
            history.add(record())
        assert codes(caught.value.problems) == ["history.moved"]


def test_only_a_file_can_be_moved_aside(tmp_path):
    for place in (tmp_path, tmp_path / "missing", "a\0b"):
        with pytest.raises(HistoryError) as caught:
            move_aside(place)
        assert len(caught.value.problems) == 1
