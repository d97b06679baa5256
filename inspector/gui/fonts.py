"""The fonts that ship with the program, drawn the same on every machine."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication

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


def rescaled(pixels: int, old: float, new: float) -> int:
    """Return the size of a font that has ``pixels`` at one scale, at another.

    The size of a role is that of the role again, so that nothing drifts by being rounded often.
    """
    for role in FontRole:
        _, own, _ = role.value
        if round(own * old) == pixels:
            return round(own * new)
    return max(1, round(pixels * new / old))


def system_scale() -> float:
    """Return how large the system wants texts: 1 where its own are no larger than ours."""
    wanted = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    pixels = float(wanted.pixelSize())
    screen = QGuiApplication.primaryScreen()
    if pixels < 0 and screen is not None:
        pixels = wanted.pointSizeF() * screen.logicalDotsPerInch() / 72
    _, own, _ = FontRole.BODY.value
    return min(max(pixels / own, 1.0), 2.0)
