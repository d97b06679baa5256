"""``inspector lint --secrets`` reports what holds secrets in files of any kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.__main__ import main
from inspector.cli import lint
from inspector.project.secrets import PatternScanner

VALUE = "correct-horse-7"


@pytest.fixture(autouse=True)
def by_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lint, "user_scanner", PatternScanner)


def written(folder: Path, value: object) -> str:
    path = folder / "input.json"
    path.write_text(json.dumps(value))
    return str(path)


@pytest.mark.parametrize(
    "value",
    [
        {
            "schema_version": 1,
            "set_id": "s",
            "buckets": [
                {
                    "bucket_id": "b",
                    "bucket_title": "B",
                    "files": [{"file_id": "f", "title": "F", "text": f"password={VALUE}"}],
                }
            ],
        },
        {"session_id": "x", "objective": f"password={VALUE}"},
        {"chunks": [{"id": "k", "type": "tool_output", "content": f"password={VALUE}"}]},
    ],
    ids=["candidates", "hot state", "chunks"],
)
def test_a_secret_is_a_warning_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], value: object
) -> None:
    path = written(tmp_path, value)
    assert main(["lint", path, "--secrets", "--json"]) == 0
    out = capsys.readouterr().out
    found = [one for one in json.loads(out) if one["code"] == "secrets.uncertain"]
    assert [one["file"] for one in found] == [path]
    assert VALUE not in out
    assert main(["lint", path, "--secrets", "--strict"]) == 1
    capsys.readouterr()


def test_secrets_are_looked_for_only_when_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, {"session_id": "x", "objective": f"password={VALUE}"})
    assert main(["lint", path, "--json"]) == 0
    assert "secrets" not in capsys.readouterr().out
