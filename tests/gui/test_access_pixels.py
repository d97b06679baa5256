"""On screens with more pixels for each point everything is where it was, and sharper."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from inspector.resources import resource_path, sample_sessions
from tests.shared.injection_window import INJECTION
from tests.shared.pixels import luminance, painted, pixels_of

SAMPLE = resource_path(sample_sessions()["securities-fraud"])
RATIOS = (1.25, 1.5, 2.0, 3.0)


def smaller(image: QImage, like: QImage) -> np.ndarray:
    scaled = image.scaled(
        like.size(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    return luminance(pixels_of(scaled))


def detail(image: QImage) -> float:
    """Return how much neighbouring pixels differ at most edges."""
    light = luminance(pixels_of(image))
    return float(np.abs(np.diff(light, axis=1)).max())


def test_a_window_looks_alike_and_sharp_at_every_density(open_screen):
    screen = open_screen(SAMPLE, lenses=INJECTION)
    screen.window.resize(1100, 750)
    screen.settle()
    once = painted(screen.window, 1)
    plain = luminance(pixels_of(once))
    for ratio in RATIOS:
        dense = painted(screen.window, ratio)
        assert dense.width() == round(once.width() * ratio)
        # The same things in the same places: blocks of the picture are as light as before.
        difference = np.abs(smaller(dense, once) - plain)
        high, wide = (side // 10 * 10 for side in difference.shape)
        blocks = difference[:high, :wide].reshape(high // 10, 10, wide // 10, 10).mean(axis=(1, 3))
        assert blocks.max() < 0.45, ratio  # the phase of patterns differs
        assert difference.mean() < 0.035, ratio  # it is 0.08 when all lies three pixels lower
        # What is only stretched has no hard edges any more.
        assert detail(dense) > 0.7, ratio


@pytest.mark.parametrize("ratio", RATIOS)
def test_pictures_of_buttons_are_drawn_for_the_density(used_screen, ratio):
    screen = used_screen(SAMPLE, lenses=INJECTION)
    combo = screen.find("strategy")
    sharp = painted(combo, ratio)
    stretched = painted(combo, 1).scaled(
        sharp.size(),
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    assert (luminance(pixels_of(sharp)) != luminance(pixels_of(stretched))).any()
    assert detail(sharp) >= detail(stretched)
