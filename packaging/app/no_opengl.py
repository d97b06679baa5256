"""Runs first in the frozen app: stands where pyqtgraph imports Qt's OpenGL, 9 MB that nothing uses.

It asks every view that is painted whether OpenGL paints it, which is never so here, and looks into
the rest only where it is.
"""

import sys
from types import ModuleType

_opengl, _widgets = (ModuleType(f"PySide6.{name}") for name in ("QtOpenGL", "QtOpenGLWidgets"))
_widgets.QOpenGLWidget = type("QOpenGLWidget", (), {})
sys.modules |= {module.__name__: module for module in (_opengl, _widgets)}
