"""A history of any older version is brought up to date, all of it or not at all."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from inspector.files.history import HistoryError, Query
from inspector.files.history.connection import MIGRATIONS, Database, OpenMode, bring_up_to_date
from tests.files.history_samples import codes, opened, record

FILES = Path(__file__).parent / "history"

# A history of an imaginary program, which changed its mind twice.
IMAGINARY = (
    ("CREATE TABLE run (title TEXT)", "INSERT INTO run VALUES ('saved by the first version')"),
    ("ALTER TABLE run ADD COLUMN stage TEXT", "UPDATE run SET stage = 'injection'"),
    ("CREATE TABLE metric (value)", "INSERT INTO metric SELECT length(title) FROM run"),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "history.sqlite3"


def migrated(path, migrations, mode=OpenMode.CREATE):
    database = Database(path, mode, 5.0)
    try:
        return bring_up_to_date(database, migrations)
    finally:
        database.close()


def read(path, statement):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(statement).fetchall()


def tables(path):
    return {name for (name,) in read(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def version(path):
    return read(path, "PRAGMA user_version")[0][0]


def from_script(path, script):
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_every_older_version_leads_to_the_latest_with_what_it_held(path, start):
    assert start == 0 or migrated(path, IMAGINARY[:start]) is None
    assert migrated(path, IMAGINARY) is None
    assert version(path) == 3
    assert read(path, "SELECT * FROM run") == [("saved by the first version", "injection")]
    assert read(path, "SELECT * FROM metric") == [(26,)]


def test_migrating_again_does_nothing(path):
    migrated(path, IMAGINARY)
    before = path.read_bytes()
    assert migrated(path, IMAGINARY) is None
    assert path.read_bytes() == before


def test_a_migration_that_fails_leaves_the_older_version(path):
    migrated(path, IMAGINARY[:1])
    with pytest.raises(HistoryError):
        migrated(path, (*IMAGINARY, ("DROP TABLE metric", "DROP TABLE nowhere")))
    assert version(path) == 1
    assert read(path, "SELECT * FROM run") == [("saved by the first version",)]
    assert tables(path) == {"run"}


def test_a_newer_version_is_refused(path):
    migrated(path, IMAGINARY)
    before = path.read_bytes()
    assert migrated(path, IMAGINARY[:2]).code == "history.newer"
    assert path.read_bytes() == before


def test_an_older_version_that_can_only_be_read_is_refused(path):
    migrated(path, IMAGINARY[:1])
    assert migrated(path, IMAGINARY, OpenMode.READ).code == "history.older"
    assert version(path) == 1


def test_several_programs_at_once_migrate_once(path):
    def migrate():
        start.wait()
        found.append(migrated(path, IMAGINARY))

    found = []
    start = threading.Barrier(4)
    threads = [threading.Thread(target=migrate) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [None] * 4
    assert read(path, "SELECT count(*) FROM run") == [(1,)]


@pytest.mark.parametrize("number", range(1, len(MIGRATIONS) + 1))
def test_a_history_of_each_released_version_can_be_opened_and_used(path, number):
    from_script(path, (FILES / f"version_{number}.sql").read_text("utf-8"))
    with opened(path) as history:
        assert history.check() == ()
        assert [run.title for run in history.search()] == ["Run 2", "Run 1"]
        assert history.get(1).record == record(1)
        assert history.get(2).record == record(2, result=record(2).result + b" " * 500)
        assert [run.times_seen for run in history.search(Query(text="run wide"))] == [2, 1]
        assert history.add(record(3)) == 4


def test_the_tables_of_a_released_version_are_never_changed(tmp_path):
    schema = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    for number in range(1, len(MIGRATIONS) + 1):
        released, made = tmp_path / f"{number}.released", tmp_path / f"{number}.made"
        from_script(released, (FILES / f"version_{number}.sql").read_text("utf-8"))
        migrated(made, MIGRATIONS[:number])
        assert read(made, schema) == read(released, schema)


def test_a_newer_history_says_which_versions_there_are(path):
    migrated(path, [*MIGRATIONS, ["CREATE TABLE later (x)"]])
    problem = migrated(path, MIGRATIONS)
    assert codes([problem]) == ["history.newer"]
    assert str(len(MIGRATIONS) + 1) in problem.message
