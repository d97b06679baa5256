"""What tests say about problems: their codes and places, in a few characters."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from inspector.core.problems import Problem
from inspector.files import Loaded


def codes(loaded: Loaded[Any]) -> list[str]:
    """Return the codes of all problems, in the order told."""
    return [problem.code for problem in loaded.problems]


def spots(problems: Iterable[Problem]) -> list[tuple[int | None, int | None, str | None]]:
    """Return line, column and pointer of each problem."""
    return [(one.place.line, one.place.column, one.place.pointer) for one in problems]


def written(folder: Path, name: str, content: object) -> Path:
    """Write text or bytes as they are, anything else as JSON; return the path."""
    path = folder / name
    if not isinstance(content, bytes):
        text = content if isinstance(content, str) else json.dumps(content)
        content = text.encode("utf-8", "surrogatepass")
    path.write_bytes(content)
    return path
