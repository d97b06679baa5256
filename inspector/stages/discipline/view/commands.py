"""The commands of the Discipline lens.

The files that the Discipline lens can write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from inspector.core.discipline import DEFAULT_LIMITS
from inspector.files import diff_check_result, discipline_result, regressions_result
from inspector.gui.commands import Choice, Command, CommandId
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import LensExports, json_text
from inspector.language import tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.table import TableData
from inspector.session.discipline_edits import reset_limits
from inspector.stages.discipline.result_view import ResultView
from inspector.stages.discipline.series_chart import series_drawing
from inspector.stages.discipline.state_tables import field_table, step_table
from inspector.stages.discipline.steps_chart import steps_drawing
from inspector.stages.discipline.view.lens import DisciplineLens

_PAGES = (
    ("state", tr("Hot state"), tr("Shows the hot state, the steps and what was moved.")),
    ("check", tr("Change check"), tr("Shows the output and whether it is a change.")),
    ("turns", tr("Turns"), tr("Shows the series of turns and its warnings.")),
)


def discipline_commands(lens: DisciplineLens) -> Sequence[Command]:
    """Return what can be done in the lens; all of it needs the lens in sight."""
    store = lens.context.store

    def with_state() -> bool:
        view = lens.view
        return lens.isVisible() and view is not None and view.result.report is not None

    def reset() -> None:
        store.commit(tr("Reset the limits"), reset_limits())

    def pages() -> Sequence[Choice]:
        return [
            Choice(
                page,
                title,
                partial(lens.show_page, page),
                text,
                checked=partial(_is_page, lens, page),
            )
            for page, title, text in _PAGES
        ]

    def command(
        which: CommandId,
        title: str,
        help_text: str,
        run: Callable[[], None],
        *keys: str,
        enabled: Callable[[], bool] = lens.isVisible,
    ) -> Command:
        return Command(
            which,
            title,
            help_text,
            run,
            keys=keys,
            enabled=enabled,
        )

    return (
        Command(
            CommandId.DISCIPLINE_PAGE,
            tr("Discipline page"),
            tr("Shows the hot state, the change check or the series of turns."),
            choices=pages,
            enabled=lens.isVisible,
        ),
        command(
            CommandId.DISCIPLINE_OPEN_STATE,
            tr("Open a hot state…"),
            tr("Opens a hot state or a discipline stage into the session."),
            partial(lens.open_file, "state"),
        ),
        command(
            CommandId.DISCIPLINE_EDIT_STATE,
            tr("Edit the hot state's JSON"),
            tr("Goes to the given state's JSON; what is typed there is taken after a moment."),
            lens.focus_json,
            enabled=with_state,
        ),
        command(
            CommandId.DISCIPLINE_RESET_LIMITS,
            tr("Reset the limits of discipline"),
            tr("Gives every limit its default."),
            reset,
            enabled=lambda: lens.isVisible() and store.session.discipline.limits != DEFAULT_LIMITS,
        ),
        command(
            CommandId.DISCIPLINE_FOLDER,
            tr("Keep artifacts in a folder…"),
            tr("Stores what is taken out of the state in an artifact registry on disk."),
            lens.choose_folder,
        ),
        command(
            CommandId.DISCIPLINE_CHECK_OUTPUT,
            tr("Check an output for being a change"),
            tr("Goes to the output, where one can be pasted or dropped."),
            lens.focus_output,
        ),
        command(
            CommandId.DISCIPLINE_OPEN_SERIES,
            tr("Open a series of turns…"),
            tr("Opens a log with one line of metrics a turn."),
            partial(lens.open_file, "turns"),
        ),
        command(
            CommandId.DISCIPLINE_ADD_TURN,
            tr("Add the hot state to the series"),
            tr("Measures the hot state in sight, and adds it as a turn of this moment."),
            lens.add_turn,
            enabled=with_state,
        ),
    )


def _is_page(lens: DisciplineLens, page: str) -> bool:
    return lens.page == page


_WIDTH, _HEIGHT = 1040, 560


def discipline_exporters(lens: DisciplineLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""
    made = LensExports("discipline", lambda: lens.view)
    return (
        made.file(
            "hot-state.json",
            tr("Discipline: returned hot state as JSON…"),
            tr("The compact JSON."),
            _state,
            possible=lambda view: view.returned is not None,
        ),
        made.file(
            "discipline.json",
            tr("Discipline: result as JSON…"),
            tr("Steps, ledger and what moved."),
            _result,
            possible=_has_report,
        ),
        made.rows(
            "fields.csv",
            tr("Discipline: fields as CSV…"),
            _fields,
            tr("The whole ledger."),
            possible=_has_report,
        ),
        made.rows(
            "steps.csv",
            tr("Discipline: steps as CSV…"),
            _steps,
            tr("Every step, before and after."),
            possible=_has_report,
        ),
        made.file(
            "steps-chart.svg",
            tr("Discipline: steps as SVG…"),
            tr("The bars as a drawing, light."),
            _bars,
            possible=_has_report,
        ),
        made.file(
            "diff-check.json",
            tr("Discipline: change check as JSON…"),
            tr("What the check found."),
            _check,
            possible=lambda view: view.result.check is not None,
        ),
        made.file(
            "turns.jsonl",
            tr("Discipline: turns as a log…"),
            tr("One line of metrics a turn."),
            _turns,
            possible=_has_turns,
        ),
        made.rows(
            "turn-table.csv",
            tr("Discipline: turns as CSV…"),
            lambda view: view.turns,
            tr("The table of turns."),
            possible=_has_turns,
        ),
        made.file(
            "regressions.json",
            tr("Discipline: warnings as JSON…"),
            tr("What the series shows."),
            _warnings,
            possible=_has_turns,
        ),
        made.file(
            "series-chart.svg",
            tr("Discipline: turns as SVG…"),
            tr("The lines as a drawing, light."),
            _lines,
            possible=_has_turns,
        ),
    )


def _has_report(view: ResultView) -> bool:
    return view.result.report is not None


def _has_turns(view: ResultView) -> bool:
    return bool(view.result.session.discipline.turns)


def _state(view: ResultView) -> str | None:
    report = view.result.report
    return None if report is None or report.json is None else report.json + "\n"


def _result(view: ResultView) -> str | None:
    result = view.result
    if result.report is None:
        return None
    plain = discipline_result(
        result.report,
        prompt=result.prompt,
        prompt_tokens=result.prompt_tokens,
        with_contents=True,
    )
    return json_text(plain)


def _check(view: ResultView) -> str | None:
    check = view.result.check
    return None if check is None else json_text(diff_check_result(check))


def _warnings(view: ResultView) -> str:
    turns = view.result.session.discipline.turns
    return json_text(regressions_result(turns, view.result.regressions))


def _turns(view: ResultView) -> str:
    return "".join(turn.log_line() + "\n" for turn in view.result.session.discipline.turns)


def _fields(view: ResultView) -> TableData | None:
    report = view.result.report
    return None if report is None else field_table(report)


def _steps(view: ResultView) -> TableData | None:
    report = view.result.report
    return None if report is None else step_table(report)


def _bars(view: ResultView) -> str | None:
    if view.steps is None:
        return None
    return drawing_svg(steps_drawing(view.steps, _WIDTH, measured))


def _lines(view: ResultView) -> str:
    return drawing_svg(series_drawing(view.series, _WIDTH, _HEIGHT, measured))
