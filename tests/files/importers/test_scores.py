"""In which direction a score is better, and where a hit without one stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.files.findings import Findings
from inspector.files.importers import read_foreign
from inspector.files.importers.values import Better, Scores, direction

FAR, NEAR = Better.LOWER, Better.HIGHER


@pytest.mark.parametrize(
    ("name", "lists", "metric", "better"),
    [
        ("distance", [[0.1, 0.5]], None, FAR),
        ("distance", [[0.9, 0.5]], None, NEAR),
        ("distance", [[0.9, 0.5]], "L2", FAR),
        ("distance", [[0.1, 0.5]], "IP", NEAR),
        ("distance", [[0.9, 0.5]], "COSINE", NEAR),
        ("distance", [[0.5]], None, FAR),
        ("score", [[0.9, 0.5]], None, NEAR),
        ("score", [[0.1, 0.5, 0.7]], None, FAR),
        ("cosine_similarity", [[0.5, 0.5]], None, NEAR),
        ("x", [[0.1, 0.5]], None, FAR),
        ("x", [[0.9, 0.5]], None, NEAR),
        ("x", [[0.9]], None, NEAR),
        ("distance", [[0.9, 0.5], [0.1, 0.5, 0.4]], None, FAR),
    ],
)
def test_a_direction_is_told_by_metric_then_name_unless_the_order_contradicts_then_order(
    name: str, lists: list[list[float]], metric: str | None, better: Better
) -> None:
    assert direction(name, lists, metric).better is better


def test_the_order_of_rows_that_may_be_in_any_contradicts_only_where_it_is_no_chance() -> None:
    assert direction("distance", [[0.9, 0.5]], ranked=False).better is FAR
    assert direction("distance", [[0.9, 0.7, 0.5, 0.3]], ranked=False).better is NEAR
    assert direction("distance", [[0.9, 0.5]] * 5, ranked=False).better is NEAR


def files(folder: Path, answer: object, **options: Better) -> list[str]:
    """Return the ids of the files of an answer, the best first."""
    path = folder / "a.json"
    path.write_text(json.dumps(answer), "utf-8")
    imported = read_foreign(path, Findings(), **options)  # type: ignore[arg-type]
    assert imported is not None
    assert imported.candidates is not None
    (bucket,) = imported.candidates.buckets
    return [one.file_id for one in sorted(bucket.files, key=lambda one: -one.relevance_score)]


def test_a_reading_can_be_turned(tmp_path: Path) -> None:
    hits = [{"id": name, "text": name, "score": number} for name, number in (("a", 2), ("b", 1))]
    assert files(tmp_path, {"documents": hits}) == ["a", "b"]
    assert files(tmp_path, {"documents": hits}, better=FAR) == ["b", "a"]


@given(
    numbers=st.lists(st.none() | st.floats(0, 1), min_size=2, max_size=8),
    better=st.sampled_from(list(Better)),
)
def test_a_hit_without_a_score_stands_right_behind_its_neighbour(
    numbers: list[float | None], better: Better
) -> None:
    scores = Scores(better=better)
    for place, number in enumerate(numbers):
        scores.declared["score"] = better
        scores.add("q", str(place), None, None) if number is None else _add(scores, place, number)
    scores.settle()
    found = [scores.settled["q", str(place)] for place in range(len(numbers))]
    if all(one is None for one in numbers):
        assert found == [None] * len(numbers)
        return
    missing = [str(place) for place, one in enumerate(numbers) if one is None]
    assert [subject for _, subject in scores.placed] == missing
    for place, number in enumerate(numbers):
        before = found[place - 1] if place else None
        score = found[place]
        assert score is not None
        if number is None and before is not None:
            assert score < before
            between = [one for one in found if one is not None and score < one < before]
            assert not between


def _add(scores: Scores, place: int, number: float) -> None:
    from inspector.files.importers.values import HitScore

    scores.add("q", str(place), HitScore("score", number), number)


def scored(folder: Path, table: str) -> tuple[list[float], list[str], str]:
    """Return the scores of a table's files, the codes of its problems, and what was not used."""
    path = folder / "a.csv"
    path.write_text(table, "utf-8")
    found = Findings()
    imported = read_foreign(path, found)
    assert imported is not None
    assert imported.candidates is not None
    (bucket,) = imported.candidates.buckets
    codes = [one.code for one in found.problems() if one.code != "import.mapped"]
    return (
        [one.relevance_score for one in bucket.files],
        codes,
        " ".join(imported.account.unused),
    )


@pytest.mark.parametrize(
    ("cells", "scores"),
    [
        (("0,5", "0,25"), [0.5, 0.25]),
        (("2", "-1,5", "1,25e3"), [2.0, -1.5, 1250.0]),
        (("1,2345", "1,234"), [1.2345, 1.234]),
    ],
)
def test_a_column_may_have_commas_before_its_decimals(
    tmp_path: Path, cells: tuple[str, ...], scores: list[float]
) -> None:
    rows = "".join(f"{place};text {place};{cell}\n" for place, cell in enumerate(cells))
    assert scored(tmp_path, f"id;text;score\n{rows}") == (scores, [], "")


@pytest.mark.parametrize("cells", [("1,234", "2,345,678"), ("high", "low"), ("0,5", "half")])
def test_a_column_of_scores_that_are_no_numbers_is_told_and_not_used(
    tmp_path: Path, cells: tuple[str, ...]
) -> None:
    rows = "".join(f"{place};text {place};{cell}\n" for place, cell in enumerate(cells))
    scores, codes, unused = scored(tmp_path, f"id;text;score\n{rows}")
    assert (len(set(scores)), codes, unused) == (1, ["import.no-number"] * 2, "score")
