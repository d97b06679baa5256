"""``inspector build`` lets a finding or an ignored file in when a person says so, with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.analysis import builder_cache
from inspector.cli.main import main

VALUE = "Garden-" + "Walnut-Saddle7"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(builder_cache, "user_data_path", lambda *_, **__: tmp_path / "data")
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("from b import go\n\n\ndef run() -> None:\n    go()\n", "utf-8")
    text = f'PASSWORD = "{VALUE}"\n\n\ndef go() -> None:\n    print(PASSWORD)\n'
    (root / "b.py").write_text(text, "utf-8")
    return root


def _built(capsys: pytest.CaptureFixture[str], root: Path, *options: str) -> dict[str, Any]:
    asked = ("--target", "a.py", "--step", "change it", "--created-at", "2026-01-01T00:00:00Z")
    main(["build", str(root), *asked, "--no-history", "--json", *options])
    printed = capsys.readouterr()
    assert VALUE not in printed.out + printed.err
    result: dict[str, Any] = json.loads(printed.out)
    return result


def _included(result: dict[str, Any]) -> list[str]:
    return [one["path"] for one in result["manifest"]["selection"]["included_files"]]


def test_an_allowed_finding_is_text_and_recorded(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = _built(capsys, project)
    assert _included(before) == ["a.py"]
    assert "allowed_findings" not in before["manifest"]
    [finding] = before["findings"]
    after = _built(capsys, project, "--allow-finding", finding["id"], "--reason", "a sample")
    assert _included(after) == ["a.py", "b.py"]
    [allowed] = after["manifest"]["allowed_findings"]
    assert allowed == {
        "id": finding["id"],
        "path": "b.py",
        "line": 1,
        "kind": "password",
        "reason": "a sample",
    }
    assert (tmp_path / "data" / "finding.key").stat().st_mode & 0o777 == 0o600


def test_an_id_of_another_user_allows_nothing(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [finding] = _built(capsys, project)["findings"]
    (tmp_path / "data" / "finding.key").unlink()
    after = _built(capsys, project, "--allow-finding", finding["id"], "--reason", "a sample")
    assert _included(after) == ["a.py"]
    assert after["findings"][0]["id"] != finding["id"]


@pytest.mark.parametrize("option", ["--allow-finding", "--allow-ignored"])
def test_what_is_let_in_takes_a_reason(project: Path, option: str) -> None:
    assert main(["build", str(project), "--target", "a.py", option, "b.py", "--reason", " "]) == 2


def test_an_ignored_file_is_let_in_by_its_path(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "b.py").write_text("def go() -> None: ...\n", "utf-8")
    (project / ".gitignore").write_text("b.py\n", "utf-8")
    assert _included(_built(capsys, project)) == ["a.py"]
    after = _built(capsys, project, "--allow-ignored", "b.py", "--reason", "it is needed")
    assert _included(after) == ["a.py", "b.py"]
    assert any("it is needed" in note for note in after["budget"]["notes"])
