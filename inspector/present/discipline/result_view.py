"""A result with all that takes a moment to make of it, so that a worker can."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.analysis.discipline_runs import DisciplineResult
from inspector.core.discipline.limits import finite_number
from inspector.present.discipline.series_chart import SeriesChart, series_chart
from inspector.present.discipline.state_tree import (
    MarkedJson,
    StateNode,
    marked_json,
    state_tree,
)
from inspector.present.discipline.steps_chart import StepsChart, steps_chart
from inspector.present.discipline.turn_tables import turn_table, warning_table
from inspector.present.table import TableData


@dataclass(frozen=True, slots=True, eq=False)
class ResultView:
    """What the lens shows. ``given`` and ``returned`` are None without such a state."""

    result: DisciplineResult
    tree: tuple[StateNode, ...]
    given: MarkedJson | None
    returned: MarkedJson | None
    steps: StepsChart | None
    series: SeriesChart
    turns: TableData
    warnings: TableData


def result_view(result: DisciplineResult) -> ResultView:
    """Return a result as the lens shows it."""
    stage, report = result.session.discipline, result.report
    state = stage.hot_state
    kept = None if report is None else report.hot_state
    return ResultView(
        result=result,
        tree=() if state is None else state_tree(state, report),
        given=None if state is None else marked_json(state),
        returned=None if kept is None else marked_json(kept.model_dump(mode="json")),
        steps=None
        if report is None
        else steps_chart(report, finite_number(stage.limits.max_hot_state_tokens)),
        series=series_chart(result),
        turns=turn_table(result),
        warnings=warning_table(result),
    )
