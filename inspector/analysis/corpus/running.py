"""Working a corpus out: here, on all cores, or wherever an executor sends it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence

from inspector.analysis.corpus.processes import in_processes
from inspector.analysis.corpus.spill import Spill
from inspector.analysis.corpus.workload import Curves, Workload
from inspector.analysis.watched_counter import StoppedError, Watch, unwatched

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
