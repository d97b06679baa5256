"""The line that a production system logs for the run, and the run's lists of nodes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from inspector.core.relevance import RelevanceReport, Standing
from inspector.gui.fonts import FontRole
from inspector.gui.theme import Theme
from inspector.gui.views.relevance.wrapping import wrapping
from inspector.gui.views.text_boxes import ReadingBox
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.language import tr
from inspector.present.injection.passages import shown_text
from inspector.present.injection.why import Step
from inspector.present.relevance.overview import node_lists

_NOT_LOGGED = {
    Standing.DISABLED: tr("A pre-parser that is switched off logs nothing."),
    Standing.UNREADABLE: tr("Without a readable configuration nothing is logged."),
    Standing.DECIDED: tr("The configuration has its runs not logged."),
}


class LogPage(QWidget):
    """Object names: ``log.line``, ``log.copy``, ``log.none``, ``log.lists``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line: str | None = None
        self._box = ReadingBox("log.line", tr("Log line"), theme, 8, self)
        self._none = QLabel(self)
        self._none.setObjectName("log.none")
        self._none.setProperty("role", "muted")
        self._copy = QPushButton(tr("Copy"), self)
        self._copy.setObjectName("log.copy")
        self._copy.setAccessibleName(tr("Copy the log line"))
        self._copy.clicked.connect(self.copy)
        title = QLabel(tr("Log line"), self)
        title.setFont(theme.font(FontRole.STRONG))
        lists = QLabel(tr("Lists"), self)
        lists.setFont(theme.font(FontRole.STRONG))
        self._lists = StepsGrid("log.lists", theme, self)
        head = QHBoxLayout()
        head.addWidget(title, 1)
        head.addWidget(self._copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self._box)
        layout.addWidget(self._none)
        layout.addWidget(lists)
        layout.addWidget(self._lists)
        layout.addStretch(1)
        layout.setAlignment(Qt.AlignmentFlag.AlignTop)

    @property
    def line(self) -> str | None:
        """The line; None where the run is not logged."""
        return self._line

    def set_report(self, report: RelevanceReport) -> None:
        """Show the line and the lists of another run."""
        self._line = report.log_line()
        self._box.setVisible(self._line is not None)
        self._box.set_text(shown_text(self._line or ""))
        self._copy.setVisible(self._line is not None)
        self._none.setVisible(self._line is None)
        self._none.setText(_NOT_LOGGED[report.standing])
        steps = [wrapping(Step(title, nodes, "")) for title, nodes in node_lists(report)]
        self._lists.set_steps(steps or [Step(tr("Every node is in."), "", "")])

    def copy(self) -> None:
        """Put the line on the clipboard."""
        if self._line is not None:
            QGuiApplication.clipboard().setText(self._line)
