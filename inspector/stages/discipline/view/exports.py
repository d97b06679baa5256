"""The files that the Discipline lens can write."""

from __future__ import annotations

from typing import Any

from inspector.files import diff_check_result, discipline_result, regressions_result
from inspector.gui.lens import Exporter
from inspector.gui.views.lens_exports import File, exports_of, json_text, rows
from inspector.language import tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.table.spec import ledger_table
from inspector.stages.discipline.charts import series_chart, series_drawing, steps_svg
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.tables import ALL
from inspector.stages.discipline.view.lens import DisciplineLens

_WIDTH, _HEIGHT = 1040, 560


def _result(result: DisciplineResult) -> str | None:
    if result.report is None:
        return None
    sizes: dict[str, Any] = {"prompt": result.prompt, "prompt_tokens": result.prompt_tokens}
    return json_text(discipline_result(result.report, with_contents=True, **sizes))


def _turns(result: DisciplineResult) -> DisciplineResult | None:
    return result if result.session.discipline.turns else None


def _log(result: DisciplineResult) -> str:
    return "".join(turn.log_line() + "\n" for turn in result.session.discipline.turns)


def _warnings(result: DisciplineResult) -> str:
    return json_text(regressions_result(result.session.discipline.turns, result.regressions))


def _lines(result: DisciplineResult) -> str:
    return drawing_svg(series_drawing(series_chart(result), _WIDTH, _HEIGHT, measured))


_FILES = (
    File(
        *("hot-state.json", tr("returned hot state as JSON"), tr("The compact JSON.")),
        lambda report: report.json + "\n",
        lambda result: result.report,
    ),
    File(
        *("discipline.json", tr("result as JSON"), tr("Steps, ledger and what moved.")),
        _result,
        lambda result: result if result.report else None,
    ),
    File(
        *("steps-chart.svg", tr("steps as SVG"), tr("The bars as a drawing, light.")),
        str,
        steps_svg,
    ),
    File(
        *("diff-check.json", tr("change check as JSON"), tr("What the check found.")),
        lambda check: json_text(diff_check_result(check)),
        lambda result: result.check,
    ),
    File("turns.jsonl", tr("turns as a log"), tr("One line of metrics a turn."), _log, _turns),
    File(
        *("regressions.json", tr("warnings as JSON"), tr("What the series shows.")),
        _warnings,
        _turns,
    ),
    File(
        *("series-chart.svg", tr("turns as SVG"), tr("The lines as a drawing, light.")),
        _lines,
        _turns,
    ),
    *ALL,
    rows(
        "discipline-ledger.csv",
        tr("Ledger"),
        lambda result: ledger_table(result.report.ledger),
        possible=lambda result: result.report is not None,
    ),
)


def discipline_exporters(lens: DisciplineLens) -> tuple[Exporter, ...]:
    """Return everything that can be written of the result that is shown."""

    def shown() -> DisciplineResult | None:
        return None if lens.view is None else lens.view.result

    return exports_of("discipline", tr("Discipline"), shown, _FILES)
