"""The pages of State, each by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QSplitter

from inspector.gui.lenses import LENSES
from inspector.stages.discipline.view.diff_page import DiffPage
from inspector.stages.discipline.view.page_tables import TurnsPage
from tests.shared.screen import Screen

DISCIPLINE = [record for record in LENSES if record.id == "discipline"]


@pytest.mark.parametrize("page", [DiffPage, TurnsPage])
def test_a_page_takes_the_heights_of_its_rows_back(
    used_screen: Callable[..., Screen], page: type[DiffPage] | type[TurnsPage]
) -> None:
    theme = used_screen(lenses=DISCIPLINE).workspace.theme
    first, second = page(theme), page(theme)
    for one in (first, second):
        one.resize(900, 800)
    rows = first.findChild(QSplitter)
    assert rows is not None
    rows.setSizes([500, 200])
    assert second.view_state()["rows"] != first.view_state()["rows"]
    second.restore_view_state(first.view_state())
    assert second.view_state()["rows"] == first.view_state()["rows"]
    first.deleteLater()
    second.deleteLater()
