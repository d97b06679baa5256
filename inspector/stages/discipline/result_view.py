"""A result with all that takes a moment to make of it, so that a worker can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.present.strips import Strips
from inspector.present.table import TableData
from inspector.present.table.spec import Table
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.series_chart import SeriesChart, series_chart
from inspector.stages.discipline.state_tree import MarkedJson, StateNode, marked_json, state_tree
from inspector.stages.discipline.steps_chart import steps_chart_of
from inspector.stages.discipline.tables import TURNS, WARNINGS


@dataclass(frozen=True, slots=True, eq=False)
class ResultView:
    """What the lens shows. ``given`` and ``returned`` are None without such a state."""

    result: DisciplineResult
    tree: tuple[StateNode, ...]
    given: MarkedJson | None
    returned: MarkedJson | None
    steps: Strips | None
    series: SeriesChart
    tables: Mapping[str, TableData]
    """Those that may be long, by their tabs; others are made when they are in sight."""

    def table(self, table: Table) -> TableData:
        """Return a table, made now if it is not yet."""
        return self.tables.get(table.tab) or table.data(self.result)


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
        steps=steps_chart_of(result),
        series=series_chart(result),
        tables={one.tab: one.data(result) for one in (TURNS, WARNINGS)},
    )
