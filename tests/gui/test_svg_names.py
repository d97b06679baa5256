"""Names in drawings that the window saves."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.gui.views.lens_exports import LensExports


@pytest.mark.parametrize(("name", "kept"), [("a.svg", False), ("a.md", True)])
def test_marks_of_direction_are_made_visible_in_drawings_alone(
    name: str, kept: bool, tmp_path: Path
) -> None:
    exporter = LensExports("lens", lambda: "a\u202eb").file(name, "t", "h", lambda shown: shown)
    exporter.write(tmp_path / name)
    assert ("\u202e" in (tmp_path / name).read_text("utf-8")) is kept
