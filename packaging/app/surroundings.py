"""Runs first in the frozen app: what it starts gets the surroundings that it was started in.

PyInstaller's loader points the search for libraries at the app's folder before it starts the
program. A browser or a file manager that the program opens must not inherit that; a further process
of the program has it set anew by its own loader, which is told not to take itself for a part of
this one.
"""

import os

_SEARCHED = "LD_LIBRARY_PATH"

os.environ.pop(_SEARCHED, None)
_before = os.environ.pop(f"{_SEARCHED}_ORIG", None)
if _before:
    os.environ[_SEARCHED] = _before
os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
