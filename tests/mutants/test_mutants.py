"""What counts as a mutant, and what is made of the number that was killed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants.copies import Copy, likely_first
from tests.mutants.mutants import (
    ROOMS,
    equivalents,
    least_share,
    mutants_of,
    own_tests,
)

MODULE = '''
"""A text with 1 < 2 in it."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import one

def fits(cost: "int < 3", left=4) -> bool:
    """Whether 5 < 6."""
    if (cost) <= (left):
        return True
    for each in left:
        if not each:
            continue
        note(f"{each + 1}", zip(left, left, strict=True))
    return min(cost, left) and é + (cost - left) * 2
'''


def changed(folder: Path, source: str) -> dict[str, list[str]]:
    path = folder / "inspector" / "room.py"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8")
    found: dict[str, list[str]] = {}
    for one in mutants_of("room", folder):
        text = one.applied(path.read_bytes()).decode()
        ast.parse(text)  # every mutant is a program
        found.setdefault(one.was, []).append(one.becomes)
        assert text != source
    return found


def test_every_place_is_changed_and_no_type_or_text(tmp_path: Path) -> None:
    assert changed(tmp_path, MODULE) == {
        "4": ["5"],
        "2": ["3"],
        "cost) <= (left": ["cost) < (left"],
        "True": ["False"],
        "not each": ["bool(each)"],
        "continue": ["pass"],
        'note(f"{each + 1}", zip(left, left, strict=True))': ["pass"],
        "min": ["max"],
        "min(cost, left) and é + (cost - left) * 2": ["min(cost, left) or é + (cost - left) * 2"],
        "é + (cost - left) * 2": ["é - (cost - left) * 2"],
        "cost - left": ["cost + left"],
        "cost - left) * 2": ["cost - left) // 2"],
    }


@pytest.mark.parametrize(
    ("killed", "tried", "least"),
    # Wilson's interval, worked out by hand for half and for all of a hundred.
    [(50, 100, 0.4038), (100, 100, 0.9630), (0, 10, 0.0), (0, 0, 0.0)],
)
def test_the_lower_bound_of_a_share(killed: int, tried: int, least: float) -> None:
    assert least_share(killed, tried) == pytest.approx(least, abs=5e-5)


def test_every_room_has_mutants_and_tests() -> None:
    for room in ROOMS:
        assert len(mutants_of(room)) > 50, room
        assert all(Path(place).exists() for place in own_tests(room)), room


def test_a_module_has_the_own_tests_its_room() -> None:
    assert own_tests("core.injection.tiers") == ["tests/core/injection"]
    assert own_tests("core.selection.greedy") == own_tests("core.selection")


def test_tests_with_the_name_of_the_changed_module_run_first_and_all_others_after() -> None:
    module = "inspector/core/selection/optimal.py"
    files = likely_first(module, ["tests/core/selection", "tests/core/test_text.py"], Path())
    assert files == [
        "tests/core/selection/test_optimal.py",
        "tests/core/selection/test_greedy.py",
        "tests/core/test_text.py",
    ]


def test_the_same_change_at_another_place_has_another_name(tmp_path: Path) -> None:
    changed(tmp_path, "def room(left):\n    return left == 1, left == 1, left == 2\n")
    names = [one.name for one in mutants_of("room", tmp_path)]
    assert len(set(names)) == len(names) == 6
    assert "inspector/room.py room: left == 1 -> left != 1" in names
    assert "inspector/room.py room: left == 1 -> left != 1 (2)" in names


def test_an_equivalent_is_a_mutant_that_there_is_and_says_why() -> None:
    names = {one.name for room in ROOMS for one in mutants_of(room)}
    assert equivalents().keys() <= names
    assert all(len(reason) > 10 for reason in equivalents().values())


PROGRAM = """
from functools import cache
LIMIT = 3

def fits(cost):
    return cost <= LIMIT

def untold(cost):
    return cost + LIMIT

@cache
def kept():
    return LIMIT * 2

def in_another_process():
    return LIMIT - 1
"""

TESTS = """
import subprocess, sys
from inspector.room import fits, kept, untold

def test_nothing():
    assert kept()
    untold(1)

def test_the_limit():
    assert (fits(3), fits(4)) == (True, False)

def test_what_is_kept():
    assert kept() == 6

def test_another_process():
    code = "from inspector.room import in_another_process; assert in_another_process() == 2"
    subprocess.run([sys.executable, "-c", code], check=True)
"""


def test_a_survivor_is_what_no_test_notices_wherever_it_would(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    for path, text in {
        "inspector/__init__.py": "",
        "inspector/room.py": PROGRAM,
        "tests/room/test_room.py": TESTS,
        "tests/mutants/warm.py": Path("tests/mutants/warm.py").read_text("utf-8"),
        "tests/conftest.py": "import hypothesis; hypothesis.settings.register_profile('first')",
    }.items():
        (checkout / path).parent.mkdir(parents=True, exist_ok=True)
        (checkout / path).write_text(text, "utf-8")
    copy = Copy(checkout, tmp_path / "copy", ["tests/room"])
    try:
        seen = copy.seen()
        survivors = [one.was for one in mutants_of("room", checkout) if copy.survives(one, seen)]
    finally:
        copy.close()
    assert survivors == ["cost + LIMIT"]
