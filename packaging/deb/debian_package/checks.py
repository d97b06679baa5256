"""What the tools of Debian and of the desktop say about a package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from debian_package.releases import PACKAGE
from debian_package.tree import COMPLETIONS

# AppStream wants names that are domains turned round. The program has no domain, its window and its
# desktop entry have a plain name, and the specification of entries allows one.
APPSTREAM = (
    *("appstreamcli", "validate", "--no-net", "--no-color"),
    "--override=cid-desktopapp-is-not-rdns=info",
)
_LINTIAN = ("--allow-root", "--fail-on=error,warning")
_SHARED_TYPES = Path("/usr/share/mime/packages/freedesktop.org.xml")
_DTD = re.compile(r"<!DOCTYPE mime-info \[(.*?)\n\]>", re.DOTALL)


def check_package(package: Path, *, for_trial: bool = False) -> list[str]:
    """Return what is wrong with a package; a tool that is not there is something wrong, too.

    One ``for_trial`` may be compressed in a way that archives do not take.
    """
    form = ("--suppress-tags=malformed-deb-archive",) if for_trial else ()
    with tempfile.TemporaryDirectory(prefix="inspector-deb-") as scratch:
        tree = Path(scratch, "tree")
        subprocess.run(["dpkg-deb", "--extract", str(package), str(tree)], check=True)
        return [
            *check_tree(tree),
            *_told("lintian", *_LINTIAN, *form, str(package)),
        ]


def check_tree(tree: Path) -> Iterator[str]:
    """Yield what is wrong with the files of a package that are no program."""
    share = tree / "usr/share"
    yield from _told("desktop-file-validate", str(share / "applications" / f"{PACKAGE}.desktop"))
    yield from _told(*APPSTREAM, str(share / "metainfo" / f"{PACKAGE}.metainfo.xml"))
    yield from check_types(share / "mime/packages" / f"{PACKAGE}.xml")
    yield from check_manual(share / "man/man1/inspector.1.gz")
    for shell, place in COMPLETIONS.items():
        if shutil.which(shell):
            yield from _told(shell, "-n", str(tree / place))


def check_types(types: Path) -> Iterator[str]:
    """Yield what is wrong with a file of MIME types, by the definition of the system's own."""
    definition = _DTD.search(_SHARED_TYPES.read_text("utf-8")) if _SHARED_TYPES.exists() else None
    if not shutil.which("xmllint") or definition is None:
        yield "xmllint and shared-mime-info are needed to check the MIME types."
        return
    with tempfile.NamedTemporaryFile("w", suffix=".dtd", encoding="utf-8") as file:
        file.write(definition[1])
        file.flush()
        yield from _told("xmllint", "--nonet", "--noout", "--dtdvalid", file.name, str(types))


def check_manual(page: Path) -> Iterator[str]:
    """Yield what man says about a page when it is laid out."""
    yield from _told("man", "--warnings", "--local-file", str(page), errors_only=True)


def _told(*command: str, errors_only: bool = False) -> Iterator[str]:
    """Run a tool and yield what it says if it says no, or, ``errors_only``, in its errors."""
    if not shutil.which(command[0]):
        yield f"{command[0]} is needed to check the package."
        return
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"}
    ran = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    said = ran.stderr if errors_only else ran.stdout + ran.stderr
    if ran.returncode or (errors_only and said.strip()):
        yield f"{command[0]}: {said.strip() or ran.returncode}"
