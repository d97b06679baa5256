"""A count above 999 is grouped in every report that people read, whatever it counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.cli import main
from tests.shared.many_of_all import COUNT, candidates_of, chunks_of

# Digits that belong to no name, path, time, fraction or option.
_PLAIN = re.compile(r"(?<![\w.,:/#\-–−])\d{4,}(?![\w,:/\-]|\.\d)")
_YEAR = re.compile(r"(19|20)\d\d")


def run(folder: Path) -> list[str]:
    return ["run", str(candidates_of(folder, "many", COUNT))]


def compare(folder: Path) -> list[str]:
    sides = []
    for name, count in (("many", COUNT), ("few", 3)):
        manifest = folder / f"{name}.manifest.json"
        main(["run", str(candidates_of(folder, name, count)), "--manifest", str(manifest)])
        sides.append(str(manifest))
    return ["compare", *sides]


def place(folder: Path) -> list[str]:
    return ["place", str(chunks_of(folder))]


def imported(folder: Path) -> list[str]:
    path = folder / "hits.csv"
    rows = "".join(f"{n},{'' if n % 2 else f'Text {n}.'},0.5\n" for n in range(2 * COUNT))
    path.write_text(f"id,text,score\n{rows}")
    return ["import", str(path)]


def recorded(folder: Path) -> list[str]:
    kept = str(folder / "h.sqlite3")
    for more in ([], ["--available", "700000"]):
        main([*place(folder), *more, "--history", kept])
    return ["history", "compare", "1", "2", "--history", kept]


@pytest.mark.parametrize("made", [run, compare, place, imported, recorded])
def test_a_count_above_999_is_grouped(
    made: Callable[[Path], list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = made(tmp_path)
    capsys.readouterr()
    main(words)
    told = capsys.readouterr().out
    assert re.search(r"\d,\d{3}", told)
    plain = [one for one in _PLAIN.findall(told) if not _YEAR.fullmatch(one)]
    assert not plain, told
