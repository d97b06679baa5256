"""The icons of the package: every size, sharp, and told apart when small."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage

from tests.shared.debian_package import module

icons = module("icons")
APP = "apps/context-budget-inspector"
# Both halves and the divider between them; then what is left of a half, and what is around.
COLOURS = [QColor("#56b4e9"), QColor("#e69f00"), QColor("#ffffff"), QColor("#4a5663")]
ALL = [*COLOURS, QColor("#1d2733")]


def _image(name: str, size: int) -> QImage:
    text = icons.DRAWINGS[name].read_text("utf-8")
    return QImage.fromData(icons.picture(text, size))


def _alike(one: QColor, other: QColor) -> bool:
    parts = zip(one.getRgb(), other.getRgb(), strict=True)
    return all(abs(here - there) <= 3 for here, there in parts)


def _edges(drawing: str) -> list[float]:
    root = ET.fromstring(drawing)
    found = []
    for shape in root.iter("{http://www.w3.org/2000/svg}rect"):
        for start, length in (("x", "width"), ("y", "height")):
            near = float(shape.get(start, "0"))
            found += [near, near + float(shape.get(length))]
    return found


def test_every_drawing_is_there_in_every_size_and_as_it_was_drawn() -> None:
    files = icons.icon_files()
    assert len(files) == len(icons.DRAWINGS) * (len(icons.SIZES) + 1)
    for name, data in files.items():
        size = name.split("/")[0]
        if size == "scalable":
            assert data.startswith(b"<svg")
        else:
            image = QImage.fromData(data, "PNG")
            assert f"{image.width()}x{image.height()}" == size


@pytest.mark.parametrize("size", [16, 22, 24, 32, 48])
def test_the_sign_of_the_program_is_sharp_when_small(size: int) -> None:
    image = _image(APP, size)
    middle = [image.pixelColor(x, size // 2) for x in range(2, size - 2)]
    for wanted in COLOURS:
        assert any(_alike(color, wanted) for color in middle)
    # Each pixel has one of the colours, and none a mixture.
    assert [one.name() for one in middle if not any(_alike(one, known) for known in ALL)] == []


@pytest.mark.parametrize("size", [16, 22, 24, 32])
def test_the_three_drawings_are_told_apart_when_small(size: int) -> None:
    images = [_image(name, size) for name in icons.DRAWINGS]
    for number, one in enumerate(images):
        for other in images[number + 1 :]:
            different = sum(
                one.pixelColor(x, y) != other.pixelColor(x, y)
                for x in range(size)
                for y in range(size)
            )
            assert different > size * size / 6


@given(st.sampled_from(sorted(icons.DRAWINGS)), st.integers(8, 600))
def test_edges_always_lie_on_whole_pixels_and_no_part_turns_round(name: str, size: int) -> None:
    drawing = icons.fitted(icons.DRAWINGS[name].read_text("utf-8"), size)
    edges = _edges(drawing)
    for edge in edges:
        pixels = edge * size / 64
        assert abs(pixels - round(pixels)) < 0.01
    for near, far in zip(edges[::2], edges[1::2], strict=True):
        assert 0 <= near <= far <= 64.001


def test_the_same_drawing_gives_the_same_bytes() -> None:
    assert icons.icon_files() == icons.icon_files()
