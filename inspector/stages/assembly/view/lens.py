"""The Assembly lens: what passes between inputs, bands, tables and Why, and the files it writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QWidget

from inspector.core.assembly import Assembly, Step, prompt_text, texts_left_out
from inspector.core.problems import Problem, Severity
from inspector.files import assembly_result
from inspector.gui.boxes import PopUpMenu
from inspector.gui.commands import Choice, command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.views.explanation_pane import ExplanationPane
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows, rows_of
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.gui.views.worker import SessionRunner
from inspector.language import tr
from inspector.present.table.spec import ledger_table
from inspector.stages.assembly.bands import bands_of
from inspector.stages.assembly.bands_items import bands_svg
from inspector.stages.assembly.runs import AssemblyRun, AssemblyRuns, inputs_of
from inspector.stages.assembly.tables import STEP_LABELS
from inspector.stages.assembly.view.chart_panel import BandsPanel
from inspector.stages.assembly.view.inputs import STEPS, AssemblyInputsView
from inspector.stages.assembly.view.tables import AssemblyTable, AssemblyTables
from inspector.stages.assembly.why import explained, lens_of, why_assembly
from inspector.stages.assembly.words import LENS_TITLES, status_line

_NOTHING = tr(
    "There is nothing to assemble.\n\nOpen or drop a request, a session or a file of pieces."
)
_SIZES = (318, 400)  # pixels: chart with all steps closed, tables


def _is_shown(lens: AssemblyLens) -> bool:
    return lens.assembly is not None


class AssemblyLens(StageLens):
    """Shows the newest assembly, and what is selected in it."""

    doing = tr("Assembling … what is shown is an older result")

    assembly: Assembly | None = None
    """The assembly that is shown, None before the first good one."""

    def __init__(self, context: LensContext) -> None:
        super().__init__("assembly", context)
        theme, runs = context.theme, AssemblyRuns()
        self.runner = self._running_in_sight(
            SessionRunner(
                context.store,
                tr("assembling the prompt"),
                runs.run,
                inputs_of,
                runs.ready,
                self,
                active=False,
            ),
            self._take_result,
        )
        self.inputs = AssemblyInputsView(context.store, theme, self._columns)
        self.chart = BandsPanel(theme)
        self.tables = AssemblyTables(theme)
        self.why = ExplanationPane(theme, self._columns, explain=explained)
        self._middle = ChartOverTables("assembly", _NOTHING, (self.chart, self.tables), _SIZES)
        self._middle.rows.setStretchFactor(1, 1)
        self._middle.rows.fit_to(lambda: self.chart.wanted_height)
        self._lay_out(self.inputs, self._middle, self.why, tables=self.tables)
        self._begin()

    def _connect(self) -> None:
        self.runner.finished.connect(self.context.record)
        self.chart.view.selected.connect(self.select)
        self.chart.view.lens_asked.connect(self.show_deciding_lens)
        self.chart.view.menu_asked.connect(self._open_menu)
        self.chart.view.opened_changed.connect(self._middle.rows.fit)
        self.chart.whole_asked.connect(lambda: self.select(""))
        self.inputs.selected.connect(self.select)
        self.why.link_asked.connect(self.show_deciding_lens)

    # For commands and exporters ----------------------------------------------------------

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""
        listed = (AssemblyTable.ITEMS, AssemblyTable.STEPS)
        files = (*_TEXTS, *(rows_of(self.tables, table) for table in listed), *_LEDGER_AND_BANDS)
        return exports_of("assembly", tr("Assembly"), lambda: self.assembly, files)

    @property
    def stage_picture(self) -> QWidget:
        """What fills the stage of a presentation."""
        return self.chart

    def _mark(self, subject: str) -> None:
        self.inputs.finish()
        self.inputs.select(subject)
        self.chart.view.select_key(subject)

    def read(self, subject: str) -> None:
        """Select a subject, and show its place in the text of the prompt."""
        self.select(subject)
        self.tables.read(subject)

    def deciding_lens(self, subject: str) -> tuple[str, str]:
        """Return the lens that decided about a subject, and what to select there; "" for none."""
        return ("", "") if self.assembly is None else lens_of(self.assembly, subject)

    def show_deciding_lens(self, subject: str) -> None:
        """Go to the lens that decided about a subject."""
        lens, there = self.deciding_lens(subject)
        if lens:
            self.context.open_lens(lens, there)

    # Values that come in -----------------------------------------------------------------

    def _take_result(self, result: AssemblyRun) -> None:
        self.context.set_problems(result.problems)
        self.inputs.set_problems(result.problems)
        assembly = result.assembly
        self.chart.set_old(is_old=assembly is None)
        self.context.set_old(is_old=assembly is None and self.assembly is not None)
        if assembly is None:
            if result.session.request is None:
                self._show_nothing()
            return
        self._middle.show_rows(shown=True)
        self.assembly = assembly
        self.chart.set_assembly(assembly)
        self.tables.show_source(assembly)
        self.inputs.set_assembly(assembly)
        self.why.explain(assembly)
        if self.subject and why_assembly(assembly, self.subject) is None:
            self.select("")  # it is not in the prompt any more
        self._middle.rows.fit()
        self.context.set_status(status_line(assembly))
        self.context.refresh_commands()

    def _show_nothing(self) -> None:
        self.assembly = None
        super()._show_nothing()

    # What somebody does ------------------------------------------------------------------

    @command("assembly-add-piece", tr("Add a piece to a step"), offers=True)
    def _steps(self) -> Sequence[Choice]:
        """Adds an empty piece and goes to its form."""
        return [
            Choice(
                f"step-{int(step)}",
                f"{int(step)} {tr(step.title)}",
                partial(self.inputs.add_piece, int(step)),
                tr(step.help),
            )
            for step in STEPS
        ]

    @command(
        "assembly-remove-piece",
        tr("Remove the piece"),
        when=lambda lens: lens.subject.startswith("item:"),
    )
    def _remove_piece(self) -> None:
        """Removes the piece that is selected."""
        self.inputs.remove_piece()

    @command("assembly-open-steps", tr("Open all steps"), when=_is_shown)
    def _open_steps(self) -> None:
        """Shows the pieces of every step at full width."""
        self.chart.open_all()

    @command("assembly-close-steps", tr("Close all steps"), when=_is_shown)
    def _close_steps(self) -> None:
        """Shows one row for each step."""
        self.chart.close_all()

    @command(
        "assembly-deciding-lens",
        tr("Go to the lens that decided"),
        "Ctrl+J",
        when=lambda lens: _is_shown(lens) and bool(lens.deciding_lens(lens.subject)[0]),
    )
    def _go_to_deciding_lens(self) -> None:
        """Shows what is selected in Relevance, State or Budget."""
        self.show_deciding_lens(self.subject)

    def _open_menu(self, at: QPoint) -> None:
        """Offer what can be done with what is selected."""
        menu = PopUpMenu("bands.menu", self)
        subject = self.subject
        lens, _ = self.deciding_lens(subject)
        if lens:
            menu.add(
                "lens",
                tr("Show it in {lens_titles}", lens_titles=LENS_TITLES[lens]),
                lambda: self.show_deciding_lens(subject),
            )
        bands = self.chart.bands
        step = None if bands is None else bands.step_of(subject)
        if step is not None:
            menu.add(
                "rows",
                tr("Show the items of step {step}", step=int(step)),
                lambda: self.tables.filter_rows(
                    AssemblyTable.ITEMS, f'step:"{STEP_LABELS[step - 1]}"'
                ),
            )
        menu.add("open", tr("Open all steps"), self.chart.open_all)
        menu.add("close", tr("Close all steps"), self.chart.close_all)
        menu.add("clear", tr("Select the whole"), lambda: self.select(""), enabled=bool(subject))
        menu.popup(at)

    # How it is looked at -----------------------------------------------------------------

    def view_state(self) -> dict[str, Any]:
        """Return how all parts are looked at, and the open steps."""
        opened = sorted(int(step) for step in self.chart.view.opened)
        return super().view_state() | {"open": opened}

    def _restore(self, saved: Mapping[str, Any]) -> None:
        super()._restore(saved)
        opened = saved.get("open")
        if isinstance(opened, list):
            steps = {Step(one) for one in opened if type(one) is int and one in list(Step)}
            self.chart.view.set_opened(steps)

    def show_place(self, problem: Problem) -> bool:
        """Go to the field, or select the piece, that a problem points to."""
        return self.inputs.show_problem(problem)


def _prompt(assembly: Assembly) -> str | Problem:
    """Return the prompt's text, or why there is none."""
    if assembly.refused:
        why = " ".join(entry.sentence for entry in assembly.judgements)
        return Problem(
            Severity.ERROR,
            "assembly.refused",
            tr("The prompt is not written. {why}", why=why),
            tr("Bring it within its limits."),
        )
    text = prompt_text(assembly)
    if text is not None:
        return text
    return Problem(
        Severity.ERROR,
        "assembly.texts-left-out",
        tr(
            "These texts are not in the session: {names}.",
            names=", ".join(texts_left_out(assembly)),
        ),
        tr("Give the pieces their texts."),
    )


_TEXTS = (
    File(
        "assembly.json",
        tr("result as JSON"),
        tr("Steps, spans, limits, decision and the whole ledger."),
        lambda one: json_text(assembly_result(one)),
    ),
    File("prompt.txt", tr("prompt as text"), tr("The prompt as the model would get it."), _prompt),
)
_LEDGER_AND_BANDS = (
    rows("assembly-ledger.csv", tr("Ledger"), lambda one: ledger_table(one.ledger)),
    File(
        "bands.svg",
        tr("bands as SVG"),
        tr("The eight bands as a drawing that can be scaled, light."),
        lambda one: bands_svg(bands_of(one)),
    ),
)
