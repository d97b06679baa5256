"""Where Qt draws: on a screen where there is one, else in memory."""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping

from PySide6.QtGui import QGuiApplication


def choose_platform(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Let Qt fall back to drawing in memory where there is no display, instead of aborting.

    Has to be called before the application is made. What somebody has chosen stays.
    """
    if system.startswith(("win", "darwin", "cygwin")) or environment.get("QT_QPA_PLATFORM"):
        return
    wayland = "wayland;" if environment.get("WAYLAND_DISPLAY") else ""
    environment["QT_QPA_PLATFORM"] = f"{wayland}xcb;offscreen"


def has_display() -> bool:
    """Whether somebody can see the windows of the running application."""
    return QGuiApplication.platformName() not in {"offscreen", "minimal", "vnc", ""}


def expects_display(environment: MutableMapping[str, str] = os.environ) -> bool:
    """Whether there seems to be a display, asked before there is an application."""
    if not sys.platform.startswith("linux"):
        return True
    chosen = environment.get("QT_QPA_PLATFORM", "")
    if chosen.partition(";")[0].partition(":")[0] in {"offscreen", "minimal"}:
        return False
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
