"""Build the small wheel of the recorder into ``dist``: one module, that of the program.

    ./dev build recorder

It needs the standard library alone, so a service can record without the rest of the program.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parent.parent.parent
MODULE = "context_budget_recorder.py"


def main() -> int:
    """Do it and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the folder to write to")
    wheel = make(parser.parse_args().to)
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    with ZipFile(wheel) as held:
        same = held.read(MODULE) == (ROOT / "inspector" / "recorder.py").read_bytes()
    if not same:
        print(f"{MODULE} is not the recorder of this checkout", file=sys.stderr)
    return 0 if same else 1


def make(to: Path) -> Path:
    """Build the wheel into a folder and return it."""
    with tempfile.TemporaryDirectory(prefix="recorder-wheel-") as folder:
        project = Path(folder)
        shutil.copy(Path(__file__).with_name("pyproject.toml"), project)
        shutil.copy(ROOT / "inspector" / "__init__.py", project / "version.py")
        shutil.copy(ROOT / "inspector" / "recorder.py", project / MODULE)
        to.mkdir(parents=True, exist_ok=True)
        made = project / "dist"
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", made]
        subprocess.run(command, cwd=project, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = made.iterdir()
        return Path(shutil.copy(wheel, to))


if __name__ == "__main__":
    sys.exit(main())
