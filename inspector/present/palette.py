"""The colours of all themes, and the look of each verdict and of each part of a budget.

Verdicts have the colours of Okabe and Ito, which people with any kind of colour vision can tell
apart, and a shape each, so that no meaning hangs on a colour alone. ``fill`` is for areas, ``ink``
for text, marks and outlines: it keeps a contrast of 4.5 to 1 on every surface of its theme, and of
7 to 1 in the one of high contrast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Shape(StrEnum):
    """Shapes that can be told apart without their colour."""

    DISC = "disc"
    HALF = "half"
    DOTTED = "dotted"
    RING = "ring"
    CROSS = "cross"
    STOP = "stop"
    EQUAL = "equal"
    DIAMOND = "diamond"
    TRIANGLE = "triangle"


class Pattern(StrEnum):
    """How an area is filled. Every pattern but ``SOLID`` is ink over the fill."""

    SOLID = "solid"
    DIAGONAL = "diagonal"
    BACK_DIAGONAL = "back-diagonal"
    CROSSED = "crossed"
    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"
    DOTS = "dots"
    EMPTY = "empty"  # the surface with an outline


@dataclass(frozen=True, slots=True)
class Look:
    """How one meaning is drawn. Colours are written ``#RRGGBB``."""

    fill: str
    ink: str
    shape: Shape
    pattern: Pattern = Pattern.SOLID


class Colors(NamedTuple):
    """All colours of one theme. No dataclass, because making one takes part of the first paint.

    Surfaces: ``chrome`` (bars and panels), ``base`` (fields, tables, text), ``raised`` (hovered,
    popups); ``line`` is a quiet border that only separates, ``edge`` that of a control, which has a
    contrast of 3 to 1 where controls stand. ``selected`` is the row that is selected where the
    keyboard is, ``selected_quiet`` elsewhere. ``accent`` is for focus, links and what is switched
    on, with ``on_accent`` written on it. ``verdicts`` is by verdict, ``parts`` by what fills a
    budget.
    """

    name: str
    dark: bool
    chrome: str
    base: str
    raised: str
    line: str
    edge: str
    text: str
    muted: str
    disabled: str
    accent: str
    on_accent: str
    selected: str
    selected_quiet: str
    error: str
    warning: str
    note: str
    verdicts: Mapping[str, Look]
    parts: Mapping[str, Look]

    @property
    def causes(self) -> Mapping[str, Look]:
        """How what is not included looks, by what keeps it out."""
        return {name: self.parts[name] for name, *_ in _CAUSES}

    @property
    def strongest(self) -> str:
        """What the greatest number of a map is drawn in, of Okabe and Ito."""
        return "#0CA8FF" if self.dark else "#0072B2"


# Okabe and Ito's colours, and a grey for what is no verdict of the rules.
_ORANGE, _SKY, _GREEN = "#E69F00", "#56B4E9", "#009E73"
_YELLOW, _VERMILLION, _PURPLE, _GREY = "#F0E442", "#D55E00", "#CC79A7", "#A3AFBB"

# Meaning, fill, shape, ink in the light theme, ink in the dark theme.
_VERDICTS = (
    ("included", _GREEN, Shape.DISC, "#00694F", "#3CC7A0"),
    ("reduced", _SKY, Shape.HALF, "#1A689E", "#7BC7F1"),
    ("suppressed", _PURPLE, Shape.DOTTED, "#98396F", "#E3A0C5"),
    ("dropped", _ORANGE, Shape.RING, "#855300", "#F0B640"),
    ("excluded", "#5D6874", Shape.CROSS, "#2B333C", "#D5DBE1"),
    ("refused", _VERMILLION, Shape.STOP, "#B3380A", "#FF9166"),
    ("balance", _GREY, Shape.EQUAL, "#55616E", _GREY),
)

# Blues are knowledge cards, oranges bucket content; within a half the pattern tells the kind.
_INK_BLUE, _INK_ORANGE, _INK_GREY = ("#0F5A8C", "#7BC7F1"), ("#7A4B00", "#F0B640"), _VERDICTS[6][3:]
_PARTS = (
    ("used_before", _GREY, Pattern.SOLID, _INK_GREY),
    ("injection_budget", _GREEN, Pattern.SOLID, ("#00694F", "#3CC7A0")),
    ("knowledge", _SKY, Pattern.SOLID, _INK_BLUE),
    ("bucket", _ORANGE, Pattern.SOLID, _INK_ORANGE),
    ("unallocated", _GREY, Pattern.EMPTY, _INK_GREY),
    ("entity", _SKY, Pattern.SOLID, _INK_BLUE),
    ("procedure", _SKY, Pattern.DIAGONAL, _INK_BLUE),
    ("interaction_policy", _SKY, Pattern.DOTS, _INK_BLUE),
    ("other", _SKY, Pattern.HORIZONTAL, _INK_BLUE),
    ("background", _ORANGE, Pattern.DIAGONAL, _INK_ORANGE),
    ("inlined", _ORANGE, Pattern.SOLID, _INK_ORANGE),
    ("listed", _YELLOW, Pattern.DOTS, _INK_ORANGE),
    ("overhead", _GREY, Pattern.VERTICAL, _INK_GREY),
    ("released", _GREY, Pattern.BACK_DIAGONAL, _INK_GREY),
    ("unused", _GREY, Pattern.EMPTY, _INK_GREY),
    ("duplicated", _PURPLE, Pattern.DIAGONAL, _VERDICTS[2][3:]),
    ("met", _GREEN, Pattern.SOLID, _VERDICTS[0][3:]),
    ("partly_met", _GREEN, Pattern.DIAGONAL, _VERDICTS[0][3:]),
    ("unmet", _GREY, Pattern.SOLID, _INK_GREY),
)

