"""Tests in several processes: forks of the one that has collected them.

``python -m pytest -p tests.shared.forks --forks 3``. To import and rewrite all tests takes as long
as to run a tenth of them; here it is done once, and what it made is shared. Each process takes a
few tests of one module after the other until there are none left. The reports go to the process
that collected, which shows and judges them as if it had run the tests itself. Where there is no
`fork`, it does run them itself.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.shared import sandbox

_AT_ONCE = 12  # tests of a module that a process takes: the last one to end has few of them
_NUMBER = struct.Struct("=I")
_TOOK, _BEGAN, _ENDED = "took", "began", "ended"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--forks", type=int, default=0, help="run the tests in so many processes")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    options = session.config.option
    if options.forks < 2 or options.collectonly or session.testsfailed or options.usepdb:
        return None
    if not hasattr(os, "fork"):
        return None
    _Forks(session).run(options.forks)
    return True


@dataclass
class _Child:
    """A process that runs tests, and which of them it still owes."""

    number: int
    process: int
    reports: int
    owed: list[int] = field(default_factory=list)
    running: int | None = None
    received: bytes = b""

    def messages(self) -> Iterator[tuple[str, int, Any]] | None:
        """Return what it said; None where it will say no more."""
        if not (more := os.read(self.reports, 1 << 20)):
            return None
        self.received += more
        return self._whole()

    def _whole(self) -> Iterator[tuple[str, int, Any]]:
        while len(self.received) >= _NUMBER.size:
            end = _NUMBER.size + _NUMBER.unpack_from(self.received)[0]
            if len(self.received) < end:
                return
            message = pickle.loads(self.received[_NUMBER.size : end])
            self.received = self.received[end:]
            yield message


class _Forks:
    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._items = session.items
        self._config = session.config
        self._chunks = _chunks(session.items)
        self._made = 0
        # Who reads four bytes of it has a number that nobody else has.
        self._numbers, write = os.pipe()
        os.write(write, b"".join(map(_NUMBER.pack, range(len(self._chunks)))))
        os.close(write)

    def run(self, processes: int) -> None:
        self._config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        children: dict[int, _Child] = {}
        try:
            for _ in range(processes):
                self._begin_one(children, ())
            while children:
                for reports in select.select(list(children), [], [])[0]:
                    child = children[reports]
                    if (said := child.messages()) is not None:
                        for message in said:
                            self._take(child, *message)
                        continue
                    del children[reports]
                    if rest := self._end(child):
                        self._begin_one(children, rest)
        finally:
            for child in children.values():
                os.kill(child.process, signal.SIGKILL)
                self._end(child)
            os.close(self._numbers)

    def _begin_one(self, children: dict[int, _Child], rest: Sequence[int]) -> None:
        child = self._fork(rest)
        children[child.reports] = child

    def _take(self, child: _Child, what: str, which: int, reports: Any) -> None:
        """Let what happened in another process have happened here."""
        if what == _TOOK:
            child.owed += self._chunks[which]
        elif what == _BEGAN:
            child.running = which
        else:
            child.running = None
            child.owed.remove(which)
            self._tell(which, reports)

    def _tell(self, which: int, reports: Any) -> None:
        item, hook = self._items[which], self._config.hook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        for data in reports:
            report = hook.pytest_report_from_serializable(config=self._config, data=data)
            hook.pytest_runtest_logreport(report=report)
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)
        if self._session.shouldstop:
            raise self._session.Interrupted(self._session.shouldstop)

    def _end(self, child: _Child) -> list[int]:
        """Wait for a process; where it came to nothing, say so and return what it left undone."""
        os.close(child.reports)
        _, status = os.waitpid(child.process, 0)
        if status == 0 or not child.owed or child.running is None:
            return child.owed
        item = self._items[child.running]
        report = pytest.TestReport(
            nodeid=item.nodeid,
            location=item.location,
            keywords={},
            outcome="failed",
            longrepr=f"The process of this test ended with {os.waitstatus_to_exitcode(status)}.",
            when="call",
        )
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        child.owed.remove(child.running)
        self._tell(child.running, [data])
        return child.owed

    def _fork(self, rest: Sequence[int]) -> _Child:
        self._made += 1
        reports, write = os.pipe()
        process = os.fork()
        if process:
            os.close(write)
            return _Child(self._made, process, reports, list(rest))
        os.close(reports)
        code = 1
        try:
            self._be_child(write, rest)
            code = 0
        finally:
            os._exit(code)

    def _be_child(self, write: int, rest: Sequence[int]) -> None:
        _begin(self._config, self._made)

        def say(what: str, which: int, reports: Any = None) -> None:
            data = pickle.dumps((what, which, reports))
            data = _NUMBER.pack(len(data)) + data
            while data:
                data = data[os.write(write, data) :]

        def places() -> Iterator[int]:
            yield from rest
            while number := os.read(self._numbers, _NUMBER.size):
                chunk = _NUMBER.unpack(number)[0]
                say(_TOOK, chunk)
                yield from self._chunks[chunk]

        reported = _Reports(self._config)
        self._config.pluginmanager.register(reported)
        todo = places()
        this = next(todo, None)
        while this is not None:
            say(_BEGAN, this)
            after = next(todo, None)
            self._config.hook.pytest_runtest_protocol(
                item=self._items[this], nextitem=None if after is None else self._items[after]
            )
            say(_ENDED, this, reported.taken())
            this = after


class _Reports:
    """What is reported in a process that runs tests, as it can be sent."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._data: list[Any] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        hook = self._config.hook.pytest_report_to_serializable
        self._data.append(hook(config=self._config, report=report))

    def taken(self) -> list[Any]:
        """Return what came since the last time."""
        data, self._data = self._data, []
        return data


def _begin(config: pytest.Config, number: int) -> None:
    """Take leave of the process this one was: of its folders, its terminal and what it captures."""
    sandbox.replace_environment(Path(os.environ["HOME"], f"fork{number}"))
    config.pluginmanager.unregister(name="terminalreporter")
    factory = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = factory.getbasetemp() / f"fork{number}"
    factory._basetemp.mkdir(mode=0o700)
    if (capture := config.pluginmanager.getplugin("capturemanager")) is not None:
        capture.stop_global_capturing()
        capture.start_global_capturing()


def _chunks(items: list[pytest.Item]) -> list[list[int]]:
    """Return the places of tests that stay together, those with windows first."""
    chunks: list[list[int]] = []
    before = None
    for place, item in enumerate(items):
        if item.path != before or len(chunks[-1]) == _AT_ONCE:
            chunks.append([])
            before = item.path
        chunks[-1].append(place)
    return sorted(chunks, key=lambda chunk: "qapp" not in _fixtures(items[chunk[0]]))


def _fixtures(item: pytest.Item) -> tuple[str, ...]:
    return tuple(getattr(item, "fixturenames", ()))
