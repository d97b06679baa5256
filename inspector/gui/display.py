"""Where Qt draws: on a screen where there is one, else in memory."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping

from PySide6.QtGui import QGuiApplication


def choose_platform(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Let Qt fall back to drawing in memory where there is no display, instead of aborting.

    Has to be called before the application is made. What somebody has chosen stays.
    """
    if system.startswith(("win", "darwin", "cygwin")) or environment.get("QT_QPA_PLATFORM"):
        return
    # A platform is only named where it may work: Qt complains about each that it tries in vain.
    named = (("wayland", "WAYLAND_DISPLAY"), ("xcb", "DISPLAY"))
    platforms = [platform for platform, display in named if environment.get(display)]
    environment["QT_QPA_PLATFORM"] = ";".join((*platforms, "offscreen"))


def has_display() -> bool:
    """Whether somebody can see the windows of the running application."""
    return QGuiApplication.platformName() not in {"offscreen", "minimal", "vnc", ""}
