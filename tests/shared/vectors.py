"""Reference vectors: inputs with the results that other implementations gave."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "vectors"


def cases(name: str) -> list[dict[str, Any]]:
    """Return the cases of one vector file."""
    found = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["cases"]
    assert found, f"{name} has no cases"
    return list(found)
