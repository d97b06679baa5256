"""Everything that can be written into a file, in one dialog."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from inspector.gui.boxes import Column, with_name
from inspector.gui.exports import Exports
from inspector.gui.growing import grown
from inspector.gui.lens import Exporter
from inspector.gui.theme import dress_as_its_window
from inspector.language import tr

_SIZE = QSize(560, 480)


class ExportDialog(QDialog):
    """Lists what can be written, by what it is of, and says of the chosen one what and where.

    Object names: ``export.list``, ``export.help``, ``export.place``, ``export.go``.
    """

    def __init__(self, exports: Exports, first: str, parent: QWidget | None = None) -> None:
        """``first`` is the group to begin with, where it has something to write."""
        super().__init__(parent)
        dress_as_its_window(self)
        self.setObjectName("export-dialog")
        self.setWindowTitle(tr("Export"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._exports = exports
        self._list = with_name(QTreeWidget(self), "export.list", tr("What to export"))
        self._list.setHeaderHidden(True)
        self._exporters: dict[int, Exporter] = {}
        self._fill(first)
        self._help = self._label("export.help")
        self._place = self._label("export.place")
        self._place.setProperty("role", "muted")
        buttons = QDialogButtonBox(self)
        role = QDialogButtonBox.ButtonRole
        self._go = buttons.addButton(tr("Export…"), role.AcceptRole)
        self._go.setObjectName("export.go")
        self._go.setDefault(True)
        buttons.addButton(tr("Close"), role.RejectRole)
        buttons.accepted.connect(self._export)
        buttons.rejected.connect(self.reject)
        Column(self, margins=(20, 20, 20, 16), spacing=10).hold(
            (self._list, 1), self._help, self._place, buttons
        )
        self.resize(QSize(grown(_SIZE.width()), grown(_SIZE.height())))
        self._list.currentItemChanged.connect(self._show)
        self._list.itemActivated.connect(lambda _item, _column: self._export())
        self._show()
        self._list.setFocus()

    def _label(self, name: str) -> QLabel:
        label = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        label.setObjectName(name)
        return label

    def _fill(self, first: str) -> None:
        for group, exporters in self._exports.groups().items():
            heading = QTreeWidgetItem(self._list, [group])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for exporter in exporters:
                item = QTreeWidgetItem(heading, [exporter.title.rstrip("…")])
                item.setToolTip(0, exporter.help)
                self._exporters[id(item)] = exporter
                if group == first and self._list.currentItem() is None:
                    self._list.setCurrentItem(item)
            heading.setExpanded(True)
        top = self._list.topLevelItem(0)
        begin = None if top is None else top.child(0)
        if self._list.currentItem() is None and begin is not None:
            self._list.setCurrentItem(begin)

    @property
    def _chosen(self) -> Exporter | None:
        item = self._list.currentItem()
        return None if item is None else self._exporters.get(id(item))

    def _show(self) -> None:
        chosen = self._chosen
        self._go.setEnabled(chosen is not None)
        self._help.setText("" if chosen is None else chosen.help)
        self._place.setText(
            "" if chosen is None else tr("Into {file}", file=self._exports.place(chosen))
        )

    def _export(self) -> None:
        """Have the file named and written; the dialog stays where nothing was."""
        chosen = self._chosen
        if chosen is not None and self._exports.export(chosen):
            self.accept()
