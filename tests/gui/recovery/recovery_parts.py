"""What tests of unsaved changes and their copies do again and again."""

from __future__ import annotations

import shutil
from pathlib import Path

from inspector.session.edits import set_at
from inspector.session.session import Session
from tests.shared.screen import Screen

TOTAL = "max_injection_tokens_absolute"


def change_total(screen: Screen, tokens: int) -> None:
    screen.workspace.store.commit("Change the total", set_at("policy", TOTAL, tokens))
    screen.settle()


def total(session: Session) -> int:
    return session.policy.max_injection_tokens_absolute


def copies(unsaved: Path) -> list[Path]:
    return sorted(unsaved.glob("window-*/session.rescue"))


def holds(unsaved: Path, tokens: int) -> bool:
    """Whether there is one copy, with this total."""
    return [str(tokens).encode() in copy.read_bytes() for copy in copies(unsaved)] == [True]


def kept(screen: Screen) -> None:
    """Have what is open in a copy, also where it would be a moment before it is."""
    assert screen.workspace.safekeeping.rescuer.keep_now()


def crashed(unsaved: Path, tmp_path: Path) -> Path:
    """Return what the disk has at this moment, and nobody holds."""
    # A file that is just being written may have its name by the time it is to be copied.
    half_written = shutil.ignore_patterns("*.tmp")
    target = tmp_path / "as-after-a-crash"
    return Path(shutil.copytree(unsaved, target, ignore=half_written, dirs_exist_ok=True))


def offered(screen: Screen) -> None:
    screen.wait_until(lambda: screen.is_visible("recovery"))
