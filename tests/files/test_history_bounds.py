"""What just fits into a history, what just does not, and in which words that is said."""

import sqlite3

import pytest

from inspector.files.history import HistoryError, Query, history_path, open_history
from inspector.files.history import record as module
from inspector.files.history.connection import OpenMode, connect, sqlite_problem
from inspector.files.history.record import MOST_RESULT_BYTES
from tests.files.history_samples import as_json, digest, opened, record

MOST = 2**53 - 1


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "x" * 300, "series": "s" * 300, "stage": "a" * 300, "version": "v" * 300},
        {"title": "", "series": ""},
        {"metrics": {"most": MOST, "least": -MOST, "text": "x" * 300, "none": ""}},
        {"metrics": {"n" * 300: 1.5, "yes": True, "tiny": -1e-300}},
        {"verdicts": {"none": 0, "most": MOST}},
        {"inputs": {}, "metrics": {}, "verdicts": {}},
        {"recorded_at": "2026-04-03T12:00Z"},
        {"recorded_at": "2026-04-03T12:00:00.123456Z"},
        {"configuration": b" 1 ", "result": "é".encode().join((b'"', b'"'))},
    ],
)
def test_what_just_fits_is_saved_and_comes_back(changes, tmp_path):
    saved = record(**changes)
    with opened(history_path(tmp_path)) as history:
        assert history.get(history.add(saved)).record == saved


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"stage": 5}, "The value must be text."),
        ({"stage": ""}, "The value must not be empty."),
        ({"title": "x" * 301}, "The value has 301 characters, at most 300 are allowed."),
        ({"series": "x" * 1234}, "The value has 1,234 characters, at most 300 are allowed."),
        (
            {"title": "\ud800"},
            "The value holds half of a surrogate pair, which no file can hold.",
        ),
        ({"metrics": {"a": None}}, "The value must be a number or a text."),
        ({"metrics": {"a": float("inf")}}, "The value must be a finite number."),
        (
            {"metrics": {"a": MOST + 1}},
            "The value must be within 2^53 - 1, to be exact everywhere.",
        ),
        (
            {"metrics": {"a": -MOST - 1}},
            "The value must be within 2^53 - 1, to be exact everywhere.",
        ),
        ({"metrics": {"": 1}}, "The value has a name that must not be empty."),
        ({"inputs": {"a": 5}}, "The value must be a SHA-256 of 64 hex digits."),
        ({"inputs": {"a": "0" * 63}}, "The value must be a SHA-256 of 64 hex digits."),
        (
            {"verdicts": {"a": MOST + 1}},
            "The value must be a whole number that is not negative.",
        ),
        ({"recorded_at": 5}, "The value must be a UTC time such as 2026-04-03T12:00:00Z."),
        ({"result": "x"}, "The value must be the bytes of a JSON text."),
        ({"result": b"x"}, "The value must be JSON."),
        ({"result": b"[" * 100_000 + b"]" * 100_000}, "The value is nested too deeply."),
    ],
)
def test_why_a_value_cannot_be_saved_is_said_in_words(changes, said):
    with pytest.raises(HistoryError) as caught:
        record(**changes)
    (problem,) = caught.value.problems
    assert (problem.severity, problem.message) == ("error", said)


def test_a_result_of_512_mebibytes_is_the_largest(monkeypatch):
    assert MOST_RESULT_BYTES == 536_870_912
    monkeypatch.setattr(module, "MOST_RESULT_BYTES", 4)
    assert record(configuration=b"1", result=b'"ab"').result == b'"ab"'
    with pytest.raises(HistoryError) as caught:
        record(configuration=b"1", result=b'"abc"')
    (problem,) = caught.value.problems
    assert problem.message == "The value has 5 bytes, at most 4 are allowed."


def test_a_file_too_small_for_a_database_is_refused_as_that(tmp_path):
    for size, small in ((1, True), (511, True), (512, False)):
        path = tmp_path / f"{size}.sqlite3"
        path.write_bytes(bytes(size))
        loaded = open_history(path)
        assert loaded.value is None
        said = "This file is too small to be a history. It was left as it is."
        assert (loaded.problems[0].message == said) is small
        assert path.read_bytes() == bytes(size)


def test_the_file_says_that_it_is_a_history(tmp_path):
    path = history_path(tmp_path)
    with opened(path) as history:
        history.add(record())
    assert path.read_bytes()[68:72] == b"CBIH"
    with sqlite3.connect(path) as connection:
        (packing,) = connection.execute("SELECT DISTINCT packing FROM content").fetchone()
    connection.close()
    assert packing == "plain"


@pytest.mark.parametrize(
    ("how", "found"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"limit": 2}, [6, 5]),
        ({"limit": 0}, []),
        ({"limit": -5}, []),
        ({"offset": 4}, [2, 1]),
        ({"offset": -1}, [6, 5, 4, 3, 2, 1]),
        ({"limit": 2, "offset": 1}, [5, 4]),
        ({"limit": 9, "offset": 6}, []),
    ],
)
def test_runs_are_found_by_the_page_the_last_first(how, found, tmp_path):
    with opened(history_path(tmp_path)) as history:
        history.add_many(record(number) for number in range(1, 7))
        assert [one.id for one in history.search(**how)] == found
        assert history.latest().id == 6
        assert history.latest(Query(text="nothing")) is None


