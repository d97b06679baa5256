"""The project's folder: which one, how to choose another, and what its index holds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import PurePath

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.language import tr


class ProjectBox(QWidget):
    """Object names: ``project.path``, ``.facts``, ``.choose``, ``.recent``, ``.index``."""

    choose_asked = Signal()
    root_chosen = Signal(str)
    """One of the folders that were open before."""
    index_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("project")
        self._name = QLabel(self)
        self._name.setObjectName("project.path")
        self._name.setFont(theme.font(FontRole.STRONG))
        self._name.setWordWrap(True)
        self._name.setTextFormat(Qt.TextFormat.PlainText)
        self._facts = QLabel(self)
        self._facts.setObjectName("project.facts")
        self._facts.setProperty("role", "muted")
        self._facts.setFont(theme.font(FontRole.SMALL))
        self._facts.setWordWrap(True)
        self._facts.setTextFormat(Qt.TextFormat.PlainText)
        self._choose = QPushButton(tr("Choose folder…"), self)
        self._choose.setObjectName("project.choose")
        self._recent = QToolButton(self)
        self._recent.setObjectName("project.recent")
        self._recent.setText(tr("Recent"))
        self._recent.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._recent.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._recent)
        self._menu.setObjectName("project.recent.menu")
        self._recent.setMenu(self._menu)
        self._index = QToolButton(self)
        self._index.setObjectName("project.index")
        self._index.setText("↻")
        self._index.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._index.setToolTip(tr("Index again: look at the project's files as they are now"))
        self._index.setAccessibleName(tr("Index again"))
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self._choose)
        row.addWidget(self._recent)
        row.addStretch(1)
        row.addWidget(self._index)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._name)
        layout.addWidget(self._facts)
        layout.addLayout(row)
        self._choose.clicked.connect(self.choose_asked)
        self._index.clicked.connect(self.index_asked)
        self.set_recent(())

    def set_root(self, root: str) -> None:
        """Show another folder."""
        self._name.setText(PurePath(root).name or root or tr("No project"))
        self._name.setToolTip(root)
        self._index.setEnabled(bool(root))
        if not root:
            self._facts.setText(tr("Choose a folder, or drop one here."))

    def set_facts(self, text: str) -> None:
        """Say what is known of the folder."""
        self._facts.setText(text)

    def set_recent(self, roots: Sequence[str]) -> None:
        """Offer these folders."""
        self._menu.clear()
        for place, root in enumerate(roots):
            action = QAction(root.replace("&", "&&"), self._menu)
            action.setObjectName(f"project.recent.{place}")
            action.triggered.connect(partial(self._send, root))
            self._menu.addAction(action)
        self._recent.setVisible(bool(roots))

    def focus_first(self) -> None:
        """Give the keyboard to the button that chooses a folder."""
        self._choose.setFocus()

    def _send(self, root: str, _checked: object = None) -> None:
        self.root_chosen.emit(root)
