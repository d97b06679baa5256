"""Write the bill of materials of the frozen app, and check it.

    ./dev build sbom                    write dist/context-budget-inspector-VERSION.cdx.json
    ./dev build sbom --verify FILE      compare the frozen app with a bill that exists

A file in the app that belongs to no known part ends it with an error, as does a part whose licence
text is not in the app.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from contents import UnlistedError
from licences import NoTextError, contents_of, without_text
from sbom import OURS, bill_of_materials, differing

from inspector import __version__

ROOT = Path(__file__).resolve().parent.parent.parent
APP = ROOT / "dist" / OURS


def main() -> int:
    """Do it and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--app", type=Path, default=APP, help="the folder of the frozen app")
    parser.add_argument("--verify", type=Path, metavar="FILE", help="a bill to compare it with")
    chosen = parser.parse_args()
    if chosen.verify:
        return _verify(chosen.app, chosen.verify)
    second = int(os.environ["SOURCE_DATE_EPOCH"])
    try:
        parts = contents_of(chosen.app)
        without = without_text(parts, chosen.app)
        if without:
            raise NoTextError(without)
    except (UnlistedError, NoTextError) as error:
        print(error, file=sys.stderr)
        return 1
    text = bill_of_materials(chosen.app, parts, __version__, second)
    target = chosen.app.parent / f"{OURS}-{__version__}.cdx.json"
    target.write_text(text, encoding="utf-8")
    inside = text.count('"bom-ref"') - len(parts) - 1
    print(f"{target}: {len(parts)} parts, {inside} files and works inside them")
    return 0


def _verify(app: Path, bill: Path) -> int:
    other = differing(app, bill.read_text("utf-8"))
    for name in other:
        print(f"differs: {name}")
    print(f"{len(other)} files differ")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
