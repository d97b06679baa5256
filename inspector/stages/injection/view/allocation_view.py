"""How the budget of a run is allocated: what takes how much of it, and that it adds up."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.gui.columns import line
from inspector.gui.theme import Theme
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.language import tr
from inspector.stages.injection.summary import Balance, allocation_steps, allocation_sum
from inspector.stages.injection.view.overview_view import ClosingMark


class AllocationView(QWidget):
    """Shows a balance. Object names begin with ``allocation.``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Allocation"))
        self._lines = StepsGrid("allocation.lines", theme, self)
        self._sum = StepsGrid("allocation.sum", theme, self, strong=frozenset((tr("Sum"),)))
        self._mark = ClosingMark("allocation.closes", theme, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self._lines, line(self), self._sum, self._mark):
            layout.addWidget(widget)

    def show_balance(self, balance: Balance) -> None:
        """Show the balance of another run."""
        self._lines.set_steps(allocation_steps(balance))
        self._sum.set_steps((allocation_sum(balance),))
        self._mark.set_closes(balance.text, closes=balance.closes)
