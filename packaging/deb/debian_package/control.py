"""The fields of the package, and the sums of its files."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from debian_package.releases import MAINTAINER, PACKAGE, debian_version

ARCHITECTURE = "amd64"

# Needed although no binary of the program names them.
_BESIDES = (
    # Without a configuration no font is found, and letters would be empty squares.
    "fontconfig-config",
    # Layouts of keyboards: without them keys do nothing.
    "xkb-data",
)

_RECOMMENDED = (
    # Fonts for scripts that the program's own do not have.
    "fonts-dejavu-core",
    # Accents that are typed with two keys.
    "libx11-data",
    # Opens a session or bundle in the window when it is clicked on.
    "shared-mime-info",
    "desktop-file-utils",
    "hicolor-icon-theme",
)

_DESCRIPTION = """\
see what goes into a language model's context, and why
 Whatever a language model is asked, somebody decides what it gets to read.
 This program runs the rules of that decision on real policies, knowledge
 cards and files, and shows for each of them whether it is in, cut or out,
 with the rule and the numbers that decided it.
 .
 It counts tokens exactly, compares runs and names the cause of each
 difference, finds every value of a budget at which something gets in or out,
 checks and replays manifests, and writes reports and audit bundles. All of it
 works in a window and on the command line, and nothing ever uses a network.
 .
 The package brings its own interpreter and libraries; no Python is needed."""


def control(version: str, depends: Iterable[str], installed_kib: int) -> str:
    """Return the control file of a version of the program that takes so much room."""
    fields = {
        "Package": PACKAGE,
        "Version": debian_version(version),
        "Architecture": ARCHITECTURE,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(installed_kib),
        "Depends": ", ".join(sorted({*depends, *_BESIDES})),
        "Recommends": ", ".join(sorted(_RECOMMENDED)),
        "Section": "devel",
        "Priority": "optional",
        "Description": _DESCRIPTION,
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def installed_kib(tree: Path) -> int:
    """Return how many KiB a tree takes, as dpkg reckons: files rounded up, one for all others."""
    return sum(
        -(-path.stat().st_size // 1024) if path.is_file() and not path.is_symlink() else 1
        for path in tree.rglob("*")
    )


def md5sums(tree: Path) -> str:
    """Return the sums of all files of a tree, in the order of their paths."""
    # A check against damage, in the only form that dpkg knows.
    return "".join(
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}"
        f"  {path.relative_to(tree).as_posix()}\n"
        for path in sorted(tree.rglob("*"))
        if path.is_file() and not path.is_symlink()
    )
