"""What reading a file of a project gives: its text, or why there is none."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inspector.project.contents import Contents, Unread, decoded, line_count
from inspector.project.index import Encoding, Exclusion

SUFFIX = ".ipynb"


def cells_text(text: str) -> str | None:
    """Return the sources of a notebook's cells, each under its mark; None where it is none."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError):
        return None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(one, dict) for one in cells):
        return None
    return "\n".join(line for cell in cells for line in _lines(cell)) + "\n"


def _lines(cell: dict[str, Any]) -> Iterator[str]:
    kind = cell.get("cell_type")
    yield "# %%" if kind == "code" else f"# %% [{kind}]"
    source = cell.get("source")
    yield ("".join(map(str, source)) if isinstance(source, list) else str(source or "")).rstrip(
        "\n"
    )
    outputs = cell.get("outputs")
    if isinstance(outputs, list) and outputs:
        many = "1 output" if len(outputs) == 1 else f"{len(outputs):,} outputs"
        yield f"# [{many} cut]"
    yield ""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A file as text. ``text`` has no byte order mark, and its line ends as in the file.

    That of a notebook is the sources of its cells (B15).

    ``byte_size`` and ``hash`` (SHA-256 in hex) are of the bytes, mark included. A line ends at a
    line feed; ``line_count`` counts a last line without one, too.
    """

    path: str
    text: str
    encoding: Encoding
    byte_size: int
    line_count: int
    hash: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a path gives no text. ``detail`` never quotes contents.

    ``cause`` is None where the path itself, a rule or the encoding decided. ``hash`` and
    ``byte_size`` are known where the bytes were read and turned out to be no text.
    """

    path: str
    exclusion: Exclusion
    detail: str
    cause: Unread | None = None
    byte_size: int = 0
    hash: str | None = None


_EXCLUSIONS = {
    Unread.GONE: Exclusion.GONE,
    Unread.LINK: Exclusion.OUTSIDE_SANDBOX,
    Unread.TOO_LARGE: Exclusion.TOO_LARGE,
}


def refused_for(path: str, why: Unread, byte_size: int = 0) -> Refused:
    """Say that a file was not read. What cannot be known to be text counts as binary."""
    exclusion = _EXCLUSIONS.get(why, Exclusion.BINARY)
    return Refused(path, exclusion, why.value, why, byte_size)


def source_text(path: str, contents: Contents) -> SourceText | Refused:
    """Return bytes as a text, or say why they are none (Builder, edge cases 3 and 4)."""
    data = contents.data
    digest = hashlib.sha256(data).hexdigest()
    found = decoded(data)
    if found.text is None:
        return Refused(path, Exclusion.BINARY, found.detail, None, len(data), digest)
    cells = cells_text(found.text) if path.endswith(SUFFIX) else None
    text = found.text if cells is None else cells
    return SourceText(path, text, found.encoding, len(data), line_count(text), digest)
