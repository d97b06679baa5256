"""A panel to test tables with, and the parts of it that a person touches."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QColor, QFont, QPalette
from PySide6.QtWidgets import QHeaderView, QLabel, QLineEdit, QTableView, QWidget

from inspector.gui.table import CellMark, MarkShape, TablePanel, TableStyle
from inspector.present.table import Codes, Column, Kind, Numbers, TableData, Texts
from tests.present.table.table_samples import VERDICTS, cards

SHAPES = (
    MarkShape.DISC,
    MarkShape.HALF,
    MarkShape.DOTTED,
    MarkShape.RING,
    MarkShape.CROSS,
    MarkShape.STOP,
    MarkShape.EQUAL,
)


def style(base: str = "white", text: str = "black") -> TableStyle:
    """A style in two colours, with a mark for each verdict."""
    palette = QPalette(QColor(base))
    palette.setColor(QPalette.ColorRole.Base, QColor(base))
    palette.setColor(QPalette.ColorRole.Text, QColor(text))
    font = QFont()
    font.setPixelSize(13)
    marks = {
        verdict: CellMark(QColor(20 * at, 100, 200), shape)
        for at, (verdict, shape) in enumerate(zip(VERDICTS, SHAPES, strict=True))
    }
    return TableStyle.from_palette(
        palette,
        font,
        error=QColor("red"),
        warning=QColor("orange"),
        marks={"verdict": marks},
    )


def shown_panel(qtbot, data: TableData | None = None, height: int = 300) -> TablePanel:
    """A panel on the screen, with the sample cards if no data is given."""
    panel = TablePanel("cards", "Cards", style())
    qtbot.addWidget(panel)
    panel.resize(900, height)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.set_data(cards() if data is None else data)
    return panel


def part(panel: TablePanel, name: str, kind: type = QWidget):
    """The widget ``cards.name``."""
    found = panel.findChild(kind, f"cards.{name}")
    assert found is not None, name
    return found


def table(panel: TablePanel) -> QTableView:
    return part(panel, "table", QTableView)


def field(panel: TablePanel) -> QLineEdit:
    return part(panel, "filter", QLineEdit)


def label(panel: TablePanel, name: str) -> str:
    """The text of a label, "" while it is hidden."""
    found = part(panel, name, QLabel)
    return found.text() if found.isVisibleTo(panel) else ""


def keys(panel: TablePanel) -> list[str]:
    """The subjects shown, in order."""
    return [panel.data.keys[row] for row in panel.rows]


def selected_keys(panel: TablePanel) -> list[str]:
    view = table(panel)
    return [keys(panel)[row.row()] for row in view.selectionModel().selectedRows()]


def click_title(qtbot, panel: TablePanel, column: str, modifier=Qt.KeyboardModifier.NoModifier):
    """Click on a column's title."""
    titles = part(panel, "header", QHeaderView)
    section = [c.id for c in panel.data.columns].index(column)
    at = QPoint(titles.sectionViewportPosition(section) + 12, titles.height() // 2)
    qtbot.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, modifier, at)


def action(panel: TablePanel, name: str) -> QAction:
    """The action ``cards.name`` of a menu that was opened."""
    found = panel.findChild(QAction, f"cards.{name}")
    assert found is not None, name
    return found


def many(rows: int) -> TableData:
    """Cards ``k0``, ``k1``, … of three columns, all included."""
    columns = (
        Column("name", "Name", "What it is about", Kind.TEXT),
        Column("verdict", "Verdict", "What became of it", Kind.ENUM),
        Column("tokens", "Tokens", "Tokens it takes", Kind.INTEGER),
    )
    return TableData(
        columns,
        [f"k{row}" for row in range(rows)],
        {
            "name": Texts([f"card {row}" for row in range(rows)]),
            "verdict": Codes(np.zeros(rows, np.uint8), VERDICTS),
            "tokens": Numbers(np.arange(rows)),
        },
    )
