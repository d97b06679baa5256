"""What the golden net is cast over: the samples, the program by itself, and a folder of data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.files.requests import policy_storage_path
from inspector.resources import resource_path, sample_sessions

PROGRAM = "program"
_CANDIDATES, _REQUESTS = ".candidates.json", ".requests.jsonl"
_PARTS = ("policy.json", "candidates.json", "request.json")
_OVERRIDES = {"exclude": ["ent-motion"], "pin": ["ent-harbor-letters"]}
_BUILDER_CONFIG = {"schema_version": 1, "deny": ["*.csv"], "max_hops": 1}
_MODELS = {
    "schema_version": 1,
    "source": "a contract",
    "date": "2026-03-01",
    "models": [{"vendor": "anthropic", "names": ["own-model"], "window": 5000}],
}
_WHAT_IF = {
    "schema_version": 1,
    "policy": {"path": "policy.json"},
    "overrides": {"path": "overrides.json"},
}
_DEFAULT = "securities-fraud"


@dataclass(frozen=True)
class Subject:
    """One thing that all commands are tried on and the window is opened with.

    ``session`` and ``file`` are written as on a command line, from a folder beside ``inputs``.
    ``path`` is what the window opens. A subject ``of_parts`` has a policy, candidates and requests.
    """

    name: str
    session: str
    file: str
    path: Path | None
    of_parts: bool


def sample_subjects() -> Iterator[tuple[str, Path | None]]:
    """Give the names of the program by itself and of all samples."""
    yield PROGRAM, None
    yield from ((name, None) for name in sample_sessions())


def data_subjects(folder: Path) -> Iterator[tuple[str, Path | None]]:
    """Give the name of each file of a folder, and of each pair of candidates and requests."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".md" and not path.name.endswith(_REQUESTS):
            yield f"data/{path.relative_to(folder).as_posix()}", path


def lay_out(name: str, path: Path | None, inputs: Path) -> Subject:
    """Fill the folder of inputs of a subject."""
    shutil.copytree(resource_path("samples"), inputs / "samples")
    (inputs / "overrides.json").write_text(json.dumps(_OVERRIDES))
    (inputs / "what-if.json").write_text(json.dumps(_WHAT_IF))
    (inputs / "models.json").write_text(json.dumps(_MODELS))
    for part in _PARTS:
        own = inputs / "samples" / name / part
        default = inputs / "samples" / _DEFAULT / part
        shutil.copy(own if own.exists() else default, inputs / part)
    kept = policy_storage_path(inputs / "memory")
    kept.parent.mkdir(parents=True)
    shutil.copy(inputs / "policy.json", kept)
    if path is None:
        request = json.loads((inputs / "request.json").read_text("utf-8"))
        _write_requests(inputs, [request, request | {"trace_id": "again"}])
        session = f"../inputs/samples/{name}/session.inspector.json"
        if name == PROGRAM:
            sample = json.loads((inputs / "samples/builder/builder.json").read_text("utf-8"))
            (inputs / "build-request.json").write_text(json.dumps(sample["request"]))
            (inputs / "builder-config.json").write_text(json.dumps(_BUILDER_CONFIG))
            return Subject(name, "", "", None, of_parts=False)
        shown = resource_path(sample_sessions()[name])
        return Subject(name, f"sample:{name}", session, shown, of_parts=True)
    requests = path.with_name(path.name.removesuffix(_CANDIDATES) + _REQUESTS)
    if not path.name.endswith(_CANDIDATES) or not requests.exists():
        shutil.copy(path, inputs / path.name)
        given = f"../inputs/{path.name}"
        return Subject(name, given, given, inputs / path.name, of_parts=False)
    shutil.copy(path, inputs / "candidates.json")
    lines = requests.read_text("utf-8").splitlines()
    asked = [json.loads(line) for line in lines if line.strip()]
    _write_requests(inputs, asked)
    (inputs / "request.json").write_text(json.dumps(asked[0]))
    parts = {part.removesuffix(".json"): {"path": part} for part in _PARTS}
    session = inputs / "session.inspector.json"
    session.write_text(json.dumps({"schema_version": 1, "title": path.name, **parts}))
    given = f"../inputs/{session.name}"
    return Subject(name, given, given, session, of_parts=True)


def _write_requests(inputs: Path, requests: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    for name in ("requests.jsonl", f"asked{_REQUESTS}"):
        (inputs / name).write_text(lines)
    shutil.copy(inputs / "candidates.json", inputs / f"asked{_CANDIDATES}")
