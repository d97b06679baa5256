"""Shared libraries of the system that were copied into a package, and whose they are."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

_LISTED = re.compile(r"^\s+(\S+) .*=> (/\S+)$", re.MULTILINE)
_FIELDS = "${Package}\t${Version}\t${Architecture}\t${source:Package}\n"
_COMMON = re.compile(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])")
_SHORT_LICENCE = re.compile(r"^License:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
_FILES = re.compile(r"^Files:[ \t]*(\S+)", re.MULTILINE)

# The short names of machine-readable copyright files that SPDX spells otherwise.
_SPDX = {
    "expat": "MIT",
    "mit": "MIT",
    "x11": "X11",
    "isc": "ISC",
    "zlib": "Zlib",
    "apache-2.0": "Apache-2.0",
    "bsd-2-clause": "BSD-2-Clause",
    "bsd-3-clause": "BSD-3-Clause",
    "gpl-2": "GPL-2.0-only",
    "gpl-2+": "GPL-2.0-or-later",
    "gpl-3": "GPL-3.0-only",
    "gpl-3+": "GPL-3.0-or-later",
    "lgpl-2": "LGPL-2.0-only",
    "lgpl-2+": "LGPL-2.0-or-later",
    "lgpl-2.1": "LGPL-2.1-only",
    "lgpl-2.1+": "LGPL-2.1-or-later",
    "lgpl-3": "LGPL-3.0-only",
    "lgpl-3+": "LGPL-3.0-or-later",
}


@dataclass(frozen=True)
class DebianPackage:
    """A package of the system: names and version as dpkg tells them, and its copyright file."""

    name: str
    version: str
    architecture: str
    source: str
    copyright: Path

    @property
    def purl(self) -> str:
        """The package as a URL, with what of it was built for this system."""
        version = self.version.replace(":", "%3A").replace("+", "%2B")
        return f"pkg:deb/debian/{self.name}@{version}?arch={self.architecture}"

    @property
    def licence(self) -> str:
        """The licence of its main part as far as the copyright file tells it to a program."""
        if not self.copyright.is_file():
            return ""
        text = self.copyright.read_text("utf-8", "replace")
        return licence_of_copyright(text)

    def texts(self) -> Iterator[tuple[str, Path]]:
        """Yield names and places of its copyright file and of the common licences it refers to."""
        if not self.copyright.is_file():
            return
        yield f"debian/{self.name}.txt", self.copyright
        for name in sorted(set(_COMMON.findall(self.copyright.read_text("utf-8", "replace")))):
            path = Path("/usr/share/common-licenses", name)
            if path.is_file():
                yield f"debian/common-licenses/{name}.txt", path


def licence_of_copyright(text: str) -> str:
    """Return the licence of all files in a machine-readable copyright file, empty elsewhere.

    An SPDX expression where the short name stands for one, else that name.
    """
    for paragraph in re.split(r"\n\s*\n", text):
        files, licence = _FILES.search(paragraph), _SHORT_LICENCE.search(paragraph)
        if files and files[1] == "*" and licence:
            return _SPDX.get(licence[1].lower(), licence[1])
    return ""


class SystemLibraries:
    """The shared libraries that this system's programs find."""

    @cached_property
    def _places(self) -> dict[str, list[Path]]:
        ldconfig = shutil.which("ldconfig") or "/sbin/ldconfig"
        found: dict[str, list[Path]] = {}
        if Path(ldconfig).exists():
            for name, place in _LISTED.findall(_output(ldconfig, "-p")):
                found.setdefault(name, []).append(Path(place))
        return found

    def package_of(self, copied: Path) -> DebianPackage | None:
        """Return the package of the system's library that a file is a copy of, None if of none."""
        for place in self._places.get(copied.name, ()):
            if _same(place, copied):
                return _package_that_has(place)
        return None


def _package_that_has(place: Path) -> DebianPackage | None:
    if not shutil.which("dpkg-query"):
        return None
    real = place.resolve()
    # Packages name files of the old /lib, which is a link into /usr by now.
    names = [real, Path("/", *real.parts[2:])] if real.parts[1] == "usr" else [real]
    for name in names:
        owner = _output("dpkg-query", "-S", str(name)).partition(": ")[0]
        if owner:
            break
    else:
        return None
    name, version, architecture, source = _output(
        "dpkg-query", "-W", "-f", _FIELDS, owner.partition(",")[0]
    ).split("\t")
    return DebianPackage(
        name, version, architecture, source.strip(), Path("/usr/share/doc", name, "copyright")
    )


def _same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()


def _output(*command: str) -> str:
    ran = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    return ran.stdout if ran.returncode == 0 else ""
