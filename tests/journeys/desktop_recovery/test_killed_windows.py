"""Somebody works on a session in a program that is killed: nothing that was safe is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.killed_windows import KilledWindows


@pytest.mark.trial
@pytest.mark.parametrize("inline", [True, False], ids=["set-inside", "set-in-a-file"])
def test_nothing_that_was_safe_is_lost_by_a_kill(inline: bool, tmp_path: Path) -> None:
    windows = KilledWindows(tmp_path, seed=7, inline=inline)
    first = windows.kill_one(once_kept=True)
    assert first.safe > 0
    again = windows.kill_one(once_kept=True)  # restores what the first left, and goes on
    assert again.safe > (first.in_file if first.in_copy is None else first.in_copy)
