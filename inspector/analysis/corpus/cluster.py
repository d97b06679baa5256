"""Jobs on a Dask cluster: the same curves as here, from as many machines as it has.

``distributed`` is an optional extra, and loaded only when somebody names a scheduler.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import Any

from inspector.analysis.corpus.running import Executor
from inspector.analysis.corpus.workload import Curves, Job, Workload
from inspector.analysis.watched_counter import StoppedError

_CONNECT_SECONDS = 10
_LOOK_SECONDS = 0.2
_AHEAD = 3  # jobs a thread of the cluster has waiting, so that none waits itself


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
    most = _AHEAD * max(1, sum(client.nthreads().values()))
    try:
        while todo or waiting:
            if not go_on():
                raise StoppedError
            while todo and len(waiting) < most:
                place = todo.popleft()
                waiting[client.submit(_curves, handed, load.jobs[place], pure=False)] = place
            try:
                with client.as_current():
                    distributed.wait(list(waiting), _LOOK_SECONDS, return_when="FIRST_COMPLETED")
            except TimeoutError:
                continue
            for future in [one for one in waiting if one.done()]:
                yield waiting.pop(future), future.result()
    finally:
        if waiting:
            client.cancel(list(waiting), force=True)


def _curves(load: Workload, job: Job) -> Curves:
    return load.curves_of(job)
