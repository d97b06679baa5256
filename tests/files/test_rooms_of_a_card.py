"""A card goes from its file to its ledger row: which rooms it passes, and what they go back for."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from inspector.core import inject
from inspector.files import load_candidates
from tests.shared.injection_input import CHARACTERS, policy, request

PACKAGE = Path(__file__).parents[2] / "inspector"
CARD = {
    "node_id": "a",
    "node_kind": "note",
    "canonical_name": "A",
    "relevance_score": 0.5,
    "renderings": {"compact": "x", "full": "xyz"},
}
# What every room is made of (problems, scalars, texts, arguments) is no room of its own.
ROOMS = {
    "files": "files",
    "core/candidates": "candidates",
    "core/injection": "step",
    "core/selection": "step",
    "core/ledger.py": "step",
}


def entered(work: Callable[[], Any]) -> tuple[Any, list[tuple[str, str]]]:
    """Return what a piece of work gives, and the functions that it enters, each with its room."""
    calls: list[tuple[str, str]] = []

    def watch(frame: FrameType, event: str, _given: object) -> None:
        code = frame.f_code
        place = Path(code.co_filename)
        if event != "call" or code.co_name.startswith("<") or PACKAGE not in place.parents:
            return
        inside = place.relative_to(PACKAGE).as_posix()
        for start, room in ROOMS.items():
            if inside == start or inside.startswith(f"{start}/"):
                calls.append((room, code.co_qualname))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        given = work()
    finally:
        sys.setprofile(before)
    return given, calls


def passed(calls: list[tuple[str, str]]) -> list[str]:
    """The rooms in the order in which they are entered."""
    rooms = [room for room, _ in calls]
    return [room for place, room in enumerate(rooms) if place == 0 or rooms[place - 1] != room]


def test_a_load_goes_out_of_the_files_once_and_nothing_goes_back_but_for_values(
    tmp_path: Path,
) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"schema_version": 1, "set_id": "s", "knowledge_cards": [CARD]}))

    def loaded() -> Any:
        return load_candidates(path).value

    loaded()  # what is loaded when it is first asked for
    candidates, load = entered(loaded)
    # Read to its end, handed over once; then the file says where what was found odd stands.
    assert passed(load) == ["files", "candidates", "files"]

    report, step = entered(lambda: inject(request(), candidates, policy(1000), CHARACTERS))
    # Texts stay in the file until they are counted; nothing else is asked of it again.
    assert {name for room, name in step if room == "files"} <= {"MappedTexts.get"}

    row, ledger = entered(lambda: report.ledger.entries[0])
    assert row.subject == "a"
    assert {name for room, name in ledger if room != "step"} <= {"Tier.label"}
