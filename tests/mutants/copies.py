"""Copies of the checkout, in which the tests of a room run on one mutant after the other."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

from tests.mutants.places import Mutant
from tests.mutants.warm import OPTIONS, clock, limit_processor_time, place_of

_LEFT_OUT = (".git", ".venv", ".mypy_cache", ".ruff_cache", ".hypothesis", "build", "dist")
_PATIENCE = 10.0  # seconds of processor time beyond four times what the tests take, watched


def likely_first(path: str, tests: Sequence[str], root: Path) -> list[str]:
    """Return the test files at these places, those with the name of a changed module first."""
    files: list[Path] = []
    for place in tests:
        at = root / place
        files += sorted(at.rglob("test_*.py")) if at.is_dir() else [at]
    files.sort(key=lambda file: Path(path).stem not in file.stem)
    return [file.relative_to(root).as_posix() for file in files]


@dataclass(frozen=True)
class Seen:
    """What the own tests of a room call, each, and how long they take (see `warm`)."""

    calls: dict[str, frozenset[str]]
    kept: frozenset[str]
    at_start: frozenset[str]
    starts: frozenset[str]
    took: dict[str, float]

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Seen:
        """Read the answer of a warm process."""
        return cls(
            {test: frozenset(called) for test, called in answer["calls"].items()},
            *(frozenset(answer[name]) for name in ("kept", "at_start", "starts")),
            took=answer["took"],
        )

    def telling(self, mutant: Mutant) -> list[str] | None:
        """The tests that could notice a change, those that are done soonest first.

        None where the change may matter before any test begins: outside of functions, or in one
        that is called while modules are imported. A test that starts a process could notice
        anything; and any test could, where a result is kept from one test to the next.
        """
        if mutant.function is None:
            return None
        place = place_of(mutant.path, *mutant.function)
        if place in self.at_start:
            return None
        quickest = sorted(self.took, key=self.took.__getitem__)
        calling = [test for test in quickest if place in self.calls[test]]
        others = [
            test
            for test in quickest
            if place not in self.calls[test] and (place in self.kept or test in self.starts)
        ]
        return calling + others


class Copy:
    """A copy of the checkout, in which one mutant runs after the other."""

    def __init__(self, checkout: Path, folder: Path, tests: Sequence[str]) -> None:
        self._folder = folder
        self._tests = tests
        shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(*_LEFT_OUT, "__pycache__"))
        self._warm = self._start("tests.mutants.warm", tests, {}, subprocess.PIPE)

    def seen(self) -> Seen:
        """Run all tests on the program as it is, and return what they call."""
        answer = self._ask({})
        if answer["failed"]:
            raise SystemExit(f"Fails without any change: {', '.join(answer['failed'])}.")
        seen = Seen.of(answer)
        # In another order, too, as they run on mutants.
        if not self._ask(_job(seen, sorted(seen.took, key=seen.took.__getitem__))):
            raise SystemExit("Tests fail without any change where they run in another order.")
        return seen

    def survives(self, mutant: Mutant, seen: Seen) -> bool:
        """Whether all tests that could notice a mutant pass, within their time."""
        file = self._folder / mutant.path
        source, stamp = file.read_bytes(), file.stat()
        file.write_bytes(mutant.applied(source))
        # Bytecode is told by size and second, which a mutant may share with the program.
        os.utime(file, (stamp.st_atime, stamp.st_mtime + 10))
        try:
            lives = self._lives_warm(mutant, seen)
            return self._lives_cold(mutant, seen) if lives is None else lives
        finally:
            file.write_bytes(source)
            os.utime(file, (stamp.st_atime, stamp.st_mtime))

    def close(self) -> None:
        """End the process that waits."""
        _end(self._warm)

    def _lives_warm(self, mutant: Mutant, seen: Seen) -> bool | None:
        tests = seen.telling(mutant)
        if tests is None or mutant.function is None:
            return None
        line, function = mutant.function
        place = {"file": mutant.path, "line": line, "function": function}
        lives: bool | None = self._ask(_job(seen, tests) | place)
        return lives

    def _lives_cold(self, mutant: Mutant, seen: Seen) -> bool:
        tests = likely_first(mutant.path, self._tests, self._folder)
        more = {"PYTHONDONTWRITEBYTECODE": "1"}
        process = self._start("pytest", [*OPTIONS, "-x", "-n", "0", *tests], more)
        seconds = _patience(seen, seen.took)
        limit_processor_time(seconds, process.pid)
        try:
            return process.wait(clock(seconds)) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            _end(process)

    def _ask(self, job: dict[str, object]) -> Any:
        writing, reading = self._warm.stdin, self._warm.stdout
        assert writing is not None
        assert reading is not None
        writing.write(f"{json.dumps(job)}\n".encode())
        writing.flush()
        if not (answer := reading.readline()):
            raise SystemExit(f"The tests in {', '.join(self._tests)} cannot be collected.")
        return json.loads(answer)

    def _start(
        self, module: str, arguments: Sequence[str], more: dict[str, str], pipe: int = DEVNULL
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", module, f"--basetemp={self._folder}-{module}", *arguments],
            cwd=self._folder,
            # Without byte code: a change of the same length would be taken for the one before.
            env=os.environ
            | {"PYTHONPATH": str(self._folder), "PYTHONDONTWRITEBYTECODE": "1"}
            | more,
            stdin=pipe,
            stdout=pipe,
            stderr=DEVNULL,
            start_new_session=True,
        )


def _job(seen: Seen, tests: Sequence[str]) -> dict[str, object]:
    return {"tests": tests, "seconds": _patience(seen, tests)}


def _patience(seen: Seen, tests: Iterable[str]) -> float:
    return _PATIENCE + 4 * sum(seen.took[test] for test in tests)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and with it what its tests started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
