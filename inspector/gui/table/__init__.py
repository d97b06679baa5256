"""The table of every lens: a panel with a filter bar over up to a million rows."""

from inspector.gui.table.model import TableModel
from inspector.gui.table.panel import TablePanel
from inspector.gui.table.style import CellMark, TableStyle, paint_mark
from inspector.present.palette import Shape as MarkShape

__all__ = ["CellMark", "MarkShape", "TableModel", "TablePanel", "TableStyle", "paint_mark"]
