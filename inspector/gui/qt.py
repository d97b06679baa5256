"""Qt on this machine: the system's libraries it needs, and Python's own import beside it.

It imports nothing but the standard library: it is asked where Qt could not be loaded.
"""

from __future__ import annotations

import builtins
import ctypes
from collections.abc import Iterator, Mapping

WINDOW: Mapping[str, str] = {
    "libgl1": "libGL.so.1",
    "libegl1": "libEGL.so.1",
    "libglib2.0-0": "libgthread-2.0.so.0",
    "libxkbcommon0": "libxkbcommon.so.0",
    "libfontconfig1": "libfontconfig.so.1",
    "libdbus-1-3": "libdbus-1.so.3",
}
"""What Qt loads wherever it draws: the library by its Debian package."""

X11: Mapping[str, str] = {
    "libxcb-cursor0": "libxcb-cursor.so.0",
    "libxcb-icccm4": "libxcb-icccm.so.4",
    "libxcb-keysyms1": "libxcb-keysyms.so.1",
    "libxcb-shape0": "libxcb-shape.so.0",
    "libxkbcommon-x11-0": "libxkbcommon-x11.so.0",
}
"""What it loads besides for a window on a screen of X."""


def absent(libraries: Mapping[str, str]) -> Iterator[str]:
    """Give the packages whose library cannot be loaded."""
    for package, name in libraries.items():
        try:
            ctypes.CDLL(name)
        except OSError:
            yield package


def missing_text(*kinds: Mapping[str, str]) -> str:
    """Return what is missing of some kinds and the line that installs it; "" for nothing."""
    known = {package: name for kind in kinds for package, name in kind.items()}
    packages = list(absent(known))
    if not packages:
        return ""
    names = ", ".join(known[package] for package in packages)
    return (
        f"inspector: the window needs system libraries that cannot be loaded: {names}.\n"
        f"On Debian and Ubuntu this installs them:\n"
        f"    sudo apt-get install {' '.join(packages)}\n"
        "'inspector run' works without them; 'inspector --help' lists the commands.\n"
    )


def import_as_usual() -> None:
    """Let modules be imported by Python itself again.

    Qt for Python reads the source of every module that is imported after it, to learn whether that
    uses ``__feature__``, and all these lines stay in memory: 22 MB once every lens was shown. It
    does so while a package is still being imported, which breaks one that looks its names up late:
    pydantic cannot be loaded further where only a part of it was loaded before Qt. So this comes
    before anything else that may load Qt. Nothing here uses features.
    """
    import PySide6.QtCore  # noqa: F401  # replaces Python's import

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
