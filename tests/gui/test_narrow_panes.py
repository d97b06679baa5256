"""Every lens in a small window with both outer panes as narrow as they get: nothing is cut."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from inspector.gui.unattended import settle
from tests.shared import access_checks as check
from tests.shared.every_lens import NAMES, every_lens

SMALL = (1024, 700)


@pytest.fixture(scope="module")
def cut(qapp: QApplication) -> dict[str, list[str]]:
    """What is cut in each lens."""
    found = {}
    for shown in every_lens(size=SMALL):
        columns = shown.lens.columns
        outer = [columns.widget(place).minimumWidth() for place in (0, 2)]
        before = columns.sizes()
        columns.setSizes([outer[0], SMALL[0] - sum(outer), outer[1]])
        settle(shown.workspace)
        found[shown.name] = [*check.cut_off(shown.window), *check.beyond_the_edge(shown.window)]
        columns.setSizes(before)
    return found


@pytest.mark.parametrize("lens", NAMES)
def test_nothing_is_cut_beside_narrow_panes(cut, lens):
    assert cut[lens] == []
