"""Every field of what another program wrote comes to its place, or is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from inspector.cli.foreign import save_imported
from inspector.files.findings import Findings
from inspector.files.importers import read_foreign
from tests.files.importers.shapes import SHAPES

WHOLE = json.loads(Path(__file__).with_name("imported.json").read_text("utf-8"))
"""What each shape becomes, field by field, and what is said about it."""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("shape", SHAPES)
def test_every_field_of_a_shape_comes_to_its_place(tmp_path: Path, shape: str) -> None:
    name, text, _, _ = SHAPES[shape]
    found = Findings()
    whole = read_foreign(written(tmp_path, name, text), found)
    assert whole is not None
    assert save_imported(whole, "a", tmp_path / "out") == ()
    told = {
        path.name.removeprefix("a."): list(map(json.loads, path.read_text("utf-8").splitlines()))
        if path.suffix == ".jsonl"
        else json.loads(path.read_text("utf-8"))
        for path in sorted((tmp_path / "out").iterdir())
    }
    said = [[one.code, one.place.line, one.place.pointer] for one in found.problems()]
    payloads = [[payload.name, payload.model] for payload in whole.payloads]
    assert {"payloads": payloads, "problems": said, **told} == WHOLE[shape]


def test_a_trajectory_without_a_history_is_left_out_and_told(tmp_path: Path) -> None:
    turn = [{"role": "user", "content": "go"}, {"role": "assistant", "content": "ls"}]
    whole = {"trajectory": [], "info": {}, "history": turn}
    text = "".join(json.dumps(one) + "\n" for one in (whole, whole | {"history": []}, whole))
    found = Findings()
    imported = read_foreign(written(tmp_path, "a.jsonl", text), found)
    assert imported is not None
    assert len(imported.payloads) == 2
    assert [(one.code, one.place.line) for one in found.problems()] == [("import.left-out", 2)]


def test_a_benchmark_document_may_have_a_title_alone_and_not_nothing(tmp_path: Path) -> None:
    rows = [{"_id": "1", "title": "Alone"}, {"_id": "2", "text": "Text"}, {"_id": "3"}]
    rows += [{"_id": "4", "title": "Both", "text": "More"}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    found = Findings()
    imported = read_foreign(written(tmp_path, "corpus.jsonl", text), found)
    assert imported is not None
    assert imported.candidates is not None
    (bucket,) = imported.candidates.buckets
    assert [(file.title, file.text) for file in bucket.files] == [
        ("Alone", "Alone"),
        ("Text", "Text"),
        ("Both", "More"),
    ]
    assert [(one.code, one.place.line) for one in found.problems()] == [("import.left-out", 3)]