# What keeps something out: fill, pattern, shape, inks.
_CAUSES = (
    ("suppressed", _PURPLE, Pattern.BACK_DIAGONAL, *_VERDICTS[2][2:]),
    ("no-room", "#F6E2B8", Pattern.HORIZONTAL, *_VERDICTS[3][2:]),
    ("cut", "#B9C9A8", Pattern.DIAGONAL, Shape.TRIANGLE, "#445A2C", "#B9C9A8"),
    ("by-hand", "#B4BEC9", Pattern.DOTS, *_VERDICTS[4][2:]),
    ("no-text", "#D8DDE2", Pattern.VERTICAL, Shape.STOP, *_INK_GREY),
    ("title-only", "#FBF4BE", Pattern.DOTS, *_VERDICTS[1][2:]),
)


def _causes(*, dark: bool) -> Mapping[str, Look]:
    return MappingProxyType(
        {
            name: Look(fill, in_dark if dark else in_light, shape, pattern)
            for name, fill, pattern, shape, in_light, in_dark in _CAUSES
        }
    )


def _verdicts(*, dark: bool) -> Mapping[str, Look]:
    return MappingProxyType(
        {
            name: Look(fill, in_dark if dark else in_light, shape)
            for name, fill, shape, in_light, in_dark in _VERDICTS
        }
    )


def _parts(*, dark: bool) -> Mapping[str, Look]:
    parts = {
        name: Look(fill, inks[dark], Shape.DIAMOND, pattern) for name, fill, pattern, inks in _PARTS
    }
    return MappingProxyType({**parts, **_causes(dark=dark)})


LIGHT = Colors(
    name="light",
    dark=False,
    chrome="#EEF1F4",
    base="#FFFFFF",
    raised="#F7F9FA",
    line="#DDE2E7",
    edge="#7F8B97",
    text="#1A222B",
    muted="#55616E",
    disabled="#7C8894",
    accent="#0B66A0",
    on_accent="#FFFFFF",
    selected="#D5E7F5",
    selected_quiet="#E4E9EE",
    error="#B3380A",
    warning="#7D5600",
    note="#3F6780",
    verdicts=_verdicts(dark=False),
    parts=_parts(dark=False),
)

_DEEP = 0.6  # part of the brightness of an ink of the light theme


def _deep(ink: str) -> str:
    """Return an ink that stands out from white more than twice as much."""
    return "#" + "".join(f"{round(int(ink[at : at + 2], 16) * _DEEP):02X}" for at in (1, 3, 5))


# What is written on green and purple areas would have less than 7 to 1; grey stays apart from the
# lighter purple for those who do not see green.
_LIGHTER = {_GREEN: "#3DB595", _PURPLE: "#D48EB5", _GREY: "#BCC5CE"}


def _deepened(looks: Mapping[str, Look]) -> Mapping[str, Look]:
    return MappingProxyType(
        {
            name: replace(one, ink=_deep(one.ink), fill=_LIGHTER.get(one.fill, one.fill))
            for name, one in looks.items()
        }
    )


CONTRAST = LIGHT._replace(
    name="contrast",
    chrome="#FFFFFF",
    raised="#F2F2F2",
    line="#595959",
    edge="#000000",
    text="#000000",
    muted="#262626",
    disabled="#595959",
    accent=_deep(LIGHT.accent),
    selected="#CFE3F5",
    selected_quiet="#E6E6E6",
    error=_deep(LIGHT.error),
    warning=_deep(LIGHT.warning),
    note=_deep(LIGHT.note),
    verdicts=_deepened(LIGHT.verdicts),
    parts=_deepened(LIGHT.parts),
)

DARK = Colors(
    name="dark",
    dark=True,
    chrome="#14181D",
    base="#1A1F25",
    raised="#21272F",
    line="#2C343D",
    edge="#65727F",
    text="#E3E8ED",
    muted="#9CA8B4",
    disabled="#687583",
    accent="#6BBDEE",
    on_accent="#0B1620",
    selected="#193A53",
    selected_quiet="#2B333C",
    error="#FF9166",
    warning="#F0B640",
    note="#9CC7DE",
    verdicts=_verdicts(dark=True),
    parts=_parts(dark=True),
)
