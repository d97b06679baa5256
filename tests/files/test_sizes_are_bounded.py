"""What large input costs: problems of one kind are counted, and no object is looked at for each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector import cli, resources
from inspector.analysis.audit import contents
from inspector.analysis.audit.audit import audit_alone
from inspector.cli.terminal import PhaseLine
from inspector.core.discipline.hot_state import read_hot_state
from inspector.files import json_scan, manifests
from inspector.files.bounds import TOO_LARGE
from inspector.files.opening import load_any
from inspector.stages.injection import command


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


def _manifest() -> dict[str, Any]:
    path = Path(str(resources.resource_path("samples/audit/manifest.json")))
    value: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return value


def test_a_manifest_of_too_many_cards_and_buckets_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    value, path = _manifest(), tmp_path / "manifest.json"
    rows = len(value["knowledge_cards"]) + len(value["bucket_cards"])
    path.write_text(json.dumps(value), "utf-8")
    monkeypatch.setattr(manifests, "MOST_ROWS", rows)
    assert manifests.load_audit(path, checked=False).value is not None
    monkeypatch.setattr(manifests, "MOST_ROWS", rows - 1)
    for loaded in (manifests.load_audit(path), manifests.load_manifest(path)):
        [told] = loaded.problems
        assert loaded.value is None
        assert (told.code, told.place.file) == (TOO_LARGE, str(path))
        assert f"more than {rows - 1} rows" in told.message


def test_an_audit_reads_the_rows_of_a_manifest_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[object] = []
    whole = contents._whole
    monkeypatch.setattr(contents, "_whole", lambda value: read.append(value) or whole(value))
    monkeypatch.setattr(contents, "_rows", None)  # of a manifest in its format no row is read alone
    audit = audit_alone(_manifest())
    assert len(audit.contents.readable_cards) == len(_manifest()["knowledge_cards"])
    assert audit.rows
    assert len(read) == 1


@pytest.mark.parametrize(("least", "is_shown"), [(1, True), (1_000_000, False)])
def test_a_run_of_many_cards_shows_how_many_texts_are_counted(
    least: int, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, int]] = []

    def watch(_line: PhaseLine, phase: str, _done: int, total: int) -> bool:
        told.append((phase, total))
        return True

    monkeypatch.setattr(PhaseLine, "watch", watch)
    monkeypatch.setattr(command, "_SHOWN_FROM", least)
    cli.main(["run", "sample:starved-budget", "--no-history"])
    assert bool(told) is is_shown
    assert all("counting" in phase and total > 0 for phase, total in told)
