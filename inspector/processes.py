"""Processes that answer through a pipe, and end with the one that started them.

Each is started anew, since a copy of a process with threads may stand still for ever: it inherits
nothing but its end of the pipe, and imports nothing of the window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

END_SECONDS = 2.0
"""How long a process has to end before it is killed."""


def started(serve: Callable[..., None], *arguments: object) -> tuple[SpawnProcess, Connection]:
    """Start ``serve`` with its end of a pipe and ``arguments``; return the process and our end."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, *arguments), daemon=True)
    process.start()
    theirs.close()
    return process, ours


def end(crew: Sequence[tuple[SpawnProcess, Connection]]) -> None:
    """End processes, all at once, and wait until they are gone."""
    for process, pipe in crew:
        pipe.close()
        process.terminate()
    for process, _ in crew:
        process.join(END_SECONDS)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
