"""Runs discipline for the store's session, and what can be written of a result."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from inspector.core.discipline import ArtifactRegistry
from inspector.files import diff_check_result, discipline_result, regressions_result
from inspector.gui.views.lens_exports import File, json_text, rows
from inspector.gui.views.worker import BackgroundRunner, Wanted
from inspector.language import tr
from inspector.present.drawing_svg import drawing_svg, measured
from inspector.present.table.spec import ledger_table
from inspector.session.session import Session
from inspector.session.store import Store
from inspector.stages.discipline.charts import series_chart, series_drawing, steps_svg
from inspector.stages.discipline.result_view import ResultView, result_view
from inspector.stages.discipline.runs import DisciplineResult, DisciplineRuns
from inspector.stages.discipline.tables import ALL


class DisciplineRunner(BackgroundRunner[ResultView]):
    """Answers every change of the stage and of the request's model with a ``ResultView``.

    What is taken out of the state is kept in memory, or in ``folder``.
    """

    folder: Path | None = None
    """The folder that keeps artifacts; None keeps them in memory."""

    def __init__(self, store: Store, parent: QObject | None = None) -> None:
        super().__init__(store, tr("running context discipline"), parent)
        self._runs = DisciplineRuns()

    def keep_in(self, folder: Path | None) -> None:
        """Keep artifacts in a folder from now on, those of the state in sight at once."""
        if folder != self.folder:
            self.folder = folder
            self.run()

    def _inputs(self, session: Session) -> tuple[object, ...]:
        request = session.request
        return id(session.discipline), None if request is None else request.model.encoding

    def _at_once(self, session: Session) -> ResultView | None:
        if not self._quick(session) or not self._runs.counts(session):
            return None
        return result_view(self._runs.run(session, count=True))

    def _provisional(self, session: Session) -> ResultView | None:
        if not self._quick(session):
            return None
        return result_view(self._runs.run(session, count=False))  # what is counted for real follows

    def _job(self, session: Session, _wanted: Wanted) -> Callable[[], ResultView]:
        folder = self.folder

        def work() -> ResultView:
            registry = None if folder is None else ArtifactRegistry(folder)
            return result_view(self._runs.run(session, registry))

        return work

    def _quick(self, session: Session) -> bool:
        return self.folder is None and self._runs.quick(session)


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


FILES = (
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
        lambda result: json_text(
            regressions_result(result.session.discipline.turns, result.regressions)
        ),
        _turns,
    ),
    File(
        *("series-chart.svg", tr("turns as SVG"), tr("The lines as a drawing, light.")),
        lambda result: drawing_svg(series_drawing(series_chart(result), _WIDTH, _HEIGHT, measured)),
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
"""What can be written of a result."""
