"""The right column: what is selected explained, or the run as a whole."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from inspector.analysis.audit.finding import Working
from inspector.gui.boxes import Column
from inspector.gui.theme import FontRole, Theme
from inspector.gui.views.section_column import Section
from inspector.gui.views.why.explanation_pane import scrolled
from inspector.gui.views.why.steps_grid import StepsGrid
from inspector.gui.views.why.why_view import WhyView
from inspector.language import tr
from inspector.present.why import Why
from inspector.session.session import Note
from inspector.stages.relevance.grid import Grid
from inspector.stages.relevance.names import wrapping
from inspector.stages.relevance.runs import RelevanceResult
from inspector.stages.relevance.summary import overview
from inspector.stages.relevance.why import why_relevance

_TITLES = {"arithmetic": tr("Step by step"), "remedies": tr("What would flip it")}
_TRY = tr("Try this change")


class RunOverview(QWidget):
    """A run as a whole. Object names begin with ``run.``."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = _label("run.title", theme, FontRole.TITLE, self)
        self._sentence = _label("run.sentence", theme, FontRole.BODY, self)
        layout = Column(self, spacing=12).hold(self._title, self._sentence)
        self._grids: dict[str, tuple[Section, StepsGrid]] = {}
        for name, title in (
            ("sums", tr("Tokens")),
            ("layers", tr("Layers")),
            ("lists", tr("Nodes by what happened")),
            ("facts", tr("Facts")),
        ):
            section = Section(f"run.{name}", title, theme, self, is_open=True)
            grid = StepsGrid(f"run.{name}.grid", theme, section)
            section.content.addWidget(grid)
            layout.addWidget(section)
            self._grids[name] = (section, grid)

    def show_run(self, result: RelevanceResult, found: Grid) -> None:
        """Show another run."""
        if result.report is None:
            return
        said = overview(result, result.report, found)
        self._title.setText(said.title)
        self._sentence.setText(said.sentence)
        steps = {
            "sums": said.sums,
            "layers": said.layers,
            "lists": tuple(Working(title, nodes, "") for title, nodes in said.lists),
            "facts": said.facts,
        }
        for name, (section, grid) in self._grids.items():
            grid.set_steps([wrapping(step) for step in steps[name]])
            section.setVisible(bool(steps[name]))


class RelevanceWhy(QWidget):
    """Explains what is selected."""

    note_written = Signal(str, str, object)
    """The subject, its note, and the gesture it belongs to."""
    flip_asked = Signal(str)
    """The key of a flip that somebody wants to try."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Why"))
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._result: RelevanceResult | None = None
        self._grid: Grid | None = None
        self._key = ""
        self._notes: tuple[Note, ...] = ()
        self._run = RunOverview(theme)
        self._explained = WhyView(theme, titles=_TITLES)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(scrolled("run.pane", self._run, title=tr("Why")))
        self._pages.addWidget(scrolled("relevance.why.pane", self._explained, title=tr("Why")))
        Column(self).hold(self._pages)
        self._explained.note_written.connect(self.note_written)
        self._explained.link_asked.connect(self.flip_asked)
        self._pages.hide()

    @property
    def why(self) -> Why | None:
        """What is explained, None where nothing is selected."""
        return self._explained.why if self._pages.currentIndex() == 1 else None

    def set_result(self, result: RelevanceResult, found: Grid) -> None:
        """Explain by another run from now on."""
        self._result, self._grid = result, found
        self._show()

    def show_nothing(self) -> None:
        """Explain nothing: no configuration is open."""
        self._result = self._grid = None
        self._pages.hide()

    def set_subject(self, key: str, notes: tuple[Note, ...]) -> None:
        """Explain something else; "" shows the run as a whole."""
        if (key, notes) != (self._key, self._notes):
            if key != self._key:
                self._explained.finish()
            self._key, self._notes = key, notes
            self._show()

    def finish(self) -> None:
        """Send a note that is being written."""
        self._explained.finish()

    def _show(self) -> None:
        result, found = self._result, self._grid
        if result is None or found is None:
            return
        said = why_relevance(result, self._key) if self._key else None
        if said is None:
            self._run.show_run(result, found)
            self._pages.setCurrentIndex(0)
        else:
            notes = {note.subject: note.text for note in self._notes}
            link = _TRY if said.kind == "flip" else ""
            steps = tuple(wrapping(step) for step in said.steps)
            said = replace(said, steps=steps)
            self._explained.show_why(said, notes.get(said.subject, ""), link)
            self._pages.setCurrentIndex(1)
        self._pages.show()


def _label(name: str, theme: Theme, font: FontRole, parent: QWidget) -> QLabel:
    label = QLabel(parent)
    label.setObjectName(name)
    label.setFont(theme.font(font))
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
