"""Every lens, with its sample loaded, for those who hear it, use the keyboard, or see less well.

A window is expensive, so one goes through all lenses, shows each of them in every theme, size and
size of texts, and what is wrong is noted.
"""

from __future__ import annotations

from collections import defaultdict

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle
from inspector.session.preferences import ThemeChoice
from tests.shared import access_checks as check
from tests.shared import hovered, turned_wheel
from tests.shared.chart_texts import measured
from tests.shared.counts_shown import plain_counts
from tests.shared.every_lens import NAMES, Look, Shown, every_lens

Found = dict[tuple[str, str, Look], list[str]]  # by lens, kind of check and look

THEMES = (ThemeChoice.LIGHT, ThemeChoice.DARK, ThemeChoice.CONTRAST)
LARGER = (150, 200)  # percent
USUAL = Look()
NARROW = (
    *(
        Look(percent=percent, size=size)
        for percent in (100, 150)
        for size in ((1024, 700), (1366, 768), (1580, 900))
    ),
    Look(percent=200, size=(1366, 768)),
)
TOLD = ("unnamed", "silent_charts", "nameless_parts", "tables_without_titles")
USED = ("cut_off", "small_targets", "out_of_reach")
SEEN = ("unseen_focus", "unreadable", "weak_in_charts")
CHARTS = ("injection", "window", "assembly", "tuning")  # and each has some texts
LEAST = {ThemeChoice.CONTRAST: 7.0}  # of the texts in charts: level AAA, in the theme made for it


def in_theme(theme: ThemeChoice) -> Look:
    return Look(theme)


def enlarged(percent: int) -> Look:
    return Look(percent=percent, size=(1280, 800))


# Sizes of texts one after the other: to change one takes longer than most of what is looked at.
LOOKS = sorted(
    (*map(in_theme, THEMES), *NARROW, *map(enlarged, LARGER)),
    key=lambda look: (look.theme is not USUAL.theme, look.percent),
)


POINTED_AT = (USUAL, enlarged(200))


@pytest.fixture(scope="module")
def found(qapp: QApplication) -> Found:
    """What is wrong. What no theme changes is looked at in the light one."""
    noted: Found = {}
    held = 0  # widgets that a wheel could have changed
    grouped = 0  # texts with a count above 999
    pointed = 0  # marks of charts that were pointed at
    known: dict[ThemeChoice, set[tuple[str, object]]] = defaultdict(set)
    for shown in every_lens(*LOOKS):
        look = shown.look
        if look in NARROW:
            noted[shown.name, "beside_narrow_panes", look] = beside_narrow_panes(shown)
            continue
        kinds = [*TOLD, *USED] if look == USUAL else ["cut_off"] if look.percent > 100 else []
        if look.percent == 100:
            noted[shown.name, "unreadable", look] = check.unreadable(shown.window)
            texts = measured(shown.window)
            assert len(texts) > 5 or shown.name not in CHARTS
            least = LEAST.get(look.theme, check.READABLE)
            # A lone thin digit has as many pixels of its edges as of its ground.
            told = [one for one in sorted(texts) if shown.name in CHARTS or len(one[1]) > 1]
            weak = [f"{text}: {found}" for found, text in told if found < least]
            noted[shown.name, "weak_in_charts", look] = weak
            settle(shown.workspace)
        if look == USUAL:
            noted[shown.name, "plain_counts", look], counted = plain_counts(shown.window)
            grouped += counted
        if look in POINTED_AT:
            noted[shown.name, "hovered", look], marks = hovered.wrong(shown.window)
            pointed += marks
        for kind in kinds:
            noted[shown.name, kind, look] = getattr(check, kind)(shown.window)
            settle(shown.workspace)
        if look.percent == 100:
            unseen = check.unseen_focus(shown.window, known[look.theme])
            noted[shown.name, "unseen_focus", look] = unseen
        if look == LOOKS[-1]:  # scrolls all that there is
            session = shown.workspace.store.session
            noted[shown.name, "wheel", look], turned = turned_wheel.taken(shown.window)
            assert shown.workspace.store.session is session
            held += turned
    assert held > 30
    assert grouped > 100
    assert pointed > 300
    qapp.setPalette(QPalette())
    return noted


def beside_narrow_panes(shown: Shown) -> list[str]:
    """Return what is cut where both outer panes are as narrow as they get."""
    columns = shown.lens.columns
    outer = [columns.widget(place).minimumWidth() for place in (0, 2)]
    before = columns.sizes()
    columns.setSizes([outer[0], shown.look.size[0] - sum(outer), outer[1]])
    settle(shown.workspace)
    assert columns.is_open(0)
    assert columns.is_open(2)
    wrong = check.cut_off(shown.window)
    if shown.look.percent < max(LARGER):  # where the narrowest panes scroll sideways
        wrong += check.beyond_the_edge(shown.window)
    columns.setSizes(before)
    return wrong


every = pytest.mark.parametrize("lens", NAMES)


@every
@pytest.mark.parametrize("kind", TOLD)
def test_everything_says_what_it_is(found, lens, kind):
    assert found[lens, kind, USUAL] == []


@every
@pytest.mark.parametrize("kind", USED)
def test_everything_can_be_reached_hit_and_read_whole(found, lens, kind):
    assert found[lens, kind, USUAL] == []


@every
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", SEEN)
def test_focus_and_texts_stand_out(found, lens, theme, kind):
    assert found[lens, kind, in_theme(theme)] == []


@every
@pytest.mark.parametrize("percent", LARGER)
def test_larger_texts_are_not_cut_off(found, lens, percent):
    assert found[lens, "cut_off", enlarged(percent)] == []


@every
@pytest.mark.parametrize("look", NARROW, ids=lambda look: f"{look.size[0]}-{look.percent}")
def test_nothing_is_cut_beside_narrow_panes(found, lens, look):
    assert found[lens, "beside_narrow_panes", look] == []


@every
def test_no_widget_that_has_not_the_keyboard_takes_a_wheel(found, lens):
    assert found[lens, "wheel", LOOKS[-1]] == []


@every
def test_every_count_above_999_is_in_groups(found, lens):
    assert found[lens, "plain_counts", USUAL] == []


@every
@pytest.mark.parametrize("look", POINTED_AT, ids=lambda look: f"{look.percent}")
def test_charts_say_under_the_pointer_what_is_painted_there(found, lens, look):
    assert found[lens, "hovered", look] == []
