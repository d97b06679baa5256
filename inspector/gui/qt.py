"""Qt for Python as this program uses it: without features that rename Qt's methods."""

from __future__ import annotations

import builtins

import PySide6.QtCore  # noqa: F401  # replaces Python's import


def import_as_usual() -> None:
    """Let modules be imported by Python itself again.

    Qt for Python reads the source of every module that is imported after it, to learn whether that
    uses ``__feature__``, and all these lines stay in memory: 22 MB once every lens was shown.
    Nothing here uses features.
    """
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
