"""The tables of discipline: of one hot state, of a series of turns, of the check of an output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from inspector.core.discipline import (
    BudgetViolation,
    DisciplineAction,
    DisciplineReport,
    DisciplineStep,
    MovedField,
    StepName,
)
from inspector.core.reasons import Verdict
from inspector.core.text import in_groups, utf16_length
from inspector.files.findings import parts_of
from inspector.language import localized, marked, tr
from inspector.present.table import Column, Elide, Kind, TableData, percent
from inspector.present.table.spec import Table
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.words import KIND_TITLES, STEP_TITLES, limit_title, row_title

INTEGER, NUMBER, TEXT, ENUM, FLAG = Kind.INTEGER, Kind.NUMBER, Kind.TEXT, Kind.ENUM, Kind.FLAG
OUTCOMES = (marked("kept the limits"), marked("over a limit"), marked("skipped"))
_VERDICTS, _STEPS = tuple(one.value for one in Verdict), tuple(STEP_TITLES.values())


def _number(number: float) -> str:
    return localized(number, ",g" if number % 1 else ",.0f")


def step_outcome(step: DisciplineStep) -> str:
    """Return what came of a step."""
    if not step.tried:
        return OUTCOMES[2]
    return OUTCOMES[0] if step.passed else OUTCOMES[1]


def _fields(result: DisciplineResult) -> Iterator[tuple[Any, str | None]]:
    report = result.report
    where = {} if report is None else {moved.field: moved.artifact_id for moved in report.moved}
    yield from ((one, where.get(one.subject)) for one in (report.ledger.entries if report else ()))


FIELDS = Table(
    "fields", tr("Fields"), empty=tr("The state does not validate."), tab="discipline-fields",
    file="fields.csv", help=tr("The whole ledger."),
    rows=_fields, key=lambda _, row: f"{row[0].kind}:{row[0].subject}",
    columns=(
        Column("field", "Field", "The field of the hot state.", TEXT, ("name", "subject"), width=21,
               of=lambda row: row_title(row[0].name)),
        Column("verdict", "Verdict", "What became of it.", ENUM, ("state",), width=12,
               of=lambda row: row[0].verdict.value, labels=_VERDICTS),
        Column("before", "Before", "Tokens in the given state.", INTEGER, ("needed",), width=8,
               of=lambda row: row[0].needed),
        Column("after", "After", "Tokens in the returned state.", INTEGER, ("tokens",), width=8,
               of=lambda row: row[0].tokens),
        Column("artifact", "Artifact", "Where its value is kept now.", TEXT, width=18,
               elide=Elide.MIDDLE, of=lambda row: row[1]),
        Column("reason", "Reason", "The rule that decided, as a code.", ENUM, visible=False,
               width=18, of=lambda row: row[0].reason.code),
        Column("rule", "Rule", "Where the specification says so.", ENUM, visible=False, width=14,
               of=lambda row: row[0].rule),
        Column("cap", "Cap", "The limit that bound.", TEXT, visible=False, width=20,
               of=lambda row: row[0].cap),
        Column("why", "Why", "The reason in one sentence.", TEXT, width=60,
               of=lambda row: row[0].sentence),
    ),
)  # fmt: skip

STEPS = Table(
    "steps", tr("Steps"), empty=tr("No step was tried."), tab="discipline-steps", file="steps.csv",
    help=tr("Every step, before and after."),
    rows=lambda result: result.report.steps if result.report else (),
    key=lambda _, step: f"step:{step.name.value}",
    columns=(
        Column("step", "Step", "The step, in the order in which they are tried.", ENUM, width=12,
               of=lambda step: STEP_TITLES[step.name], labels=_STEPS),
        Column("outcome", "Outcome", "What came of it.", ENUM, ("state",), width=15,
               of=step_outcome, labels=OUTCOMES),
        Column("before", "Before", "Tokens before the step.", INTEGER, width=8,
               of=lambda step: step.tokens_before),
        Column("after", "After", "Tokens after it.", INTEGER, ("tokens",), width=8,
               of=lambda step: step.tokens_after),
        Column("freed", "Freed", "Tokens that the step frees.", INTEGER, width=8,
               of=lambda step: None if step.name is StepName.CHECK
               else step.tokens_before - step.tokens_after),
        Column("moved", "Takes out", "The fields that the step moves into artifacts.", TEXT,
               width=40, of=lambda step: ", ".join(moved.field for moved in step.moved)),
        Column("note", "Still broken, or why skipped", "What the state breaks after the step.",
               TEXT, width=50,
               of=lambda step: step.skipped
               or in_groups("; ".join(one.message for one in step.violations))),
    ),
)  # fmt: skip


def moved_fields(report: DisciplineReport | None) -> Iterator[tuple[MovedField, bool]]:
    """Give what the steps took out, and whether it is stored: a rejected state keeps everything.

    What is stored is given as it was returned: the index may lead to it since.
    """
    stored = {(moved.step, moved.field): moved for moved in (report.moved if report else ())}
    for step in report.steps if report else ():
        for one in step.moved:
            found = stored.get((one.step, one.field))
            yield found or one, found is not None


MOVED = Table(
    "moved", tr("Moved"), empty=tr("Nothing had to be moved."), tab="discipline-moved",
    file="moved.csv", help=tr("Every value that was taken out, and where it went."),
    rows=lambda result: moved_fields(result.report),
    key=lambda _, row: f"moved:{row[0].step.value}:{row[0].field}",
    columns=(
        Column("field", "Field", "The field whose value was taken out.", TEXT, ("name",), width=21,
               of=lambda row: row[0].field),
        Column("step", "Step", "The step that took it out.", ENUM, width=11,
               of=lambda row: STEP_TITLES[row[0].step], labels=_STEPS),
        Column("tokens", "Tokens", "Tokens it took in the given state.", INTEGER, width=8,
               of=lambda row: utf16_length(f'"{row[0].field}":{row[0].content}') // 4),
        Column("bytes", "Bytes", "Bytes of its JSON.", INTEGER, ("size",), width=8,
               of=lambda row: row[0].size_bytes),
        Column("entry", "In the index", "Whether an entry of the state's index leads to it.",
               FLAG, width=11, of=lambda row: row[0].entry),
        Column("stored", "Stored", "Whether it is in the registry: only what a returned state lost"
               " is stored.", FLAG, width=8, of=lambda row: row[1]),
        Column("artifact", "Artifact", "SHA-256 of its JSON, its id.", TEXT, width=66,
               elide=Elide.MIDDLE, of=lambda row: row[0].artifact_id),
    ),
)  # fmt: skip


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


VIOLATIONS = Table(
    "violations", tr("Broken limits"), empty=tr("Every limit is kept."), tab="discipline-limits",
    file="violations.csv", help=tr("Every limit that was broken, and by how much."),
    rows=violations_of, key=lambda place, _: f"violation:{place}",
    columns=(
        Column("of", "Of", "The given state, the returned state, or the whole prompt.", ENUM,
               width=10, of=lambda row: row[0], labels=("given", "returned", "prompt")),
        Column("field", "What", "What is over its limit.", TEXT, width=24,
               of=lambda row: limit_title(row[1].field)),
        Column("actual", "Actual", "The number that was compared.", NUMBER, width=9, write=_number,
               of=lambda row: None if row[1].ambiguous else row[1].actual),
        Column("limit", "Limit", "The limit; exactly at it is allowed.", NUMBER, width=9,
               write=_number, of=lambda row: None if row[1].ambiguous else row[1].limit),
        Column("over", "Over by", "How much is too much.", NUMBER, width=9, write=_number,
               of=lambda row: None if row[1].ambiguous else row[1].actual - row[1].limit),
        Column("why", "Why", "The violation in one sentence.", TEXT, width=60,
               of=lambda row: in_groups(row[1].message)),
    ),
)  # fmt: skip


def _turns(result: DisciplineResult) -> Iterator[tuple[int, Any, int, float | None]]:
    """Give each turn with its number, how many warnings end at it, and the limit of hot states."""
    warned, limit = Counter(one.turn for one in result.regressions), result.thresholds[0].limit
    for place, turn in enumerate(result.session.discipline.turns):
        yield place + 1, turn, warned[place], limit


TURNS = Table(
    "turns", tr("Turns"), empty=tr("There are no turns."), tab="discipline-turns",
    file="turn-table.csv", help=tr("The table of turns."),
    rows=_turns, key=lambda place, _: f"turn:{place}",
    columns=(
        Column("turn", "Turn", "Its place in the series.", INTEGER, ("number",), width=6,
               of=lambda row: row[0]),
        Column("time", "Time", "When the turn was, as the log says.", TEXT, width=21,
               of=lambda row: row[1].timestamp),
        Column("session", "Session", "The session of the turn.", TEXT, width=16,
               elide=Elide.MIDDLE, of=lambda row: row[1].session_id),
        Column("run", "Run", "The run of the turn.", TEXT, visible=False, width=14,
               elide=Elide.MIDDLE, of=lambda row: row[1].run_id),
        Column("hot_state", "Hot state", "Tokens of the hot state.", INTEGER, ("tokens",), width=10,
               of=lambda row: row[1].hot_state_tokens),
        Column("of_limit", "Of limit", "Tokens of the hot state, of its limit.", NUMBER, width=9,
               write=percent(),
               of=lambda row: row[1].hot_state_tokens / row[3] if row[3] else None),
        Column("entries", "Index", "Entries of the artifact index.", INTEGER, width=7,
               of=lambda row: row[1].artifact_index_count),
        Column("prompt", "Prompt", "Estimated tokens of the prompt.", INTEGER, width=9,
               of=lambda row: row[1].estimated_prompt_tokens),
        Column("truncated", "Cut", "Whether fields were taken out of the hot state.", FLAG, width=6,
               of=lambda row: row[1].hot_state_truncated),
        Column("violations", "Violations", "How many limits the turn broke.", INTEGER, width=10,
               of=lambda row: row[1].budget_violation_count),
        Column("ok", "Kept", "Whether the turn kept its budget.", FLAG, width=6,
               of=lambda row: row[1].budget_passed),
        Column("warnings", "Warnings", "How many warnings end at this turn.", INTEGER, width=9,
               of=lambda row: row[2]),
        Column("bytes", "Bytes", "Bytes of the hot state's JSON.", INTEGER, visible=False, width=8,
               of=lambda row: row[1].hot_state_bytes),
        Column("types", "Types", "The types in the artifact index.", TEXT, visible=False, width=18,
               of=lambda row: ", ".join(row[1].artifact_types)),
        Column("system", "System", "Characters of the system prompt.", NUMBER, visible=False,
               width=9, of=lambda row: row[1].system_prompt_chars),
        Column("user", "User", "Characters of the user's content.", NUMBER, visible=False, width=9,
               of=lambda row: row[1].user_content_chars),
    ),
)  # fmt: skip

WARNINGS = Table(
    "warnings", tr("Warnings"), empty=tr("Nothing to warn of."), tab="discipline-warnings",
    rows=lambda result: (
        (one, result.session.discipline.turns[one.turn]) for one in result.regressions
    ),
    key=lambda place, _: f"warning:{place}",
    columns=(
        Column("turn", "Turn", "The turn, the last one of several.", INTEGER, ("number",), width=6,
               of=lambda row: row[0].turn + 1),
        Column("kind", "Kind", "What the warning is about.", ENUM, width=11,
               of=lambda row: KIND_TITLES[row[0].kind], labels=tuple(KIND_TITLES.values())),
        Column("session", "Session", "The session of the turn.", TEXT, width=16,
               elide=Elide.MIDDLE, of=lambda row: row[1].session_id),
        Column("time", "Time", "When the turn was.", TEXT, visible=False, width=21,
               of=lambda row: row[1].timestamp),
        Column("why", "Warning", "The warning in one sentence.", TEXT, ("message",), width=80,
               of=lambda row: in_groups(row[0].message)),
    ),
)  # fmt: skip

FINDINGS = Table(
    "findings", tr("Findings"), empty=tr("Nothing is wrong with it."), tab="discipline-findings",
    rows=lambda result: result.check.problems if result.check else (),
    key=lambda place, _: f"finding:{place}",
    columns=(
        Column("line", "Line", "The line of the output.", INTEGER, width=6,
               of=lambda one: one.place.line),
        Column("place", "Place", "The place in a JSON patch.", TEXT, ("pointer",), width=18,
               of=lambda one: one.place.pointer),
        Column("code", "Code", "The stable name of the problem.", TEXT, width=26,
               of=lambda one: one.code),
        Column("message", "Message", "What is wrong.", TEXT, width=60, of=lambda one: one.message),
        Column("fix", "Fix", "What would make it right.", TEXT, width=40, of=lambda one: one.fix),
    ),
)  # fmt: skip

OF_STATE = (FIELDS, STEPS, MOVED, VIOLATIONS)
ALL = (*OF_STATE, TURNS, WARNINGS, FINDINGS)


def row_of_subject(data: TableData, subject: str) -> str:
    """Return the key of the row about a subject in any of these tables, "" for none.

    A part of a field stands for its field, and a field for what was moved of it.
    """
    if data.row_of(subject) is not None:
        return subject
    kind, _, rest = subject.partition(":")
    if kind == "part" and "/" in rest:
        kind, rest = "field", parts_of(rest)[0]
    elif kind == "moved":
        kind, rest = "field", rest.rpartition(":")[2]
    if kind != "field":
        return ""
    tail = f":{rest}"
    return next((key for key in data.keys if key.endswith(tail)), "")
