"""Opening a file as JSON, JSON lines or YAML, whichever its name or its contents say."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import PurePath

from inspector.core.problems import Problem, Severity
from inspector.files.findings import Findings, Parsed, Progress
from inspector.files.json_reading import JsonSpan, parse_json
from inspector.files.source import PathLike, Source, without_packing
from inspector.plurals import count_of


class Form(Enum):
    """How a file is written."""

    JSON = "JSON"
    LINES = "JSON lines"
    YAML = "YAML"


_BY_SUFFIX = {
    ".jsonl": Form.LINES,
    ".ndjson": Form.LINES,
    ".yaml": Form.YAML,
    ".yml": Form.YAML,
}

_SPACE = b" \t\r\n\v\f"
_NO_SPACE = re.compile(rb"\S")
_AT_ONCE = 1 << 20  # bytes


def is_parquet(path: PathLike) -> bool:
    """Whether a file is told by its name to be in the one form that is no text."""
    return os.fspath(path).lower().endswith(".parquet")


def form_of(source: Source, path: PathLike) -> Form:
    """Return how a file is written: by its suffix where that says it, else by its beginning."""
    suffix = PurePath(without_packing(os.fspath(path))).suffix.lower()
    if suffix in _BY_SUFFIX:
        return _BY_SUFFIX[suffix]
    if suffix != ".json" and source.data.lstrip()[:1] not in (b"{", b"["):
        return Form.YAML
    lines = record_spans(source.data)
    first, second = next(lines, None), next(lines, None)
    if first is None or second is None or source.data[second[1]] != source.data[first[1]]:
        return Form.JSON
    try:
        json.loads(source.data[first[1] : first[2]])
    except (ValueError, RecursionError):
        return Form.JSON
    return Form.LINES


def record_spans(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Give number, start and end (byte offsets) of every line that is not blank, without space."""
    number = start = 0
    while begun := _NO_SPACE.search(data, start):  # of blank lines there may be a gigabyte
        start = begun.start()
        following = end = _line_end(data, start)
        while data[end - 1] in _SPACE:
            end -= 1
        yield number, start, end
        number += 1
        start = following + 1


def _line_end(data: bytes, start: int) -> int:
    """Return where a line ends; other threads may go on while one of a gigabyte is searched."""
    for at in range(start, len(data), _AT_ONCE):
        end = data.find(b"\n", at, at + _AT_ONCE)
        if end >= 0:
            return end
    return len(data)


def parse_document(
    source: Source,
    path: PathLike,
    found: Findings,
    progress: Progress | None = None,
    *,
    any_text: bool = False,
) -> Parsed | None:
    """Return the one value of a file, None where it cannot be read; every reason is reported.

    ``any_text`` is that of ``parse_json``.
    """
    form = form_of(source, path)
    if form is Form.YAML:
        from inspector.files.yaml_reading import parse_yaml

        return parse_yaml(source, found, progress)
    if form is Form.LINES:
        records = list(record_spans(source.data))
        if len(records) > 1:
            found.add(
                Problem(
                    Severity.ERROR,
                    "file.several-records",
                    f"The file holds {count_of(len(records), 'record')}, one a line;"
                    " one is expected.",
                    "Name a file with one of them.",
                    source.place(records[1][1]),
                )
            )
            return None
    return parse_json(JsonSpan(source, 0, len(source.data)), found, any_text=any_text)
