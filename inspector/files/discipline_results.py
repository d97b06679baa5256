"""The results of context discipline as JSON, for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from inspector.core.arguments import require, require_each
from inspector.core.discipline import (
    BudgetCheck,
    BudgetViolation,
    DiffCheck,
    DisciplineReport,
    PromptMetrics,
    Regression,
)
from inspector.core.ledger import Ledger
from inspector.core.problems import Problem
from inspector.files.discipline_formats import (
    DiffCheckFile,
    DisciplineResultFile,
    LedgerRow,
    MovedRow,
    ProblemRow,
    PromptRow,
    RegressionRow,
    RegressionsFile,
    StepRow,
    ViolationRow,
)


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
    file = DisciplineResultFile(
        type=report.type.value,
        hot_state=None if report.hot_state is None else report.hot_state.model_dump(mode="json"),
        tokens=report.tokens,
        original_tokens=report.original_tokens,
        counter=report.counter,
        counted_tokens=report.counted_tokens,
        over_limit=report.over_limit,
        reason=report.reason,
        referenced_fields=list(report.referenced_fields),
        violations=_violations(report.violations),
        steps=[
            StepRow(
                name=step.name.value,
                tried=step.tried,
                skipped=step.skipped,
                tokens_before=step.tokens_before,
                tokens_after=step.tokens_after,
                moved=[moved.field for moved in step.moved],
                violations=_violations(step.violations),
            )
            for step in report.steps
        ],
        moved=[
            MovedRow(
                field=moved.field,
                artifact_id=moved.artifact_id,
                size_bytes=moved.size_bytes,
                entry=moved.entry,
                content=moved.content if with_contents else None,
            )
            for moved in report.moved
        ],
        pointers=list(report.pointers),
        budget=report.ledger.budget,
        balances=report.ledger.balances,
        ledger=_ledger(report.ledger),
        prompt=None
        if prompt is None
        else PromptRow(
            passed=prompt.passed,
            ambiguous=prompt.ambiguous,
            tokens=prompt_tokens,
            violations=_violations(prompt.violations),
        ),
        problems=_problems(report.problems),
    )
    return file.model_dump(mode="json")


def diff_check_result(check: DiffCheck) -> dict[str, Any]:
    """Return the outcome of a check as plain values; the output is not among them."""
    require(DiffCheck, check=check)
    return DiffCheckFile(
        valid=check.valid,
        mode=check.mode,
        format=check.format,
        reason_kind=check.reason_kind,
        reason=check.reason,
        suggestion=check.suggestion,
        paths=list(check.paths),
        looks_like_unified_diff=check.looks_like_unified_diff,
        looks_like_json_patch=check.looks_like_json_patch,
        looks_like_full_file_rewrite=check.looks_like_full_file_rewrite,
        is_code_modification_task=check.is_code_modification_task,
        problems=_problems(check.problems),
    ).model_dump(mode="json")


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
            RegressionRow(
                turn=one.turn,
                timestamp=turns[one.turn].timestamp,
                session_id=turns[one.turn].session_id,
                kind=one.kind.value,
                field=one.field,
                message=one.message,
            )
            for one in found
        ],
    ).model_dump(mode="json")


def _violations(violations: Iterable[BudgetViolation]) -> list[ViolationRow]:
    return [
        ViolationRow(
            field=one.field,
            limit=one.limit,
            actual=one.actual,
            message=one.message,
            ambiguous=one.ambiguous,
        )
        for one in violations
    ]


def _ledger(ledger: Ledger) -> list[LedgerRow]:
    return [
        LedgerRow(
            subject=entry.subject,
            kind=entry.kind,
            verdict=entry.verdict.value,
            reason=entry.reason.code,
            rule=entry.rule,
            tokens=entry.tokens,
            needed=entry.needed,
            cap=entry.cap,
            sentence=entry.sentence,
        )
        for entry in ledger.entries
    ]


def _problems(problems: Iterable[Problem]) -> list[ProblemRow]:
    return [
        ProblemRow(
            severity=one.severity.value,
            code=one.code,
            message=one.message,
            fix=one.fix,
            line=one.place.line,
            pointer=one.place.pointer,
        )
        for one in problems
    ]
