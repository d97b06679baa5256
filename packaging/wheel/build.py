"""Build the wheel and the source distribution into ``dist``, and look at what is in them.

    ./dev build wheel             build, and compare the contents with the checkout
    ./dev build wheel --check     also build again from the source distribution, in another folder,
                                  for the same bytes; install both with pip into fresh
                                  environments and try them out (takes minutes)

The build needs no network. Installing for the check asks wherever pip is set to ask.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from distributions import Distributions, faults_of_source, faults_of_wheel, make, unpack

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Do it and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="build again, install, try out")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="the folder to write to")
    chosen = parser.parse_args()
    second = int(os.environ["SOURCE_DATE_EPOCH"])
    made = make(ROOT, chosen.to, second)
    for file in made.files:
        _say(f"{file.name}: {file.stat().st_size:,} bytes")
    faults = [*faults_of_wheel(made.wheel, ROOT), *faults_of_source(made.source, ROOT)]
    if chosen.check:
        with tempfile.TemporaryDirectory(prefix="inspector-wheel-") as folder:
            faults += check(made, Path(folder), second)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def check(made: Distributions, folder: Path, second: int) -> Iterator[str]:
    """Do what takes minutes; print what was seen and yield what is wrong."""
    from installed import try_out

    from inspector import __version__

    copy = unpack(made.source, folder / "again")
    # Made for the archive; the folder is now what it was made from.
    (copy / "PKG-INFO").unlink()
    again = make(copy, folder / "made-again", second)
    for one, other in zip(made.files, again.files, strict=True):
        if one.read_bytes() == other.read_bytes():
            _say(f"{one.name}: the same bytes, built from the source distribution elsewhere")
        else:
            yield f"{one.name} is not the same when built again"
    for seen in try_out(made, ROOT, folder, __version__):
        _say(seen)


def _say(seen: str) -> None:
    print(seen, flush=True)


if __name__ == "__main__":
    sys.exit(main())
