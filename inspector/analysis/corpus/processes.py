"""Jobs on several processes, which can be stopped at once and whose death is noticed.

Each process is started anew (it inherits nothing but what it is handed: what all jobs share, then
one job at a time), imports nothing of the window, and ends with the pipe to the one that started
it, however that one ends.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import cast

from inspector.analysis.corpus.workload import Curves, Workload
from inspector.analysis.watched_counter import StoppedError

_LOOK_SECONDS = 0.1
_AHEAD = 2  # jobs that a process has waiting, so that it never waits itself
_END_SECONDS = 2.0


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
            crew.append(_started())  # noqa: PERF401  # those started are ended in any case
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
        _end(crew)


def _started() -> _Worker:
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


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
            worker.process.join(_END_SECONDS)
            raise WorkerLostError(
                "a process working on the corpus ended early"
                f" (exit code {worker.process.exitcode}); use fewer of them"
            ) from error
        if isinstance(answer, Exception):
            raise answer
        yield place, answer


def _end(crew: list[_Worker]) -> None:
    for worker in crew:
        worker.pipe.close()
        worker.process.terminate()
    for worker in crew:
        worker.process.join(_END_SECONDS)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


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
