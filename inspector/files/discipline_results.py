"""The results of context discipline as JSON, for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from inspector.core.arguments import require, require_each
from inspector.core.discipline import (
    BudgetCheck,
    DiffCheck,
    DisciplineReport,
    PromptMetrics,
    Regression,
)
from inspector.files.discipline_formats import (
    DiffCheckFile,
    DisciplineResultFile,
    MovedRow,
    PromptRow,
    RegressionRow,
    RegressionsFile,
    StepRow,
)
from inspector.files.result_rows import made_of


def discipline_result(
    report: DisciplineReport,
    *,
    prompt: BudgetCheck | None = None,
    prompt_tokens: int | None = None,
    with_contents: bool,
) -> dict[str, Any]:
    """Return a report as plain values; ``with_contents`` keeps what was stored nowhere else."""
    require(DisciplineReport, report=report)
    require(BudgetCheck | None, prompt=prompt)
    require(int | None, prompt_tokens=prompt_tokens)
    hidden: dict[str, Any] = {} if with_contents else {"content": None}
    file = made_of(
        DisciplineResultFile,
        report,
        hot_state=None if report.hot_state is None else report.hot_state.model_dump(mode="json"),
        steps=[
            made_of(StepRow, step, moved=[moved.field for moved in step.moved])
            for step in report.steps
        ],
        moved=[made_of(MovedRow, moved, **hidden) for moved in report.moved],
        budget=report.ledger.budget,
        balances=report.ledger.balances,
        ledger=list(report.ledger.entries),
        prompt=None if prompt is None else made_of(PromptRow, prompt, tokens=prompt_tokens),
    )
    return file.model_dump(mode="json")


def diff_check_result(check: DiffCheck) -> dict[str, Any]:
    """Return the outcome of a check as plain values; the output is not among them."""
    require(DiffCheck, check=check)
    return made_of(DiffCheckFile, check).model_dump(mode="json")


def regressions_result(
    turns: Sequence[PromptMetrics], regressions: Iterable[Regression]
) -> dict[str, Any]:
    """Return the warnings about a series as plain values."""
    require_each(PromptMetrics, turns=turns)
    require(Iterable, regressions=regressions)
    found = tuple(regressions)
    require_each(Regression, regressions=found)
    return RegressionsFile(
        turns=len(turns),
        sessions=len({turn.session_id for turn in turns}),
        regressions=[
            made_of(
                RegressionRow,
                one,
                timestamp=turns[one.turn].timestamp,
                session_id=turns[one.turn].session_id,
            )
            for one in found
        ],
    ).model_dump(mode="json")