@pytest.mark.parametrize(
    ("how", "left"),
    [
        ({"keep": 2}, [5, 4]),
        ({"keep": 0}, []),
        ({"keep": -3}, []),
        ({"keep": 9}, [5, 4, 3, 2, 1]),
        ({"older_than": "2026-04-03T12:00:03Z"}, [5, 4, 3]),
        ({"keep": 4, "older_than": "2026-04-03T12:00:03Z"}, [5, 4, 3, 2]),
        ({"keep": 1, "older_than": "2026-04-03T12:00:03Z"}, [5, 4, 3]),
        ({"keep": 0, "query": Query(text="Run 3")}, [5, 4, 2, 1]),
    ],
)
def test_of_old_runs_those_go_that_are_neither_kept_nor_new_enough(how, left, tmp_path):
    with opened(history_path(tmp_path)) as history:
        for number in range(1, 6):
            history.add(record(number, recorded_at=f"2026-04-03T12:00:0{number}Z"))
        removed = history.prune(**how)
        assert [one.id for one in history.search()] == left
        assert removed == 5 - len(left)
        assert history.prune(**how) == 0


@pytest.mark.parametrize(
    ("how", "place", "said"),
    [
        ({}, "/keep", "The value must be given where there is no older_than."),
        (
            {"older_than": "soon"},
            "/older_than",
            "The value must be a UTC time such as 2026-04-03T12:00:00Z.",
        ),
    ],
)
def test_without_a_bound_nothing_is_removed(how, place, said, tmp_path):
    with opened(history_path(tmp_path)) as history:
        history.add(record())
        with pytest.raises(HistoryError) as caught:
            history.prune(**how)
        (problem,) = caught.value.problems
        assert (problem.place.pointer, problem.message) == (place, said)
        assert history.count() == 1


def test_removing_runs_counts_those_that_there_were(tmp_path):
    with opened(history_path(tmp_path)) as history:
        history.add_many(
            record(number, result=as_json(digest(str(number)))) for number in (1, 2, 3)
        )
        assert history.remove([1, 3, 3, 9]) == 2
        assert [one.id for one in history.search()] == [2]
        assert history.remove([]) == 0
        assert history.check() == ()


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (sqlite3.SQLITE_FULL, "disk-full"),
        (sqlite3.SQLITE_IOERR, "disk-error"),
        (sqlite3.SQLITE_IOERR_WRITE, "disk-error"),
        (sqlite3.SQLITE_BUSY, "busy"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "busy"),
        (sqlite3.SQLITE_CANTOPEN, "cannot-open"),
        (sqlite3.SQLITE_NOTADB, "not-a-history"),
        (sqlite3.SQLITE_TOOBIG, "too-large"),
        (sqlite3.SQLITE_READONLY, "read-only"),
        (sqlite3.SQLITE_PERM, "read-only"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "moved"),
        (sqlite3.SQLITE_READONLY_ROLLBACK, "unfinished"),
        (sqlite3.SQLITE_CORRUPT, "damaged"),
        (sqlite3.SQLITE_ERROR, "damaged"),
        (None, "damaged"),
    ],
)
def test_what_sqlite_refuses_is_said_as_what_it_means(number, code):
    error = sqlite3.OperationalError("it says")
    if number is not None:
        error.sqlite_errorcode = number
    problem = sqlite_problem(error, "name")
    assert (problem.severity, problem.code) == ("error", f"history.{code}")
    assert problem.place.file == "name"
    assert "it says" not in str(problem)
    assert problem.fix


def test_a_connection_asks_for_all_the_care_that_there_is(tmp_path):
    connection = connect(tmp_path / "a", OpenMode.CREATE, 1.5)
    asked = ("synchronous", "foreign_keys", "cell_size_check", "busy_timeout")
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked}
    connection.close()
    assert found == {
        "synchronous": 3,
        "foreign_keys": 1,
        "cell_size_check": 1,
        "busy_timeout": 1500,
    }


@pytest.mark.parametrize(("mode", "said"), [(OpenMode.READ, "ro"), (OpenMode.WRITE, "rw")])
def test_a_file_is_opened_by_a_name_that_says_how(mode, said, tmp_path, monkeypatch):
    path = history_path(tmp_path)
    opened(path).close()
    asked = []
    open_file = sqlite3.connect

    def watched(name, **options):
        asked.append((name, options["uri"], options["isolation_level"]))
        return open_file(name, **options)

    monkeypatch.setattr(sqlite3, "connect", watched)
    connect(path, mode, 1).close()
    assert asked == [(f"{path.as_uri()}?mode={said}", True, None)]
