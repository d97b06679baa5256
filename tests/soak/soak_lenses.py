"""Every lens shown many times in turn: whether being looked at costs anything that stays.

``python -m tests.soak.soak_lenses [TIMES]`` (200 by default) prints a row for every fifth of them.
"""

from __future__ import annotations

import sys
import time

from inspector.__main__ import collect_seldom
from tests.shared import sandbox

_ROWS = 5


def main() -> None:
    sandbox.replace_environment()  # before anything below can import Qt
    collect_seldom()  # as the program does
    from tests.soak.counts import TITLES, count
    from tests.soak.soaked_window import soaked_window

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with soaked_window() as (workspace, person):
        person.tour()
        person.come_home()
        begin = time.monotonic()
        print(f"lenses shown | seconds | {TITLES}")
        print(f"0 | 0 | {count().line()}", flush=True)
        shown = 0
        for _ in range(_ROWS):
            for _ in range(max(1, times // _ROWS)):
                for record in workspace.lenses.records:
                    workspace.show_lens(record.id)
                    person.settle()
                    shown += 1
            person.come_home()
            print(f"{shown:,} | {time.monotonic() - begin:.0f} | {count().line()}", flush=True)


if __name__ == "__main__":
    main()
