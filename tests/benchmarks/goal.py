"""One goal of speed or memory beside its floor, and how both sides are measured."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 3


@dataclass(frozen=True)
class Row:
    """One job: what is wanted, and what the job and its floor take, in ``unit``.

    ``goal`` is the most that ours may take in floors; with ``faster``, the least that the floor has
    to take in ours. Where a goal is no ratio, the floor is the goal itself, with nothing as
    ``floor_is``, and the ratio wanted is 1.
    """

    job: str
    floor_is: str
    goal: float
    ours: float
    floor: float
    faster: bool = False
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        """How many times the other one takes."""
        return self.floor / self.ours if self.faster else self.ours / self.floor

    @property
    def met(self) -> bool:
        """Whether the goal is reached."""
        return self.ratio >= self.goal if self.faster else self.ratio <= self.goal


def own(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Milliseconds of the processor that work in this process takes, the best of some rounds."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return min(found) * 1000


def child(folder: Path, *arguments: str) -> float:
    """Milliseconds of the processor that a Python of its own takes, the best of some rounds.

    Compiled modules are in a folder of the measurement's: a checkout may have none.
    """
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    env["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    found = []
    for _ in range(ROUNDS + 1):  # the first compiles the modules, as an installation does
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found) * 1000
