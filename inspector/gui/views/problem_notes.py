"""Problems of one field, written below it, each with a mark that tells how bad it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.core.problems import Problem, Severity
from inspector.gui.table import MarkShape, paint_mark
from inspector.gui.theme import Theme

_MARK, _GAP, _BETWEEN = 10, 6, 4
_LOOKS = {
    Severity.ERROR: ("error", MarkShape.STOP),
    Severity.WARNING: ("warning", MarkShape.TRIANGLE),
    Severity.NOTE: ("note", MarkShape.DISC),
}
_FLAGS = Qt.TextFlag.TextWordWrap.value | Qt.AlignmentFlag.AlignLeft.value


class ProblemNotes(QWidget):
    """Shows nothing while there is nothing wrong. The fix is in the tooltip."""

    def __init__(self, name: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self._theme = theme
        self._problems: tuple[Problem, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.hide()

    def show_problems(self, problems: tuple[Problem, ...]) -> None:
        """Show these problems from now on."""
        if problems == self._problems:
            return
        self._problems = problems
        self.setToolTip("\n".join(problem.fix for problem in problems))
        self.setAccessibleName(" ".join(f"{p.severity}: {p.message}" for p in problems))
        self.setVisible(bool(problems))
        self.updateGeometry()
        self.update()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is shown."""
        return self._problems

    def hasHeightForWidth(self) -> bool:  # noqa: N802  # Qt's name
        """Tell that long messages are wrapped."""
        return True

    def heightForWidth(self, width: int) -> int:  # noqa: N802  # Qt's name
        """Return the height of all messages in a width."""
        return sum(self._heights(width)) + _BETWEEN * max(len(self._problems) - 1, 0)

    def sizeHint(self) -> QSize:  # noqa: N802  # Qt's name
        """Return how large it is at its width."""
        return QSize(100, self.heightForWidth(max(self.width(), 100)))

    def _heights(self, width: int) -> list[int]:
        metrics = QFontMetrics(self.font())
        room = max(width - _MARK - _GAP, 20)
        return [
            metrics.boundingRect(0, 0, room, 10_000, _FLAGS, problem.message).height()
            for problem in self._problems
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802  # Qt's name
        """Draw marks and messages."""
        painter = QPainter(self)
        top, line = 0, QFontMetrics(self.font()).height()
        for problem, height in zip(self._problems, self._heights(self.width()), strict=True):
            name, shape = _LOOKS[problem.severity]
            color = QColor(self._theme.color(name))
            mark = QRectF(0, top + (line - _MARK) / 2, _MARK, _MARK)
            paint_mark(painter, mark, shape, color)
            painter.setPen(color)
            left = _MARK + _GAP
            painter.drawText(left, top, self.width() - left, height, _FLAGS, problem.message)
            top += height + _BETWEEN
