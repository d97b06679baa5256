"""Runs a room's tests on mutants in forks of a process that has collected them.

``python -m tests.mutants.warm TEST…`` reads a line of JSON for each job and answers with one:

- ``{}``: which functions of the program each test calls, and how long it takes (see `Seen`).
- ``{"tests": […], "seconds": 20}``: run these tests in this order, up to the first that fails. With
  ``"file"``, ``"function"`` and ``"line"``, first put that function in as its file has it now. The
  answer is ``true`` where all pass, ``false`` where one fails or time is up, and ``null`` where the
  function cannot be replaced in a process that runs.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import math
import os
import resource
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import IO, Any

import pytest

OPTIONS = (
    "-q",
    "-p",
    "no:cacheprovider",
    "-m",
    "not trial",
    "--tb=no",
    "--hypothesis-profile=first",
)
_FAILED, _CANNOT = 1, 3
_STARTS = frozenset({"_execute_child", "spawnv_passfds", "_launch"})
"""The functions of the library by which a process is started, whichever way."""


class Calls:
    """Which functions of the program are called, and in which of them a result is kept.

    A test that gets a kept result never calls what made it. So what is called below a function
    with `functools.cache` is listed apart.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._modules = 0
        self._keeping: set[int] = set()
        self._depth = 0
        self._quick: set[int] = set()
        """What is called again needs no look, until a result is kept or was."""
        self._seen: dict[int, CodeType] = {}
        self._kept: dict[int, CodeType] = {}

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Look at every call, in all threads, until the end of the block."""
        if self._modules != len(sys.modules):
            self._modules = len(sys.modules)
            self._keeping = {id(kept.__wrapped__.__code__) for kept in _kept_functions()}
        self._seen, self._kept, self._depth = {}, {}, 0
        self._quick.clear()
        watcher = self._watcher()
        threading.settrace(watcher)
        sys.settrace(watcher)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]

    @contextlib.contextmanager
    def apart(self) -> Iterator[set[str]]:
        """Fill the set with the functions that are called in the block."""
        called: set[str] = set()
        before, self._seen = self._seen, {}
        self._quick.clear()
        try:
            yield called
        finally:
            called |= self.names()
            self._seen |= before

    def _watcher(self) -> Callable[[FrameType, str, object], Any]:
        quick, first = self._quick, self._first

        def called(frame: FrameType, event: str, argument: object) -> Any:
            return None if id(frame.f_code) in quick else first(frame)

        return called

    def _first(self, frame: FrameType) -> Any:
        """Note a function that is called for the first time, or that keeps its result."""
        code = frame.f_code
        key = id(code)
        self._seen[key] = code
        if self._depth or key in self._keeping:
            self._kept[key] = code
        if key not in self._keeping:
            self._quick.add(key)
            return None
        self._depth += 1
        self._quick.clear()
        frame.f_trace_lines = False
        return self._returns

    def _returns(self, frame: FrameType, event: str, argument: object) -> Any:
        if event == "return":
            self._depth -= 1
            self._quick.clear()
        return self._returns

    def names(self, *, kept: bool = False) -> set[str]:
        """The functions that were called, as file, line and name."""
        codes = [*(self._kept if kept else self._seen).values()]
        return {name for code in codes if (name := _place(code, self._root))}

    def starts_a_process(self) -> bool:
        """Whether what was called started one."""
        return any(code.co_name in _STARTS for code in self._seen.values())


def place_of(path: str, line: int, qualified: str) -> str:
    """How a function is called in what is answered: where its definition or decorator begins."""
    return f"{path}:{line}:{qualified}"


def _place(code: CodeType, root: Path) -> str:
    """The place of a function of the program, and "" of any other."""
    path = code.co_filename
    if not path.startswith(f"{root}/inspector/"):
        return ""
    return place_of(path[len(f"{root}/") :], code.co_firstlineno, code.co_qualname)


def _kept_functions() -> list[Any]:
    every = gc.get_objects()
    return [
        one
        for one in every
        if isinstance(one, functools._lru_cache_wrapper)
        and isinstance(getattr(one, "__wrapped__", None), FunctionType)
    ]


class Warm:
    """A plugin of pytest that collects the tests and waits for jobs instead of running them."""

    def __init__(self, jobs: IO[str], answers: IO[str]) -> None:
        self._jobs = jobs
        self._answers = answers
        self._calls = Calls(Path.cwd())
        self._shared: dict[str, set[str]] = {}
        self._at_start: set[str] = set()
        self._items: dict[str, pytest.Item] = {}
        self._functions: dict[str, list[FunctionType]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """See what is called while modules are imported: it is over before a job comes."""
        with self._calls.watched():
            result = yield
        self._at_start = self._calls.names()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[object]:
        """See what a fixture that several tests share calls: only the first of them calls it."""
        if fixturedef.scope == "function":
            return (yield)
        with self._calls.apart() as called:
            result = yield
        self._shared[fixturedef.argname] = called
        return result

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do one job after the other, each in a process of its own."""
        gc.unfreeze()  # What is frozen is not found.
        self._functions = _functions_below(Path.cwd())
        gc.freeze()
        self._items = {item.nodeid: item for item in session.items}
        for line in self._jobs:
            job = json.loads(line)
            done = self._try(session, job) if job else self._look()
            self._answers.write(f"{json.dumps(done)}\n")
            self._answers.flush()
        return True

    def _look(self) -> dict[str, object]:
        """Run all tests and watch what they call."""
        reading, writing = os.pipe()
        if not (child := os.fork()):
            os.close(reading)
            gc.unfreeze()
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                json.dump(self._looked(), answer)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as answer:
            said = answer.read()
        os.waitpid(child, 0)
        return dict(json.loads(said)) if said else {"failed": ["all"]}

    def _looked(self) -> dict[str, object]:
        calls: dict[str, set[str]] = {}
        kept: set[str] = set()
        starts: list[str] = []
        took: dict[str, float] = {}
        failed: list[str] = []
        items = list(self._items.values())
        for at, item in enumerate(items):
            began = time.process_time()
            with self._calls.watched():
                if not _passes(item, items[at + 1] if at + 1 < len(items) else None):
                    failed.append(item.nodeid)
            took[item.nodeid] = time.process_time() - began
            calls[item.nodeid] = self._calls.names()
            kept |= self._calls.names(kept=True)
            if self._calls.starts_a_process():
                starts.append(item.nodeid)
        for item in items:
            for name in getattr(item, "fixturenames", ()):
                calls[item.nodeid] |= self._shared.get(name, set())
        return {
            "calls": {name: sorted(called) for name, called in calls.items()},
            "kept": sorted(kept),
            "at_start": sorted(self._at_start),
            "starts": starts,
            "took": took,
            "failed": failed,
        }

    def _try(self, session: pytest.Session, job: dict[str, Any]) -> bool | None:
        """Run the tests of a job in a fork, and say whether all pass."""
        if not (child := os.fork()):
            os.setsid()
            limit_processor_time(job["seconds"], os.getpid())
            try:
                os._exit(self._tried(job))
            finally:
                os._exit(_FAILED)
        return _answer_of(child, clock(job["seconds"]))

    def _tried(self, job: dict[str, Any]) -> int:
        if "file" in job and not self._replace(job["file"], job["line"], job["function"]):
            return _CANNOT
        items = [self._items[name] for name in job["tests"]]
        for at, item in enumerate(items):
            if not _passes(item, items[at + 1] if at + 1 < len(items) else None):
                return _FAILED
        return 0

    def _replace(self, file: str, line: int, qualified: str) -> bool:
        """Give a function the code that its file has now; return False where that cannot be done.

        A module that is not imported yet is imported from the file as it is.
        """
        path = Path.cwd() / file
        if not any(getattr(one, "__file__", None) == str(path) for one in [*sys.modules.values()]):
            return True
        new = _code_at(compile(path.read_bytes(), str(path), "exec"), line, qualified)
        found = self._functions.get(place_of(file, line, qualified))
        if new is None or not found:
            return False
        try:
            for function in found:
                function.__code__ = new
        except ValueError:  # It has other variables of the functions around it.
            return False
        return True


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    before = item.session.testsfailed
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return item.session.testsfailed == before


