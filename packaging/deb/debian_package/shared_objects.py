"""What the binaries of the frozen program need of the system, as Debian packages.

The table is fixed, so that the package does not depend on what the machine that builds it has
installed; a library that is not in it ends the build.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

PACKAGES = {
    "ld-linux-x86-64.so.2": "libc6",
    "libc.so.6": "libc6",
    "libdl.so.2": "libc6",
    "libm.so.6": "libc6",
    "libpthread.so.0": "libc6",
    "librt.so.1": "libc6",
    "libutil.so.1": "libc6",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libgcc_s.so.1": "libgcc-s1",
    "libstdc++.so.6": "libstdc++6",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb.so.1": "libxcb1",
}
"""The package of each library that is taken from the system."""

# Package and version of the compiler that brought each version of the C++ library.
_CXX = {29: "11", 30: "12", 31: "13.1", 32: "13.2", 33: "14"}
_ELF = b"\x7fELF"
_NEEDED = re.compile(r"\(NEEDED\).*\[(.+)\]")
_SONAME = re.compile(r"\(SONAME\).*\[(.+)\]")
_VERSION = re.compile(r"Name: (GLIBC|GLIBCXX)_([\d.]+)")


class UnknownLibraryError(Exception):
    """A library is neither in the program nor in the table of packages."""


@dataclass(frozen=True)
class SharedObject:
    """One binary: what it is, and what it asks for."""

    path: Path
    soname: str
    needed: tuple[str, ...]
    versions: tuple[tuple[str, tuple[int, ...]], ...]
    """Versions of symbols of the C and C++ libraries, such as ``("GLIBC", (2, 36))``."""


def shared_objects(folder: Path) -> list[SharedObject]:
    """Return all binaries below a folder, in the order of their paths."""
    return [_read(path) for path in sorted(folder.rglob("*")) if _is_binary(path)]


def dependencies(objects: Iterable[SharedObject]) -> list[str]:
    """Return what binaries need besides one another, as entries of ``Depends``.

    Raises ``UnknownLibraryError``.
    """
    known = list(objects)
    inside = {one.soname for one in known} | {one.path.name for one in known}
    packages = set()
    for one in known:
        for name in one.needed:
            if name in inside:
                continue
            if name not in PACKAGES:
                raise UnknownLibraryError(
                    f"{one.path.name} needs {name}, which is neither in the program nor known to"
                    " packaging/deb/debian_package/shared_objects.py as part of a Debian package."
                )
            packages.add(PACKAGES[name])
    wanted = {version for one in known for version in one.versions}
    return sorted(name + _at_least(name, wanted) for name in packages)


def _at_least(package: str, versions: Iterable[tuple[str, tuple[int, ...]]]) -> str:
    if package == "libc6":
        newest = max(number for name, number in versions if name == "GLIBC")
        return f" (>= {newest[0]}.{newest[1]})"
    if package == "libstdc++6":
        newest = max(number for name, number in versions if name == "GLIBCXX")
        return f" (>= {_CXX[max(newest[-1], min(_CXX))]})"
    return ""


def _is_binary(path: Path) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_ELF)) == _ELF


def _read(path: Path) -> SharedObject:
    command = ["readelf", "--wide", "--dynamic", "--version-info", str(path)]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    named = _SONAME.search(text)
    return SharedObject(
        path,
        named[1] if named else path.name,
        tuple(_NEEDED.findall(text)),
        tuple(
            (name, tuple(int(part) for part in number.split(".")))
            for name, number in sorted(set(_VERSION.findall(text)))
        ),
    )
