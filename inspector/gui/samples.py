"""The built-in samples, as the menu and the first page list them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from inspector.resources import read_bytes, resource_path, sample_sessions


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample: its folder's name, its title, and its session file."""

    id: str
    title: str
    path: Path


def samples() -> tuple[Sample, ...]:
    """Return the samples that are sessions, by name."""
    return tuple(
        Sample(sample, _title(sample, name), resource_path(name))
        for sample, name in sample_sessions().items()
    )


def _title(sample: str, name: str) -> str:
    title = json.loads(read_bytes(name)).get("title")
    return str(title) if title else sample
