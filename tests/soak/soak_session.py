"""An hour of work in one window: whether anything is more at its end than at its beginning.

``python -m tests.soak.soak_session [ACTIONS]`` (3,000 by default) prints a row for every tenth of
them, with the window brought back to where it began before each row is counted. What there is more
of at the end than after the first tenth is listed by type below the table.
"""

from __future__ import annotations

import sys
import time

from inspector.__main__ import collect_seldom
from tests.shared import sandbox

_ROWS = 10
_LISTED = 25


def main() -> None:
    sandbox.replace_environment()  # before anything below can import Qt
    collect_seldom()  # as the program does
    from tests.soak.counts import TITLES, count, kinds
    from tests.soak.soaked_window import soaked_window

    actions = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    with soaked_window() as (_, person):
        begin = time.monotonic()
        person.tour()
        person.come_home()
        print(f"actions | seconds | {TITLES}")
        print(f"0 | {time.monotonic() - begin:.0f} | {count().line()}", flush=True)
        before = kinds()
        for row in range(1, _ROWS + 1):
            for _ in range(actions // _ROWS):
                person.act()
            person.come_home()
            done, seconds = sum(person.done.values()), time.monotonic() - begin
            print(f"{done:,} | {seconds:.0f} | {count().line()}", flush=True)
            if row == 1:
                before = kinds()
        more = kinds()
        more.subtract(before)
        print("\nmore than after the first tenth:")
        for name, number in more.most_common(_LISTED):
            if number > 0:
                print(f"{number:8,}  {name}")
        print("\ndone:", ", ".join(f"{name} {times}" for name, times in person.done.most_common()))


if __name__ == "__main__":
    main()
