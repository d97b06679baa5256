"""Parsing of many files, by one process a core once there is so much of it that this pays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Self

from inspector.project.contents import Refused, SourceText
from inspector.project.records import Record, record_of

_Source = tuple[str, SourceText | Refused]

_ALONE = 1_000_000  # characters that are parsed before a process could have started
_BATCH = 200_000  # characters that a process gets at a time


class Parsers:
    """Makes records of files; ``processes`` is how many may work on them, 1 for none but this one.

    To be closed, as a context manager: nothing goes on behind it.
    """

    def __init__(self, processes: int = 1) -> None:
        self._processes = processes
        self._done = 0
        self._pool: ProcessPoolExecutor | None = None
        self._batch = _Batch()

    @property
    def are_away(self) -> bool:
        """Whether records are made elsewhere, so that they are worth waiting for together."""
        return self._pool is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def record(self, path: str, source: SourceText | Refused) -> Callable[[], Record]:
        """Return what gives the record of a file, once it is called."""
        length = 0 if isinstance(source, Refused) else len(source.text)
        if self._processes < 2 or self._done < _ALONE:
            self._done += length
            record = record_of(path, source)
            return lambda: record
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, get_context("spawn"))
        batch, place = self._batch, self._batch.add(path, source, length)
        if batch.length >= _BATCH:
            self._send()

        def wait() -> Record:
            if batch.sent is None:
                self._send()
            return batch.records()[place]

        return wait

    def _send(self) -> None:
        assert self._pool is not None
        self._batch.send(self._pool)
        self._batch = _Batch()


class _Batch:
    """Some files that one process parses."""

    def __init__(self) -> None:
        self.length = 0
        self.sent: Future[list[Record]] | None = None
        self._sources: list[_Source] = []
        self._records: list[Record] | None = None

    def add(self, path: str, source: SourceText | Refused, length: int) -> int:
        """Take a file in; return its place."""
        self._sources.append((path, source))
        self.length += length
        return len(self._sources) - 1

    def send(self, pool: ProcessPoolExecutor) -> None:
        """Let a process parse the files."""
        try:
            self.sent = pool.submit(_parsed, self._sources)
        except BrokenProcessPool as error:
            self.sent = Future()
            self.sent.set_exception(error)

    def records(self) -> list[Record]:
        """Return the records; where the process was lost, they are made here."""
        if self._records is None:
            assert self.sent is not None
            try:
                self._records = self.sent.result()
            except BrokenProcessPool:
                self._records = _parsed(self._sources)
            self._sources = []
        return self._records


def _parsed(sources: list[_Source]) -> list[Record]:
    return [record_of(path, source) for path, source in sources]
