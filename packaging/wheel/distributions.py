"""Making the wheel and the source distribution, and what has to be in them."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

NAME = "context_budget_inspector"

# What belongs in the source distribution besides what git tracks.
_MADE_FOR_IT = "PKG-INFO"


@dataclass(frozen=True)
class Distributions:
    """The two files that a version is handed out as."""

    wheel: Path
    source: Path

    @property
    def files(self) -> tuple[Path, Path]:
        """Both."""
        return self.wheel, self.source


def make(root: Path, target: Path, second: int) -> Distributions:
    """Build both from the folder of a project, without a network.

    ``second`` is the time that everything in them gets. Raises ``CalledProcessError``, with what
    the build said on standard error.
    """
    target.mkdir(parents=True, exist_ok=True)
    for old in [*target.glob(f"{NAME}-*.whl"), *target.glob(f"{NAME}-*.tar.gz")]:
        old.unlink()
    subprocess.run(
        # From elsewhere, so that the project's own folder `build` is not taken for the program.
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), str(root)],
        check=True,
        cwd=target,
        env={**os.environ, "SOURCE_DATE_EPOCH": str(second)},
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
    )
    return Distributions(next(target.glob("*.whl")), next(target.glob("*.tar.gz")))


def unpack(source: Path, folder: Path) -> Path:
    """Unpack a source distribution and return the folder of the project."""
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    return folder / source.name.removesuffix(".tar.gz")


def faults_of_wheel(wheel: Path, root: Path) -> Iterator[str]:
    """Yield what is wrong with the contents of a wheel of the project in a folder."""
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(about).decode()
        entries = archive.read(about.replace("METADATA", "entry_points.txt")).decode()
        for name, path in _belongs_into_wheel(root):
            if name not in names:
                yield f"{name} is not in the wheel"
            elif archive.read(name) != path.read_bytes():
                yield f"{name} in the wheel is another"
    expected = {name for name, _ in _belongs_into_wheel(root)}
    for name in sorted(names - expected):
        if not name.startswith(about.partition("/")[0]):
            yield f"{name} does not belong in the wheel"
    if "inspector = inspector.__main__:main" not in entries:
        yield "the wheel has no command inspector"
    licences = [name for name in names if ".dist-info/licenses/" in name]
    for needed in ("LICENSE", "Inter-LICENSE.txt", "DejaVuSansMono-LICENSE.txt", "LICENSE.txt"):
        if not any(Path(name).name == needed for name in licences):
            yield f"the wheel has no licence file {needed}"
    yield from _faults_of_metadata(metadata, root)


def faults_of_source(source: Path, root: Path) -> Iterator[str]:
    """Yield what git tracks in a folder and a source distribution lacks, and the other way round.

    Without git nothing can be told, and nothing is.
    """
    tracked = _tracked(root)
    if not tracked:
        return
    with tarfile.open(source) as archive:
        # Without the folder that everything is in.
        names = {entry.name.partition("/")[2] for entry in archive if entry.isfile()}
    for name in sorted(tracked - names):
        yield f"{name} is not in the source distribution"
    for name in sorted(names - tracked - {_MADE_FOR_IT}):
        yield f"{name} is in the source distribution and not in git"


def _belongs_into_wheel(root: Path) -> Iterator[tuple[str, Path]]:
    for folder, place in (("inspector", "inspector"), ("resources", "inspector/resources")):
        for path in (root / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{place}/{path.relative_to(root / folder).as_posix()}", path


def _faults_of_metadata(metadata: str, root: Path) -> Iterator[str]:
    declared = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    said = HeaderParser().parsestr(metadata)
    needed = [line for line in said.get_all("Requires-Dist", ()) if "extra ==" not in line]
    if len(needed) != len(declared["dependencies"]):
        yield f"the wheel needs {len(needed)} packages, not {len(declared['dependencies'])}"
    if f'__version__ = "{said["Version"]}"' not in (root / "inspector/__init__.py").read_text():
        yield f"the wheel says that its version is {said['Version']}"
    for field in ("License-Expression", "Requires-Python", "Summary"):
        if not said[field]:
            yield f"the wheel does not say its {field}"


def _tracked(root: Path) -> set[str]:
    if not (root / ".git").exists():
        return set()
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z"], check=True, capture_output=True
    ).stdout.decode()
    # A file that is about to be removed is still tracked.
    return {name for name in listed.split("\0") if name and (root / name).is_file()}
