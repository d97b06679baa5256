"""Where a window comes back: as it was left, on a screen that is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.gui.layout import Rect, on_screen

ROOT = Path(__file__).parents[2]
LARGE = Rect(1366, 0, 2560, 1440)
SMALL = Rect(0, 0, 1366, 768)
PLACES = st.builds(
    Rect,
    st.integers(-5000, 5000),
    st.integers(-5000, 5000),
    st.integers(1, 5000),
    st.integers(1, 5000),
)
SCREENS = st.lists(
    st.builds(
        Rect,
        st.integers(-4000, 4000),
        st.integers(-4000, 4000),
        st.integers(640, 4000),
        st.integers(480, 4000),
    ),
    min_size=1,
    max_size=3,
)

# Lays a window out, or puts one where a layout says, and prints where it is.
PLACE = """
import json, sys
from types import SimpleNamespace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from inspector.gui.layout import layout_of, restore_geometry
from inspector.gui.main_window import MainWindow
app = QApplication(["x", "-platform", f"offscreen:configfile={sys.argv[1]}"])
wanted = json.loads(sys.argv[2])
window = MainWindow([])
if "geometry" in wanted:
    restore_geometry(window, wanted)
    window.show()
else:
    window.setGeometry(*wanted["place"])
    window.show()
    if wanted["maximised"]:
        window.setWindowState(Qt.WindowState.WindowMaximized)
for _ in range(5):
    app.processEvents()
problems = SimpleNamespace(is_open=False)
saved = layout_of(window, problems)
print(json.dumps({"saved": saved, "place": window.normalGeometry().getRect()}))
"""


def placed(folder: Path, screens: list[Rect], wanted: dict[str, object]) -> dict[str, object]:
    """Return how a window is laid out on some screens."""
    config = folder / "screens.json"
    names = [{"name": str(one), **screen._asdict()} for one, screen in enumerate(screens)]
    config.write_text(json.dumps({"screens": names}))
    run = subprocess.run(
        [sys.executable, "-c", PLACE, str(config), json.dumps(wanted)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=True,
    )
    said: dict[str, object] = json.loads(run.stdout)
    return said


@given(PLACES, SCREENS)
def test_a_window_is_never_where_nobody_can_take_hold_of_it(
    window: Rect, screens: list[Rect]
) -> None:
    place = on_screen(window, screens)
    shown = [
        min(place.x + place.width, screen.x + screen.width) - max(place.x, screen.x)
        for screen in screens
        if screen.y <= place.y < screen.y + screen.height
    ]
    assert max(shown, default=0) >= min(100, place.width)
    assert on_screen(place, screens) == place


@given(PLACES, SCREENS)
def test_a_window_that_is_wholly_on_a_screen_stays(window: Rect, screens: list[Rect]) -> None:
    inside = any(
        screen.x <= window.x
        and screen.y <= window.y
        and window.x + window.width <= screen.x + screen.width
        and window.y + window.height <= screen.y + screen.height
        for screen in screens
    )
    if inside:
        assert on_screen(window, screens) == window


@pytest.mark.parametrize(
    ("window", "expected"),
    [
        (Rect(-900, 100, 1000, 600), Rect(-900, 100, 1000, 600)),  # pushed aside on purpose
        (Rect(-990, 100, 1000, 600), Rect(0, 100, 1000, 600)),
        (Rect(100, 760, 1000, 600), Rect(100, 168, 1000, 600)),
        (Rect(1500, 100, 2000, 1200), Rect(0, 0, 1366, 768)),
    ],
)
def test_a_window_moves_only_where_it_has_to(window: Rect, expected: Rect) -> None:
    assert on_screen(window, [SMALL]) == expected
    assert on_screen(window, []) == window


def test_a_window_comes_back_where_it_was_maximised_or_not(tmp_path: Path) -> None:
    both = [SMALL, LARGE]
    wanted = {"place": [1500, 100, 1900, 1100], "maximised": True}
    first = placed(tmp_path, both, wanted)
    saved = first["saved"]
    assert isinstance(saved, dict)
    assert saved["maximised"] is True
    again = placed(tmp_path, both, saved)
    assert again["place"] == [1500, 100, 1900, 1100]
    assert again["saved"]["maximised"] is True  # type: ignore[index]
    # The screen it was on is gone, and the other is smaller.
    alone = placed(tmp_path, [SMALL], saved)
    assert alone["saved"]["maximised"] is True  # type: ignore[index]
    x, y, width, height = alone["place"]  # type: ignore[misc]
    assert (width, height) == (1366, 768)
    assert 0 <= x < 20
    assert 0 <= y < 20
