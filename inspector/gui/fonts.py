"""The fonts that ship with the program, drawn the same on every machine."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase

from inspector.resources import resource_path

_LOADED = "inspector-fonts-loaded"  # property of the application, as fonts are
FAMILY, MONOSPACED = "Inter", "DejaVu Sans Mono"
_FILES = (
    "Inter-Regular.ttf",
    "Inter-Medium.ttf",
    "Inter-SemiBold.ttf",
    "DejaVuSansMono.ttf",
)


class FontRole(Enum):
    """What a font is for. The value is (family, pixels, weight)."""

    BODY = (FAMILY, 13, QFont.Weight.Normal)
    STRONG = (FAMILY, 13, QFont.Weight.DemiBold)
    SMALL = (FAMILY, 12, QFont.Weight.Normal)
    SECTION = (FAMILY, 12, QFont.Weight.DemiBold)
    TITLE = (FAMILY, 16, QFont.Weight.DemiBold)
    DISPLAY = (FAMILY, 24, QFont.Weight.DemiBold)
    TEXT = (MONOSPACED, 12, QFont.Weight.Normal)
    """Contents of cards and files, ids, paths."""


def load_fonts() -> None:
    """Make the shipped fonts known to the application. Doing it again changes nothing."""
    app = QCoreApplication.instance()
    if app is None or app.property(_LOADED):
        return
    app.setProperty(_LOADED, True)  # noqa: FBT003  # Qt's
    for name in _FILES:
        # From the file and not from its bytes: Qt maps it, so only what is drawn is read.
        QFontDatabase.addApplicationFont(str(resource_path(f"fonts/{name}")))


def font(role: FontRole, scale: float = 1.0) -> QFont:
    """Return the font of a role. Digits are equally wide, so that columns of numbers line up."""
    family, pixels, weight = role.value
    made = QFont([family, MONOSPACED])
    made.setPixelSize(round(pixels * scale))
    made.setWeight(weight)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setStyleStrategy(QFont.StyleStrategy.NoSubpixelAntialias)
    if family == FAMILY:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made
