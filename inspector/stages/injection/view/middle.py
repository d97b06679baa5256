"""The middle column: a note where the result is old, the answer, the budget bar, the tables."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from inspector.core.problems import Problem, Severity
from inspector.gui.boxes import Column, Row, text_label, with_name
from inspector.gui.columns import line
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.roomy import Scrolled
from inspector.language import tr
from inspector.stages.injection.view.budget_bar import BudgetBarView
from inspector.stages.injection.view.result_tables import ResultTables


class MiddleColumn(QWidget):
    """Lays bar and tables out. While there is no result at all it is the page to start from.

    Object names: ``old`` (the note), ``old.show``, ``overrides`` (the banner of a what-if),
    ``overrides.clear``, ``nothing``.
    """

    problem_asked = Signal(object)
    """The ``Problem`` that keeps a newer result from being shown."""
    clear_asked = Signal()
    """Somebody wants every override taken back."""

    def __init__(
        self,
        headline: QWidget,
        bar: BudgetBarView,
        change: QWidget,
        tables: ResultTables,
        start: QWidget | None,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._problem: Problem | None = None
        self._old = with_name(QWidget(self), "old", role="notice")
        self._old.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._old_text = QLabel(self._old, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        self._old_text.setProperty("role", "warning")
        show = with_name(QPushButton(tr("Show the problem"), self._old), "old.show", role="link")
        show.clicked.connect(self._ask)
        Row(self._old, margins=(16, 4, 8, 4)).hold((self._old_text, 1), show)
        self._what_if = with_name(QWidget(self), "overrides", role="notice")
        self._what_if.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._what_if_text = text_label("overrides.text", self._what_if, role="warning")
        clear = QPushButton(tr("Clear"), self._what_if)
        clear.setObjectName("overrides.clear")
        clear.setProperty("role", "link")
        clear.setAccessibleName(tr("Remove overrides"))
        clear.clicked.connect(self.clear_asked)
        Row(self._what_if, margins=(16, 4, 8, 4)).hold((self._what_if_text, 1), clear)
        self._what_if.hide()
        content = QWidget(self)
        inside = Column(content, spacing=0)
        framed = Column(margins=(14, 6, 14, 0), spacing=0).hold(headline, bar, change)
        inside.addLayout(framed)
        inside.addWidget(tables, 1)
        self._nothing = QLabel(self)
        self._nothing.setObjectName("nothing")
        self._nothing.setProperty("role", "muted")
        self._nothing.setFont(theme.font(FontRole.BODY))
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.setWordWrap(True)
        self._nothing.setTextFormat(Qt.TextFormat.PlainText)
        first = QWidget(self)
        beginning = Column(first, margins=(0, 8, 0, 0)).hold(self._nothing)
        if start is not None:
            beginning.addWidget(start, 1)
            start.show()
        self._pages = QStackedWidget(self)
        self._pages.addWidget(first)
        self._pages.addWidget(Scrolled(content))
        self._line = line(self)
        Column(self, spacing=0).hold(self._old, self._what_if, self._line, (self._pages, 1))
        self.set_old(())

    def show_result(self) -> None:
        """Show bar and tables from now on."""
        self._pages.setCurrentIndex(1)

    def show_nothing(self, problems: tuple[Problem, ...]) -> None:
        """Say why there is no result at all."""
        self._pages.setCurrentIndex(0)
        self._nothing.setText("\n".join(f"{one.message} {one.fix}" for one in _worst(problems)))

    def set_old(self, problems: tuple[Problem, ...]) -> None:
        """Say that what is shown is older than the input, and which problem is the reason.

        Without problems it is not.
        """
        worst = _worst(problems)
        self._problem = worst[0] if worst else None
        if self._problem is not None:
            self._old_text.setText(
                tr("Result of the previous inputs. {message}", message=self._problem.message)
            )
        self._old.setVisible(self._problem is not None)
        self._show_line()

    def set_what_if(self, text: str) -> None:
        """Say that overrides hold; "" takes the banner away."""
        self._what_if_text.setText(text)
        self._what_if.setVisible(bool(text))
        self._show_line()

    def _show_line(self) -> None:
        self._line.setVisible(self._problem is not None or bool(self._what_if_text.text()))

    def _ask(self) -> None:
        if self._problem is not None:
            self.problem_asked.emit(self._problem)


def _worst(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems that keep an input from being run, all of them if none is an error."""
    errors = tuple(one for one in problems if one.severity is Severity.ERROR)
    notes = tuple(one for one in problems if one.severity is Severity.NOTE)
    return errors or notes or problems
