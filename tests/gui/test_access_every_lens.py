"""Every lens, with its sample loaded, for those who hear it, use the keyboard, or see less well.

A window is expensive, so one of each theme goes through all lenses and notes what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle
from inspector.session.preferences import ThemeChoice
from tests.shared import access_checks as check
from tests.shared.every_lens import NAMES, every_lens

Found = dict[tuple[str, str], list[str]]  # by lens and kind of check

THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST)
TOLD = ("unnamed", "silent_charts", "nameless_parts", "tables_without_titles")
USED = ("cut_off", "small_targets", "out_of_reach")
SEEN = ("unseen_focus", "unreadable")


def survey(theme: ThemeChoice) -> Found:
    """Go through all lenses in one theme. What no theme changes is looked at in the light one."""
    known: set[tuple[str, object]] = set()
    checks: dict[str, Callable[..., list[str]]] = {"unreadable": check.unreadable}
    if theme is ThemeChoice.LIGHT:
        checks |= {kind: getattr(check, kind) for kind in (*TOLD, *USED)}
    found: Found = {}
    for shown in every_lens(theme):
        for kind, look in checks.items():
            found[shown.name, kind] = look(shown.window)
            settle(shown.workspace)
        found[shown.name, "unseen_focus"] = check.unseen_focus(shown.window, known)
    return found


@pytest.fixture(scope="module")
def found(qapp: QApplication) -> Callable[[ThemeChoice], Found]:
    """Return what is wrong in a theme."""
    surveys: dict[ThemeChoice, Found] = {}

    def in_theme(theme: ThemeChoice) -> Found:
        if theme not in surveys:
            surveys[theme] = survey(theme)
            qapp.setPalette(QPalette())
        return surveys[theme]

    return in_theme


every = pytest.mark.parametrize("lens", NAMES)


@every
@pytest.mark.parametrize("kind", TOLD)
def test_everything_says_what_it_is(found, lens, kind):
    assert found(ThemeChoice.LIGHT)[lens, kind] == []


@every
@pytest.mark.parametrize("kind", USED)
def test_everything_can_be_reached_hit_and_read_whole(found, lens, kind):
    assert found(ThemeChoice.LIGHT)[lens, kind] == []


@every
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", SEEN)
def test_focus_and_texts_stand_out(found, lens, theme, kind):
    assert found(theme)[lens, kind] == []
