"""The right column: why the selected subject is in or out, or the run as a whole."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from inspector.analysis.injection_runs import InjectionFacts
from inspector.core.candidates.candidate_set import reference_of_subject
from inspector.core.injection.overrides import Overrides
from inspector.core.injection.report import InjectionReport
from inspector.gui.theme import Theme
from inspector.gui.views.threshold_asker import ThresholdAsker
from inspector.gui.views.why.explanation_pane import scrolled
from inspector.gui.views.why.why_view import WhyView
from inspector.language import tr, tr_n
from inspector.present.why import Why
from inspector.session.session import Note
from inspector.stages.injection.view.overview_view import OverrideButtons, OverviewView
from inspector.stages.injection.why import why_injection
from inspector.stages.injection.why_content import covered_cards


class WhyPane(QWidget):
    """Explains what is selected."""

    note_written = Signal(str, str, object)
    """The subject's id, its note, and the gesture it belongs to."""
    override_asked = Signal(object)
    """The ``Forced`` that somebody wants on what is explained, or wants to take back."""
    link_asked = Signal(str)
    """The subject whose cards somebody wants to see."""

    failed = Signal(object)
    """A ``Failure`` of working out what would change the subject's fate."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self._report: InjectionReport | None = None
        self._subject = ""
        self._notes: tuple[Note, ...] = ()
        self._overview = OverviewView(theme)
        self._explained = WhyView(
            theme,
            titles={"remedies": tr("Nearest change")},
            folded=("arithmetic", "help"),
        )
        self._pages = QStackedWidget(self)
        for name, view in (("overview", self._overview), ("why", self._explained)):
            self._pages.addWidget(scrolled(f"{name}.pane", view, title=tr("Why")))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._pages, 1)
        self._overrides = OverrideButtons(self)
        self._overrides.asked.connect(self.override_asked)
        layout.addWidget(self._overrides)
        self.thresholds = ThresholdAsker(self)
        self.thresholds.answered.connect(self._show)
        self.thresholds.failed.connect(self.failed)
        self._explained.note_written.connect(self.note_written)
        self._explained.link_asked.connect(self.link_asked)
        self._pages.hide()

    @property
    def why(self) -> Why | None:
        """What is explained, None where nothing is selected."""
        return self._explained.why if self._pages.currentIndex() == 1 else None

    def set_report(self, report: InjectionReport) -> None:
        """Explain by another report from now on."""
        self._report = report
        self._show()

    def forget(self) -> None:
        """Explain nothing until there is another report."""
        self._report = None
        self.thresholds.forget()
        self._pages.hide()

    def set_subject(self, subject: str, notes: tuple[Note, ...]) -> None:
        """Explain another subject; "" shows the run as a whole."""
        if (subject, notes) != (self._subject, self._notes):
            self._explained.finish()
            self._subject, self._notes = subject, notes
            self._show()

    def set_overrides(self, subject: str, overrides: Overrides) -> None:
        """Offer what can be tried out on a subject."""
        self._overrides.show_choices(subject, overrides)

    def set_facts(self, facts: InjectionFacts | None) -> None:
        """Show what was worked out later about the run; None while it is being worked out."""
        self._overview.set_facts(facts)

    def set_audit(self, told: str) -> None:
        """Show what the audit of the run's own manifest came to."""
        self._overview.set_audit(told)

    def set_fingerprint(self, fingerprint: str | None) -> None:
        """Show the manifest's fingerprint; None while it is being taken."""
        self._overview.set_fingerprint(fingerprint)

    def finish(self) -> None:
        """Send a note that is being written."""
        self._explained.finish()

    def refresh_colors(self) -> None:
        """Draw in the theme's colours."""
        self._explained.refresh_colors()
        self.update()

    def _show(self) -> None:
        report = self._report
        if report is None:
            return
        found = why_injection(report, self._subject) if self._subject else None
        self.thresholds.ask(report, "" if found is None else self._subject)
        if found is None:
            self._overview.show_report(report)
            self._pages.setCurrentIndex(0)
        else:
            notes = {note.subject: note.text for note in self._notes}
            exact = self.thresholds.lines()
            found = replace(found, remedies=exact) if exact else found
            self._explained.show_why(found, notes.get(found.subject, ""), _link(report, found))
            self._pages.setCurrentIndex(1)
        self._pages.show()


def _link(report: InjectionReport, why: Why) -> str:
    """Return what a file's explanation leads to: its cards."""
    if why.kind != "file":
        return ""
    columns, reference = report.prepared.cards.columns, reference_of_subject(why.subject)
    count = int((columns.references.codes == columns.references.code(reference)).sum())
    suppressed = covered_cards(report, reference)
    if not count:
        return ""
    cards = tr_n("1 card", "{count:,} cards", count, count=count)
    return tr("Show its {cards}", cards=cards) + (
        tr(", {suppressed:,} suppressed", suppressed=suppressed) if suppressed else ""
    )
