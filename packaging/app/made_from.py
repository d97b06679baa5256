"""What a frozen app was made from: the version of the program and a hash of its sources.

As a program it ends with 0 when the app in ``dist`` was made from the sources as they are.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
APP = ROOT / "dist" / "context-budget-inspector"
LIBRARIES = "_internal"
_MARK = "made-from.json"
_VERSION = re.compile(r'^__version__ = "([^"]+)"$', re.MULTILINE)


def made_from_now(root: Path = ROOT) -> dict[str, str]:
    """Return the version and the hash of a checkout as it is."""
    digest = hashlib.sha256()
    for path in _sources(root):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode() + data)
    version = _VERSION.search((root / "inspector" / "__init__.py").read_text("utf-8"))
    if version is None:
        raise ValueError("inspector/__init__.py does not say the version")
    return {"version": version[1], "sources": digest.hexdigest()}


def made_from(app: Path) -> dict[str, str] | None:
    """Return what a frozen app says that it was made from; None where there is no such app."""
    try:
        said: dict[str, str] = json.loads((app / LIBRARIES / _MARK).read_bytes())
    except FileNotFoundError:
        return None
    return said


def write_mark(app: Path, said: dict[str, str]) -> None:
    """Let a frozen app say what it was made from."""
    text = json.dumps(said, indent=2, sort_keys=True) + "\n"
    (app / LIBRARIES / _MARK).write_text(text, encoding="utf-8")


def _sources(root: Path) -> Iterator[Path]:
    yield root / "requirements.lock"
    for folder in ("inspector", "packaging/app", "packaging/inventory", "resources"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md":
                yield path


if __name__ == "__main__":
    sys.exit(0 if made_from(APP) == made_from_now() else 1)
