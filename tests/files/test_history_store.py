"""What the history keeps, what it refuses, and what several users of one file see."""

import re
import sqlite3
import threading
from pathlib import Path

import pytest

import inspector as inspector_package
from inspector.files.history import Comparator, HistoryError, MetricCondition, Query
from inspector.files.history.connection import OpenMode, connect
from tests.files.history_samples import NOON, as_json, codes, digest, opened, record


@pytest.fixture
def path(tmp_path):
    return tmp_path / "data" / "history.sqlite3"


@pytest.fixture
def history(path):
    with opened(path) as history:
        yield history


def refused(action, *arguments, **named):
    with pytest.raises(HistoryError) as caught:
        action(*arguments, **named)
    return codes(caught.value.problems)


def tampered(path, statement, *values):
    connection = sqlite3.connect(path)
    with connection:
        assert connection.execute(statement, values).rowcount
    connection.close()


def test_a_saved_run_comes_back_as_it_was(history, path):
    one = record(stage="assembly", result=as_json({"rows": list(range(5000))}))
    number = history.add(one)
    history.close()
    with opened(path) as again:
        assert again.get(number).record == one
        assert again.get(number + 1) is None


def test_a_run_that_is_repeated_is_stored_once_and_counted(history):
    later = "2026-04-03T13:00:00Z"
    first = history.add(record(1))
    assert history.add(record(1, recorded_at=later)) == first
    (found,) = history.search()
    assert (found.times_seen, found.first_seen, found.last_seen) == (2, NOON, later)


def test_a_run_that_comes_back_after_another_is_a_run_of_its_own(history):
    numbers = [history.add(record(number)) for number in (1, 2, 1)]
    assert len(set(numbers)) == 3


def test_runs_of_another_stage_or_series_do_not_come_between(history):
    first = history.add(record(1))
    history.add(record(1, stage="window"))
    history.add(record(1, series="corpus"))
    assert history.add(record(1)) == first


def test_the_same_large_result_is_stored_once(history, path):
    body = "".join(digest(str(number)) for number in range(5000))
    result = as_json({"body": body})
    history.add(record(1, result=result))
    size = path.stat().st_size
    history.add_many([record(number, result=result) for number in range(2, 6)])
    assert path.stat().st_size - size < len(result) / 4


def test_pruning_gives_room_back_to_the_disk(history, path):
    empty = path.stat().st_size
    for number in range(20):
        body = "".join(digest(f"{number} {place}") for place in range(500))
        history.add(record(number, result=as_json({"body": body})))
    full = path.stat().st_size
    assert history.prune(keep=0) == 20
    assert path.stat().st_size - empty < (full - empty) / 10


def test_the_id_of_a_removed_run_never_comes_back(history):
    number = history.add(record(1))
    assert history.remove([number, number, 99]) == 1
    assert history.add(record(2)) > number


def test_a_query_that_means_nothing_is_refused(history):
    assert (
        refused(Query, since="yesterday", until="2026", fingerprint="xyz", text="\ud800")
        == ["history.unusable-value"] * 4
    )
    condition = MetricCondition("", Comparator.MORE, float("nan"))
    assert len(refused(Query, metrics=(condition,), verdict="")) == 3
    assert refused(history.prune) == ["history.unusable-value"]
    assert refused(history.prune, older_than="never") == ["history.unusable-value"]


def test_a_history_opened_for_reading_saves_and_removes_nothing(history, path):
    number = history.add(record())
    with opened(path, read_only=True) as reading:
        assert reading.read_only
        assert reading.get(number).record == record()
        for change in (lambda: reading.add(record(2)), lambda: reading.prune(keep=0)):
            assert refused(change) == ["history.read-only"]
    assert not history.read_only
    assert history.count() == 1


def test_a_history_that_was_closed_says_so(history):
    history.close()
    history.close()
    assert refused(history.add, record()) == refused(history.count) == ["history.closed"]


def test_nothing_is_saved_to_a_file_that_was_moved_away(history, path):
    history.add(record(1))
    path.rename(path.with_name("elsewhere"))
    assert refused(history.add, record(2)) == ["history.moved"]
    assert not path.exists()


