"""The files that the Discipline lens can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from inspector.core.problems import Problem
from inspector.files import (
    diff_check_result,
    discipline_result,
    regressions_result,
    write_atomically,
)
from inspector.gui.lens import Exporter
from inspector.language import tr
from inspector.present.discipline.drawing_svg import drawing_svg, measured
from inspector.present.discipline.result_view import ResultView
from inspector.present.discipline.series_chart import series_drawing
from inspector.present.discipline.state_tables import field_table, step_table
from inspector.present.discipline.steps_chart import steps_drawing
from inspector.present.table import ExportFormat, ExportRequest, TableData

if TYPE_CHECKING:
    from inspector.gui.views.discipline.lens import DisciplineLens

_WIDTH, _HEIGHT = 1040, 560
_JSON, _CSV, _SVG, _LINES = (
    tr("JSON (*.json)"),
    tr("CSV (*.csv)"),
    tr("SVG (*.svg)"),
    tr("JSON lines (*.jsonl)"),
)


def discipline_exporters(lens: DisciplineLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""

    def exporter(
        name: str,
        title: str,
        help_text: str,
        file_filter: str,
        make: Callable[[ResultView], str | None],
    ) -> Exporter:
        def write(path: Path) -> Sequence[Problem]:
            text = None if lens.view is None else make(lens.view)
            if text is not None:
                write_atomically(path, text.encode("utf-8", "backslashreplace"))
            return ()

        def known() -> bool:
            return lens.view is not None and _has(name, lens.view)

        suffix = file_filter.partition("*.")[2].rstrip(")")
        return Exporter(
            f"discipline.{name}",
            tr("Discipline: {title}…", title=title),
            help_text,
            file_filter,
            f"{name}.{suffix}",
            write,
            known,
        )

    return (
        exporter(
            "hot-state", tr("returned hot state as JSON"), tr("The compact JSON."), _JSON, _state
        ),
        exporter(
            "discipline", tr("result as JSON"), tr("Steps, ledger and what moved."), _JSON, _result
        ),
        exporter("fields", tr("fields as CSV"), tr("The whole ledger."), _CSV, _fields),
        exporter("steps", tr("steps as CSV"), tr("Every step, before and after."), _CSV, _steps),
        exporter(
            "steps-chart", tr("steps as SVG"), tr("The bars as a drawing, light."), _SVG, _bars
        ),
        exporter(
            "diff-check", tr("change check as JSON"), tr("What the check found."), _JSON, _check
        ),
        exporter("turns", tr("turns as a log"), tr("One line of metrics a turn."), _LINES, _turns),
        exporter(
            "turn-table",
            tr("turns as CSV"),
            tr("The table of turns."),
            _CSV,
            lambda v: _csv(v.turns),
        ),
        exporter(
            "regressions", tr("warnings as JSON"), tr("What the series shows."), _JSON, _warnings
        ),
        exporter(
            "series-chart", tr("turns as SVG"), tr("The lines as a drawing, light."), _SVG, _lines
        ),
    )


def _has(name: str, view: ResultView) -> bool:
    result = view.result
    if name == "hot-state":
        return view.returned is not None
    if name == "diff-check":
        return result.check is not None
    if name in ("turns", "turn-table", "regressions", "series-chart"):
        return bool(result.session.discipline.turns)
    return result.report is not None


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
    return _json(plain)


def _check(view: ResultView) -> str | None:
    check = view.result.check
    return None if check is None else _json(diff_check_result(check))


def _warnings(view: ResultView) -> str:
    turns = view.result.session.discipline.turns
    return _json(regressions_result(turns, view.result.regressions))


def _turns(view: ResultView) -> str:
    return "".join(turn.log_line() + "\n" for turn in view.result.session.discipline.turns)


def _turn_table(view: ResultView) -> str:
    return _csv(view.turns)


def _fields(view: ResultView) -> str | None:
    report = view.result.report
    return None if report is None else _csv(field_table(report))


def _steps(view: ResultView) -> str | None:
    report = view.result.report
    return None if report is None else _csv(step_table(report))


def _bars(view: ResultView) -> str | None:
    if view.steps is None:
        return None
    return drawing_svg(steps_drawing(view.steps, _WIDTH, measured))


def _lines(view: ResultView) -> str:
    return drawing_svg(series_drawing(view.series, _WIDTH, _HEIGHT, measured))


def _json(plain: dict[str, Any]) -> str:
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _csv(data: TableData) -> str:
    columns = tuple(column.id for column in data.columns)
    return ExportRequest(ExportFormat.CSV, data, np.arange(data.row_count), columns).text()
