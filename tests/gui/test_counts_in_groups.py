"""A count above 999 is written in groups on screen where more than a thousand are open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.gui.lenses import LENSES
from tests.shared.counts_shown import plain_counts
from tests.shared.many_of_all import COUNT, candidates_of, chunks_of
from tests.shared.screen import Screen

OPENED = {
    "injection": lambda folder: candidates_of(folder, "many", COUNT),
    "window": chunks_of,
}


@pytest.mark.parametrize("lens", OPENED)
def test_counts_of_more_than_a_thousand_are_in_groups(
    used_screen: Callable[..., Screen], tmp_path: Path, lens: str
) -> None:
    screen = used_screen(lenses=LENSES)
    screen.workspace.opening.open_files([OPENED[lens](tmp_path)])
    screen.settle()
    screen.workspace.show_lens(lens)
    screen.settle()
    wrong, grouped = plain_counts(screen.workspace.window)
    assert wrong == []
    assert grouped > 5
