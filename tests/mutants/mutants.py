"""Small changes of a room that its own tests should notice: the share of mutants that they kill.

``python -m tests.mutants.mutants [ROOM…]`` changes one place of a room after the other, such as
``<=`` to ``<``, and runs the room's own tests on each in a copy of the checkout, which stays as it
is. Which places is drawn from a seed, so two runs are the same. A room is a folder or a module of
`inspector`, such as ``core.injection`` or ``analysis.audit.finding``; without one it is each of
``ROOMS``. A mutant is killed by the first test that fails, or by a test that does not come back.
`equivalents.toml` names mutants that change nothing anybody could see; they do not count.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from math import sqrt
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.copies import Copy
from tests.mutants.places import Mutant, mutants_below

ROOT = Path(__file__).parents[2]
GOAL = 0.80
ROOMS = {
    "core.assembly": ("core/assembly", "core/test_odd_arguments.py"),
    "core.builder": (
        "core/builder",
        "core/test_odd_arguments.py",
        "present/builder",
        "files/test_bundle_files.py",
        "cli/test_build_prompt.py",
    ),
    "core.candidates": ("core/candidates", "core/injection", "files/test_candidate_files.py"),
    "core.discipline": ("core/discipline", "core/test_odd_arguments_of_stages.py"),
    "core.injection": (),
    "core.relevance": ("core/relevance", "core/test_odd_arguments.py"),
    "core.selection": ("core/selection", "core/window", "core/injection", "analysis/tuning"),
    "core.tokens": ("core/tokens", "core/test_odd_arguments.py"),
    "core.window": ("core/window", "core/test_odd_arguments_of_stages.py"),
    "analysis.audit": (),
    "analysis.comparison": ("analysis/comparison", "present/compare"),
    "analysis.corpus": (
        "analysis/corpus",
        "present/corpus",
        "present/injection/test_recall_strip.py",
        "cli/test_corpus_command.py",
    ),
    "analysis.tuning": (),
    "files": (),
}
"""The rooms that are measured, and where their own tests are if not in the folder of their name."""


def mutants_of(room: str, root: Path = ROOT) -> list[Mutant]:
    """Return all mutants of a room, by path and place."""
    return mutants_below(root / "inspector" / Path(*room.split(".")), root)


def own_tests(room: str, root: Path = ROOT) -> list[str]:
    """Return where a room's own tests are: in the folder of its name, or of the room around it."""
    if places := ROOMS.get(room):
        return [f"tests/{place}" for place in places]
    folder = root / "tests" / Path(*room.split("."))
    return (
        [f"tests/{room.replace('.', '/')}"] if folder.is_dir() else own_tests(_around(room), root)
    )


def _around(room: str) -> str:
    around, _, name = room.rpartition(".")
    if not around:
        raise SystemExit(f"There are no tests of {name}.")
    return around


def least_share(killed: int, tried: int) -> float:
    """The lower bound of the 95 % interval of a share (Wilson); 0 where nothing was tried."""
    if not tried:
        return 0.0
    z, share = 1.959964, killed / tried
    middle = share + z * z / (2 * tried)
    return (middle - z * sqrt(share * (1 - share) / tried + (z / (2 * tried)) ** 2)) / (
        1 + z * z / tried
    )


def equivalents() -> dict[str, str]:
    """Why each mutant that nobody could tell from the program is one, by its name."""
    listed = tomllib.loads(Path(__file__).with_name("equivalents.toml").read_text("utf-8"))
    return {one["mutant"]: one["reason"] for one in listed.get("equivalent", [])}


def measure(room: str, count: int, seed: int, jobs: int) -> float:
    """Try mutants of a room, print what came of them, and return the least share of the killed."""
    every = mutants_of(room)
    drawn = random.Random(f"{room} {seed}").sample(every, min(count, len(every)))
    known = equivalents()
    tried = [one for one in drawn if one.name not in known]
    with tempfile.TemporaryDirectory(prefix="inspector-mutants-") as folder:
        copies = [Copy(ROOT, Path(folder, str(at)), own_tests(room)) for at in range(jobs)]
        with ExitStack() as stack, ThreadPoolExecutor(jobs) as pool:
            for copy in copies:
                stack.callback(copy.close)
            seen = copies[0].seen()
            free: SimpleQueue[Copy] = SimpleQueue()
            for copy in copies:
                free.put(copy)

            def survives(mutant: Mutant) -> bool:
                copy = free.get()
                try:
                    return copy.survives(mutant, seen)
                finally:
                    free.put(copy)

            done = killed = 0
            try:
                for one, lives in zip(tried, pool.map(survives, tried), strict=True):
                    done += 1
                    killed += not lives
                    if lives:
                        print(f"  {one.line}: {one.name}", flush=True)
            except KeyboardInterrupt:  # What was tried until then counts.
                pool.shutdown(cancel_futures=True)
    share, least = killed / max(done, 1), least_share(killed, done)
    print(
        f"{room}: {killed} of {done} killed ({share:.0%}, at least {least:.0%} in 95 of 100 draws),"
        f" of {len(every)} there are; {len(drawn) - len(tried)} equivalents drawn",
        flush=True,
    )
    if done < len(tried):
        raise SystemExit(f"Stopped after {done} of {len(tried)}.")
    return least


def main(arguments: Sequence[str]) -> int:
    """Measure rooms; the exit code is 1 where one may have less than its goal."""
    parser = argparse.ArgumentParser(prog="./dev mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", metavar="ROOM", default=list(ROOMS))
    parser.add_argument("--count", type=int, default=300, help="how many mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="another draw")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4))
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    shares = [measure(room, options.count, options.seed, options.jobs) for room in options.rooms]
    return int(min(shares) < GOAL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
