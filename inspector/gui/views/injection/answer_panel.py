"""The answer at a glance: the headline over the bar, and under it what the last change did."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from inspector.analysis.tuning.split import Objective
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.language import tr
from inspector.present.injection.answer import OBJECTIVES


class Headline(QWidget):
    """The result in one sentence, and the way to a better split.

    Object names: ``headline``, ``find-best`` (a button with a menu of objectives).
    """

    best_asked = Signal(object)
    """An ``Objective``, None for the one chosen last."""

    def __init__(self, theme: Theme, objectives: Callable[[], Sequence[Objective]]) -> None:
        super().__init__()
        self._objectives = objectives
        self._said = QLabel(self)
        self._said.setObjectName("headline")
        self._said.setFont(theme.font(FontRole.TITLE))
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._said.setWordWrap(True)
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._best = QToolButton(self)
        self._best.setObjectName("find-best")
        self._best.setText(tr("Find best split"))
        self._best.setToolTip(tr("Moves the divider to the best split of this request."))
        self._best.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        self._best.clicked.connect(lambda: self.best_asked.emit(None))
        menu = QMenu(self._best)
        menu.aboutToShow.connect(self._fill)
        self._best.setMenu(menu)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 4)
        row.setSpacing(12)
        row.addWidget(self._said, 1)
        row.addWidget(self._best, 0, Qt.AlignmentFlag.AlignTop)

    def show_text(self, text: str, *, movable: bool) -> None:
        """Show a result; the divider of one that is not ``movable`` has no best place."""
        self._said.setText(text)
        self._best.setEnabled(movable)

    def set_theme(self, theme: Theme) -> None:
        """Write in another size."""
        self._said.setFont(theme.font(FontRole.TITLE))

    def _fill(self) -> None:
        menu = self._best.menu()
        menu.clear()
        for objective in self._objectives():
            action = menu.addAction(OBJECTIVES[objective])
            action.setObjectName(f"find-best.{objective}")
            action.triggered.connect(lambda _=False, one=objective: self.best_asked.emit(one))


class LastChange(QWidget):
    """What the last change did, with the way back.

    Object names: ``change`` (its line), ``change.best`` (what was found), ``change.undo``,
    ``change.baseline``.
    """

    undo_asked = Signal()
    baseline_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._said, self._best = self._label("change"), self._label("change.best")
        self._undo = self._button("change.undo", tr("Undo"))
        self._undo.clicked.connect(self.undo_asked)
        self._baseline = self._button("change.baseline", tr("Set as baseline"))
        self._baseline.setToolTip(tr("Compares later results with this one."))
        self._baseline.clicked.connect(self.baseline_asked)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._best)
        texts.addWidget(self._said)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 2, 0, 0)
        row.setSpacing(8)
        row.addLayout(texts, 1)
        row.addWidget(self._undo, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._baseline, 0, Qt.AlignmentFlag.AlignTop)
        self.show_best("")

    def show_change(self, text: str, *, undo: bool, baseline: bool) -> None:
        """Show what changed; ``undo`` and ``baseline`` tell what can be done about it."""
        self._said.setText(text)
        self._undo.setEnabled(undo)
        self._baseline.setEnabled(baseline)

    def show_best(self, text: str) -> None:
        """Say what looking for the best split came to; "" says nothing."""
        self._best.setText(text)
        self._best.setVisible(bool(text))

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        return label

    def _button(self, name: str, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName(name)
        return button
