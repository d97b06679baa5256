"""What stays out of the frozen app, told by name, and what nothing left in it needs.

Names of files inside the app are paths with ``/`` relative to the folder of its libraries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePosixPath
from typing import TypeVar

# Modules that something asks for and nothing of ours reaches. Without those in the second block,
# there is nothing inside that could speak to a network.
EXCLUDED_MODULES = (
    # Tools, tests and other programs' windows.
    "_pytest",
    "bdb",
    "cmd",
    "code",
    "colorcet",
    "curses",
    "cupy",
    "distutils",
    "doctest",
    "ensurepip",
    "h5py",
    "hypothesis",
    "IPython",
    "jupyter_rfb",
    "lib2to3",
    "markdown_it",
    "matplotlib",
    "mypy",
    "numba",
    "numpy.distutils",
    "numpy.f2py",
    "numpy.random",
    "numpy.testing",
    "OpenGL",
    "pdb",
    "pip",
    "pkg_resources",
    "pydantic.mypy",
    "pydantic.v1",
    "pydoc_data",
    "pygments",
    "pyqtgraph.console",
    "pyqtgraph.examples",
    "pyqtgraph.jupyter",
    "pyqtgraph.opengl",
    "pytest",
    # Under a licence that asks the same of what is linked with it.
    "readline",
    "scipy",
    "setuptools",
    "test",
    "tkinter",
    "unittest",
    "_tkinter",
    # What speaks to a network, and the encryption for it. tiktoken would load vocabularies with
    # these; ours ship with the app.
    "_ssl",
    "asyncio",
    "certifi",
    "charset_normalizer",
    "dask",
    "distributed",
    "ftplib",
    "http.server",
    "idna",
    "PySide6.QtNetwork",
    "requests",
    "smtplib",
    "socketserver",
    "ssl",
    "urllib.request",
    "urllib3",
    "webbrowser",
    # Asks for urllib.request when it is imported; html.escape does what it is used for.
    "xml.sax.saxutils",
    "xmlrpc",
    # Parts of Qt that a library offers to use.
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "PySide6.QtQml",
    "PySide6.QtQuick",
    "PySide6.QtTest",
    # Counts large batches faster, for as much room as a tenth of Qt.
    "toktok",
)

# The only plugins of Qt that are taken; ``*`` stands for all of a kind.
QT_PLUGINS = {
    "iconengines": ("qsvgicon",),
    "imageformats": ("qsvg", "qico", "qicns"),
    # Typing of accents and of languages that need a method of input.
    "platforminputcontexts": (
        "composeplatforminputcontextplugin",
        "ibusplatforminputcontextplugin",
    ),
    "platforms": ("qcocoa", "qoffscreen", "qwayland", "qwindows", "qxcb"),
    # File dialogs of the desktop. The plugin for GTK would bring GTK of the machine that freezes.
    "platformthemes": ("qxdgdesktopportal",),
    "styles": ("*",),
    "wayland-decoration-client": ("*",),
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "wayland-shell-integration": ("xdg-shell",),
    "xcbglintegrations": ("*",),
}

# Languages other than English that the window can be shown in.
QT_TRANSLATIONS = ("qtbase_de.qm",)

# The graphics drivers of a system need its own, which may be newer than those of the machine that
# freezes; a system with the C library that is needed has them new enough.
OF_THE_SYSTEM = ("libgcc_s.so.1", "libstdc++.so.6")

_NEVER = ("__pycache__", "tests", "test", "examples", "sboms", "licenses", "direct_url.json")
_OF_A_DISTRIBUTION = "METADATA"


def keeps(name: str) -> bool:
    """Whether a collected file of this name goes into the app."""
    path = PurePosixPath(name)
    # Samples are projects to look at, with folders called as they like.
    if path.parts[0] == "resources":
        return "__pycache__" not in path.parts
    if path.name in OF_THE_SYSTEM or any(part in _NEVER for part in path.parts):
        return False
    if path.parts[0].endswith(".dist-info"):
        return path.name == _OF_A_DISTRIBUTION
    if "translations" in path.parts and path.parts[0] == "PySide6":
        return path.name in QT_TRANSLATIONS
    if "qml" in path.parts and path.parts[0] == "PySide6":
        return False
    return _is_wanted_plugin(path) if "plugins" in path.parts else True


def _is_wanted_plugin(path: PurePosixPath) -> bool:
    kind = path.parts[path.parts.index("plugins") + 1]
    wanted = QT_PLUGINS.get(kind, ())
    return "*" in wanted or path.stem.removeprefix("lib") in wanted


Library = TypeVar("Library")


def needed_libraries(
    loaded: Iterable[Library], needs: Callable[[Library], Iterable[Library]]
) -> set[Library]:
    """Return what is loaded by name and all that it needs, directly or not."""
    found: set[Library] = set()
    todo = list(loaded)
    while todo:
        one = todo.pop()
        if one not in found:
            found.add(one)
            todo += needs(one)
    return found
