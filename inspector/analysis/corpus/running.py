"""Working a corpus out: here, on all cores, on a Dask cluster, or wherever an executor sends it.

Jobs on several processes, which can be stopped at once and whose death is noticed.

Each process is handed what all jobs share, then one job at a time, and ends with the pipe to the
one that started it, however that one ends.

Curves beyond what memory should hold: their arrays lie in files that are mapped.

The system keeps in memory what is looked at and takes it back when it needs the room, so a corpus
of a hundred thousand requests needs disk, not memory. The files have no names and go with the
process.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from inspector.analysis.corpus.means import RequestCurve
from inspector.analysis.corpus.workload import Curves, Job, RefusedRequest, Workload
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched
from inspector.processes import END_SECONDS, end, started

_LOOK_SECONDS = 0.1
_AHEAD = 2  # jobs that a process has waiting, so that it never waits itself


class WorkerLostError(RuntimeError):
    """A process ended before its work was done, for want of memory perhaps."""


@dataclass(slots=True, eq=False)
class _Worker:
    process: SpawnProcess
    pipe: Connection
    waiting: list[int] = field(default_factory=list)


def in_processes(
    load: Workload, places: Sequence[int], go_on: Callable[[], bool], workers: int
) -> Iterator[tuple[int, Curves]]:
    """Work jobs out on so many processes and yield each when it is done.

    Raises ``StoppedError`` when ``go_on`` says no, ``WorkerLostError`` when a process is lost.
    """
    todo = deque(places)
    crew: list[_Worker] = []
    try:
        for _ in range(workers):
            crew.append(_Worker(*started(_serve)))  # noqa: PERF401  # those started end in any case
        shared = load.without_jobs()
        for worker in crew:
            worker.pipe.send(shared)
            _hand_out(worker, load, todo)
        while any(worker.waiting for worker in crew):
            if not go_on():
                raise StoppedError
            yield from _arrived(crew, load, todo)
    except BrokenPipeError as error:
        raise WorkerLostError("a process for the corpus could not be started") from error
    finally:
        end([(worker.process, worker.pipe) for worker in crew])


def _hand_out(worker: _Worker, load: Workload, todo: deque[int]) -> None:
    while todo and len(worker.waiting) < _AHEAD:
        place = todo.popleft()
        worker.waiting.append(place)
        worker.pipe.send((place, load.jobs[place]))


def _arrived(crew: list[_Worker], load: Workload, todo: deque[int]) -> Iterator[tuple[int, Curves]]:
    """Yield what the processes have sent, after a moment of waiting for it."""
    busy = {worker.pipe: worker for worker in crew if worker.waiting}
    for ready in wait(list(busy), _LOOK_SECONDS):
        worker = busy[cast("Connection", ready)]
        try:
            place, answer = worker.pipe.recv()
            worker.waiting.remove(place)
            _hand_out(worker, load, todo)
        except (EOFError, OSError) as error:
            worker.process.join(END_SECONDS)
            raise WorkerLostError(
                "a process working on the corpus ended early"
                f" (exit code {worker.process.exitcode}); use fewer of them"
            ) from error
        if isinstance(answer, Exception):
            raise answer
        yield place, answer


def _serve(pipe: Connection) -> None:
    """Work out what comes through the pipe until it ends (in a process of its own)."""
    try:
        load: Workload = pipe.recv()
        while True:
            place, job = pipe.recv()
            try:
                pipe.send((place, load.curves_of(job)))
            except (EOFError, OSError):
                return
            except Exception as error:  # noqa: BLE001  # whatever it is, the other side raises it
                pipe.send((place, error))
    except (EOFError, OSError, KeyboardInterrupt):
        return  # nobody waits for an answer any more


Kind = TypeVar("Kind", np.int64, np.float64)

_IN_MEMORY = 2**28  # bytes of curves that stay in memory
_SEGMENT = 2**28  # bytes of a file
_PAGE = 64  # bytes that arrays begin at


class Spill:
    """Takes curves and gives them back with their arrays in files, once there are too many."""

    def __init__(self, folder: Path | None = None, in_memory: int = _IN_MEMORY) -> None:
        """Take the folder of the files; where none is given, that of temporary files."""
        self._folder = folder
        self._left = in_memory
        self._segment: npt.NDArray[np.uint8] = np.empty(0, dtype=np.uint8)
        self._used = self._length = 0

    @property
    def on_disk(self) -> int:
        """Bytes that the files have."""
        return self._length

    def keep(self, curves: Curves) -> Curves:
        """Return the same curves, in a file if memory has its share. Raises ``OSError``."""
        if isinstance(curves, RefusedRequest):
            return curves
        self._left -= sum(curve.starts.nbytes + curve.facts.nbytes for curve in curves)
        return curves if self._left >= 0 else tuple(self._kept(curve) for curve in curves)

    def _kept(self, curve: RequestCurve) -> RequestCurve:
        return replace(curve, starts=self._stored(curve.starts), facts=self._stored(curve.facts))

    def _stored(self, array: npt.NDArray[Kind]) -> npt.NDArray[Kind]:
        size = array.nbytes
        if self._used + size > len(self._segment):
            self._grow(max(_SEGMENT, size))
        place = self._segment[self._used : self._used + size].view(array.dtype)
        place = place.reshape(array.shape)
        place[...] = array
        self._used += -(-size // _PAGE) * _PAGE
        return place

    def _grow(self, size: int) -> None:
        size = -(-size // mmap.ALLOCATIONGRANULARITY) * mmap.ALLOCATIONGRANULARITY
        with tempfile.TemporaryFile(dir=self._folder) as file:
            file.truncate(size)
            mapped = mmap.mmap(file.fileno(), size)  # holds the file for as long as it is used
        self._segment = np.frombuffer(mapped, dtype=np.uint8)
        self._length += size
        self._used = 0


GoOn = Callable[[], bool]
"""Asked several times a second; False stops the work."""

Executor = Callable[[Workload, Sequence[int], GoOn], Iterator[tuple[int, Curves]]]
"""Works out jobs, by place, and yields each when it is done, in any order.

