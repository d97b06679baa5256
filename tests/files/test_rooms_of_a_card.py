"""A card goes from its file to its ledger row: which rooms it passes, and in what order."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from inspector.analysis.injection_runs import InjectionRuns
from inspector.cli.main import main
from inspector.core import inject
from inspector.core.injection.policy import Strategy
from inspector.files import load_candidates, load_policy, load_request
from tests.shared.injection_input import CHARACTERS

ROOT = Path(__file__).parents[2]
PACKAGE, SAMPLES = ROOT / "inspector", ROOT / "resources" / "samples"
# What every room is made of (problems, scalars, texts, arguments, storage of columns) is no room of
# its own, and those who call are not passed: a session, its runs, the counter of a caller.
STORAGE = PACKAGE / "core" / "candidates" / "interned.py"
ROOMS = ("files/importers", "files", "core/candidates", "core/injection", "core/selection")
THE_STEP = ["core/injection", "core/candidates", "core/injection", "core/selection"]
CARD = {
    "node_id": "a",
    "node_kind": "note",
    "canonical_name": "A",
    "relevance_score": 0.5,
    "renderings": {"compact": "x", "full": "xyz"},
}


def walked(work: Callable[[], Any], *starts: Callable[..., Any]) -> tuple[Any, list[list[str]]]:
    """Return what a piece of work gives, and the rooms it enters, one after the other.

    With ``starts`` these are the rooms that each call of one of these functions enters, a list for
    each call.
    """
    codes = [one.__code__ for one in starts]
    walks: list[list[str]] = [] if starts else [[]]
    root: FrameType | None = None

    def watch(frame: FrameType, event: str, _given: object) -> None:
        nonlocal root
        code = frame.f_code
        if event == "return" and frame is root:
            root = None
        if event != "call":
            return
        if root is None and code in codes:
            root = frame
            walks.append([])
        place = Path(code.co_filename)
        if (
            (starts and root is None)
            or code.co_name.startswith("<")
            or PACKAGE not in place.parents
            or place == STORAGE
        ):
            return
        inside = f"{place.parent.relative_to(PACKAGE).as_posix()}/"
        room = next((one for one in ROOMS if inside.startswith(f"{one}/")), None)
        if room is not None and walks[-1][-1:] != [room]:
            walks[-1].append(room)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        given = work()
    finally:
        sys.setprofile(before)
    return given, walks


def again(work: Callable[[], Any], *starts: Callable[..., Any]) -> tuple[Any, list[list[str]]]:
    """As ``walked``, with the modules loaded that are loaded when they are first asked for."""
    work()
    return walked(work, *starts)


@pytest.mark.parametrize("name", ["securities-fraud", "starved-budget", "direct-target"])
def test_a_run_passes_each_room_once_and_comes_back_to_the_step(name: str, tmp_path: Path) -> None:
    folder = SAMPLES / name
    parts = [f"--{part}={folder / part}.json" for part in ("candidates", "request", "policy")]
    ledger = tmp_path / "ledger.csv"

    def run() -> int:
        return main(
            ["run", *parts, "-q", "--no-history", f"--ledger-file={ledger}", "--ledger=csv"]
        )

    _, walks = again(run, load_candidates, InjectionRuns.run)
    assert ledger.exists()
    load, step = walks
    # A file is read to its end, and handed over once.
    assert load == ["files", "core/candidates"]
    # Texts are read out of the bytes that were handed over: nobody asks the file for them.
    # What there is to choose from is linted and counted, prepared, selected and settled.
    assert step == ["core/candidates", "core/injection", "core/selection", "core/injection"]


@pytest.mark.parametrize("strategy", Strategy)
def test_a_row_is_the_steps_own_and_so_is_the_way_to_it(strategy: Strategy) -> None:
    folder = SAMPLES / "securities-fraud"
    given = load_request(folder / "request.json").value
    rules = load_policy(folder / "policy.json").value
    assert given is not None
    assert rules is not None

    def step() -> Any:
        candidates = load_candidates(folder / "candidates.json").value
        assert candidates is not None
        return inject(given, candidates, rules, CHARACTERS, strategy=strategy)

    report, walks = again(step, inject)
    assert walks == [[*THE_STEP, "core/injection"]]
    rows, (ledger,) = walked(lambda: list(report.ledger.entries))
    assert len(rows) > len(report.prepared.cards.order) > 0
    # Which cards no selection is worth more with is asked of the selection, once for all rows.
    asked = ["core/selection", "core/injection"] if strategy is Strategy.OPTIMAL else []
    assert ledger == ["core/injection", *asked]


def test_a_file_is_gone_back_to_only_to_say_where_in_it_something_odd_stands(
    tmp_path: Path,
) -> None:
    path = tmp_path / "set.json"

    def loaded() -> Any:
        return load_candidates(path)

    for cards, rooms in (([CARD], 2), ([CARD, CARD], 3)):
        path.write_text(json.dumps({"schema_version": 1, "set_id": "s", "knowledge_cards": cards}))
        found, (load,) = again(loaded)
        assert load == ["files", "core/candidates", "files"][:rooms]
        assert len(found.problems) == len(cards) - 1
