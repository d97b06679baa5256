"""The run as a whole, shown where nothing is selected: its budget, and what was before."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from inspector.analysis import quantities as q
from inspector.analysis.injection_runs import InjectionFacts
from inspector.core.injection.report import InjectionReport
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import Section
from inspector.gui.views.why.steps_grid import StepsGrid, reading_label
from inspector.language import capitalized, tr
from inspector.stages.injection.overview import (
    Overview,
    declared_steps,
    grouped,
    independent_steps,
    joined_steps,
    overview,
)

_STRONG = frozenset(
    (
        tr("Total"),
        tr("Duplicated, removed"),
        *(tr(one.title) for one in (q.TOTAL_BUDGET, q.TOKENS_FREED)),
    )
)


class OverviewView(QWidget):
    """Shows one run. Object names begin with ``overview.``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: Overview | None = None
        self._title = reading_label("overview.title", theme, FontRole.TITLE, self)
        self._state = reading_label("overview.degraded", theme, FontRole.BODY, self, "muted")
        self._deciding = self._grid("overview.deciding", theme)
        self._overlap = self._grid("overview.overlap", theme)
        self._budget = self._grid("overview.budget", theme)
        self._before = self._grid("overview.independent", theme)
        self._joined = self._grid("overview.joined", theme)
        self._declared = self._grid("overview.declared", theme)
        self._identity = self._grid("overview.identity", theme)
        self._waiting = reading_label("overview.waiting", theme, FontRole.BODY, self, "muted")
        self._waiting.setText(tr("Being worked out …"))
        self._fingerprint = reading_label("overview.fingerprint", theme, FontRole.TEXT, self)
        self._audit = reading_label("overview.audit", theme, FontRole.BODY, self)
        self._hash = ""
        self._copy = QPushButton(tr("Copy the manifest's SHA-256"), self)
        self._copy.setObjectName("overview.copy-fingerprint")
        self._copy.setProperty("role", "link")
        self._copy.clicked.connect(self._copy_fingerprint)
        self._boxes = {
            name: Section(f"overview.section.{name}", title, theme, self, is_open=is_open)
            for name, title, is_open in (
                ("before", tr("From two budgets to one"), True),
                ("deciding", tr("What decided"), True),
                ("budget", tr("Arithmetic of the budgets"), False),
                ("overlap", tr("Overlap"), False),
                ("joined", tr("Counted as joined text"), False),
                ("declared", tr("Declared counts that differ"), False),
                ("identity", tr("This run"), False),
            )
        }
        self._lay_out()
        self.set_facts(None)
        self.set_fingerprint(None)

    def _grid(self, name: str, theme: Theme) -> StepsGrid:
        return StepsGrid(name, theme, self, strong=_STRONG)

    def _lay_out(self) -> None:
        fill = {
            "before": (self._before, self._waiting),
            "deciding": (self._deciding,),
            "budget": (self._budget,),
            "overlap": (self._overlap,),
            "joined": (self._joined,),
            "declared": (self._declared,),
            "identity": (self._identity, self._audit, self._fingerprint, self._copy),
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        head = QVBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._title)
        head.addWidget(self._state)
        layout.addLayout(head)
        for name, widgets in fill.items():
            for widget in widgets:
                self._boxes[name].content.addWidget(widget)
            layout.addWidget(self._boxes[name])

    def show_report(self, report: InjectionReport) -> None:
        """Show a run. What takes longer to know is given by ``set_facts`` later."""
        new = overview(report)
        if new == self._shown:
            return
        self._shown = new
        self._title.setText(new.title)
        self._state.setText(
            new.degraded_text
            if new.degraded == "none"
            else f"{capitalized(new.degraded)}. {new.degraded_text}"
        )
        self._deciding.set_steps(new.deciding)
        self._boxes["deciding"].setVisible(bool(new.deciding))
        self._overlap.set_steps(new.overlap)
        self._budget.set_steps(new.budget)
        self._identity.set_steps(new.identity)

    def set_facts(self, facts: InjectionFacts | None) -> None:
        """Show what was worked out later; None while it is being worked out."""
        self._waiting.setVisible(facts is None)
        self._before.setVisible(facts is not None)
        if facts is not None:
            self._before.set_steps(independent_steps(facts))
            self._joined.set_steps(joined_steps(facts))
            self._declared.set_steps(declared_steps(facts))
        # They keep their last numbers during a drag instead of coming and going.
        known = facts is not None
        if known or self._shown is None:
            self._boxes["joined"].setVisible(known and bool(facts and facts.joined))
            self._boxes["declared"].setVisible(known and bool(facts and facts.differences))

    def set_audit(self, told: str) -> None:
        """Show what the audit of the run's own manifest came to."""
        self._audit.setText(tr("Own audit. {told}", told=told))

    def set_fingerprint(self, fingerprint: str | None) -> None:
        """Show the manifest's fingerprint; None while it is being taken."""
        self._hash = fingerprint or ""
        self._fingerprint.setText(grouped(self._hash) or tr("being taken …"))
        self._copy.setEnabled(bool(fingerprint))

    def _copy_fingerprint(self) -> None:
        QGuiApplication.clipboard().setText(self._hash)
