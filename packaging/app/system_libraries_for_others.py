"""Runs first in the frozen app: programs that it starts find the system's libraries again.

PyInstaller's loader points the search for libraries at the app's folder before it starts the
program. A browser or a file manager that the program opens must not inherit that.
"""

import os

_SEARCHED = "LD_LIBRARY_PATH"

os.environ.pop(_SEARCHED, None)
_before = os.environ.pop(f"{_SEARCHED}_ORIG", None)
if _before:
    os.environ[_SEARCHED] = _before
