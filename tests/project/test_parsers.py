"""A large project is parsed by several processes, and nobody can tell from the index."""

from __future__ import annotations

import multiprocessing
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from inspector.project import IndexCache, IndexCancelledError, index_project, records


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project that is large enough because little counts as much."""
    monkeypatch.setattr(records, "_ALONE", 400)
    monkeypatch.setattr(records, "_BATCH", 2_000)
    folder = tmp_path / "project"
    folder.mkdir()
    for at in range(60):
        text = f"from part_{at // 2} import a{at // 2}\n\ndef a{at}(x):\n    return a{at // 2}(x)\n"
        (folder / f"part_{at}.py").write_text(text * (1 + at % 3))
    (folder / "picture.bin").write_bytes(bytes(range(256)))
    (folder / "broken.py").write_text("def (:\n" * 20)
    return folder


def test_the_index_is_the_same_however_many_processes_parse(project: Path) -> None:
    alone, together = (index_project(project, processes=count) for count in (1, 2))
    assert alone == together
    assert alone.facts == together.facts
    assert alone.relations
    assert multiprocessing.active_children() == []


def test_a_cache_keeps_what_others_parsed(project: Path, tmp_path: Path) -> None:
    cache = IndexCache(tmp_path / "cache.sqlite3")
    first = index_project(project, cache=cache, processes=2)
    again = index_project(project, cache=cache, processes=2)
    assert (first.statistics.files_parsed, again.statistics.files_parsed) == (61, 0)
    assert first.files == again.files
    assert first.relations == again.relations


def test_no_process_goes_on_behind_an_index_that_was_cancelled(project: Path) -> None:
    seen: list[int] = []

    def cancelled() -> bool:
        return len(seen) > 40

    with pytest.raises(IndexCancelledError):
        index_project(
            project,
            processes=2,
            progress=lambda done, _all, _path: seen.append(done),
            cancelled=cancelled,
        )
    assert multiprocessing.active_children() == []


def test_what_a_lost_process_had_is_parsed_here(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: Any) -> None:
        raise BrokenProcessPool("somebody ended it")

    monkeypatch.setattr(records.ProcessPoolExecutor, "submit", lost)
    assert index_project(project, processes=2) == index_project(project)
