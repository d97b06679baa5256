"""Lines of arithmetic in columns: what it is, how it is worked out, the number at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.present.injection.why import Step

_FAIR = 0.45  # of the width for the labels, where labels and workings do not both fit


class StepsGrid(QWidget):
    """Shows steps. Labels are made once and used again: a new result only changes their texts.

    ``strong`` are the labels of the lines that stand out, such as a sum.
    """

    def __init__(
        self,
        name: str,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        strong: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._plain, self._bold = theme.font(FontRole.BODY), theme.font(FontRole.STRONG)
        self._strong = strong
        self._steps: tuple[Step, ...] = ()
        self._rows: list[tuple[QLabel, QLabel, QLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)

    def set_steps(self, steps: Sequence[Step]) -> None:
        """Show these steps from now on."""
        new = tuple(steps)
        if new == self._steps:
            return
        self._steps = new
        while len(self._rows) < len(new):
            self._add_row()
        for place, labels in enumerate(self._rows):
            step = new[place] if place < len(new) else None
            for label in labels:
                label.setVisible(step is not None)
            if step is not None:
                self._fill(labels, step)
        self._share_width()

    def _share_width(self) -> None:
        """Give the labels the width they need, or what is fair where not all of it fits."""
        strong, plain = QFontMetrics(self._bold), QFontMetrics(self._plain)
        labels = max((strong.horizontalAdvance(one.label) for one in self._steps), default=0)
        workings = max((plain.horizontalAdvance(one.working) for one in self._steps), default=0)
        results = max((strong.horizontalAdvance(one.result) for one in self._steps), default=0)
        room = self.width() - results - 2 * self._grid.horizontalSpacing()
        if labels + workings > room:
            labels = min(labels, max(room - workings, round(room * _FAIR)))
        self._grid.setColumnMinimumWidth(0, max(labels + 2, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802  # Qt's name
        """Share the new width."""
        super().resizeEvent(event)
        self._share_width()

    def _fill(self, labels: tuple[QLabel, QLabel, QLabel], step: Step) -> None:
        font = self._bold if step.label in self._strong else self._plain
        for label, text in zip(labels, (step.label, step.working, step.result), strict=True):
            if label.text() != text:
                label.setText(text)
        for label in (labels[0], labels[2]):
            if label.font() != font:
                label.setFont(font)

    def _add_row(self) -> None:
        at = len(self._rows)
        label, working, result = QLabel(self), QLabel(self), QLabel(self)
        working.setProperty("role", "muted")
        for one in (label, working, result):
            one.setTextFormat(Qt.TextFormat.PlainText)
            one.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            one.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            one.setAlignment(Qt.AlignmentFlag.AlignTop)
        result.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        # Set into the whole cell: a label that is aligned in it takes its longest line's width.
        for column, one in ((0, label), (1, working)):
            one.setWordWrap(True)
            one.setMinimumWidth(40)
            self._grid.addWidget(one, at, column)
        self._grid.addWidget(result, at, 2)
        self._rows.append((label, working, result))
