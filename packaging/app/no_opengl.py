"""Runs first in the frozen app: stands where pyqtgraph imports Qt's OpenGL, 9 MB that nothing uses.

pyqtgraph only looks into it where curves are drawn by OpenGL, which is never asked for here.
"""

import sys
from types import ModuleType

sys.modules["PySide6.QtOpenGL"] = ModuleType("PySide6.QtOpenGL")
