"""A result with all that takes a moment to make of it, so that a worker can.

What a check of an output found: a headline, and the signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from inspector.core.discipline import DiffCheck
from inspector.core.problems import Problem
from inspector.core.reasons import Verdict
from inspector.language import tr
from inspector.present.strips import Strips
from inspector.present.table import TableData
from inspector.present.table.spec import Table
from inspector.stages.discipline.charts import SeriesChart, series_chart, steps_chart_of
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.state_tree import MarkedJson, StateNode, marked_json, state_tree
from inspector.stages.discipline.tables import TURNS, WARNINGS
from inspector.stages.discipline.words import FORMAT_TITLES, REASON_TITLES


@dataclass(frozen=True, slots=True)
class DiffHeadline:
    """What is said first. ``verdict`` gives its look; ``detail`` may be empty."""

    title: str
    detail: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class CheckSign:
    """One thing that was looked at, and whether the output or the task has it (None: unknown)."""

    title: str
    present: bool | None


def diff_headline(check: DiffCheck) -> DiffHeadline:
    """Say in a few words what came of a check."""
    if check.reason_kind is not None:
        title = REASON_TITLES[check.reason_kind]
        return DiffHeadline(title, check.suggestion or "", Verdict.REFUSED)
    title = tr("A change") if check.format is None else FORMAT_TITLES[check.format]
    return DiffHeadline(title, changed_files(check), Verdict.INCLUDED)


def finding_line(problem: Problem, *, fix: bool = True) -> str:
    """Return one thing that is wrong as a line of text: where, what, and what would help."""
    where = tr("Line {line}: ", line=problem.place.line) if problem.place.line else ""
    if not where and problem.place.pointer:
        where = f"{problem.place.pointer}: "
    tail = f" {problem.fix}" if fix and problem.fix else ""
    return f"{where}{problem.message}.{tail}"


def changed_files(check: DiffCheck) -> str:
    """Return which files the diff changes, "" for none."""
    if not check.paths:
        return ""
    return tr("Changes {paths:,}: {names}", paths=len(check.paths), names=", ".join(check.paths))


def diff_signs(check: DiffCheck) -> tuple[CheckSign, ...]:
    """Return every sign that was looked at."""
    return (
        CheckSign(tr("Taken for a task that changes files"), check.is_code_modification_task),
        CheckSign(tr("Looks like a unified diff"), check.looks_like_unified_diff),
        CheckSign(tr("Looks like a JSON patch"), check.looks_like_json_patch),
        CheckSign(tr("Looks like a whole file"), check.looks_like_full_file_rewrite),
    )


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
