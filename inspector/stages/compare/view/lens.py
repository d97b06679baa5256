"""The Compare lens: two sides, what changed between them, and which input did it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtGui import QShowEvent

from inspector.analysis.comparison import Compared, CompareRuns, Explained
from inspector.gui.boxes import VBox
from inspector.gui.commands import command
from inspector.gui.lens import Exporter, LensContext
from inspector.gui.messages import FileChoice
from inspector.gui.table import TablePanel
from inspector.gui.theme import Theme
from inspector.gui.views.drawing_view import DrawingView
from inspector.gui.views.explanation_pane import ExplanationPane, HeadlineLines, scrolled
from inspector.gui.views.lens_exports import exports_of, write_rows
from inspector.gui.views.stage_lens import ChartOverTables, StageLens
from inspector.gui.views.worker import Worker
from inspector.language import tr
from inspector.present.palette import Look, Shape
from inspector.present.recorded_words import recorded_differences
from inspector.stages.compare.picture import ComparePicture, compare_picture, filter_of
from inspector.stages.compare.view.inputs import (
    Chosen,
    CompareInputs,
    Loaded,
    Recorded,
    SideBox,
    SideSource,
    cannot_stand_together,
    recorded_runs,
    side_of_file,
    side_of_run,
)
from inspector.stages.compare.view.runner import AnySource, CompareResult, CompareRunner, files
from inspector.stages.compare.why import SECTION_TITLES, explained
from inspector.stages.compare.words import (
    NOTHING_CHANGED,
    NOWHERE,
    change_table,
    label_text,
    recorded_table,
    sides_text,
    status_text,
)

_NOTHING = tr(
    "There is nothing to compare yet.\n\nOpen a session with a request: what it led to is compared"
    " with what it leads to after your changes."
)
_SIZES = (300, 380)  # pixels: chart, table


class CompareLens(StageLens):
    """Compares as long as it is in sight."""

    result: CompareResult | None = None
    """What is shown."""
    picture: ComparePicture | None = None
    """The chart that is shown."""

    def __init__(self, context: LensContext, runs: CompareRuns | None = None) -> None:
        super().__init__("compare", context)
        theme = context.theme
        self._sides = [Chosen(SideSource.BASELINE), Chosen(SideSource.CURRENT)]
        self._asked: tuple[AnySource, AnySource] | None = None
        self._found: Explained | None = None
        self._runner = self._at_work = self._working(CompareRunner(runs, self))
        self._reader = self._working(Worker(self))
        self.inputs = CompareInputs(theme, self._columns)
        self.chart = DrawingView("compare.chart", tr("What changed"), theme, grows=False)
        self._table = TablePanel("changes", tr("Changes"), theme.table_style(self._marks()), self)
        self._table.setContentsMargins(8, 8, 8, 0)
        self._table.set_empty_text(NOTHING_CHANGED)
        self.why = ExplanationPane(theme, self._columns, explain=explained, titles=SECTION_TITLES)
        self._headline = HeadlineLines(
            ("compare.headline", "compare.subline"), theme, margins=(14, 8, 14, 0)
        )
        self._area = scrolled("compare.chart.area", self.chart, (0, 8, 0, 4))
        top = VBox.page(self._headline, (self._area, 1), spacing=0)
        self._middle = ChartOverTables("compare", _NOTHING, (top, self._table), _SIZES)
        self._middle.rows.fit_to(lambda: top.heightForWidth(top.width()))
        self._lay_out(self.inputs, self._middle, self.why, table=self._table)
        self._begin()
        self._show_sides()

    def _connect(self) -> None:
        context, runner = self.context, self.context.runner
        runner.finished.connect(lambda _result: self._refresh())
        runner.baseline_changed.connect(self._refresh)
        self._runner.finished.connect(self._take_result)
        self._runner.explained.connect(self._take_explained)
        self._reader.failed.connect(self._tell)
        self._runner.busy_changed.connect(self._show_busy)
        self._runner.failed.connect(self._tell)
        self.inputs.swap_asked.connect(self.swap)
        self.inputs.keep_asked.connect(runner.keep_baseline)
        for place, box in enumerate(self._boxes):
            box.chosen.connect(lambda side, place=place: self._choose(place, side))
            box.run_chosen.connect(lambda number, place=place: self._load_run(place, number))
        self.chart.selected.connect(self._show_part)
        self._table.current_changed.connect(self.select)
        self._table.export_requested.connect(lambda request: write_rows(context, request))
        self.why.link_asked.connect(lambda _subject: self.show_in_injection())

    @property
    def _boxes(self) -> tuple[SideBox, SideBox]:
        return self.inputs.a, self.inputs.b

    # For commands and exporters ----------------------------------------------------------

    @property
    def names(self) -> tuple[str, str]:
        """What the two sides are."""
        return self._sides[0].name, self._sides[1].name

    def exporters(self) -> Sequence[Exporter]:
        """Return the files that can be written of what it shows."""

        def shown() -> CompareResult | None:
            result = self.result
            return result if result and (result.compared or result.recorded) else None

        return exports_of("compare", "", shown, files(lambda: self.names))

    @property
    def is_explained(self) -> bool:
        """Whether what explains the selected change is known."""
        return self._found is not None

    @property
    def has_changes(self) -> bool:
        """Whether the table has a row."""
        return self._table.data.row_count > 0

    @property
    def is_of_injection(self) -> bool:
        """Whether a subject is selected that the Budget lens may have."""
        return bool(self.subject) and self._compared is not None

    def _mark(self, subject: str) -> None:
        self._table.select_key(subject)
        self._explain()

    @command("compare-swap", tr("Swap A and B"), "Ctrl+Alt+S", group=1)
    def swap(self) -> None:
        """Lets the two sides of the comparison change places."""
        self._sides.reverse()
        self._refresh()

    @command("compare-file-a", tr("Compare a file as A…"), group=1)
    def _choose_a(self) -> None:
        """Takes a session or a manifest as the first side."""
        self.choose_file(0)

    @command("compare-file-b", tr("Compare a file as B…"), group=1)
    def _choose_b(self) -> None:
        """Takes a session or a manifest as the second side."""
        self.choose_file(1)

    @command(
        "compare-next-flip",
        tr("Select the next change"),
        "Alt+F",
        when=lambda lens: lens.has_changes,
        group=2,
    )
    def select_next(self) -> None:
        """Selects the next row of the table of changes, from the last on the first."""
        keys = [self._table.data.keys[row] for row in self._table.rows.tolist()]
        if keys:
            at = keys.index(self.subject) + 1 if self.subject in keys else 0
            self.select(keys[at % len(keys)])

    @command(
        "compare-all-rows", tr("Show all changes"), when=lambda lens: lens.has_changes, group=2
    )
    def show_all_rows(self) -> None:
        """Clears the filter of the table of changes."""
        self._table.set_filter("")
        self.chart.select_key("")

    @command(
        "compare-show-injection",
        tr("Show the selected change in Budget"),
        "Ctrl+Alt+Return",
        when=lambda lens: lens.is_of_injection,
        group=2,
    )
    def show_in_injection(self) -> None:
        """Goes to the subject in the run that is open."""
        if self.is_of_injection:
            self.context.open_lens("injection", self.subject)

    def choose_file(self, place: int) -> None:
        """Let somebody choose a session or a manifest as a side (0: A, 1: B)."""
        choice = FileChoice(
            tr("Compare a file"), (tr("Sessions and manifests (*.json *.yaml *.yml)"),)
        )
        for path in self.context.messages.choose_files(choice)[:1]:
            self._load(place, partial(side_of_file, path))
        self._show_sides()

    # The sides ---------------------------------------------------------------------------

    def _choose(self, place: int, side: SideSource) -> None:
        if side is SideSource.FILE:
            self.choose_file(place)
        elif side is SideSource.RECORDED:
            self._offer_runs(place)
        else:
            self._set_side(place, Chosen(side))

    def _load_run(self, place: int, number: int) -> None:
        self._load(place, partial(side_of_run, number, self.context.history))

    def _load(self, place: int, read: Callable[[], Loaded]) -> None:
        """Read a file or a recorded run that is to be a side."""
        self._reader.ask(tr("reading a side"), read, partial(self._take_side, place))

    def _take_side(self, place: int, loaded: Loaded) -> None:
        chosen, problems = loaded
        self.context.set_problems(problems)
        if chosen is not None:
            self._set_side(place, chosen)

    def _offer_runs(self, place: int) -> None:
        read = partial(recorded_runs, self.context.history)
        self._reader.ask(tr("reading the history"), read, partial(self._take_runs, place))

    def _take_runs(self, place: int, found: Recorded) -> None:
        runs, problems = found
        self.context.set_problems(problems)
        self._boxes[place].offer(runs)
        if runs:
            self._load_run(place, runs[0].number)
        else:
            self._show_sides()
            self._boxes[place].show_side(self._sides[place].side, tr("No run is recorded."))

    def _set_side(self, place: int, chosen: Chosen) -> None:
        self._sides[place] = chosen
        self._refresh()

    def _show_sides(self) -> None:
        runner = self.context.runner
        opened = runner.baseline is not None and runner.baseline is runner.good
        for chosen, box in zip(self._sides, self._boxes, strict=True):
            box.show_side(chosen.side, chosen.told(unchanged=opened))
        self.inputs.set_keepable(keepable=not opened and runner.good is not None)

    def _refresh(self) -> None:
        """Compare what the sides are now; not while nobody looks."""
        self._show_sides()
        a, b = (chosen.behind(self.context.runner) for chosen in self._sides)
        if not self.isVisible() or a is None or b is None:
            return
        if self.context.runner.outdated and any(
            one.side is SideSource.CURRENT for one in self._sides
        ):
            self._say_nothing(tr("What is open now has no result: Problems says why."))
        elif unlike := cannot_stand_together(a, b):
            self._say_nothing(unlike)
        elif self._asked is None or self._asked[0] is not a or self._asked[1] is not b:
            self._asked = (a, b)
            self._runner.compare(a, b)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802  # Qt's name
        """Catch up with what happened out of sight."""
        super().showEvent(event)
        self._refresh()
        self._show_status()

    # Values that come in -----------------------------------------------------------------

    def _forget(self) -> None:
        super()._forget()
        self._sides = [Chosen(SideSource.BASELINE), Chosen(SideSource.CURRENT)]
        self._say_nothing(_NOTHING)
        self._reader.forget()

    def _say_nothing(self, why: str) -> None:
        self._asked = self.result = self.picture = None
        self._runner.forget()
        self._middle.say_nothing(why)
        self.context.set_status("")
        self._table.clear()
        self.inputs.forget()
        self.why.explain(None)

    def _take_result(self, result: CompareResult) -> None:
        self.result = result
        self.context.set_problems(tuple(dict.fromkeys(result.problems)))  # of both sides once
        compared = result.compared
        self._middle.show_rows(shown=compared is not None or result.recorded is not None)
        self._area.setVisible(compared is not None)
        self._headline.say(status_text(compared, result.recorded))
        self._found = None
        self.why.explain((compared, None) if compared else result.recorded)
        if compared is None:
            self.picture = None
            self._show_recorded(result.recorded)
            self._middle.rows.fit()
            return
        picture = self.picture = compare_picture(compared.comparison)
        self.chart.show_picture(
            lambda wide, _tall, measure, key: picture.drawing(wide, measure, key)
        )
        self._table.set_data(change_table(compared.comparison, result.causes))
        self._middle.rows.fit()
        self.inputs.show_differences(
            [(label_text(one), *sides_text(one)) for one in compared.attribution.differences]
            if compared.attribution
            else None
        )
        self._show_status()
        self._explain()
        self.context.refresh_commands()

    def _show_recorded(self, found: Mapping[str, Any] | None) -> None:
        if found is None:
            self._asked = None  # a side cannot be run
            return
        self._table.set_data(recorded_table(found))
        self.inputs.show_differences(recorded_differences(found, "inputs", "configuration"))
        self._show_status()
        self.context.refresh_commands()

    def _explain(self) -> None:
        compared = self._compared
        if compared is None or not self.subject:
            return
        kind, _, name = self.subject.partition(":")
        index = compared.comparison.index_of(kind, name)
        if index is not None and compared.comparison.changed[index]:
            self._runner.explain(compared, index)

    def _take_explained(self, compared: Compared, found: Explained | None) -> None:
        if compared is self._compared:
            self._found = found
            self.why.explain((compared, found))

    @property
    def _compared(self) -> Compared | None:
        return self.result.compared if self.result else None

    def _show_busy(self, busy: bool) -> None:
        if busy and self.isVisible():
            self.context.set_status(tr("Comparing …"))

    def _show_status(self) -> None:
        if self.result is not None and self.isVisible():
            self.context.set_status(status_text(self.result.compared, self.result.recorded))

    def _show_part(self, key: str) -> None:
        if self.picture is not None:
            self._table.set_filter(filter_of(self.picture, key))

    # How it is looked at -----------------------------------------------------------------

    def _marks(self) -> dict[str, dict[str, Any]]:
        theme = self.context.theme
        nowhere = theme.mark(Look(theme.colors.muted, theme.colors.muted, Shape.EQUAL))
        verdicts = theme.verdict_marks() | {NOWHERE: nowhere}
        return {"before": verdicts, "after": verdicts}

    def follow_theme(self, theme: Theme) -> None:
        """Draw in its colours and fonts from now on."""
        self._table.set_style(theme.table_style(self._marks()))
