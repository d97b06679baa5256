"""What the tests of the Audit lens share: finding its widgets, and waiting for it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from inspector.stages.audit.view.lens import AuditLens
from tests.shared.screen import Screen


def lens_of(screen: Screen) -> AuditLens:
    lens = screen.workspace.lenses.widget
    assert isinstance(lens, AuditLens)
    return lens


def find(screen: Screen, name: str, kind: type[Any] = QWidget) -> Any:
    (found,) = lens_of(screen).findChildren(kind, name)
    return found


def text(screen: Screen, name: str) -> str:
    return find(screen, name).text().replace("\u200b", "")


def settle(screen: Screen) -> None:
    screen.settle()
    screen.wait_until(lambda: not lens_of(screen).runner.busy and not lens_of(screen).history.busy)
    screen.settle()


def at_the_audit(screen: Screen) -> Screen:
    screen.window.resize(1300, 860)
    screen.workspace.show_lens("audit")
    settle(screen)
    return screen
