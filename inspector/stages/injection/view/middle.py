"""The middle column: notes, the answer, the budget bar in its strips, and the tables. Its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import ValidationError
from PySide6.QtCore import QAbstractAnimation, QEasingCurve, Qt, QVariantAnimation, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QStackedWidget, QWidget

from inspector.analysis.corpus.divider import SplitRecall, snapped
from inspector.analysis.independent import independent_run
from inspector.analysis.injection_runs import manifest_fingerprint
from inspector.analysis.tuning.split import Splits
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem, Severity
from inspector.files import manifest_bytes
from inspector.gui.boxes import HBox, VBox, grown, text_label, with_name
from inspector.gui.columns import line
from inspector.gui.lens import LensContext
from inspector.gui.theme import FontRole, Theme, font
from inspector.gui.views.lens_exports import File, Made, drawing_png, rows
from inspector.gui.views.painting import ChartStyle
from inspector.gui.views.roomy import Scrolled
from inspector.gui.views.strips_view import StripsView
from inspector.language import localized, tr
from inspector.present.drawing import Item, Measure
from inspector.present.drawing_svg import drawing_svg
from inspector.present.palette import LIGHT
from inspector.present.shares import split_text
from inspector.present.strip_marks import merging_items
from inspector.present.strips import Strips, StripsDrawing
from inspector.stages.injection.bar import BudgetBar, bar_picture, bar_strips, budget_bar, staged
from inspector.stages.injection.bar_cells import CARD_GROUPS
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.report import html_report
from inspector.stages.injection.tables import TITLES, TableId, expectation_table
from inspector.stages.injection.view.result_tables import ResultTables

WIDTHS = (800, 1200, 1600, 2400)  # pixels
LEAST_WIDTH = 400


def bar_file(report: InjectionReport, title: str, form: str, width: int) -> bytes:
    """Return the chart of a report as a PNG or SVG file in the light theme, with its title.

    ``width`` is in pixels of the layout, at least 400; a PNG has twice as many.
    """
    style = ChartStyle(LIGHT, font(FontRole.SMALL), font(FontRole.SECTION))
    bar, wide = budget_bar(report, independent_run(report)), max(width, LEAST_WIDTH)
    drawing = bar_picture(bar, wide, style.measure, heading=title)
    return drawing_png(drawing, style) if form == "png" else drawing_svg(drawing).encode()


BECOMES = {
    "knowledge": CARD_GROUPS,
    "duplicated": (),
    "bucket": ("background", "inlined", "listed"),
}
"""What the parts of two budgets are in the one."""


_LASTS = 1_600  # milliseconds; two budgets becoming one
_BESIDE_BARS, _BARS = 230, 130  # of a stage, in pixels at 100 %


class BudgetBarView(StripsView):
    """Shows one run's bar."""

    walked = ("filled", "beside")

    def __init__(self, style: ChartStyle) -> None:
        keys = tr(
            "Ctrl+Left and Ctrl+Right go through the parts, Left and Right divide the budget,"
            " Enter shows the rows of a part."
        )
        super().__init__(style, ("injection.bar", tr("Budget bar"), keys))
        self._bar: BudgetBar | None = None
        self._splits: Splits | None = None
        self._recall: SplitRecall | None = None
        self._was: float | None = None
        self._on_stage = False
        self._merging = QVariantAnimation(self)
        self._merging.setStartValue(0.0)
        self._merging.setEndValue(1.0)
        self._merging.setDuration(_LASTS)
        self._merging.setEasingCurve(QEasingCurve.Type.InOutCubic)
        self._merging.valueChanged.connect(lambda _way: self._mark())
        self._merging.finished.connect(self._mark)

    def set_bar(self, bar: BudgetBar, was: float | None = None) -> None:
        """Show another run; ``was`` is the share that the divider had before the last change."""
        self._bar, self._was = bar, was
        self._show()

    def set_splits(self, splits: Splits | None) -> None:
        """Show under the divider what each split meets, and let it rest where that changes."""
        if splits is not self._splits:
            self._splits = splits
            self._show()

    def set_recall(self, recall: SplitRecall | None) -> None:
        """Show under the divider what each split finds of a corpus's evidence."""
        if recall is not self._recall:
            self._recall = recall
            self._show()

    def follow_theme(self, theme: Theme) -> None:
        """Draw in it; on the stage of a presentation name no cause that keeps nothing out."""
        self._on_stage = theme.presents
        super().follow_theme(theme)

    @property
    def merges(self) -> bool:
        """Whether two budgets are on their way to the one."""
        return self._merging.state() is QAbstractAnimation.State.Running

    def show_merging(self) -> None:
        """Let two budgets become the one before one's eyes."""
        self._merging.stop()
        if self._bar is not None and self._bar.before is not None and self._bar.total:
            self._merging.start()

    def _shapes(self, geometry: StripsDrawing) -> Sequence[Item]:
        shapes = super()._shapes(geometry)
        if not self.merges or self._bar is None or self._bar.before is None:
            return shapes
        way = float(self._merging.currentValue())
        return (*shapes, *merging_items(geometry, "before", "filled", BECOMES, way))

    def _show(self) -> None:
        if self._bar is not None:
            self.show_strips(self._strips, self._bar.share)

    def _strips(self, measure: Measure) -> Strips:
        assert self._bar is not None
        strips = bar_strips(self._bar, measure, self._splits, self._was, self._recall)
        return staged(strips, self._times) if self._on_stage else strips

    @property
    def _times(self) -> float:
        """How much higher the bars are on stage: twice, less where sentence and texts need room."""
        room: float = self.window().height() * 100 / grown(100)
        return min(2.0, max(1.0, (room - _BESIDE_BARS) / _BARS))

    def rest(self, share: float, width: float) -> float:
        """Rest at a breakpoint nearby, else at a whole percent."""
        return snapped(share, width, self._splits)

    def plate(self, share: float | None) -> str:
        """Say how the budget is divided, and the share that was asked for."""
        if self._bar is None:
            return ""
        text = f"{localized(self._bar.divider)} | {localized(self._bar.bucket_half)}"
        return text if share is None else f"{split_text(share)}   {text}"

    def tip_of_divider(self) -> str:
        """Say how the divider is moved, or why it cannot be."""
        if self._bar is not None and self._bar.fixed_because:
            return self._bar.fixed_because
        return tr(
            "Drag to divide the budget; Shift lets the divider rest anywhere. Arrow keys move it by"
            " 1 %, with Shift by 0.1 %."
        )


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
    ) -> None:
        super().__init__()
        self.setProperty("role", "pane")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._problem: Problem | None = None
        self._old_text = QLabel(self, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        show = with_name(QPushButton(tr("Show the problem"), self), "old.show")
        show.clicked.connect(self._ask)
        self._old = self._notice("old", self._old_text, show)
        self._what_if_text = text_label("overrides.text", self)
        clear = QPushButton(tr("Clear"), self)
        with_name(clear, "overrides.clear", tr("Remove overrides")).clicked.connect(
            self.clear_asked
        )
        self._what_if = self._notice("overrides", self._what_if_text, clear)
        self._what_if.hide()
        content = QWidget(self)
        inside = VBox(content, spacing=0)
        framed = VBox(margins=(14, 6, 14, 0), spacing=0).hold(headline, bar, change)
        inside.hold(framed, (tables, 1))
        self._nothing = text_label("nothing", self, role="muted", font=theme.font(FontRole.BODY))
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        first = QWidget(self)
        beginning = VBox(first, margins=(0, 8, 0, 0)).hold(self._nothing)
        if start is not None:
            beginning.addWidget(start, 1)
            start.show()
        self._pages = QStackedWidget(self)
        self._pages.addWidget(first)
        self._pages.addWidget(Scrolled(content))
        self._line = line(self)
        VBox(self, spacing=0).hold(self._old, self._what_if, self._line, (self._pages, 1))
        self.set_old(())

    def _notice(self, name: str, text: QLabel, button: QPushButton) -> QWidget:
        """Return a banner of a text, and what can be done about it."""
        notice = with_name(QWidget(self), name, role="notice")
        notice.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        parts = with_name(text, role="warning"), with_name(button, role="link")
        HBox(notice, margins=(16, 4, 8, 4)).hold((parts[0], 1), parts[1])
        return notice

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


_PICTURE_WIDTH = 1200  # pixels, where nobody chose another width


def files(context: LensContext) -> tuple[File, ...]:
    """Return what can be written of a report."""
    picture = tr(
        "The chart in the light theme, {picture_width:,} pixels wide", picture_width=_PICTURE_WIDTH
    )
    return (
        File(
            "manifest.json",
            tr("manifest as JSON"),
            tr("The unified injection manifest of the result."),
            _or_problem(manifest_bytes),
        ),
        rows(f"{TableId.LEDGER}.json", TITLES[TableId.LEDGER], ledger_table),
        rows(f"{TableId.LEDGER}.csv", TITLES[TableId.LEDGER], ledger_table),
        rows(f"{TableId.EXPECTATIONS}.csv", TITLES[TableId.EXPECTATIONS], expectation_table),
        File(
            "budget-bar.png",
            tr("budget bar as PNG"),
            tr("{picture}, twice as sharp.", picture=picture),
            lambda report: bar_file(report, picture_title(context), "png", _PICTURE_WIDTH),
        ),
        File(
            "budget-bar.svg",
            tr("budget bar as SVG"),
            tr("{picture}; it can be scaled.", picture=picture),
            lambda report: bar_file(report, picture_title(context), "svg", _PICTURE_WIDTH),
        ),
        File(
            "report.html",
            tr("report as HTML"),
            tr("One file with summary, chart, balance, reasons, notes and fingerprints."),
            _or_problem(lambda report: _html(context, report)),
        ),
    )


def _or_problem(make: Callable[[InjectionReport], bytes]) -> Callable[[InjectionReport], Made]:
    """Return what says which value is too long for a manifest, where there is one."""

    def made(report: InjectionReport) -> Made:
        try:
            return make(report)
        except ValidationError:
            problem = manifest_fingerprint(report)
            return problem if isinstance(problem, Problem) else None

    return made


def _html(context: LensContext, report: InjectionReport) -> bytes:
    session = context.store.session
    result = context.runner.good
    problems = result.problems if result is not None else ()
    return html_report(report, session.title, session.notes, problems).encode()


def picture_title(context: LensContext) -> str:
    """Return what stands over a picture of the chart."""
    session = context.store.session
    title = session.title or session.candidates.title or tr("Unified injection")
    return tr("{title} (what-if)", title=title) if session.overrides else title
