"""Freezes the program into ``dist/context-budget-inspector`` and tries it out there.

Usage: python packaging/app/build.py [--dist FOLDER] [--untried]

Runs in an environment that has the program and PyInstaller and nothing that only development
needs, as ``./dev build app`` makes it. The same sources, versions and interpreter give the same
bytes; ``compare_builds.py`` tells whether they did.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import runpaths
import sizes
import smoke_test
from made_from import APP, ROOT, made_from_now, write_mark

_LICENCES = ROOT / "packaging" / "inventory" / "licences.py"


def main(arguments: Sequence[str]) -> int:
    """Freeze, try out, and say how large it is; return the exit code."""
    parser = argparse.ArgumentParser(description="Freeze the program into one folder.")
    parser.add_argument("--dist", type=Path, default=APP.parent, help="where the folder goes")
    parser.add_argument("--untried", action="store_true", help="leave the smoke test out")
    options = parser.parse_args(arguments)
    app = options.dist.resolve() / APP.name
    said = made_from_now()
    freeze(app)
    subprocess.run([sys.executable, str(_LICENCES), str(app)], check=True)
    # Last, so that an app without its licences is made again.
    write_mark(app, said)
    settle(app, _source_date())
    print(sizes.table(app))
    return 0 if options.untried else smoke_test.main([str(app)])


def freeze(app: Path) -> None:
    """Run PyInstaller. Raises ``CalledProcessError`` when it fails; its log says why."""
    shutil.rmtree(app, ignore_errors=True)
    work = ROOT / "build" / "app"
    work.mkdir(parents=True, exist_ok=True)
    command = [
        *(sys.executable, "-m", "PyInstaller", str(ROOT / "packaging" / "app" / "inspector.spec")),
        *("--noconfirm", "--clean", "--log-level", "WARN"),
        *("--distpath", str(app.parent), "--workpath", str(work)),
    ]
    environment = os.environ | {
        # Sets are written in an order that depends on this.
        "PYTHONHASHSEED": "0",
        "SOURCE_DATE_EPOCH": str(_source_date()),
        "PYTHONDONTWRITEBYTECODE": "1",
        # What is compiled has to be compiled from these sources, not be found in another place.
        "PYTHONPATH": "",
        "PYTHONNOUSERSITE": "1",
        # pyqtgraph's modules are loaded to look at them.
        "QT_QPA_PLATFORM": "offscreen",
    }
    subprocess.run(command, check=True, env=environment, cwd=work)
    for module in app.rglob("lib-dynload/*"):
        # PyInstaller adds some by itself, which the spec does not see.
        module.write_bytes(runpaths.without_run_path(module.read_bytes()))


def settle(app: Path, second: int) -> None:
    """Give all files the same times and modes, whatever the one who builds prefers."""
    for path in sorted(app.rglob("*"), reverse=True):
        if not path.is_symlink():
            runs = path.is_dir() or path.parent == app
            path.chmod(0o755 if runs else 0o644)
        os.utime(path, (second, second), follow_symlinks=False)
    app.chmod(0o755)
    os.utime(app, (second, second))


def _source_date() -> int:
    """Return the second that files are given: that of the last commit, unless told otherwise."""
    told = os.environ.get("SOURCE_DATE_EPOCH")
    if told:
        return int(told)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