def test_two_windows_see_each_others_runs(history, path):
    with opened(path) as other:
        numbers = [history.add(record(1)), other.add(record(2)), history.add(record(3))]
        assert [run.id for run in history.search()] == numbers[::-1]
        assert [run.id for run in other.search()] == numbers[::-1]


def test_a_program_that_does_not_let_go_of_the_file_is_told_about(path):
    with opened(path, busy_seconds=0.05) as history:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert refused(history.add, record()) == ["history.busy"]
        assert history.count() == 0
        other.execute("ROLLBACK")
        other.close()
        assert history.add(record()) == 1


def test_a_reader_that_does_not_let_go_makes_a_save_fail_and_not_half_succeed(path):
    with opened(path, busy_seconds=0.05) as history:
        history.add(record(1))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM run").fetchall()
        assert refused(history.add, record(2)) == ["history.busy"]
        other.close()
        assert (history.count(), history.add(record(3))) == (1, 2)


def test_threads_share_a_history(history):
    def add_some(first):
        saved.extend(history.add(record(first + number)) for number in range(10))

    saved = []
    threads = [threading.Thread(target=add_some, args=[100 * number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(saved) == sorted(run.id for run in history.search()) == list(range(1, 41))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE run SET title = 'Another'",
        "UPDATE run SET version = x'ff'",
        "UPDATE run SET first_seen = 'noon'",
        "UPDATE run SET last_seen = 9e18",
        "UPDATE run SET stage = CAST(x'ff' AS TEXT)",
        "UPDATE input SET fingerprint = 'abc'",
        "UPDATE metric SET value = 8 WHERE name = 'tokens_used'",
        "DELETE FROM verdict WHERE verdict = 'dropped'",
        "UPDATE content SET body = x'00' WHERE id = 2",
        "UPDATE content SET size = -1 WHERE packing = 'zlib'",
        "DELETE FROM content WHERE id = 2",
    ],
)
def test_a_run_that_is_not_what_was_saved_is_never_shown_as_it(history, path, statement):
    history.add(record(1, configuration=as_json({"filler": "x" * 2000})))
    tampered(path, statement)
    if "content WHERE id" in statement and statement.startswith("DELETE"):
        assert refused(history.search) == ["history.damaged"]
    assert refused(history.get, 1) == ["history.damaged"]
    (problem,) = history.check()
    assert (problem.code, problem.message) == ("history.damaged", "Run 1 is damaged.")
    assert history.remove([1]) == 1
    assert history.check() == ()


def test_a_damage_that_cannot_even_be_quoted_is_a_problem(history, path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema = ON")
    sql = b"CREATE TABLE run (id \xca) \xca".hex()
    connection.execute(f"UPDATE sqlite_master SET sql = CAST(x'{sql}' AS TEXT) WHERE name = 'run'")
    connection.execute("PRAGMA schema_version = 999")
    connection.close()
    assert refused(history.count) == refused(history.add, record()) == ["history.damaged"]


def test_saving_a_result_again_puts_its_damaged_content_right(history, path):
    history.add(record(1))
    tampered(path, "UPDATE content SET body = x'00'")
    history.add(record(1))
    assert history.get(1).record.result == record(1).result
    assert history.check() == ()


def test_every_change_reaches_the_disk_before_it_is_reported(history, path):
    # EXTRA is 3: the data, and the name of the journal that undoes it, are both written through.
    connection = connect(path, OpenMode.WRITE, 1.0)
    settings = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("synchronous", "journal_mode", "foreign_keys")
    }
    connection.close()
    assert settings == {"synchronous": 3, "journal_mode": "delete", "foreign_keys": 1}


def test_nothing_but_the_history_and_the_cache_of_projects_knows_sqlite():
    inspector = Path(inspector_package.__file__).parent
    imports = re.compile(r"^\s*(import|from) sqlite3\b", re.MULTILINE)
    modules = [path for path in inspector.rglob("*.py") if imports.search(path.read_text("utf-8"))]
    cache = inspector / "project"
    assert {path.parent for path in modules} == {inspector / "files" / "history", cache}
