"""How large a frozen app is, by part: ``python packaging/app/sizes.py [FOLDER]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from made_from import APP, LIBRARIES

_QT = ("PySide6", "shiboken6", "libpyside6", "libshiboken6", "libQt6", "libicu")
_PYTHON = ("libpython", "python3", "base_library.zip")


def part_of(name: str) -> str:
    """Return the part of the app that a file belongs to; names are relative to the libraries."""
    first = name.split("/", 1)[0]
    if first.startswith(_QT):
        return "Qt and PySide6"
    if first.startswith(_PYTHON):
        return "Python"
    if first.startswith(("tree_sitter", "chardet")):
        return first
    if first.startswith(("numpy", "libgfortran", "libquadmath", "libscipy_openblas")):
        return "numpy"
    if first.startswith("lib") and ".so" in first:
        return "libraries of the system"
    return first


def sizes(app: Path) -> Counter[str]:
    """Return the bytes of each part of a frozen app; links cost nothing."""
    counted: Counter[str] = Counter()
    for path, name in _files(app):
        counted[name] += path.stat().st_size
    return counted


def _files(app: Path) -> Iterator[tuple[Path, str]]:
    libraries = app / LIBRARIES
    for path in app.rglob("*"):
        if path.is_file() and not path.is_symlink():
            if path.is_relative_to(libraries):
                yield path, part_of(path.relative_to(libraries).as_posix())
            else:
                yield path, "the program and its Python modules"


def table(app: Path) -> str:
    """Return the sizes as lines of text, largest first, in MB of 1,000,000 bytes."""
    counted = sizes(app)
    small = sum(size for size in counted.values() if size < 1_000_000)
    lines = [f"{size / 1e6:8.1f}  {part}" for part, size in counted.most_common() if size >= 1e6]
    return "\n".join(
        [*lines, f"{small / 1e6:8.1f}  all else", f"{sum(counted.values()) / 1e6:8.1f}  MB in all"]
    )


if __name__ == "__main__":
    print(table(Path(sys.argv[1]) if sys.argv[1:] else APP))
