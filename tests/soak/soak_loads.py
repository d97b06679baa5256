"""A large candidate set opened and let go again and again: whether its memory comes back.

``python -m tests.soak.soak_loads [TIMES [CARDS]]`` (20 and 100,000 by default) prints a row for
each time, counted after the set has been let go.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.__main__ import collect_seldom
from tests.shared import sandbox

if TYPE_CHECKING:
    from tests.soak.counts import Counts
    from tests.soak.person import Person

_MEGABYTE = 1 << 20


def written(path: Path, cards: int) -> Path:
    """Write a session with that many cards."""
    from tests.shared.injection_input import request
    from tests.shared.large_sets import large_set

    made = large_set(cards)
    candidates = {
        "schema_version": 1,
        "set_id": made.set_id,
        "knowledge_cards": [
            one.model_dump(mode="json", exclude_none=True) for one in made.knowledge_cards
        ],
        "buckets": [one.model_dump(mode="json", exclude_none=True) for one in made.buckets],
    }
    path.with_name("cards.json").write_text(json.dumps(candidates), "utf-8")
    model = {"name": "m", "context_window": 1_000_000, "encoding": "chars"}
    asked = request(model=model).model_dump(mode="json", exclude_none=True)
    session = {
        "schema_version": 1,
        "title": "Many",
        "candidates": {"path": "cards.json"},
        "request": {"inline": asked},
    }
    path.write_text(json.dumps(session), "utf-8")
    return path


def load_and_let_go(person: Person, session: Path) -> Counts:
    """Open a session, use it a little, open the small one again, and count."""
    from tests.soak.counts import count

    person.open(session)
    person.move_divider()
    person.filter()
    person.settle()
    person.come_home()
    return count()


def main() -> None:
    sandbox.replace_environment()  # before anything below can import Qt
    collect_seldom()  # as the program does
    from tests.soak.counts import TITLES, count
    from tests.soak.soaked_window import soaked_window

    times = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    cards = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    with tempfile.TemporaryDirectory() as folder, soaked_window() as (_, person):
        session = written(Path(folder) / "many.inspector.json", cards)
        size = (Path(folder) / "cards.json").stat().st_size / _MEGABYTE
        print(f"{cards:,} cards, {size:.0f} MB")
        person.tour()
        person.come_home()
        begin = time.monotonic()
        print(f"loads | seconds | {TITLES}")
        print(f"0 | 0 | {count().line()}", flush=True)
        for number in range(1, times + 1):
            counted = load_and_let_go(person, session)
            print(f"{number} | {time.monotonic() - begin:.0f} | {counted.line()}", flush=True)


if __name__ == "__main__":
    main()