Raises ``StoppedError`` within a second of being told to stop; closing it leaves nothing running.
"""

_FEW = 8  # requests that are done before a process has started
Kept = Callable[[int, Curves], None]


def in_this_process(
    load: Workload, places: Sequence[int], go_on: GoOn
) -> Iterator[tuple[int, Curves]]:
    """Work jobs out one after the other."""
    for place in places:
        if not go_on():
            raise StoppedError
        yield place, load.curves(place, lambda _done, _total: go_on())


def on_cores(workers: int | None = None) -> Executor:
    """Return an executor for so many processes; all cores where None is given."""
    count = workers or os.cpu_count() or 1

    def execute(load: Workload, places: Sequence[int], go_on: GoOn) -> Iterator[tuple[int, Curves]]:
        if count == 1 or len(places) <= _FEW:
            return in_this_process(load, places, go_on)
        return in_processes(load, places, go_on, min(count, len(places)))

    return execute


def run_workload(
    load: Workload,
    executor: Executor = in_this_process,
    *,
    known: Mapping[int, Curves] | None = None,
    keep: Kept = lambda _place, _curves: None,
    spill: Spill | None = None,
    watch: Watch = unwatched,
) -> dict[int, Curves]:
    """Return the curves of every job, by place and in that order.

    ``known`` are those that an earlier run left; ``keep`` is told of each that is new, before the
    next; ``spill`` takes the curves beyond what memory should hold. ``watch`` is told how many are
    done of all. Raises ``StoppedError`` when it says so.
    """
    spill = spill or Spill()
    found = dict(known or {})
    todo = [place for place in range(len(load.jobs)) if place not in found]

    def go_on() -> bool:
        return watch(len(found), len(load.jobs))

    for place, curves in executor(load, todo, go_on) if todo else ():
        found[place] = spill.keep(curves)
        keep(place, found[place])
    go_on()
    return {place: found[place] for place in range(len(load.jobs))}


_CONNECT_SECONDS = 10
_LOOK_AT_CLUSTER_SECONDS = 0.2
_AHEAD_OF_THREADS = 3  # jobs a thread of the cluster has waiting, so that none waits itself


class ClusterError(RuntimeError):
    """There is no cluster to work on; the message says what to do."""


def on_cluster(scheduler: str) -> Executor:
    """Return an executor for the cluster of a Dask scheduler, such as ``tcp://host:8786``.

    Its workers need this program, in the same version. Raises ``ClusterError`` where the optional
    extra is missing.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ClusterError(f"a scheduler needs {_missing()}") from error

    def execute(
        load: Workload, places: Sequence[int], go_on: Callable[[], bool]
    ) -> Iterator[tuple[int, Curves]]:
        try:
            client = distributed.Client(
                scheduler, timeout=_CONNECT_SECONDS, set_as_default=False, name="inspector-corpus"
            )
        except (OSError, ValueError, TimeoutError) as error:
            raise ClusterError(f"there is no scheduler at {scheduler}: {error}") from error
        with client:
            if not client.nthreads():
                raise ClusterError(f"the scheduler at {scheduler} has no workers")
            yield from _done(distributed, client, load, places, go_on)

    return execute


def _missing() -> str:
    extra = "pip install 'context-budget-inspector[cluster]'"
    if getattr(sys, "frozen", False):
        return (
            "a package that is not part of this program, which brings its own Python and cannot"
            f" be added to; install the inspector from Python: {extra}"
        )
    return f"the extra: {extra}"


def _done(
    distributed: Any,
    client: Any,
    load: Workload,
    places: Sequence[int],
    go_on: Callable[[], bool],
) -> Iterator[tuple[int, Curves]]:
    """Keep every thread of the cluster busy, and yield what is done."""
    handed = client.scatter(load.without_jobs(), broadcast=True, hash=False)
    todo = deque(places)
    waiting: dict[Any, int] = {}
    most = _AHEAD_OF_THREADS * max(1, sum(client.nthreads().values()))
    try:
        while todo or waiting:
            if not go_on():
                raise StoppedError
            while todo and len(waiting) < most:
                place = todo.popleft()
                waiting[client.submit(_curves, handed, load.jobs[place], pure=False)] = place
            try:
                with client.as_current():
                    distributed.wait(
                        list(waiting), _LOOK_AT_CLUSTER_SECONDS, return_when="FIRST_COMPLETED"
                    )
            except TimeoutError:
                continue
            for future in [one for one in waiting if one.done()]:
                yield waiting.pop(future), future.result()
    finally:
        if waiting:
            client.cancel(list(waiting), force=True)


def _curves(load: Workload, job: Job) -> Curves:
    return load.curves_of(job)
