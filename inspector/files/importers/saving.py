"""Writing what was imported as files of the program's own formats."""

from __future__ import annotations

import json
from pathlib import Path

from inspector.core.problems import Place, Problem, Severity
from inspector.files.importers.imported import Imported
from inspector.files.saving import json_bytes, request_fields, save_bytes, save_candidates
from inspector.files.source import PathLike, shown


def save_imported(imported: Imported, name: str, folder: PathLike) -> tuple[Problem, ...]:
    """Write candidates, requests and chunks into a folder; return the problems.

    ``NAME.candidates.json`` and ``NAME.requests.jsonl`` belong together as a corpus;
    ``NAME.chunks.json`` holds what was sent to a model, ``NAME.2.chunks.json`` the second of many.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        message = f"The folder cannot be made: {error.strerror}."
        fix = "Choose another folder."
        return (Problem(Severity.ERROR, "file.not-written", message, fix, Place(shown(folder))),)
    problems: list[Problem] = []
    if imported.candidates is not None:
        problems += save_candidates(imported.candidates, place / f"{name}.candidates.json")
    if imported.requests:
        lines = (
            json.dumps(request_fields(request), ensure_ascii=True) for request in imported.requests
        )
        data = "".join(f"{line}\n" for line in lines).encode()
        problems += save_bytes(data, place / f"{name}.requests.jsonl")
    for number, payload in enumerate(imported.payloads, 1):
        ending = "chunks.json" if len(imported.payloads) == 1 else f"{number}.chunks.json"
        chunks = [chunk.model_dump(mode="json", exclude_none=True) for chunk in payload.chunks]
        problems += save_bytes(json_bytes({"chunks": chunks}), place / f"{name}.{ending}")
    return tuple(problems)
