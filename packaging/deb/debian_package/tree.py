"""The files of the package as they will be installed."""

from __future__ import annotations

import gzip
import os
import shutil
from pathlib import Path

from debian_package import ROOT, copyrights, releases
from debian_package.icons import write_icons
from debian_package.releases import MAINTAINER, PACKAGE
from inspector.cli.completion import completion
from inspector.cli.manual import manual
from inspector.cli.outline import outline

LIBRARY = f"usr/lib/{PACKAGE}"
"""Where the frozen program is, below the root."""

COMPLETIONS = {
    "bash": "usr/share/bash-completion/completions/inspector",
    "zsh": "usr/share/zsh/vendor-completions/_inspector",
    "fish": "usr/share/fish/vendor_completions.d/inspector.fish",
}
"""Where each shell looks, below the root."""

COMMAND = "usr/bin/inspector"
LAUNCHER = f"""\
#!/bin/sh
# An interrupt waits until the program listens: Python, while it starts, tells of one at length.
exec env --block-signal=INT /{LIBRARY}/inspector "$@"
"""

_FILES = ROOT / "packaging" / "deb" / "files"
_DOC = f"usr/share/doc/{PACKAGE}"


def lay_out(tree: Path, app: Path, version: str, epoch: int) -> None:
    """Put everything that will be installed below ``tree``, which must not be there yet.

    ``app`` is the frozen program; ``epoch`` is the time of everything, in seconds since 1970.
    """
    shutil.copytree(app, tree / LIBRARY, symlinks=True)
    _write(tree / COMMAND, LAUNCHER)
    _write_documents(tree, app, version, epoch)
    _write_desktop(tree)
    for shell, place in COMPLETIONS.items():
        _write(tree / place, completion(shell))
    settle(tree, epoch)


def _write_documents(tree: Path, app: Path, version: str, epoch: int) -> None:
    known = releases.read_releases((ROOT / "CHANGELOG.md").read_text("utf-8"))
    page = manual(outline(), version, epoch)
    _write_packed(tree / "usr/share/man/man1/inspector.1.gz", page)
    changes = releases.debian_changelog(known, version, epoch)
    _write_packed(tree / _DOC / "changelog.gz", changes)
    text = copyrights.copyright_file(
        copyrights.components_of(app),
        LIBRARY,
        (ROOT / "LICENSE").read_text("utf-8"),
        MAINTAINER,
        copyrights.Folders(_folder_of(app, "libQt6Core.so*"), _folder_of(app, "components.json")),
    )
    _write(tree / _DOC / "copyright", text)
    about = (_FILES / "metainfo.xml.in").read_text("utf-8")
    about = about.replace("@RELEASES@", releases.appstream_releases(known))
    _write(tree / f"usr/share/metainfo/{PACKAGE}.metainfo.xml", about)
    overrides = (_FILES / "lintian-overrides").read_text("utf-8")
    _write(tree / "usr/share/lintian/overrides" / PACKAGE, overrides)


def _folder_of(app: Path, name: str) -> str:
    """Return the folder of the frozen program that a file is in; links do not count."""
    found = next(path for path in sorted(app.rglob(name)) if not path.is_symlink())
    return found.parent.relative_to(app).as_posix()


def _write_desktop(tree: Path) -> None:
    for name, folder in (
        (f"{PACKAGE}.desktop", "applications"),
        (f"{PACKAGE}.xml", "mime/packages"),
    ):
        _write(tree / "usr/share" / folder / name, (_FILES / name).read_text("utf-8"))
    write_icons(tree / "usr/share/icons/hicolor")


def settle(tree: Path, epoch: int) -> None:
    """Give everything below a folder, and itself, the modes and the time that are installed.

    Only the program itself and what starts it are run; shared libraries are loaded.
    """
    programs = (tree / LIBRARY / "inspector", tree / COMMAND)
    for path in [tree, *tree.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path in programs else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _write_packed(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without a name or a time, so that the same text gives the same bytes.
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
