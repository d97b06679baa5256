"""A result with all that takes a moment to make of it, so that a worker can.

Tables of a series of turns, and of what it shows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from inspector.core.discipline import PromptMetrics
from inspector.core.discipline.limits import finite_number
from inspector.present.table import Column, Elide, Kind, TableData, percent
from inspector.present.table.row_table import row_table
from inspector.stages.discipline.names import KIND_TITLES
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.series_chart import SeriesChart, series_chart
from inspector.stages.discipline.state_tree import MarkedJson, StateNode, marked_json, state_tree
from inspector.stages.discipline.steps_chart import StepsChart, steps_chart

TURN_COLUMNS = (
    Column("turn", "Turn", "Its place in the series.", Kind.INTEGER, ("number",), width=6),
    Column("time", "Time", "When the turn was, as the log says.", Kind.TEXT, width=21),
    Column("session", "Session", "The session of the turn.", Kind.TEXT, width=16,
           elide=Elide.MIDDLE),
    Column("run", "Run", "The run of the turn.", Kind.TEXT, visible=False, width=14,
           elide=Elide.MIDDLE),
    Column("hot_state", "Hot state", "Tokens of the hot state.", Kind.INTEGER, ("tokens",),
           width=10),
    Column("of_limit", "Of limit", "Tokens of the hot state, of its limit.", Kind.NUMBER, width=9,
           write=percent()),
    Column("entries", "Index", "Entries of the artifact index.", Kind.INTEGER, width=7),
    Column("prompt", "Prompt", "Estimated tokens of the prompt.", Kind.INTEGER, width=9),
    Column("truncated", "Cut", "Whether fields were taken out of the hot state.", Kind.FLAG,
           width=6),
    Column("violations", "Violations", "How many limits the turn broke.", Kind.INTEGER, width=10),
    Column("ok", "Kept", "Whether the turn kept its budget.", Kind.FLAG, width=6),
    Column("warnings", "Warnings", "How many warnings end at this turn.", Kind.INTEGER, width=9),
    Column("bytes", "Bytes", "Bytes of the hot state's JSON.", Kind.INTEGER, visible=False,
           width=8),
    Column("types", "Types", "The types in the artifact index.", Kind.TEXT, visible=False,
           width=18),
    Column("system", "System", "Characters of the system prompt.", Kind.NUMBER, visible=False,
           width=9),
    Column("user", "User", "Characters of the user's content.", Kind.NUMBER, visible=False,
           width=9),
)  # fmt: skip

WARNING_COLUMNS = (
    Column("turn", "Turn", "The turn, the last one of several.", Kind.INTEGER, ("number",),
           width=6),
    Column("kind", "Kind", "What the warning is about.", Kind.ENUM, width=11),
    Column("session", "Session", "The session of the turn.", Kind.TEXT, width=16,
           elide=Elide.MIDDLE),
    Column("time", "Time", "When the turn was.", Kind.TEXT, visible=False, width=21),
    Column("why", "Warning", "The warning in one sentence.", Kind.TEXT, ("message",), width=80),
)  # fmt: skip


def turn_table(result: DisciplineResult) -> TableData:
    """Return the turns, numbered from 1; keys are ``turn:place`` from 0."""
    warned = Counter(one.turn for one in result.regressions)
    limit = result.thresholds[0].limit
    rows = {}
    for place, turn in enumerate(result.session.discipline.turns):
        rows[f"turn:{place}"] = (
            place + 1,
            turn.timestamp,
            turn.session_id,
            turn.run_id,
            turn.hot_state_tokens,
            turn.hot_state_tokens / limit if limit else None,
            turn.artifact_index_count,
            turn.estimated_prompt_tokens,
            turn.hot_state_truncated,
            turn.budget_violation_count,
            turn.budget_passed,
            warned[place],
            turn.hot_state_bytes,
            ", ".join(turn.artifact_types),
            turn.system_prompt_chars,
            turn.user_content_chars,
        )
    return row_table(TURN_COLUMNS, rows)


def warning_table(result: DisciplineResult) -> TableData:
    """Return the warnings; keys are ``warning:place``."""
    turns: tuple[PromptMetrics, ...] = result.session.discipline.turns
    rows = {
        f"warning:{place}": (
            one.turn + 1,
            KIND_TITLES[one.kind],
            turns[one.turn].session_id,
            turns[one.turn].timestamp,
            one.message,
        )
        for place, one in enumerate(result.regressions)
    }
    return row_table(WARNING_COLUMNS, rows, {"kind": tuple(KIND_TITLES.values())})


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
