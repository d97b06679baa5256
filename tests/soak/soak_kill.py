"""A window that works on a session and is killed again and again, and what is left each time.

``python -m tests.soak.soak_kill [KILLS [SEED]]`` (200 and 1 by default) prints a row for each kill
and fails at the first that lost something. Half of the kills are with the candidate set in the
session's file, half with it in a file of its own.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.shared import sandbox


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    sandbox.replace_environment()  # before anything below can import Qt
    from tests.shared.killed_windows import Kill, KilledWindows

    done: list[Kill] = []
    for inline, number in ((True, kills - kills // 2), (False, kills // 2)):
        with tempfile.TemporaryDirectory(prefix="inspector-kills-") as folder:
            windows = KilledWindows(Path(folder), seed=seed, inline=inline)
            for _ in range(number):
                done.append(windows.kill_one())
                print(f"{len(done):4}  {done[-1]}", flush=True)
    unnamed = sum(kill.unnamed for kill in done)
    working = sum(kill.was_ready for kill in done)
    copies = sum(kill.in_copy is not None for kill in done)
    print(
        f"{len(done)} kills, {working} of them of a window that worked; {copies} left a copy to"
        f" restore, {unnamed} left a file without its name, which the next window swept. Nothing"
        " that was safe was lost, no file was torn, nothing else was left lying about."
    )


if __name__ == "__main__":
    main()
