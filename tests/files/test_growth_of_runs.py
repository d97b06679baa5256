"""What has to be made first, a run, a project or a history, costs no more than its size either."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest

from inspector import cli, resources
from inspector.core import inject, tiktoken_counter
from inspector.files import load_candidates, load_request
from inspector.recorder import Recorder
from tests.files.test_growth import FACTOR, SLACK, _calls
from tests.files.test_growth_of_tables import SHAPES, Rows, _cells, _filled
from tests.shared.git_history import written_history

SMALL = 1_500  # bytes
SAMPLE = Path(str(resources.resource_path("samples/starved-budget")))

Command = list[str]


def _receipts(folder: Path, size: int) -> Command:
    path = folder / "receipts.jsonl"
    path.unlink(missing_ok=True)
    request = load_request(SAMPLE / "request.json").value
    candidates = load_candidates(SAMPLE / "candidates.json").value
    report = inject(request, candidates, {}, tiktoken_counter("o200k_base"))
    with Recorder(path) as recorder:
        recorder.record(report)
    line = path.read_bytes()
    path.write_bytes(line * max(1, 4 * size // len(line)))  # one is as long as the smallest file
    return ["verify", str(path)]


def _corpus(folder: Path, size: int) -> Command:
    request = json.loads((SAMPLE / "request.json").read_text("utf-8"))
    (folder / "c.candidates.json").write_bytes((SAMPLE / "candidates.json").read_bytes())
    path = folder / "c.requests.jsonl"
    rows = [request | {"trace_id": f"r{at}"} for at in range(size // 300)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    quiet = ["--processes", "1", "--no-history", "--no-journal"]
    return ["corpus", str(path), *quiet, "--from", "0", "--to", "0.1"]


def _cards(folder: Path, size: int) -> Command:
    _, _, made = SHAPES["cards that are swept"]
    (folder / "a.json").write_text(made(size), "utf-8")
    return ["compare", str(folder / "a.json")]


def _audited(folder: Path, size: int) -> Command:
    value = json.loads((SAMPLE.parent / "audit/manifest.json").read_text("utf-8"))
    cards = value["knowledge_cards"]
    value["knowledge_cards"] = cards * (8 * size // len(json.dumps(cards)) + 1)
    path = folder / "manifest.json"
    path.write_text(json.dumps(value), "utf-8")
    return ["verify", str(path)]


def _manifests(folder: Path, size: int) -> Command:
    inbox = folder / uuid4().hex
    inbox.mkdir()
    text = (SAMPLE.parent / "audit/manifest.json").read_bytes()
    for at in range(size // 500):
        (inbox / f"{at}.json").write_bytes(text)
    return ["verify", str(inbox)]


def _swept(folder: Path, size: int) -> Command:
    _, _, made = SHAPES["cards that are swept"]
    (folder / "a.json").write_text(made(size), "utf-8")
    return ["sweep", "--candidates", str(folder / "a.json"), "--from", "0", "--to", "900"]


def _answer(folder: Path, size: int) -> Command:
    path = folder / "answer.md"
    lines = "".join(f"+line {at}\n" for at in range(size // 9))
    path.write_text(f"```diff\n--- a.py\n+++ a.py\n@@ -1 +1,9 @@\n{lines}```\n", "utf-8")
    return ["diff-check", str(path)]


def _counted(folder: Path, size: int) -> Command:
    value = json.loads((SAMPLE / "candidates.json").read_text("utf-8"))
    first = value["knowledge_cards"][0]
    value["knowledge_cards"] = [
        {**first, "node_id": f"n{at}", "renderings": {"full": f"A passage, number {at}."}}
        for at in range(size // 12)
    ]
    path = folder / "candidates.json"
    path.write_text(json.dumps(value), "utf-8")
    request = str(SAMPLE / "request.json")
    return ["run", "--candidates", str(path), "--request", request, "--no-history"]


def _file(name: str, command: Command, made: Rows) -> Callable[[Path, int], Command]:
    def written(folder: Path, size: int) -> Command:
        (folder / name).write_text(made(size), "utf-8")
        return [*command, str(folder / name)]

    return written


def _project(folder: Path, size: int, *, one: bool) -> Command:
    parts = [f"def f{at}(a):\n    return f{at - 1}(a)\n\n\n" for at in range(size // 60)]
    project = folder / "project"
    project.mkdir(exist_ok=True)
    (project / "a.py").write_text("".join(parts) if one else "import f0\n", "utf-8")
    for at, part in enumerate(() if one else parts):
        (project / f"f{at}.py").write_text(part, "utf-8")
    return ["build", str(project), "--target", "a.py", "--no-history", "--output", "/dev/null"]


def _history(folder: Path, size: int) -> Command:
    one = "".join(f"def f{at}(a):\n    return f{at - 1}(a)\n\n\n" for at in range(size // 60))
    files: dict[str, str | None] = {"a.py": one, "b.py": f"import a\n\n\n{one}"}
    then: dict[str, str | None] = {name: f"{text}# end\n" for name, text in files.items()}
    checkout = written_history(folder / uuid4().hex, [("Begin", files), ("Change both", then)])
    return ["replay", str(checkout), "--budget", "1000"]


def _commits(folder: Path, size: int) -> Command:
    changes: list[tuple[str, dict[str, str | None]]] = [
        (f"Change {at}", dict.fromkeys(("a.py", "b.py"), f"def f():\n    return {at}\n"))
        for at in range(size // 500 + 1)
    ]
    checkout = written_history(folder / uuid4().hex, changes)
    return ["replay", str(checkout), "--budget", "1000", "--commits", str(len(changes))]


RUNS: dict[str, Callable[[Path, int], Command]] = {
    "a run of TREC": _file(
        "a.run", ["import"], _filled(lambda at: f"q{at // 9} Q0 d{at} {at % 9 + 1} {9 - at % 9} t")
    ),
    "lines of a run that are none": _file(
        "a.run", ["import"], _filled(lambda at: f"q{at} Q0 d{at} x y t", "q1 Q0 d1 1 1.5 t\n")
    ),
    "judgements": _file("a.qrels", ["import"], _filled(lambda at: f"q{at // 9} 0 d{at} 1")),
    "tags": _file("a.xml", ["import"], _filled(lambda at: f"<row><id>{at}</id></row>", "<all>\n")),
    "tags in tags": _file("a.xml", ["run", "--no-history"], lambda size: "<a>\n" * (size // 4)),
    "passages that are counted": _file(
        "a.csv",
        ["run", "--no-history"],
        _filled(lambda at: f'q{at // 9},d{at},"Passage {at}"', "query_id,id,text\n"),
    ),
    "messages that are placed": _file(
        "a.json",
        ["place", "--no-history"],
        lambda size: json.dumps(
            [{"role": "user", "content": f"Message {at}"} for at in range(size // 45)]
        ),
    ),
    "manifests of a folder": _manifests,
    "cards that are swept": _swept,
    "lines of an answer": _answer,
    "receipts": _receipts,
    "requests of a corpus": _corpus,
    "cards that are compared": _cards,
    "cards of a manifest that is verified": _audited,
    "cards whose texts are counted": _counted,
    "functions of a project": lambda folder, size: _project(folder, size, one=True),
    "files of a project": lambda folder, size: _project(folder, size, one=False),
    "functions of a history": _history,
    "commits of a history": _commits,
}


def _bends(folder: Path, made: Callable[[Path, int], Command]) -> bool:
    """Whether calls grow faster than what is made."""
    cli.main(made(folder, SMALL))  # what is imported and made once
    few, more, many = (_calls(made(folder, SMALL * FACTOR**power)) for power in range(3))
    return many - more > 1.3 * FACTOR * max(more - few, SLACK)


@pytest.mark.parametrize("name", RUNS)
def test_calls_grow_with_what_is_run_and_no_faster(name: str, tmp_path: Path) -> None:
    assert not _bends(tmp_path, RUNS[name])


class _Batches:
    """Stands in for a Parquet file: rows as they come out of one, in batches."""

    def __init__(self, path: Path) -> None:
        self._rows = [line.split(",") for line in Path(path).read_text("utf-8").splitlines()]

    def iter_batches(self, _rows: int) -> Iterator[_Batches]:
        self.nbytes = sum(len(cell) for row in self._rows for cell in row)
        yield self

    def to_pylist(self) -> list[dict[str, Any]]:
        return [dict(zip(("id", "text", "score"), row, strict=True)) for row in self._rows]


def test_calls_grow_with_the_rows_of_a_parquet_file_and_no_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outer, inner = ModuleType("pyarrow"), ModuleType("pyarrow.parquet")
    inner.ParquetFile = _Batches  # type: ignore[attr-defined]
    outer.parquet = inner  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pyarrow", outer)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", inner)
    made = _file("a.parquet", ["run", "--no-history"], _filled(_cells))
    assert not _bends(tmp_path, made)
