"""Tables of one hot state: its fields, the steps tried, what moved where, what is broken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.core.discipline import (
    BudgetViolation,
    DisciplineAction,
    DisciplineReport,
    DisciplineStep,
    StepName,
)
from inspector.core.reasons import Verdict
from inspector.core.text import utf16_length
from inspector.language import localized
from inspector.present.table import Column, Elide, Kind, TableData
from inspector.present.table.row_table import row_table
from inspector.stages.discipline.names import STEP_TITLES, limit_title, row_title
from inspector.stages.discipline.runs import DisciplineResult

FIELD_COLUMNS = (
    Column("field", "Field", "The field of the hot state.", Kind.TEXT, ("name", "subject"),
           width=21),
    Column("verdict", "Verdict", "What became of it.", Kind.ENUM, ("state",), width=12),
    Column("before", "Before", "Tokens in the given state.", Kind.INTEGER, ("needed",), width=8),
    Column("after", "After", "Tokens in the returned state.", Kind.INTEGER, ("tokens",), width=8),
    Column("artifact", "Artifact", "Where its value is kept now.", Kind.TEXT, width=18,
           elide=Elide.MIDDLE),
    Column("reason", "Reason", "The rule that decided, as a code.", Kind.ENUM, visible=False,
           width=18),
    Column("rule", "Rule", "Where the specification says so.", Kind.ENUM, visible=False, width=14),
    Column("cap", "Cap", "The limit that bound.", Kind.TEXT, visible=False, width=20),
    Column("why", "Why", "The reason in one sentence.", Kind.TEXT, width=60),
)  # fmt: skip

STEP_COLUMNS = (
    Column("step", "Step", "The step, in the order in which they are tried.", Kind.ENUM, width=12),
    Column("outcome", "Outcome", "What came of it.", Kind.ENUM, ("state",), width=15),
    Column("before", "Before", "Tokens before the step.", Kind.INTEGER, width=8),
    Column("after", "After", "Tokens after it.", Kind.INTEGER, ("tokens",), width=8),
    Column("freed", "Freed", "Tokens that the step frees.", Kind.INTEGER, width=8),
    Column("moved", "Takes out", "The fields that the step moves into artifacts.", Kind.TEXT,
           width=40),
    Column("note", "Still broken, or why skipped", "What the state breaks after the step.",
           Kind.TEXT, width=50),
)  # fmt: skip

MOVED_COLUMNS = (
    Column("field", "Field", "The field whose value was taken out.", Kind.TEXT, ("name",),
           width=21),
    Column("step", "Step", "The step that took it out.", Kind.ENUM, width=11),
    Column("tokens", "Tokens", "Tokens it took in the given state.", Kind.INTEGER, width=8),
    Column("bytes", "Bytes", "Bytes of its JSON.", Kind.INTEGER, ("size",), width=8),
    Column("entry", "In the index", "Whether an entry of the state's index leads to it.",
           Kind.FLAG, width=11),
    Column("stored", "Stored", "Whether it is in the registry: only what a returned state lost"
           " is stored.", Kind.FLAG, width=8),
    Column("artifact", "Artifact", "SHA-256 of its JSON, its id.", Kind.TEXT, width=66,
           elide=Elide.MIDDLE),
)  # fmt: skip

VIOLATION_COLUMNS = (
    Column("of", "Of", "The given state, the returned state, or the whole prompt.", Kind.ENUM,
           width=10),
    Column("field", "What", "What is over its limit.", Kind.TEXT, width=24),
    Column("actual", "Actual", "The number that was compared.", Kind.NUMBER, width=9,
           write=lambda number: localized(number, ",g" if number % 1 else ",.0f")),
    Column("limit", "Limit", "The limit; exactly at it is allowed.", Kind.NUMBER, width=9,
           write=lambda number: localized(number, ",g" if number % 1 else ",.0f")),
    Column("over", "Over by", "How much is too much.", Kind.NUMBER, width=9,
           write=lambda number: localized(number, ",g" if number % 1 else ",.0f")),
    Column("why", "Why", "The violation in one sentence.", Kind.TEXT, width=60),
)  # fmt: skip

VERDICTS = tuple(verdict.value for verdict in Verdict)
OUTCOMES = ("kept the limits", "still too large", "skipped")


def field_table(report: DisciplineReport) -> TableData:
    """Return the ledger, one row a field and the rows that close it; keys are ``kind:subject``."""
    where = {moved.field: moved.artifact_id for moved in report.moved}
    rows = {
        f"{entry.kind}:{entry.subject}": (
            row_title(entry.name),
            entry.verdict.value,
            entry.needed,
            entry.tokens,
            where.get(entry.subject),
            entry.reason.code,
            entry.rule,
            entry.cap,
            entry.sentence,
        )
        for entry in report.ledger.entries
    }
    return row_table(FIELD_COLUMNS, rows, {"verdict": VERDICTS})


def step_table(report: DisciplineReport) -> TableData:
    """Return the steps; keys are ``step:name``."""
    rows = {f"step:{step.name.value}": _step_row(step) for step in report.steps}
    labels = {"step": tuple(STEP_TITLES.values()), "outcome": OUTCOMES}
    return row_table(STEP_COLUMNS, rows, labels)


def step_outcome(step: DisciplineStep) -> str:
    """Return what came of a step."""
    if not step.tried:
        return OUTCOMES[2]
    return OUTCOMES[0] if step.passed else OUTCOMES[1]


def moved_table(report: DisciplineReport) -> TableData:
    """Return what the steps took out; keys are ``moved:step:field``.

    A rejected state keeps everything: what its steps would have moved is here, and not stored.
    """
    stored = report.type is not DisciplineAction.REJECT
    returned = {(moved.step, moved.field) for moved in report.moved}
    rows = {
        f"moved:{moved.step.value}:{moved.field}": (
            moved.field,
            STEP_TITLES[moved.step],
            utf16_length(f'"{moved.field}":{moved.content}') // 4,
            moved.size_bytes,
            moved.entry,
            stored and (moved.step, moved.field) in returned,
            moved.artifact_id,
        )
        for step in report.steps
        for moved in step.moved
    }
    return row_table(MOVED_COLUMNS, rows, {"step": tuple(STEP_TITLES.values())})


def row_of_subject(data: TableData, subject: str) -> str:
    """Return the key of the row about a subject in any of these tables, "" for none.

    A part of a field stands for its field, and a field for what was moved of it.
    """
    if data.row_of(subject) is not None:
        return subject
    kind, _, rest = subject.partition(":")
    if kind == "part" and "/" in rest:
        kind, rest = "field", rest.split("/")[1].replace("~1", "/").replace("~0", "~")
    elif kind == "moved":
        kind, rest = "field", rest.rpartition(":")[2]
    if kind != "field":
        return ""
    tail = f":{rest}"
    return next((key for key in data.keys if key.endswith(tail)), "")


def violations_of(result: DisciplineResult) -> Iterator[tuple[str, BudgetViolation]]:
    """Give every violation with whose it is: the given state's, the returned one's, the prompt's.

    The prompt's check looks at the returned state again; what that breaks is told once.
    """
    report = result.report
    if report is None:
        return
    given = report.steps[0].violations if report.steps else report.violations
    yield from (("given", one) for one in given)
    told = set(given)
    if report.over_limit or report.type is DisciplineAction.REJECT:
        yield from (("returned", one) for one in report.violations if one not in told)
        told.update(report.violations)
    if result.prompt is not None:
        yield from (("prompt", one) for one in result.prompt.violations if one not in told)


def violation_table(result: DisciplineResult) -> TableData:
    """Return everything that is broken; keys are ``violation:number``."""
    rows = {
        f"violation:{place}": (whose, *_violation_row(one))
        for place, (whose, one) in enumerate(violations_of(result))
    }
    return row_table(VIOLATION_COLUMNS, rows, {"of": ("given", "returned", "prompt")})


def _step_row(step: DisciplineStep) -> tuple[Any, ...]:
    broken = "; ".join(violation.message for violation in step.violations)
    return (
        STEP_TITLES[step.name],
        step_outcome(step),
        step.tokens_before,
        step.tokens_after,
        step.tokens_before - step.tokens_after if step.name is not StepName.CHECK else None,
        ", ".join(moved.field for moved in step.moved),
        step.skipped or broken,
    )


def _violation_row(one: BudgetViolation) -> tuple[Any, ...]:
    if one.ambiguous:
        return (limit_title(one.field), None, None, None, one.message)
    over = one.actual - one.limit
    return (limit_title(one.field), one.actual, one.limit, over, one.message)
