"""Put the licences of everything that is in a frozen folder into it.

    python packaging/inventory/licences.py FOLDER

writes ``licences`` beside the program's resources, with every text and the list that the window
shows, and ``THIRD_PARTY.md`` at the top. A part without a text, and a file that belongs to no known
part, end it with an error. It is run in the environment that the folder was made from.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from contents import Part, UnlistedError, packed_modules, read_contents, this_environment
from notices import condensed
from system_libraries import SystemLibraries

OVERVIEW = "THIRD_PARTY.md"

_HEAD = """# What others made

This program is under the MIT licence. It comes with these works of others, each under its own
licence; the texts are in `{folder}`. There, `debian/common-licenses` holds the common
licences that the texts of Debian refer to.

**Qt, PySide6 and Shiboken** are used under the GNU Lesser General Public License, version 3. They
are shared libraries in files of their own, in `{qt}`. You may replace them:
put libraries there that were built from other sources of the same version series, under the same
names, and the program uses them. Nothing in it checks them. Their sources are those of Qt and of
Qt for Python (`qtbase`, `qtsvg`, `qtwayland`, `pyside-setup`) with the version named below, which
the Qt Project publishes; the licence of this program allows what is needed to find faults in a
changed one.

| part | version | licence | texts |
| --- | --- | --- | --- |
"""


class NoTextError(Exception):
    """Parts without the text of their licence."""

    def __init__(self, names: Iterable[str]) -> None:
        self.names = sorted(names)
        super().__init__("There is no licence text for: " + ", ".join(self.names))


def contents_of(folder: Path) -> list[Part]:
    """Return the parts of a frozen folder; raises ``UnlistedError``."""
    modules = packed_modules(executable_of(folder))
    return read_contents(folder, modules, this_environment(), SystemLibraries())


def executable_of(folder: Path) -> Path:
    """Return the program in a frozen folder."""
    for name in ("inspector", "inspector.exe", "Contents/MacOS/inspector"):
        if (folder / name).is_file():
            return folder / name
    raise FileNotFoundError(f"There is no frozen app in {folder}.")


def write_licences(parts: Iterable[Part], folder: Path) -> None:
    """Write the texts of all parts and the list of them; raises ``NoTextError``.

    What the folder held before is removed. Nothing is written when a text is missing.
    """
    parts = list(parts)
    without = [part.name for part in parts if not part.texts]
    if without:
        raise NoTextError(without)
    shutil.rmtree(folder, ignore_errors=True)
    for part in parts:
        for name, source in part.texts.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(condensed(source.read_bytes()))
            target.chmod(0o644)
    listed = [
        {
            "name": part.name,
            "version": part.version,
            "licence": part.licence,
            "texts": sorted(part.texts),
        }
        for part in parts
    ]
    text = json.dumps(listed, indent=1, ensure_ascii=False) + "\n"
    (folder / "components.json").write_text(text, encoding="utf-8")


def without_text(parts: Iterable[Part], folder: Path) -> list[str]:
    """Return the names of parts whose texts are not in a frozen folder."""
    kept = resources_of(folder) / "licences"
    return [
        part.name
        for part in parts
        if not part.texts or not all((kept / name).is_file() for name in part.texts)
    ]


def resources_of(folder: Path) -> Path:
    """Return the folder of the program's resources in a frozen folder."""
    return next(path.parent for path in folder.rglob("resources/third_party.toml"))


def overview(parts: Iterable[Part], licences: str, qt: str) -> str:
    """Return the page that names all parts; the arguments are folders as the page names them."""
    rows = (
        f"| {part.name} | {part.version} | {part.licence or 'as its text says'} |"
        f" {', '.join(f'`{name}`' for name in sorted(part.texts) if not _is_common(name))} |\n"
        for part in parts
    )
    return _HEAD.format(folder=licences, qt=qt) + "".join(rows)


def _is_common(name: str) -> bool:
    return name.startswith("debian/common-licenses/")


def main() -> int:
    """Do it for the folder that is named, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    try:
        resources = resources_of(folder)
        parts = contents_of(folder)
        write_licences(parts, resources / "licences")
    except (UnlistedError, NoTextError) as error:
        print(error, file=sys.stderr)
        return 1
    qt = next((path.parent for path in folder.rglob("*Qt6Core*") if not path.is_symlink()), folder)
    page = overview(
        parts,
        (resources / "licences").relative_to(folder).as_posix(),
        qt.relative_to(folder).as_posix(),
    )
    (folder / OVERVIEW).write_text(page, encoding="utf-8")
    print(f"{len(parts)} parts of others, each with its licence")
    return 0


if __name__ == "__main__":
    sys.exit(main())