def limit_processor_time(seconds: float, process: int) -> None:
    """End a process once it has worked for so long: a loop that does not end, on any machine."""
    most = math.ceil(seconds)
    resource.prlimit(process, resource.RLIMIT_CPU, (most, most))


def clock(seconds: float) -> float:
    """How long to wait for so much work, on a machine that has much else to do."""
    return 60 + 5 * seconds


def _answer_of(child: int, seconds: float) -> bool | None:
    """Wait for a process, end all it started, and say what its exit code means."""
    handle = os.pidfd_open(child)
    select.select([handle], [], [], seconds)
    os.close(handle)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return {0: True, _CANNOT: None}.get(os.waitstatus_to_exitcode(status), False)


def _functions_below(root: Path) -> dict[str, list[FunctionType]]:
    """Every function of the program, by its place."""
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and (place := _place(one.__code__, root)):
            found.setdefault(place, []).append(one)
    return found


def _code_at(code: CodeType, line: int, qualified: str) -> CodeType | None:
    if (code.co_firstlineno, code.co_qualname) == (line, qualified):
        return code
    for part in code.co_consts:
        if isinstance(part, CodeType) and (found := _code_at(part, line, qualified)):
            return found
    return None


def main(tests: Sequence[str]) -> int:
    """Collect the tests, and do jobs from standard input until it ends."""
    jobs = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    return int(pytest.main([*OPTIONS, "-n", "0", *tests], plugins=[Warm(jobs, answers)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
