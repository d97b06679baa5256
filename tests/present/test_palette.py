"""The colours can be read, told apart, and none is missing."""

from __future__ import annotations

import re

import pytest

from inspector.core.reasons import Verdict
from inspector.present.drawing import INK_ON_FILL
from inspector.present.palette import CONTRAST, DARK, LIGHT, Colors, Shape
from inspector.stages.injection.bar_cells import GROUPS

both = pytest.mark.parametrize("colors", [LIGHT, DARK, CONTRAST], ids=lambda colors: colors.name)
READABLE = 4.5  # contrast of text, WCAG 2 level AA
READABLE_WELL = 7.0  # level AAA
VISIBLE = 3.0  # contrast of what is no text


def surfaces_of(colors: Colors) -> tuple[str, ...]:
    """Return every colour that text may stand on, but for the accent."""
    return colors.chrome, colors.base, colors.raised, colors.selected, colors.selected_quiet


def inks_of(colors: Colors) -> tuple[str, ...]:
    """Return every colour that text may have on a surface."""
    looks = (*colors.verdicts.values(), *colors.parts.values())
    own = (colors.text, colors.muted, colors.accent, colors.error, colors.warning, colors.note)
    return (*own, *(look.ink for look in looks))


def luminance(color: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""

    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@both
def test_every_ink_can_be_read_on_every_surface(colors: Colors) -> None:
    unreadable = [
        (ink, surface)
        for ink in inks_of(colors)
        for surface in surfaces_of(colors)
        if contrast(ink, surface) < READABLE
    ]
    assert unreadable == []


def test_in_high_contrast_texts_have_seven_to_one_and_lines_three() -> None:
    inks, surfaces = (*inks_of(CONTRAST), CONTRAST.edge), surfaces_of(CONTRAST)
    weak = [(one, on) for one in inks for on in surfaces if contrast(one, on) < READABLE_WELL]
    assert weak == []
    assert contrast(CONTRAST.on_accent, CONTRAST.accent) >= READABLE_WELL
    assert all(contrast(CONTRAST.line, on) >= VISIBLE for on in surfaces)
    fills = {look.fill for look in CONTRAST.parts.values()}
    assert [on for on in fills if contrast(INK_ON_FILL, on) < READABLE_WELL] == []
    assert all(contrast(CONTRAST.disabled, on) >= READABLE for on in surfaces)


@both
def test_what_is_written_on_the_accent_can_be_read(colors: Colors) -> None:
    assert contrast(colors.on_accent, colors.accent) >= READABLE


@both
def test_the_accent_that_shows_focus_can_be_seen(colors: Colors) -> None:
    assert all(contrast(colors.accent, surface) >= VISIBLE for surface in surfaces_of(colors))


@both
def test_every_verdict_has_a_look_with_a_shape_of_its_own(colors: Colors) -> None:
    assert set(colors.verdicts) == {verdict.value for verdict in Verdict}
    shapes = [look.shape for look in colors.verdicts.values()]
    assert len(set(shapes)) == len(shapes)
    assert set(shapes) <= set(Shape)


@both
def test_every_part_of_the_budget_bar_has_a_look(colors: Colors) -> None:
    assert set(GROUPS) <= set(colors.parts)


@both
def test_parts_of_one_colour_have_different_patterns(colors: Colors) -> None:
    filled = ("entity", "procedure", "interaction_policy", "other", "background", "inlined")
    looks = [(colors.parts[name].fill, colors.parts[name].pattern) for name in filled]
    assert len(set(looks)) == len(looks)


@both
def test_colours_are_written_in_six_digits(colors: Colors) -> None:
    written = [text for text in colors if isinstance(text, str) and text != colors.name]
    written += [look.fill for look in (*colors.verdicts.values(), *colors.parts.values())]
    assert all(re.fullmatch(r"#[0-9A-F]{6}", text) for text in (*written, *inks_of(colors)))


def test_fills_mean_the_same_in_both_themes() -> None:
    assert {name: look.fill for name, look in LIGHT.verdicts.items()} == {
        name: look.fill for name, look in DARK.verdicts.items()
    }
