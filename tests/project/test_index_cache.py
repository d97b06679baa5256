"""What an index takes from its cache, and what it never trusts the cache with."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from inspector.project import IndexCache, IndexCancelledError, index_project, indexing, paths
from inspector.project.index import Exclusion, ProjectIndex
from inspector.project.rules import ProjectRules

LONG_AGO = 10**18


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project whose files are old enough for their times to be trusted."""
    files = {"a.py": "class A:\n    def one(self): ...\n", "b.py": "import a\n", "c.txt": "words\n"}
    files |= {"d.bin": "\0", "folder/e.py": "def e(): return 1\n"}
    for name, text in files.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, ns=(LONG_AGO, LONG_AGO))
    return tmp_path / "project"


@pytest.fixture
def cache(tmp_path: Path) -> IndexCache:
    return IndexCache(tmp_path / "cache" / "index.sqlite")


@pytest.fixture
def _trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files that were made just now count as old, as they are on a day of work."""
    monkeypatch.setattr("inspector.project.cache._UNSURE_NS", -(10**12))


def assert_same(first: ProjectIndex, second: ProjectIndex) -> None:
    assert first.files == second.files
    assert first.relations == second.relations
    assert first.facts == second.facts
    assert first.fingerprint == second.fingerprint


@pytest.mark.usefixtures("_trusting")
def test_what_did_not_change_is_neither_opened_nor_parsed(
    root: Path, cache: IndexCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = index_project(root, cache=cache)
    assert (first.statistics.files_parsed, first.statistics.files_reused) == (3, 0)
    monkeypatch.setattr(paths._OpenFolder, "open_file", None)
    monkeypatch.setattr(indexing, "relations_of", None)
    second = index_project(root, cache=cache)
    assert_same(first, second)
    assert (second.statistics.files_parsed, second.statistics.bytes_read) == (0, 0)
    assert second.statistics.files_reused == 5
    assert second.problems == ()


@pytest.mark.usefixtures("_trusting")
def test_only_what_changed_is_parsed_again(root: Path, cache: IndexCache) -> None:
    index_project(root, cache=cache)
    (root / "a.py").write_text("class B:\n    pass\n")
    (root / "c.txt").unlink()
    (root / "new.py").write_text("x = 1\n")
    second = index_project(root, cache=cache)
    assert_same(second, index_project(root))
    assert second.statistics.files_parsed == 2
    assert_same(index_project(root, cache=cache), second)


@pytest.mark.usefixtures("_trusting")
def test_a_change_that_keeps_size_and_time_is_seen(root: Path, cache: IndexCache) -> None:
    index_project(root, cache=cache)
    (root / "a.py").write_text("class Z:\n    def two(self): ...\n")
    os.utime(root / "a.py", ns=(LONG_AGO, LONG_AGO))
    assert_same(index_project(root, cache=cache), index_project(root))


def test_a_file_as_new_as_the_cache_is_read_again_but_not_parsed(
    root: Path, cache: IndexCache
) -> None:
    first = index_project(root, cache=cache)
    second = index_project(root, cache=cache)
    assert_same(first, second)
    assert second.statistics.bytes_read > 0
    assert second.statistics.files_parsed == 0


@pytest.mark.usefixtures("_trusting")
def test_another_folder_with_the_same_cache_is_read(
    root: Path, cache: IndexCache, tmp_path: Path
) -> None:
    first = index_project(root, cache=cache)
    root.rename(tmp_path / "moved")
    second = index_project(tmp_path / "moved", cache=cache)
    assert_same(first, second)
    assert second.statistics.files_parsed == 0
    assert second.statistics.bytes_read > 0


@pytest.mark.usefixtures("_trusting")
def test_rules_and_limits_hold_for_what_the_cache_knows(root: Path, cache: IndexCache) -> None:
    index_project(root, cache=cache)
    config = ProjectRules(deny=("a.py",), max_file_bytes=10)
    index = index_project(root, config=config, cache=cache)
    assert_same(index, index_project(root, config=config))
    assert index.files["a.py"].exclusion is Exclusion.DENY_RULE
    assert index.files["folder/e.py"].exclusion is Exclusion.TOO_LARGE


def test_the_cache_holds_no_contents(root: Path, cache: IndexCache) -> None:
    (root / "s.py").write_text("TOKEN = 'abracadabra'  # hocus pocus\n")
    (root / "s.txt").write_text("abracadabra\n")
    index_project(root, cache=cache)
    with sqlite3.connect(cache.path) as connection:
        rows = connection.execute("SELECT * FROM files").fetchall()
        values = connection.execute("SELECT value FROM facts").fetchall()
    connection.close()
    assert len(rows) == 7
    assert b"abracadabra" not in repr(rows + values).encode()
    assert b"abracadabra" not in cache.path.read_bytes()
    assert os.fsencode(root) not in cache.path.read_bytes()


@pytest.mark.usefixtures("_trusting")
@pytest.mark.parametrize(
    "content", [b"no database at all" * 99, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_cache_that_is_none_is_put_aside_and_made_anew(
    root: Path, cache: IndexCache, content: bytes
) -> None:
    cache.path.parent.mkdir()
    cache.path.write_bytes(content)
    first = index_project(root, cache=cache)
    assert [problem.code for problem in first.problems] == ["builder.cache-made-anew"]
    assert cache.path.with_name("index.sqlite.unusable").read_bytes() == content
    second = index_project(root, cache=cache)
    assert second.problems == ()
    assert second.statistics.files_reused == 5


def test_a_database_of_something_else_is_kept_whole(root: Path, cache: IndexCache) -> None:
    cache.path.parent.mkdir()
    with sqlite3.connect(cache.path) as connection:
        connection.execute("CREATE TABLE files (mine)")
        connection.execute("INSERT INTO files VALUES ('precious')")
    connection.close()
    before = cache.path.read_bytes()
    index = index_project(root, cache=cache)
    assert [problem.code for problem in index.problems] == ["builder.cache-made-anew"]
    assert cache.path.with_name("index.sqlite.unusable").read_bytes() == before


def test_a_cache_of_another_version_is_emptied(
    root: Path, cache: IndexCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    index_project(root, cache=cache)
    monkeypatch.setattr(indexing, "facts_version", lambda: "abc")
    index = index_project(root, cache=cache)
    assert index.statistics.files_parsed == 3
    assert index.problems == ()
    assert index_project(root, cache=cache).statistics.files_parsed == 0


def test_damaged_rows_are_read_again(root: Path, cache: IndexCache) -> None:
    first = index_project(root, cache=cache)
    with sqlite3.connect(cache.path) as connection:
        connection.execute("UPDATE files SET facts = x'00', symbols = x'ff' WHERE path = 'a.py'")
        connection.execute("UPDATE files SET hash = 'no' WHERE path = 'b.py'")
        connection.execute("UPDATE facts SET value = value || x'00ff' WHERE name = 'relations'")
    connection.close()
    second = index_project(root, cache=cache)
    assert_same(first, second)
    assert second.statistics.files_parsed == 2


@pytest.mark.parametrize("cut", [100, 5000, 9000])
def test_a_cache_that_was_cut_short_costs_time_only(
    root: Path, cache: IndexCache, cut: int
) -> None:
    first = index_project(root, cache=cache)
    data = cache.path.read_bytes()
    assert len(data) > cut
    cache.path.write_bytes(data[:cut])
    assert_same(index_project(root, cache=cache), first)
    third = index_project(root, cache=cache)
    assert_same(third, first)
    assert third.problems == ()


@pytest.mark.parametrize("place", ["project/index.sqlite", "project/sub/x", "taken", "file/x"])
def test_a_cache_that_cannot_be_used_is_a_note(root: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").write_text("")
    before = sorted(root.rglob("*"))
    index = index_project(root, cache=IndexCache(tmp_path / place))
    assert_same(index, index_project(root))
    assert [problem.code for problem in index.problems] == ["builder.cache-not-usable"]
    assert sorted(root.rglob("*")) == before


@pytest.mark.usefixtures("_trusting")
@pytest.mark.parametrize("after", range(6))
def test_a_cancelled_indexing_leaves_a_cache_that_is_of_use(
    root: Path, cache: IndexCache, after: int
) -> None:
    seen: list[tuple[int, int, str]] = []

    def progress(done: int, total: int, path: str) -> None:
        seen.append((done, total, path))

    with pytest.raises(IndexCancelledError):
        index_project(root, cache=cache, progress=progress, cancelled=lambda: len(seen) >= after)
    index = index_project(root, cache=cache)
    assert_same(index, index_project(root))
    assert index.statistics.files_reused == after
    assert seen == [(n, 5, seen[n][2]) for n in range(after)]


def test_a_file_whose_time_lies_ahead_is_never_trusted(root: Path, cache: IndexCache) -> None:
    ahead = 2**62
    os.utime(root / "a.py", ns=(ahead, ahead))
    index_project(root, cache=cache)
    index = index_project(root, cache=cache)
    assert index.statistics.bytes_read >= (root / "a.py").stat().st_size
