"""Icons in the two containers that Windows and macOS take, made from the drawings.

    python packaging/icon_files.py      write build/icons/*.ico and build/icons/*.icns

Both are a list of PNG pictures in several sizes, so that each place shows one drawn for it.
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "packaging" / "deb"))

from debian_package.icons import picture  # noqa: E402 - beside what else is made from drawings

DRAWINGS = {
    "context-budget-inspector": ROOT / "resources" / "icons" / "app.svg",
    "session-file": ROOT / "packaging" / "deb" / "icons" / "session-file.svg",
    "audit-bundle": ROOT / "packaging" / "deb" / "icons" / "audit-bundle.svg",
}
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
# The code of each size, in pixels, in Apple's container.
ICNS_CODES = {
    16: b"icp4",
    32: b"icp5",
    64: b"icp6",
    128: b"ic07",
    256: b"ic08",
    512: b"ic09",
    1024: b"ic10",
}
_ICO_HEAD, _ICO_ENTRY = struct.Struct("<HHH"), struct.Struct("<BBBBHHII")
_ICNS_HEAD = struct.Struct(">4sI")


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """Return an icon for Windows from PNG pictures by their size in pixels, at most 256."""
    place = _ICO_HEAD.size + _ICO_ENTRY.size * len(pictures)
    entries = []
    for size, data in sorted(pictures.items()):
        # 256 does not fit into the byte, and is written as 0.
        side = size % 256
        entries.append(_ICO_ENTRY.pack(side, side, 0, 0, 1, 32, len(data), place))
        place += len(data)
    images = (data for _, data in sorted(pictures.items()))
    return _ICO_HEAD.pack(0, 1, len(pictures)) + b"".join([*entries, *images])


def icns(pictures: Mapping[int, bytes]) -> bytes:
    """Return an icon for macOS from PNG pictures by their size, each a key of ``ICNS_CODES``."""
    chunks = b"".join(
        _ICNS_HEAD.pack(ICNS_CODES[size], _ICNS_HEAD.size + len(data)) + data
        for size, data in sorted(pictures.items())
    )
    return _ICNS_HEAD.pack(b"icns", _ICNS_HEAD.size + len(chunks)) + chunks


def write_icons(folder: Path) -> tuple[Path, ...]:
    """Write both containers of every drawing, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, drawing in DRAWINGS.items():
        text = drawing.read_text("utf-8")
        for path, data in (
            (folder / f"{name}.ico", ico({size: picture(text, size) for size in ICO_SIZES})),
            (folder / f"{name}.icns", icns({size: picture(text, size) for size in ICNS_CODES})),
        ):
            path.write_bytes(data)
            written.append(path)
    return tuple(written)


def main() -> int:
    """Write the icons, say which, and return the exit code."""
    for path in write_icons(ROOT / "build" / "icons"):
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
