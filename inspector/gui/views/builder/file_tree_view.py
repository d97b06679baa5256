"""The tree of files: its columns share the width, and give way in a fixed order."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTreeView, QWidget

from inspector.language import tr

_FATE, _TOKENS, _SCORE = 150, 72, 70  # pixels
_FATE_NARROW, _LEAST_NAME, _NAME = 128, 130, 250
_LEAST_WHY = 140


class FileTreeView(QTreeView):
    """Shows the sentences where there is room for them; names take what the others leave."""

    def __init__(self, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("files.tree")
        self.setAccessibleName(tr("Files of the project"))
        self.setModel(model)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setIconSize(QSize(14, 14))
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setAllColumnsShowFocus(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        for column, wide in ((2, _TOKENS), (3, _SCORE)):
            header.resizeSection(column, wide)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new width."""
        super().resizeEvent(event)
        if event.oldSize().width() == event.size().width():
            return
        wide = self.viewport().width() - _TOKENS - _SCORE
        why = wide - _NAME - _FATE
        self.setColumnHidden(4, why < _LEAST_WHY)
        header = self.header()
        if why >= _LEAST_WHY:
            name, fate = _NAME, _FATE
            header.resizeSection(4, why)
        else:
            fate = _FATE if wide - _FATE >= _NAME else _FATE_NARROW
            name = max(wide - fate, _LEAST_NAME)
        header.resizeSection(0, name)
        header.resizeSection(1, fate)
