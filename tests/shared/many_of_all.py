"""Inputs that have more than a thousand of what they hold."""

from __future__ import annotations

import json
from pathlib import Path

from tests.shared.injection_input import bucket, card, file

COUNT = 1_100


def candidates_of(folder: Path, name: str, count: int) -> Path:
    """Write so many cards and as many files."""
    cards = [card(f"c{n}", n / count, 5) for n in range(count)]
    files = [file(f"f{n}", n / count, 8) for n in range(count)]
    candidates = {
        "schema_version": 1,
        "set_id": name,
        "title": "T",
        "knowledge_cards": cards,
        "buckets": [bucket("b", *files)],
    }
    path = folder / f"{name}.candidates.json"
    path.write_text(json.dumps(candidates))
    return path


def chunks_of(folder: Path) -> Path:
    """Write chunks of which many are placed and many are dropped."""
    path = folder / "chunks.json"
    records = [{"id": f"c{n}", "type": "tool_output", "tokens": 1_000} for n in range(COUNT)]
    path.write_text(json.dumps({"chunks": records, "available_tokens": 600_000}))
    return path
