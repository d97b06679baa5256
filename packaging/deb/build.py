"""Makes the Debian package from the frozen program.

Usage: python packaging/deb/build.py [--app FOLDER] [--dist FOLDER] [--version VERSION]
           [--compression xz|zstd] [--check]

``./dev build deb`` freezes the program first and runs this. The same frozen program gives the same
bytes. ``--check`` also makes it again to compare, installs it in a bare system and tries it out
there, as ``bare_root_test.py`` says.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from debian_package import ROOT, checks, control, tree
from debian_package.releases import PACKAGE, debian_version
from debian_package.shared_objects import dependencies, shared_objects

from inspector import __version__

APP = ROOT / "dist" / PACKAGE

COMPRESSIONS = {
    # Smallest, and what archives of Debian take. The bytes do not depend on the number of cores.
    "xz": ("-Zxz", "-z6"),
    # Within seconds, a third larger; for trials.
    "zstd": ("-Zzstd", "-z3"),
}


def main(arguments: Sequence[str]) -> int:
    """Make the package, check it, say how large it is, and return the exit code."""
    parser = argparse.ArgumentParser(description="Make the Debian package.")
    parser.add_argument("--app", type=Path, default=APP, help="the frozen program")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the package goes")
    parser.add_argument("--version", default=__version__, help="another version, for trials")
    parser.add_argument("--compression", choices=list(COMPRESSIONS), default="xz")
    parser.add_argument("--check", action="store_true", help="install it in a bare system, too")
    options = parser.parse_args(arguments)
    if not (options.app / "inspector").is_file():
        print(f"There is no frozen program in {options.app}; make it with './dev build app'.")
        return 1
    package = make_package(
        options.app, options.dist, options.version, _source_date(), options.compression
    )
    found = checks.check_package(package, for_trial=options.compression != "xz")
    print(f"{package.name}: {package.stat().st_size / 1e6:.1f} MB")
    for problem in found:
        print(problem, file=sys.stderr)
    if found:
        return 1
    if options.check:
        if not is_reproducible(options.app, options.version):
            print("Two packages of the same program differ.", file=sys.stderr)
            return 1
        test = Path(__file__).parent / "bare_root_test.py"
        return subprocess.run([sys.executable, str(test), str(package)], check=False).returncode
    return 0


def make_package(app: Path, dist: Path, version: str, epoch: int, compression: str = "xz") -> Path:
    """Make the package of a frozen program in the folder ``dist`` and return where it is."""
    name = f"{PACKAGE}_{debian_version(version)}_{control.ARCHITECTURE}.deb"
    depends = dependencies(shared_objects(app))
    with tempfile.TemporaryDirectory(prefix="inspector-deb-") as scratch:
        staged = Path(scratch, "files")
        tree.lay_out(staged, app.resolve(), version, epoch)
        fields = control.control(version, depends, control.installed_kib(staged))
        sums = control.md5sums(staged)
        about = staged / "DEBIAN"
        about.mkdir()
        (about / "control").write_text(fields, "utf-8")
        (about / "md5sums").write_text(sums, "utf-8")
        tree.settle(about, epoch)
        os.utime(staged, (epoch, epoch))
        target = Path(scratch, name)
        command = ("dpkg-deb", "--root-owner-group", *COMPRESSIONS[compression], "--build")
        subprocess.run(
            [*command, str(staged), str(target)],
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch), "TZ": "UTC"},
        )
        dist.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, dist / name)
    return dist / name


def is_reproducible(app: Path, version: str) -> bool:
    """Whether two packages of a frozen program have the same bytes; they are made for that."""
    with tempfile.TemporaryDirectory(prefix="inspector-deb-") as scratch:
        one, other = (
            make_package(app, Path(scratch, name), version, _source_date(), "zstd").read_bytes()
            for name in ("one", "other")
        )
    return one == other


def _source_date() -> int:
    """Return the time that all files get: that of the last commit, unless told otherwise."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told:
        return int(told)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
