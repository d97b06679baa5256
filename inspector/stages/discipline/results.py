"""The results of context discipline as JSON, for other programs.

The formats in which results of context discipline go to other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from inspector.core.arguments import require, require_each
from inspector.core.discipline import (
    ArtifactIndexEntry,
    BudgetCheck,
    DiffCheck,
    DisciplineReport,
    PromptMetrics,
    Regression,
)
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion
from inspector.files.result_rows import KEPT, LedgerRow, ProblemRow, ResultPart, result_from


class ViolationRow(ResultPart):
    """One limit that is broken."""

    field: Annotated[str, KEPT]
    """What is over its limit."""

    limit: Annotated[int | float, KEPT]
    """The limit, -1 where it cannot be used."""

    actual: Annotated[int | float, KEPT]
    """The number it was compared with, -1 where there is none."""

    message: str
    """The violation in plain words."""

    ambiguous: bool
    """Whether the check could not be made, which fails, too."""


class MovedRow(ResultPart):
    """A value that was taken out of the hot state."""

    field: Annotated[str, KEPT]
    """The field it was taken from."""

    artifact_id: Annotated[str, KEPT]
    """SHA-256 of its compact JSON in UTF-8; its id in an artifact registry."""

    size_bytes: Annotated[int, KEPT]
    """Size of that JSON in bytes."""

    entry: Annotated[bool, KEPT]
    """Whether the state refers to it by an entry of its artifact index."""

    content: str | None = None
    """The value as compact JSON, where it was stored in no folder."""


class StepRow(ResultPart):
    """One step of compress, reference, reject."""

    name: Annotated[str, KEPT]
    """``check``, ``compress``, ``reference`` or ``minimal``."""

    tried: Annotated[bool, KEPT]
    """Whether the step was carried out."""

    skipped: str | None
    """Why it was not."""

    tokens_before: Annotated[int, KEPT]
    """Estimated tokens before the step."""

    tokens_after: Annotated[int, KEPT]
    """Estimated tokens after it."""

    moved: Annotated[list[str], KEPT]
    """The fields that it takes out."""

    violations: Annotated[list[ViolationRow], KEPT]
    """What was still broken after it."""


class PromptRow(ResultPart):
    """The check of a whole prompt."""

    passed: Annotated[bool, KEPT]
    """Whether every limit was kept."""

    ambiguous: bool
    """Whether a check could not be made."""

    tokens: Annotated[int | None, KEPT]
    """Estimated tokens of the prompt."""

    violations: Annotated[list[ViolationRow], KEPT]
    """What was broken."""


class DisciplineResultFile(Document):
    """What was done to a hot state. Tokens are UTF-16 units / 4, rounded up."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    type: Annotated[str, KEPT]
    """``pass``, ``compress``, ``reference`` or ``reject``."""

    hot_state: dict[str, Any] | None
    """The state that goes into the prompt; null when it was rejected."""

    tokens: Annotated[int | None, KEPT]
    """Its tokens."""

    original_tokens: Annotated[int | None, KEPT]
    """Tokens of the given state; null when it does not validate."""

    counter: Annotated[str | None, KEPT]
    """The encoding that counted the state for real."""

    counted_tokens: Annotated[int | None, KEPT]
    """Its tokens by that encoding."""

    over_limit: Annotated[bool, KEPT]
    """Whether the state is over its limits although it was let through."""

    reason: str | None
    """Why it was rejected."""

    referenced_fields: list[str]
    """Fields that are now behind an entry of the artifact index."""

    violations: Annotated[list[ViolationRow], KEPT]
    """What made it be rejected, or is still broken."""

    steps: Annotated[list[StepRow], KEPT]
    """The steps in their order."""

    moved: Annotated[list[MovedRow], KEPT]
    """Everything that is no longer in the state."""

    pointers: list[ArtifactIndexEntry]
    """The entries of the index that lead to what compression took out."""

    budget: int
    """The sum of all rows of the ledger: the limit of the hot state."""

    balances: Annotated[bool, KEPT]
    """Whether the rows add up to it."""

    ledger: list[LedgerRow]
    """Every field, the overhead and the unused rest."""

    prompt: PromptRow | None = None
    """The check of the prompt that the state goes into."""

    problems: list[ProblemRow]
    """Problems of the input."""


class DiffCheckFile(Document):
    """Whether an output changes code by a diff."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    valid: Annotated[bool, KEPT]
    """Whether the output is accepted."""

    mode: Annotated[str, KEPT]
    """``strict`` or ``heuristic``."""

    format: Annotated[str | None, KEPT]
    """What an accepted output is."""

    reason_kind: Annotated[str | None, KEPT]
    """The code of why it is not accepted."""

    reason: str | None
    """Why it is not accepted."""

    suggestion: str | None
    """What to ask for instead."""

    paths: list[str]
    """The files that the diff changes."""

    looks_like_unified_diff: bool
    """Whether it has the signs of a unified diff."""

    looks_like_json_patch: bool
    """Whether it has the signs of a JSON patch."""

    looks_like_full_file_rewrite: bool
    """Whether it has the signs of a whole file."""

    is_code_modification_task: bool | None
    """Whether the task asks for a change; null without a task."""

    problems: list[ProblemRow]
    """What is wrong, and where."""


class RegressionRow(ResultPart):
    """One warning about a series of turns."""

    turn: Annotated[int, KEPT]
    """The place of its (last) turn in the series, from 0."""

    timestamp: str
    """The time of that turn."""

    session_id: str
    """The session of that turn."""

    kind: Annotated[str, KEPT]
    """What the warning is about."""

    field: Annotated[str | None, KEPT]
    """The size it is about."""

    message: str
    """The warning in plain words."""


class RegressionsFile(Document):
    """What a series of turns shows."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    turns: int
    """How many turns there are."""

    sessions: int
    """How many sessions they belong to."""

    regressions: list[RegressionRow]
    """The warnings, in the order of their turns."""


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
    file = result_from(
        DisciplineResultFile,
        report,
        hot_state=None if report.hot_state is None else report.hot_state.model_dump(mode="json"),
        steps=[
            result_from(StepRow, step, moved=[moved.field for moved in step.moved])
            for step in report.steps
        ],
        moved=[result_from(MovedRow, moved, **hidden) for moved in report.moved],
        budget=report.ledger.budget,
        balances=report.ledger.balances,
        ledger=list(report.ledger.entries),
        prompt=None if prompt is None else result_from(PromptRow, prompt, tokens=prompt_tokens),
    )
    return file.model_dump(mode="json")


def diff_check_result(check: DiffCheck) -> dict[str, Any]:
    """Return the outcome of a check as plain values; the output is not among them."""
    require(DiffCheck, check=check)
    return result_from(DiffCheckFile, check).model_dump(mode="json")


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
            result_from(
                RegressionRow,
                one,
                timestamp=turns[one.turn].timestamp,
                session_id=turns[one.turn].session_id,
            )
            for one in found
        ],
    ).model_dump(mode="json")
