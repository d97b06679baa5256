"""A notebook as what is sent of it: the sources of its cells; outputs are named as cut (B15)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

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
