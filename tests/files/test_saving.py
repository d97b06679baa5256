"""What is saved loads as it was, and there is a whole file at every moment."""

from __future__ import annotations

import errno
import json
import os
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector import locks
from inspector.core.candidates.candidate_set import Bucket, BucketFile, CandidateSet
from inspector.core.candidates.request import Request
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.files import (
    load_candidates,
    load_policy,
    load_request,
    save_candidates,
    save_policy,
    save_request,
    saving,
    write_atomically,
)
from inspector.files.saving import sweep
from tests.shared.card_records import GOOD_CARDS
from tests.shared.examples import examples
from tests.shared.problem_lists import written

ROOT = Path(__file__).parents[2]
TEXT = st.text(max_size=10)
FILES = st.builds(
    BucketFile,
    file_id=TEXT,
    title=TEXT,
    summary=st.none() | TEXT,
    text=st.none() | TEXT,
    relevance_score=st.floats(allow_nan=False, allow_infinity=False),
    inlinable=st.booleans(),
    token_count=st.none() | st.integers(0, 2**53 - 1),
)
BUCKETS = st.builds(
    Bucket,
    bucket_id=TEXT,
    bucket_title=TEXT,
    matter_id=st.none() | TEXT,
    background=st.none() | TEXT,
    files=st.lists(FILES, max_size=3, unique_by=lambda file: file.file_id),
)
SETS = st.builds(
    CandidateSet,
    set_id=TEXT,
    title=TEXT,
    source=st.none() | TEXT | st.dictionaries(TEXT, st.integers(-9, 9), max_size=2),
    knowledge_cards=st.lists(GOOD_CARDS, max_size=3, unique_by=lambda card: card["node_id"]),
    buckets=st.lists(BUCKETS, max_size=2, unique_by=lambda bucket: bucket.bucket_id),
    skipped_records=st.integers(0, 5),
)
REQUEST = Request.model_validate(
    {
        "trace_id": "t",
        "timestamp": "2026-04-03T12:00:00Z",
        "model": {"name": "m", "context_window": 1},
        "tokens_used_before": {"system": "é"},
        "relevance": {"cards": {"b": 1, "a": 0.1}},
        "expect": {"must_include": ["a", ["b", "c"]]},
        "signals": {"x": [1, None, {"y": True}]},
    }
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@examples(30)
@given(SETS)
def test_a_saved_candidate_set_loads_as_it_was(candidates: CandidateSet) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "set.json"
        assert save_candidates(candidates, path) == ()
        loaded = load_candidates(path)
        assert loaded.value == candidates
        assert all(one.code.startswith("candidates.") for one in loaded.problems)
        before = path.read_bytes()
        save_candidates(candidates, path)
        assert path.read_bytes() == before


def test_a_saved_policy_has_every_field(tmp_path: Path) -> None:
    path = tmp_path / "policy.json"
    assert save_policy(DEFAULT_POLICY, path) == ()
    assert load_policy(path).value == DEFAULT_POLICY
    assert list(json.loads(path.read_bytes())) == list(type(DEFAULT_POLICY).model_fields)
    assert path.read_bytes().endswith(b"}\n")


def test_a_saved_request_loads_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    assert save_request(REQUEST, path) == ()
    assert load_request(path).value == REQUEST
    saved = json.loads(path.read_bytes())
    assert saved["model"]["encoding"] == "o200k_base"
    assert "mode" not in saved
    assert "é" in path.read_text("utf-8")


def test_a_text_that_has_no_utf8_is_saved_with_escapes(tmp_path: Path) -> None:
    request = REQUEST.model_copy(update={"user_message": "half \ud83d, é"})
    assert save_request(request, tmp_path / "request.json") == ()
    loaded = load_request(tmp_path / "request.json")
    assert loaded.value == request


def test_writing_replaces_the_whole_and_keeps_permissions(tmp_path: Path) -> None:
    path = written(tmp_path, "file", "old and longer")
    path.chmod(0o640)
    write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert names(tmp_path) == ["file"]


def test_a_new_file_has_the_permissions_that_files_usually_have(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "file", b"")
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = written(tmp_path / "real", "file", "old")
    link = tmp_path / "link"
    link.symlink_to("real/file")
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert names(tmp_path / "real") == ["file"]
    dangling = tmp_path / "dangling"
    dangling.symlink_to("real/made")
    write_atomically(dangling, b"made")
    assert (tmp_path / "real" / "made").read_bytes() == b"made"


@pytest.fixture(params=["unnamed", "named"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How the new file comes to be: some systems have no files without a name."""
    if request.param == "named":
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    return str(request.param)


@pytest.mark.parametrize("private", [False, True])
def test_a_file_is_replaced_where_an_open_one_cannot_take_its_name(
    private: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    monkeypatch.setattr(saving, "_HOLDS", False)
    monkeypatch.setattr(saving, "lock", lambda _: pytest.fail("nothing is held there"))
    path = written(tmp_path, "file", "old")
    path.chmod(0o640)
    write_atomically(path, b"new", private=private)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == (0o600 if private else 0o640)
    (tmp_path / f".inspector-{'a' * 32}.tmp").touch()
    assert sweep(tmp_path) == 0
    assert names(tmp_path) == [f".inspector-{'a' * 32}.tmp", "file"]


def test_a_path_that_no_file_can_have_is_refused_by_its_name(tmp_path: Path) -> None:
    for name, why in (("a\0b", "the path holds a NUL character"), ("\ud800", "no file can have")):
        with pytest.raises(OSError, match=why) as raised:
            write_atomically(str(tmp_path / name), b"new")
        assert (raised.value.errno, raised.value.filename) == (
            errno.EINVAL,
            str(tmp_path / name),
        )
    assert names(tmp_path) == []


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("private", [False, True])
def test_a_file_is_replaced_whichever_way_the_new_one_is_made(
    private: bool, tmp_path: Path
) -> None:
    path = written(tmp_path, "file", "old")
    path.chmod(0o640)
    write_atomically(path, b"new", private=private)
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == (0o600 if private else 0o640)
    assert names(tmp_path) == ["file"]


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="every file has a name here")
def test_what_is_being_written_has_no_name_that_a_killed_program_could_leave_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[list[str]] = []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(names(tmp_path)))
    write_atomically(tmp_path / "file", b"new")
    assert seen[0] == []


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("step", ["fsync", "chmod", "replace"])
def test_a_failure_leaves_the_old_file_and_no_other(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "policy.json", "old")

    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, step, fail)
        problems = save_policy(DEFAULT_POLICY, path)
    assert [one.code for one in problems] == ["file.not-written"]
    assert "The disk is full" in problems[0].message
    assert "Nothing was changed" in problems[0].message
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["policy.json"]


def test_an_interruption_leaves_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(tmp_path / "file", b"new")
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_written_to_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(os, "open", refuse)  # The tests may run as root.
    problems = save_policy(DEFAULT_POLICY, tmp_path / "policy.json")
    monkeypatch.undo()
    assert [one.code for one in problems] == ["file.not-written"]
    assert "Permission" in problems[0].message


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder", "none/file", "folder/\0"):
        problems = save_policy(DEFAULT_POLICY, tmp_path / name)
        assert [one.code for one in problems] == ["file.not-written"], name
        assert "\0" not in str(problems[0])
    with pytest.raises(OSError, match="device"):
        write_atomically("/dev/null", b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# What a killed program left -------------------------------------------------------------

_WRITER = """
import os, sys
from inspector.files.saving import write_atomically
if sys.argv[2] == "named":
    vars(os).pop("O_TMPFILE", None)

def at_the_instant(*_):
    print("named", flush=True)
    sys.stdin.read()  # until it is killed

os.replace = at_the_instant
write_atomically(sys.argv[1], b"new")
"""


@pytest.fixture
def stopped(tmp_path: Path, way: str) -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    """A folder in which a program is stopped between giving a file a name and giving it the right
    one.
    """
    folder = tmp_path / "folder"
    folder.mkdir()
    written(folder, "file", "old")
    command = [sys.executable, "-c", _WRITER, str(folder / "file"), way]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"named\n"
        yield folder, writer
        writer.kill()


@pytest.mark.skipif(os.name != "posix", reason="nothing is held or swept here")
def test_what_a_killed_program_left_is_swept_and_nothing_else(
    stopped: tuple[Path, subprocess.Popen[bytes]],
) -> None:
    folder, writer = stopped
    mine = [".inspector-.tmp", ".inspector-0123.tmp", f"x.inspector-{'0' * 32}.tmp", "a.tmp"]
    for name in mine:
        (folder / name).touch()
    (folder / f".inspector-{'a' * 32}.tmp").mkdir()
    (folder / f".inspector-{'b' * 32}.tmp").symlink_to(folder / "file")
    kept = {*mine, "file", f".inspector-{'a' * 32}.tmp", f".inspector-{'b' * 32}.tmp"}
    [left] = set(names(folder)) - kept
    assert sweep(folder) == 0  # its writer is there
    assert (folder / left).exists()
    writer.kill()
    writer.wait()
    assert sweep(folder) == 1
    assert set(names(folder)) == kept
    assert (folder / "file").read_bytes() == b"old"


def test_a_folder_that_is_not_there_is_swept_without_a_word(tmp_path: Path) -> None:
    assert sweep(tmp_path / "gone") == 0


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="every file has a name here")
def test_a_file_that_replaces_none_never_has_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "replace", lambda *_: pytest.fail("it had another name"))
    write_atomically(tmp_path / "file", b"new")
    assert (tmp_path / "file").read_bytes() == b"new"


@pytest.mark.skipif(os.name != "posix", reason="nothing is held or swept here")
def test_a_file_that_was_swept_before_it_was_held_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    swept: list[int] = []
    first: list[int] = []

    def sweep_first(handle: int) -> bool:
        if not swept:
            monkeypatch.setattr(saving, "lock", locks.lock)
            swept.append(sweep(tmp_path))
            first.append(handle)
        return locks.lock(handle)

    monkeypatch.setattr(saving, "lock", sweep_first)
    write_atomically(tmp_path / "file", b"new")
    assert swept == [1]
    assert names(tmp_path) == ["file"]
    assert first != []
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(first[0])
