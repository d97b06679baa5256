"""What can be done in the Injection lens, as commands, and the files that it can write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pydantic import ValidationError
from PySide6.QtGui import QGuiApplication

from inspector.analysis.injection_runs import manifest_fingerprint
from inspector.core.injection.policy import DEFAULT_POLICY, Strategy
from inspector.core.injection.report import InjectionReport
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.files import manifest_bytes
from inspector.gui.commands import Choice, Command
from inspector.gui.lens import Exporter
from inspector.gui.messages import FileChoice
from inspector.gui.views.lens_exports import File, Made, exports_of, rows, save_as
from inspector.language import capitalized, tr
from inspector.present.choices import STRATEGIES
from inspector.present.table import TableQuery, visible_rows
from inspector.session.edits import set_policy_fields, set_strategy
from inspector.stages.injection.ledger_table import ledger_table
from inspector.stages.injection.report import html_report
from inspector.stages.injection.tables import TITLES, TableId, expectation_table
from inspector.stages.injection.view.budget_bar import WIDTHS, bar_file
from inspector.stages.injection.view.lens import InjectionLens
from inspector.stages.injection.view.override_commands import override_commands
from inspector.stages.injection.what_if import what_if_name

PICTURE_WIDTH = 1200  # pixels, where nobody chose another width


def injection_exporters(lens: InjectionLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""
    picture = tr(
        "The chart in the light theme, {picture_width:,} pixels wide", picture_width=PICTURE_WIDTH
    )
    files = (
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
            lambda report: bar_file(report, picture_title(lens), "png", PICTURE_WIDTH),
        ),
        File(
            "budget-bar.svg",
            tr("budget bar as SVG"),
            tr("{picture}; it can be scaled.", picture=picture),
            lambda report: bar_file(report, picture_title(lens), "svg", PICTURE_WIDTH),
        ),
        File(
            "report.html",
            tr("report as HTML"),
            tr("One file with summary, chart, balance, reasons, notes and fingerprints."),
            _or_problem(lambda report: _html(lens, report)),
        ),
    )
    return exports_of(
        *("injection", "", lambda: lens.report, files),
        lambda report, name: what_if_name(name, report.overrides),
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


def _html(lens: InjectionLens, report: InjectionReport) -> bytes:
    session = lens.context.store.session
    result = lens.context.runner.good
    problems = result.problems if result is not None else ()
    return html_report(report, session.title, session.notes, problems).encode()


def picture_title(lens: InjectionLens) -> str:
    """Return what stands over a picture of the chart."""
    session = lens.context.store.session
    title = session.title or session.candidates.title or tr("Unified injection")
    return tr("{title} (what-if)", title=title) if session.overrides else title


_SELECT, _TABLES, _CHART = 4, 5, 6  # groups of the Lens menu


def injection_commands(lens: InjectionLens) -> tuple[Command, ...]:
    """Return the commands of the lens."""
    return (
        *_run(lens),
        *override_commands(lens),
        *_selecting(lens),
        *_tables(lens),
        *_chart(lens),
    )


def _run(lens: InjectionLens) -> Sequence[Command]:
    store = lens.context.store

    def strategies() -> Sequence[Choice]:
        return [
            Choice(
                text.strategy.value,
                capitalized(text.title),
                partial(store.commit, tr("Change strategy"), set_strategy(text.strategy)),
                text.help,
                checked=partial(_is_strategy, lens, text.strategy),
            )
            for text in STRATEGIES
        ]

    def reset() -> None:
        fields = DEFAULT_POLICY.model_dump(exclude={"schema_version"})
        store.commit(tr("Reset policy"), set_policy_fields(fields))

    def several() -> bool:
        return len(store.session.requests) > 1

    return (
        Command(
            "strategy",
            tr("Strategy"),
            tr("Chooses how cards are given their renderings."),
            choices=strategies,
            group=2,
        ),
        Command(
            "next-strategy",
            tr("Next strategy"),
            tr("Takes the next way of giving cards their renderings."),
            partial(lens.inputs.step_strategy, 1),
            group=2,
            keys=("Ctrl+Shift+Down",),
        ),
        Command(
            "previous-strategy",
            tr("Previous strategy"),
            tr("Takes the way of giving cards their renderings that comes before."),
            partial(lens.inputs.step_strategy, -1),
            group=2,
            keys=("Ctrl+Shift+Up",),
        ),
        Command(
            "reset-policy",
            tr("Reset policy"),
            tr("Gives every field of the policy its default."),
            reset,
            group=2,
            enabled=lambda: store.session.policy != DEFAULT_POLICY,
        ),
        Command(
            "next-request",
            tr("Next request"),
            tr("Goes to the next request of the open corpus."),
            partial(lens.inputs.step_request, 1),
            group=3,
            keys=("Ctrl+Shift+Right",),
            enabled=several,
        ),
        Command(
            "previous-request",
            tr("Previous request"),
            tr("Goes to the request of the open corpus that comes before."),
            partial(lens.inputs.step_request, -1),
            group=3,
            keys=("Ctrl+Shift+Left",),
            enabled=several,
        ),
    )


def _is_strategy(lens: InjectionLens, strategy: Strategy) -> bool:
    return lens.context.store.session.strategy is strategy


_NEXT = (
    ("next-suppressed", Verdict.SUPPRESSED, tr("Select next suppressed"), "Alt+S"),
    ("next-dropped", Verdict.DROPPED, tr("Select next dropped"), "Alt+D"),
    ("next-reduced", Verdict.REDUCED, tr("Select next reduced"), "Alt+T"),
)


def _selecting(lens: InjectionLens) -> Sequence[Command]:
    def copy_sentence() -> None:
        if lens.why.why is not None:
            QGuiApplication.clipboard().setText(lens.why.why.sentence)

    return (
        *(
            Command(
                name,
                title,
                tr("Selects the next subject of the ledger with this verdict."),
                partial(_select_next, lens, verdict),
                group=_SELECT,
                keys=(keys,),
                enabled=partial(_has_report, lens),
            )
            for name, verdict, title, keys in _NEXT
        ),
        Command(
            "select-nothing",
            tr("Select nothing"),
            tr("Shows the run as a whole instead of one subject."),
            partial(lens.select, ""),
            group=_SELECT,
            keys=("Alt+0",),
            enabled=lambda: bool(lens.subject),
        ),
        Command(
            "show-cards-of-file",
            tr("Show the cards of the selected file"),
            tr("Filters the cards by the file they were extracted from."),
            lens.show_cards_of_selected_file,
            group=_SELECT,
            enabled=lambda: lens.subject.startswith("file:"),
        ),
        Command(
            "show-in-prompt",
            tr("Show in prompt"),
            tr("Shows the place of the selected subject in the text that is sent."),
            lens.show_in_prompt,
            group=_SELECT,
            enabled=lambda: lens.why.is_in_prompt,
        ),
        Command(
            "copy-sentence",
            tr("Copy sentence"),
            tr("Copies the sentence that says why the selected subject is in or out."),
            copy_sentence,
            group=1,
            keys=("Ctrl+Shift+C",),
            enabled=lambda: lens.why.why is not None,
        ),
    )


def _has_report(lens: InjectionLens) -> bool:
    return lens.report is not None


def _select_next(lens: InjectionLens, verdict: Verdict) -> None:
    """Select the next row of the ledger with a verdict, beginning again after the last."""
    data = lens.tables.table(TableId.LEDGER)
    if data is None:
        return
    found = visible_rows(data, TableQuery(filter=f"verdict:{verdict}"))
    if len(found):
        now = data.row_of(lens.subject) if lens.subject else None
        after = found[found > (-1 if now is None else now)]
        lens.select(data.keys[int(after[0] if len(after) else found[0])])


def _tables(lens: InjectionLens) -> Sequence[Command]:
    def columns() -> Sequence[Choice]:
        panel = lens.tables.panel(lens.tables.current)
        shown = panel.query.columns

        def toggle(column: str) -> None:
            panel.show_column(column, visible=column not in shown)

        return [
            Choice(
                column.id,
                tr(column.title),
                partial(toggle, column.id),
                tr(column.help),
                checked=partial(shown.__contains__, column.id),
            )
            for column in panel.data.columns
        ]

    return (
        Command(
            "show-table",
            tr("Table"),
            tr("Shows the whole ledger or what is expected."),
            choices=lambda: lens.tables.choices(
                lambda title: tr("Shows the table {titles}.", titles=title)
            ),
            group=_TABLES,
        ),
        Command(
            "columns",
            tr("Columns"),
            tr("Shows or hides columns of the table in sight."),
            choices=columns,
            group=_TABLES,
            enabled=partial(_has_report, lens),
        ),
        Command(
            "focus-filter",
            tr("Filter the table"),
            tr("Goes to the filter line of the table in sight."),
            lens.tables.focus_filter,
            group=_TABLES,
            keys=("Ctrl+F",),
            enabled=partial(_has_report, lens),
        ),
    )


def _chart(lens: InjectionLens) -> Sequence[Command]:
    def pictures() -> Sequence[Choice]:
        return [
            Choice(
                f"{form}-{width}",
                tr("{format}, {width:,} pixels wide…", format=form.upper(), width=width),
                partial(_save_picture, lens, form, width),
                tr("Writes the chart in the light theme, with its title and legend."),
            )
            for form in ("png", "svg")
            for width in WIDTHS
        ]

    return (
        Command(
            "focus-bar",
            tr("Go to the budget bar"),
            tr(
                "Lets the arrow keys move the divider by 1 %, with Shift by 0.1 %, and Ctrl with an"
                " arrow key walk through the segments."
            ),
            lens.bar.setFocus,
            group=_CHART,
            keys=("Ctrl+B",),
            enabled=partial(_has_report, lens),
        ),
        Command(
            "save-picture",
            tr("Save the budget bar as a picture"),
            tr("Writes the chart in a width of your choice."),
            choices=pictures,
            group=3,
            enabled=partial(_has_report, lens),
        ),
    )


def _save_picture(lens: InjectionLens, form: str, width: int) -> None:
    report = lens.report
    if report is None:
        return
    choice = FileChoice(
        tr("Save the budget bar"), (f"{form.upper()} (*.{form})", tr("All files (*)")), suffix=form
    )
    save_as(
        lens.context,
        choice,
        lambda: bar_file(report, picture_title(lens), form, width),
    )
