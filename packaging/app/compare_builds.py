"""Tells whether two frozen apps are the same: ``python packaging/app/compare_builds.py A B``.

Names, modes, times, links and bytes. Of two executables that differ it names the modules in them
that do. The exit code is 0 when there is no difference.
"""

from __future__ import annotations

import hashlib
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

_EXECUTABLES = ("inspector", "inspector.exe", "inspector-window.exe")


def main(arguments: Sequence[str]) -> int:
    """Compare two folders, print every difference, and return the exit code."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    one, other = map(Path, arguments)
    found = list(differences(facts(one), facts(other)))
    for name in found:
        print(f"differs: {name}")
        if name in _EXECUTABLES:
            for inner in differences(packed(one / name), packed(other / name)):
                print(f"    in it: {inner}")
    files = len(facts(one))
    print(f"{len(found)} of {files} entries differ" if found else f"all {files} entries are equal")
    return 1 if found else 0


def facts(folder: Path) -> dict[str, tuple[object, ...]]:
    """Return what can differ of each entry of a folder, by its name."""
    found: dict[str, tuple[object, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        what: object = None
        if path.is_symlink():
            what = str(path.readlink())
        elif path.is_file():
            what = hashlib.sha256(path.read_bytes()).hexdigest()
        name = path.relative_to(folder).as_posix()
        found[name] = (status.st_mode, int(status.st_mtime), what)
    return found


def differences(
    one: Mapping[str, tuple[object, ...]], other: Mapping[str, tuple[object, ...]]
) -> Iterator[str]:
    """Yield the names at which two sides differ, sorted; those that only one side has as well."""
    for name in sorted({*one, *other}):
        if one.get(name) != other.get(name):
            yield name


def packed(executable: Path) -> dict[str, tuple[object, ...]]:
    """Return what can differ of everything that PyInstaller packed into an executable."""
    from PyInstaller.archive.readers import CArchiveReader, ZlibArchiveReader

    archive = CArchiveReader(str(executable))
    found = {name: (entry[4], archive.extract(name)) for name, entry in archive.toc.items()}
    if "PYZ.pyz" in found:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "modules.pyz")
            path.write_bytes(found.pop("PYZ.pyz")[1])
            modules = ZlibArchiveReader(str(path))
            for name, entry in modules.toc.items():
                found[name] = (entry[0], modules.extract(name, raw=True))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
