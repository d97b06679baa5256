"""What becomes of records with odd, missing or unusual fields, case by case, and what is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.request import Request, default_request
from inspector.files.findings import Findings
from inspector.files.importers import Imported, Payload, read_foreign
from inspector.files.importers.mapping import ColumnMapping

CASES = [
    case
    for path in sorted(Path(__file__).parent.glob("cases_*.json"))
    for case in json.loads(path.read_text("utf-8"))
]
"""What each case says, its file (and how it is to be read), what it becomes, and what is told."""


def written(folder: Path, case: dict[str, Any]) -> Path:
    """Write the file of a case: its records one a line, or its only value."""
    path = folder / case["file"]
    given = case["given"]
    text = given if isinstance(given, str) else json.dumps(given)
    if path.suffix == ".jsonl" and not isinstance(given, str):
        text = "".join(json.dumps(record) + "\n" for record in given)
    path.write_text(text, "utf-8")
    return path


def read(path: Path, case: dict[str, Any]) -> dict[str, Any]:
    """Return all that comes of a file."""
    found = Findings()
    mapping = ColumnMapping.read(case["map"]) if "map" in case else None
    imported = read_foreign(path, found, kind=case.get("as"), mapping=mapping)
    told = [
        [one.severity.value, one.code, one.place.line, one.place.pointer, one.message]
        for one in found.problems()
    ]
    return becomes(imported) | ({"told": told} if told else {})


def becomes(imported: Imported | None) -> dict[str, Any]:
    if imported is None or not imported.becomes:
        return {}
    parts = {
        "format": imported.format,
        **(set_of(imported.candidates) if imported.candidates else {}),
        "requests": [request_of(one) for one in imported.requests],
        "payloads": [payload_of(one) for one in imported.payloads],
    }
    return {name: part for name, part in parts.items() if part}


def set_of(candidates: CandidateSet) -> dict[str, Any]:
    return {
        "source": candidates.source,
        "skipped": candidates.skipped_records,
        "cards": [
            [
                one.node_id,
                one.node_kind,
                one.canonical_name,
                one.relevance_score,
                one.renderings.compact,
                one.provenance_source_ref,
            ]
            for one in candidates.knowledge_cards
        ],
        "files": [
            [one.file_id, one.title, one.relevance_score, one.text]
            for bucket in candidates.buckets
            for one in bucket.files
        ],
    }


def request_of(request: Request) -> dict[str, Any]:
    plain = default_request()
    parts = {
        "id": request.trace_id,
        "asks": request.user_message,
        "cards": dict(request.relevance.cards),
        "files": dict(request.relevance.files),
        "only": list(request.candidates.only or ()) if request.candidates else [],
        "needs": list(request.expect.must_include) if request.expect else [],
        "time": request.timestamp if request.timestamp != plain.timestamp else "",
    }
    return {name: part for name, part in parts.items() if part}


def payload_of(payload: Payload) -> list[Any]:
    return [
        payload.name,
        payload.model,
        [
            [
                one.id,
                one.type.value,
                one.content if one.tokens is None else one.tokens,
                one.metadata,
                one.timestamp_ms,
            ]
            for one in payload.chunks
        ],
    ]


@pytest.mark.parametrize("case", CASES, ids=[case["says"] for case in CASES])
def test_a_file_becomes_exactly_this(tmp_path: Path, case: dict[str, Any]) -> None:
    found = read(written(tmp_path, case), case)
    assert json.loads(json.dumps(found)) == case["becomes"]
