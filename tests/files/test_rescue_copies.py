"""Rescue copies: what is written comes back, and nothing else of the user's is touched."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files import load_session, save_candidates
from inspector.files.left_behind import (
    KEPT_DAYS,
    MOST_KEPT,
    LeftBehind,
    LeftBehindCopies,
    load_left_behind,
    look,
)
from inspector.files.rescue import RescueCopy, UnsavedState
from inspector.session.edits import set_at
from inspector.session.session import Note, Session
from inspector.stage import Part
from tests.shared.examples import examples
from tests.shared.problem_lists import written
from tests.shared.samples import FOLDER as SAMPLES

NOW = datetime.now(UTC)
CARD = {
    "node_id": "c1",
    "node_kind": "entity",
    "canonical_name": "One",
    "relevance_score": 0.5,
    "renderings": {"compact": "é"},
}
ORIGIN = UnsavedState(
    "a.inspector.json", Path("/a.inspector.json"), (1, 2, 3), 4, "2026-04-03T12:00:00Z"
)


def the_session(path: Path) -> Session:
    session = load_session(path).value
    assert session is not None
    return session


def kept(parent: Path, *sessions: Session) -> RescueCopy:
    """Write sessions into one copy, each in place of the one before."""
    copy = RescueCopy.make(parent)
    for session in sessions:
        copy.write(session, ORIGIN)
    return copy


def left(parent: Path, *sessions: Session) -> LeftBehind:
    """Return the one copy of a window that is gone."""
    kept(parent, *sessions).release()
    (found,) = look(parent, NOW).copies
    return found


def restored(one: LeftBehind) -> Session:
    loaded = load_left_behind(one)
    assert loaded.value is not None
    one.copy.remove()
    return loaded.value


def codes(found: LeftBehindCopies) -> list[str]:
    return [problem.code for problem in found.problems]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# What comes back ----------------------------------------------------------------------------


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in SAMPLES.glob("*/session*")))
def test_a_session_whose_parts_are_files_comes_back_with_them(sample: str, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SAMPLES, tmp_path / "own"))  # some refer to others
    session = the_session(folder / sample / "session.inspector.json")
    edited = replace(set_at("policy", "min_bucket_tokens", 5)(session), notes=(Note("a", "b"),))
    assert restored(left(tmp_path / "unsaved", edited)) == edited


@pytest.mark.parametrize("sample", sorted(path.parent.name for path in SAMPLES.glob("*/session*")))
def test_of_a_sample_nothing_is_needed_that_comes_with_the_program(
    sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = shutil.copytree(SAMPLES, tmp_path / "shipped")
    monkeypatch.setattr("inspector.files.rescue.resource_folder", lambda: shipped)
    session = the_session(Path(shipped) / sample / "session.inspector.json")
    # The builder's project is a folder that is looked at, not a part of the session.
    session = session.having(builder=Session().builder)
    found = left(tmp_path / "unsaved", session)
    shutil.rmtree(shipped)
    assert restored(found) == replace(session, sources=())


def test_parts_come_back_as_they_were_although_their_files_are_gone(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SAMPLES / "securities-fraud", tmp_path / "own"))
    session = the_session(folder / "session.inspector.json")
    found = left(tmp_path / "unsaved", session)
    for name in ("policy.json", "request.json"):
        (folder / name).unlink()
    assert restored(found) == session


def test_a_candidate_set_of_the_users_own_is_not_copied(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SAMPLES / "securities-fraud", tmp_path / "own"))
    session = the_session(folder / "session.inspector.json")
    found = left(tmp_path / "unsaved", session)
    assert names(found.copy.folder) == ["lock", "session.rescue"]
    (folder / "candidates.json").unlink()
    loaded = load_left_behind(found)
    assert loaded.value is not None
    assert loaded.value.policy == session.policy
    missing = [one for one in loaded.problems if one.code == "file.missing"]
    assert [one.place.file for one in missing] == [str(folder / "candidates.json")]
    found.copy.release()


def with_set(folder: Path, name: str = "set.json") -> Session:
    content = {"schema_version": 1, "set_id": "s", "knowledge_cards": [CARD], "buckets": []}
    inline = {"schema_version": 1, "candidates": {"inline": content}}
    return the_session(written(folder, name, inline))


def test_a_candidate_set_without_a_file_is_written_once(tmp_path: Path) -> None:
    session = with_set(tmp_path)
    copy = kept(tmp_path / "unsaved", session)
    (first,) = copy.folder.glob("candidates*")
    before = first.stat()
    edited = set_at("policy", "min_bucket_tokens", 5)(session)
    copy.write(edited, ORIGIN)
    assert first.stat() == before
    other = replace(edited, candidates=with_set(tmp_path, "other.json").candidates)
    copy.write(other, ORIGIN)
    assert not first.exists()
    assert len(names(copy.folder)) == 3
    copy.release()
    (found,) = look(tmp_path / "unsaved", NOW).copies
    assert restored(found) == other


def test_a_set_under_a_name_that_no_session_can_hold_is_copied(tmp_path: Path) -> None:
    session = with_set(tmp_path)
    path = tmp_path / "\udcff.json"
    assert save_candidates(session.candidates, path) == ()
    session = replace(session, sources=((Part.CANDIDATES, str(path)),))
    found = left(tmp_path / "unsaved", session)
    path.unlink()
    again = restored(found)
    assert again.candidates == session.candidates


@examples(10)
@given(
    st.lists(st.tuples(st.text(max_size=8), st.integers(0, 9000), st.text(max_size=8)), min_size=1),
    st.dictionaries(st.text(min_size=1, max_size=5).map("x-{}".format), st.integers(-9, 9)),
)
def test_the_last_state_that_was_written_always_comes_back(
    states: list[tuple[str, int, str]], kept_members: dict[str, int]
) -> None:
    sessions = [
        replace(
            set_at("policy", "min_bucket_tokens", tokens)(Session(title=title)),
            notes=(Note(subject=title, text=text),),
            kept=kept_members,
        )
        for title, tokens, text in states
    ]
    with tempfile.TemporaryDirectory() as folder:
        assert restored(left(Path(folder) / "unsaved", *sessions)) == sessions[-1]


def test_what_is_known_of_a_copy_is_told_without_reading_the_session(tmp_path: Path) -> None:
    origin = replace(ORIGIN, path=tmp_path / "\udcff\n.json", stamp=None)
    copy = RescueCopy.make(tmp_path)
    copy.write(Session(), origin)
    copy.release()
    (found,) = look(tmp_path, NOW).copies
    assert found.facts.path == str(origin.path)
    assert (found.facts.name, found.facts.changes) == (origin.name, 4)
    assert (found.facts.stamp, found.facts.written_at) == (None, origin.written_at)
    found.copy.release()


# What is on the disk -----------------------------------------------------------------------


def test_nobody_else_can_read_a_copy(tmp_path: Path) -> None:
    copy = kept(tmp_path / "unsaved", with_set(tmp_path))
    for path in (copy.folder.parent, copy.folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert len(names(copy.folder)) == 3
    for path in copy.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    copy.release()


def test_a_copy_that_is_removed_leaves_nothing(tmp_path: Path) -> None:
    kept(tmp_path / "unsaved", with_set(tmp_path)).remove()
    assert names(tmp_path / "unsaved") == []


def test_a_failure_leaves_the_copy_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = with_set(tmp_path)
    copy = kept(tmp_path / "unsaved", first)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            copy.write(with_set(tmp_path), ORIGIN)
    copy.release()
    (found,) = look(tmp_path / "unsaved", NOW).copies
    assert restored(found) == first


# What is left behind -----------------------------------------------------------------------


def test_a_copy_that_a_window_holds_is_not_left_behind(tmp_path: Path) -> None:
    copy = kept(tmp_path, Session())
    assert look(tmp_path, NOW) == LeftBehindCopies()
    copy.release()
    (found,) = look(tmp_path, NOW).copies
    assert look(tmp_path, NOW).copies == []
    found.copy.release()
    assert len(look(tmp_path, NOW).copies) == 1


def test_where_there_is_no_folder_nothing_is_left_behind_or_made(tmp_path: Path) -> None:
    assert look(tmp_path / "none", NOW) == LeftBehindCopies()
    assert not (tmp_path / "none").exists()
    (tmp_path / "unsaved").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "unsaved")
    assert codes(look(tmp_path / "link", NOW)) == ["file.missing"]


def test_a_folder_in_which_nothing_was_kept_is_removed(tmp_path: Path) -> None:
    RescueCopy.make(tmp_path).release()
    assert look(tmp_path, NOW) == LeftBehindCopies()
    assert names(tmp_path) == []


def cut(copy: RescueCopy) -> None:
    copy.path.write_bytes(copy.path.read_bytes()[:-9])


def change(copy: RescueCopy) -> None:
    copy.path.write_bytes(copy.path.read_bytes().replace(b'"title": ""', b'"title": "x"'))


def empty(copy: RescueCopy) -> None:
    copy.path.write_bytes(b"")


def no_facts(copy: RescueCopy) -> None:
    copy.path.write_bytes(b"[" * 100_000 + b"\n{}")


def lose_set(copy: RescueCopy) -> None:
    next(copy.folder.glob("candidates*")).unlink()


def change_set(copy: RescueCopy) -> None:
    next(copy.folder.glob("candidates*")).write_bytes(b"{}")


def point_elsewhere(copy: RescueCopy) -> None:
    line, body = copy.path.read_bytes().split(b"\n", 1)
    facts = json.loads(line)
    facts["candidates"]["file"] = "../../set.json"
    copy.path.write_bytes(json.dumps(facts).encode() + b"\n" + body)


@pytest.mark.parametrize(
    "damage", [cut, change, empty, no_facts, lose_set, change_set, point_elsewhere]
)
def test_a_damaged_copy_is_told_of_and_kept_aside(
    damage: Callable[[RescueCopy], None], tmp_path: Path
) -> None:
    copy = kept(tmp_path / "unsaved", with_set(tmp_path))
    damage(copy)
    files = names(copy.folder)
    copy.release()
    found = look(tmp_path / "unsaved", NOW)
    assert found.copies == []
    assert codes(found) == ["rescue.damaged"]
    (aside,) = (tmp_path / "unsaved").iterdir()
    assert found.problems[0].place.file == str(aside)
    assert names(aside) == files
    assert look(tmp_path / "unsaved", NOW) == LeftBehindCopies()


def test_a_copy_of_a_newer_version_stays_as_it_is(tmp_path: Path) -> None:
    copy = kept(tmp_path, Session())
    copy.path.write_bytes(copy.path.read_bytes().replace(b'"format": 1', b'"format": 2'))
    copy.release()
    for _ in range(2):
        assert codes(look(tmp_path, NOW)) == ["rescue.newer"]
    assert copy.path.exists()


def test_old_copies_are_removed_and_that_is_told(tmp_path: Path) -> None:
    kept(tmp_path, Session()).release()
    damaged = kept(tmp_path, Session())
    cut(damaged)
    damaged.release()
    soon = NOW + timedelta(days=KEPT_DAYS - 1)
    for one in look(tmp_path, soon).copies:
        one.copy.release()
    assert len(names(tmp_path)) == 2
    found = look(tmp_path, NOW + timedelta(days=KEPT_DAYS + 1))
    assert codes(found) == ["rescue.removed"]
    assert "2" in found.problems[0].message
    assert names(tmp_path) == []


def test_an_old_copy_that_cannot_be_removed_is_a_problem_and_not_told_as_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, Session()).release()

    def refuse(_: RescueCopy) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(RescueCopy, "remove", refuse)
    for _ in range(2):  # It is let go of again.
        found = look(tmp_path, NOW + timedelta(days=KEPT_DAYS + 1))
        assert codes(found) == ["file.no-permission"]
        assert found.copies == []
    assert len(names(tmp_path)) == 1


def test_of_too_many_copies_the_newest_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_KEPT >= 10
    monkeypatch.setattr("inspector.files.left_behind.MOST_KEPT", 2)
    for hour in range(4):
        copy = RescueCopy.make(tmp_path)
        copy.write(Session(), replace(ORIGIN, written_at=f"2026-04-03T0{hour}:00:00Z"))
        copy.release()
    found = look(tmp_path, NOW)
    hours = [one.facts.written_at[11:13] for one in found.copies]
    assert hours == ["03", "02"]
    assert codes(found) == ["rescue.removed"]
    for one in found.copies:
        one.copy.release()
    assert len(names(tmp_path)) == 2
