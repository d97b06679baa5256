"""Killing a window at any moment, again and again, and looking at what is left."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from inspector.files import load_session
from inspector.files.left_behind import load_left_behind, look
from inspector.session.session import Session
from tests.shared.driven_window import DrivenWindow, private_environment
from tests.shared.numbered_sessions import is_whole, number_of

SETTLES = 20  # milliseconds; a copy is due after 80 at the latest
_EDITS_EVERY = 5  # milliseconds
_WORKS_FOR = 1.2  # seconds
_STARTS_FOR = 2.0  # seconds
_NAME = "mine.inspector.json"
_UNNAMED = ".inspector-*.tmp"
_SET = {
    "schema_version": 1,
    "set_id": "mine",
    "knowledge_cards": [
        {
            "node_id": f"card-{number}",
            "node_kind": "entity",
            "canonical_name": f"Card {number}",
            "relevance_score": number / 50,
            "renderings": {"compact": f"what is known about {number} " * 5},
        }
        for number in range(50)
    ],
    "buckets": [],
}


@dataclass(frozen=True, slots=True)
class Kill:
    """One kill: how far the window was, what it had said was safe, and what was found after it.

    ``in_file`` and ``in_copy`` are numbers of sessions; None where there was no copy. ``unnamed``
    counts files that it was about to give their name; the next window sweeps them.
    """

    was_ready: bool
    safe: int
    in_file: int
    in_copy: int | None
    unnamed: int


class KilledWindows:
    """A session of somebody who works with a program that is killed all the time.

    ``inline`` says whether the candidate set is in the session's file or in one of its own.
    """

    def __init__(self, folder: Path, *, seed: int, inline: bool) -> None:
        self._random = random.Random(seed)
        self._files = folder / "files"
        self._files.mkdir()
        self._environment = private_environment(
            folder / "home", INSPECTOR_TESTS_SETTLES=str(SETTLES)
        )
        self._unsaved = folder / "home" / "state_home" / "context-budget-inspector" / "unsaved"
        self._runtime = folder / "home" / "runtime_dir"
        self._names = [_NAME]
        candidates: object = {"inline": _SET}
        if not inline:
            (self._files / "set.json").write_text(json.dumps(_SET))
            self._names = [_NAME, "set.json"]
            candidates = {"path": "set.json"}
        self.file = self._files / _NAME
        self.file.write_text(json.dumps({"schema_version": 1, "candidates": candidates}))
        self._original = self._saved()
        self._inline = inline
        self._safe = 0
        self._unnamed: set[Path] = set()
        self._offer: int | None = None  # the number of what the next window offers

    def kill_one(self, *, once_kept: bool = False) -> Kill:
        """Start a window, let it work, kill it, and check that nothing is lost or left lying about.

        Some are killed while they start. With ``once_kept`` it is killed some time after it said
        that a change was safe.
        """
        when_ready = once_kept or self._random.random() < 0.8
        with DrivenWindow([str(self.file)], self._environment) as window:
            if when_ready:
                self._work(window, once_kept)
            else:
                time.sleep(self._random.uniform(0, _STARTS_FOR))
            window.kill()
            for field in ("kept", "saved"):
                self._safe = max(self._safe, window.last(field) or 0)
        return self._look(when_ready)

    def _work(self, window: DrivenWindow, once_kept: bool) -> None:
        """Restore what is offered, then edit, and save at times, up to a random moment."""
        window.wait_for("ready")
        state = window.wait_until(
            lambda state: not state["busy"] and state["path"] == str(self.file)
        )
        window.wait_until(lambda _state: not any(path.exists() for path in self._unnamed))
        if self._offer is not None:
            window.wait_until(lambda state: state["offers"])
            window.tell("click", "recovery.0.restore")
            state = window.wait_until(lambda state: state["number"] == self._offer)
            assert state["title"].startswith(f"{_NAME}*"), state["title"]
        window.tell("edits", _EDITS_EVERY)
        if once_kept:
            window.wait_for("kept")
        ends = time.monotonic() + self._random.uniform(0, _WORKS_FOR)
        while (left := ends - time.monotonic()) > 0:
            time.sleep(min(left, self._random.uniform(0, 0.4)))
            if self._random.random() < 0.5:
                window.tell("save")

    def _look(self, was_ready: bool) -> Kill:
        in_copy, in_file = self._in_copy(), number_of(self._saved())
        newest = max(in_file, in_copy or 0)
        safe = self._safe
        assert newest >= safe, f"{safe} was said to be safe, {newest} is there"
        # A copy may be older than the file, if the kill came between saving and removing it; then
        # somebody who restores it, although told that the file has changed, goes on from there.
        self._safe = newest if in_copy is None else in_copy
        self._offer = in_copy
        home = self._unsaved.parents[2]
        self._unnamed = {path for place in (self._files, home) for path in place.rglob(_UNNAMED)}
        found = sorted(path.name for path in set(self._files.iterdir()) - self._unnamed)
        assert found == self._names, found
        allowed = {"lock", "ready", "session.rescue"}
        allowed |= {"candidates-1.json"} if self._inline else set()
        for folder in (self._unsaved, self._runtime):
            files = {path for path in folder.rglob("*") if path.is_file()} - self._unnamed
            lying = {path.name for path in files} - allowed
            assert not lying, lying
        return Kill(was_ready, safe, in_file, in_copy, len(self._unnamed))

    def _saved(self) -> Session:
        """Return the session of the file, which is the old one or the new, and whole."""
        loaded = load_session(self.file)
        assert loaded.value is not None, loaded.problems
        assert not loaded.problems, loaded.problems
        if hasattr(self, "_original"):
            assert is_whole(loaded.value, self._original)
        return loaded.value

    def _in_copy(self) -> int | None:
        """Return the number of the session that would be offered; it is whole."""
        found = look(self._unsaved, datetime.now(UTC))
        assert not found.problems, found.problems
        assert len(found.copies) <= 1, len(found.copies)
        for one in found.copies:
            loaded = load_left_behind(one)
            one.copy.release()
            assert loaded.value is not None, loaded.problems
            assert not loaded.problems, loaded.problems
            assert is_whole(loaded.value, self._original)
            return number_of(loaded.value)
        return None
