"""Finds circles in the dependencies of nodes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def find_cycles(dependencies: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return a circle for every dependency that closes one, such as ``[a, b, a]``.

    Without any, following dependencies comes to an end. Names are walked in the order in which they
    are written; a node that depends on itself is the circle ``[a, a]``.
    """
    cycles: list[list[str]] = []
    finished: set[str] = set()
    for start in dependencies:
        if start in finished:
            continue
        path = [start]
        on_path = {start: 0}
        # An explicit stack: a chain may be longer than Python's own stack is deep.
        pending = [_steps(dependencies, start)]
        while path:
            step = next(pending[-1], None)
            if step is None:
                pending.pop()
                node = path.pop()
                del on_path[node]
                finished.add(node)
            elif step in on_path:
                cycles.append([*path[on_path[step] :], step])
            elif step not in finished:
                on_path[step] = len(path)
                path.append(step)
                pending.append(_steps(dependencies, step))
    return cycles


def _steps(dependencies: Mapping[str, Sequence[str]], node: str) -> Iterator[str]:
    return iter(dict.fromkeys(dependencies.get(node, ())))
