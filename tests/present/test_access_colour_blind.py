"""Verdicts stay apart for people who see fewer colours: by a shape always, mostly by colour too.

Colour vision is simulated as G. M. Machado, M. M. Oliveira and L. A. F. Fernandes describe it, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE Transactions on
Visualization and Computer Graphics 15 (6), 2009, at severity 1.0. Distances are those of CIE 1976
L*a*b* under D65.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from inspector.present.palette import CONTRAST, DARK, LIGHT, Colors, Pattern

SEEN_AS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
_WHITE = np.array([0.95047, 1.0, 1.08883])
FILLS_APART = 6.0  # about three times what can just be seen

both = pytest.mark.parametrize("colors", [LIGHT, DARK, CONTRAST], ids=lambda colors: colors.name)
each = pytest.mark.parametrize("kind", SEEN_AS)


def linear(color: str) -> np.ndarray:
    share = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    share = _TO_XYZ @ light / _WHITE
    small = share <= (6 / 29) ** 3
    x, y, z = np.where(small, share / (3 * (6 / 29) ** 2) + 4 / 29, np.cbrt(share))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def apart(one: str, other: str, kind: str) -> float:
    """Return how far two colours are apart for somebody with one kind of colour vision."""
    ways = np.array(SEEN_AS[kind])
    first, second = (lab(np.clip(ways @ linear(color), 0, 1)) for color in (one, other))
    return float(np.linalg.norm(first - second))


def test_the_simulation_keeps_greys_and_takes_red_from_green_away() -> None:
    assert all(apart("#808080", "#808080", kind) == 0 for kind in SEEN_AS)
    normal = np.linalg.norm(lab(linear("#B04040")) - lab(linear("#607020")))
    assert apart("#B04040", "#607020", "deuteranopia") < normal / 2


@both
@each
def test_the_areas_of_verdicts_differ_in_colour_for_everybody(colors: Colors, kind: str) -> None:
    fills = {name: look.fill for name, look in colors.verdicts.items()}
    alike = {
        (one, other): round(apart(fills[one], fills[other], kind), 1)
        for one, other in combinations(fills, 2)
        if apart(fills[one], fills[other], kind) < FILLS_APART
    }
    assert alike == {}


@both
def test_no_two_verdicts_have_the_same_shape(colors: Colors) -> None:
    shapes = [look.shape for look in colors.verdicts.values()]
    assert len(set(shapes)) == len(shapes)


@both
@each
def test_parts_that_look_alike_in_colour_have_different_patterns(colors: Colors, kind: str) -> None:
    filled = ("entity", "procedure", "interaction_policy", "other", "background", "inlined",
              "listed", "suppressed", "no-room", "title-only")  # fmt: skip
    alike = [
        (one, other)
        for one, other in combinations(filled, 2)
        if apart(colors.parts[one].fill, colors.parts[other].fill, kind) < FILLS_APART
        and colors.parts[one].pattern is colors.parts[other].pattern
    ]
    assert alike == []


@both
def test_an_empty_pattern_has_an_outline_that_can_be_seen(colors: Colors) -> None:
    empty = [look for look in colors.parts.values() if look.pattern is Pattern.EMPTY]
    assert empty
    assert all(look.ink != colors.base for look in empty)
