"""A lock belongs to a running program and to nobody else."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.locks import FileLock, private_folder

ROOT = Path(__file__).parents[1]
HOLD = """
import sys, time
from pathlib import Path
from inspector.locks import FileLock
lock = FileLock(Path(sys.argv[1]))
print(lock.take(), flush=True)
time.sleep(60)
"""


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    one, other = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert one.take()
    assert one.take()
    assert not other.take()
    assert not other.held
    one.release()
    assert other.take()
    other.release()
    other.release()


def test_the_lock_of_a_killed_program_is_free(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not FileLock(path).take()
        holder.send_signal(signal.SIGKILL)
    mine = FileLock(path)
    assert mine.take()
    mine.release()


def test_a_file_that_was_replaced_by_another_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = FileLock(path)
    assert first.take()
    path.unlink()
    second = FileLock(path)
    assert second.take()
    assert not FileLock(path).take()
    first.release()
    second.release()


def test_a_lock_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        FileLock(tmp_path / "none" / "lock").take()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="link"):
        FileLock(tmp_path / "link").take()
    assert not (tmp_path / "elsewhere").exists()


def test_a_private_folder_is_closed_to_others(tmp_path: Path) -> None:
    made = private_folder(tmp_path / "a" / "b")
    assert stat.S_IMODE(made.stat().st_mode) == 0o700
    made.chmod(0o755)
    assert stat.S_IMODE(private_folder(made).stat().st_mode) == 0o700


def test_a_link_or_a_file_is_no_private_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "file").touch()
    for name in ("link", "file"):
        with pytest.raises(OSError, match=r"link|exists"):
            private_folder(tmp_path / name)


def test_a_folder_of_somebody_else_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)
    with pytest.raises(PermissionError, match="another user"):
        private_folder(tmp_path)
