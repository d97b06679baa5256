"""The formats in which results of context discipline go to other programs."""

from __future__ import annotations

from typing import Any

from inspector.core.discipline import ArtifactIndexEntry
from inspector.core.model import Document
from inspector.core.scalars import SchemaVersion


class ProblemRow(Document):
    """One thing that is wrong with an input."""

    severity: str
    """``error``, ``warning`` or ``note``."""

    code: str
    """The stable code of the problem."""

    message: str
    """What is wrong."""

    fix: str
    """What would make it go away."""

    line: int | None
    """The line, from 1; None where there is none."""

    pointer: str | None
    """The JSON pointer of the part; None where there is none."""


class ViolationRow(Document):
    """One limit that is broken."""

    field: str
    """What is over its limit."""

    limit: int | float
    """The limit, -1 where it cannot be used."""

    actual: int | float
    """The number it was compared with, -1 where there is none."""

    message: str
    """The violation in plain words."""

    ambiguous: bool
    """Whether the check could not be made, which fails, too."""


class MovedRow(Document):
    """A value that was taken out of the hot state."""

    field: str
    """The field it was taken from."""

    artifact_id: str
    """SHA-256 of its compact JSON in UTF-8; its id in an artifact registry."""

    size_bytes: int
    """Size of that JSON in bytes."""

    entry: bool
    """Whether the state refers to it by an entry of its artifact index."""

    content: str | None = None
    """The value as compact JSON, where it was stored in no folder."""


class StepRow(Document):
    """One step of compress, reference, reject."""

    name: str
    """``check``, ``compress``, ``reference`` or ``minimal``."""

    tried: bool
    """Whether the step was carried out."""

    skipped: str | None
    """Why it was not."""

    tokens_before: int
    """Estimated tokens before the step."""

    tokens_after: int
    """Estimated tokens after it."""

    moved: list[str]
    """The fields that it takes out."""

    violations: list[ViolationRow]
    """What was still broken after it."""


class LedgerRow(Document):
    """One row of the ledger."""

    subject: str
    """A field of the hot state, or the code of a row that closes the sum."""

    kind: str
    """``field`` or ``balance``."""

    verdict: str
    """What became of it."""

    reason: str
    """The code of the rule that decided."""

    rule: str
    """Where the specification says so."""

    tokens: int
    """Tokens it takes from the limit."""

    needed: int | None
    """Tokens it asked for."""

    cap: str | None
    """The limit that bound."""

    sentence: str
    """The reason in plain words."""


class PromptRow(Document):
    """The check of a whole prompt."""

    passed: bool
    """Whether every limit was kept."""

    ambiguous: bool
    """Whether a check could not be made."""

    tokens: int | None
    """Estimated tokens of the prompt."""

    violations: list[ViolationRow]
    """What was broken."""


class DisciplineResultFile(Document):
    """What was done to a hot state. Tokens are UTF-16 units / 4, rounded up."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    type: str
    """``pass``, ``compress``, ``reference`` or ``reject``."""

    hot_state: dict[str, Any] | None
    """The state that goes into the prompt; null when it was rejected."""

    tokens: int | None
    """Its tokens."""

    original_tokens: int | None
    """Tokens of the given state; null when it does not validate."""

    counter: str | None
    """The encoding that counted the state for real."""

    counted_tokens: int | None
    """Its tokens by that encoding."""

    over_limit: bool
    """Whether the state is over its limits although it was let through."""

    reason: str | None
    """Why it was rejected."""

    referenced_fields: list[str]
    """Fields that are now behind an entry of the artifact index."""

    violations: list[ViolationRow]
    """What made it be rejected, or is still broken."""

    steps: list[StepRow]
    """The steps in their order."""

    moved: list[MovedRow]
    """Everything that is no longer in the state."""

    pointers: list[ArtifactIndexEntry]
    """The entries of the index that lead to what compression took out."""

    budget: int
    """The sum of all rows of the ledger: the limit of the hot state."""

    balances: bool
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

    valid: bool
    """Whether the output is accepted."""

    mode: str
    """``strict`` or ``heuristic``."""

    format: str | None
    """What an accepted output is."""

    reason_kind: str | None
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


class RegressionRow(Document):
    """One warning about a series of turns."""

    turn: int
    """The place of its (last) turn in the series, from 0."""

    timestamp: str
    """The time of that turn."""

    session_id: str
    """The session of that turn."""

    kind: str
    """What the warning is about."""

    field: str | None
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
