"""Trees of nodes answer whatever Qt asks, also what only a screen reader has it ask."""

from __future__ import annotations

from PySide6.QtCore import Qt

from inspector.gui.views.node_tree import NodeModel


class Letters(NodeModel):
    """Two columns, and no nodes."""

    titles = ("Letter", "Count")
    helps = ("Which one it is.", "How often it is there.")
    numbers = (1,)


def test_columns_have_titles_and_rows_have_none_however_many_there_are() -> None:
    model, roles = Letters(), Qt.ItemDataRole
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    assert [model.headerData(at, across) for at in range(2)] == ["Letter", "Count"]
    assert model.headerData(1, across, roles.ToolTipRole) == "How often it is there."
    assert model.headerData(1, across, roles.DecorationRole) is None
    for row in (0, 2, 1_000):
        assert model.headerData(row, down) is None
