"""What large input costs: problems of one kind are counted, and no object is looked at for each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.core.discipline.hot_state import read_hot_state
from inspector.files import json_scan
from inspector.files.opening import load_any


def _looks(monkeypatch: pytest.MonkeyPatch, path: Path, text: str) -> int:
    """Return how many members were looked at while a file was read."""
    looked = 0
    members = json_scan._members

    def counted(*given: object) -> list[json_scan.Member]:
        nonlocal looked
        found = members(*given)  # type: ignore[arg-type]
        looked += len(found)
        return found

    path.write_text(text, "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(json_scan, "_members", counted)
        load_any(path)
    return looked


def _unknown(count: int) -> str:
    return json.dumps({"schema_version": 1, **{f"key{at}": at for at in range(count)}})


def _repeated(count: int) -> str:
    return '{"schema_version": 1,' + ",".join(['"key": 1'] * count) + "}"


@pytest.mark.parametrize("shape", [_unknown, _repeated])
def test_twice_as_many_members_are_twice_the_looks(
    shape: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (
        _looks(monkeypatch, tmp_path / "a.json", shape(count))  # type: ignore[operator]
        for count in (3_000, 6_000)
    )
    assert many <= 2.1 * few + 100


def test_problems_of_a_hot_state_are_counted_beyond_a_thousand() -> None:
    problems = read_hot_state(
        {"session_id": "s", **{f"key{at}": at for at in range(3_000)}}
    ).problems
    assert len(problems) == 1_001
    assert "2,000 more" in problems[-1].message
