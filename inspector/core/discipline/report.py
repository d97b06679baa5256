"""What context discipline did to a hot state, step by step (Discipline C6)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.discipline.budget_check import BudgetViolation
from inspector.core.discipline.hot_state import ArtifactIndexEntry, HotState
from inspector.core.ledger import Ledger
from inspector.core.problems import Problem


class DisciplineAction(StrEnum):
    """What was done: nothing, fields taken out, fields moved behind a reference, or refused."""

    PASS = "pass"  # noqa: S105 - the specification's word, no password
    COMPRESS = "compress"
    REFERENCE = "reference"
    REJECT = "reject"


class StepName(StrEnum):
    """The steps, in the order in which they are tried."""

    CHECK = "check"
    COMPRESS = "compress"
    REFERENCE = "reference"
    MINIMAL = "minimal"


@dataclass(frozen=True, slots=True)
class MovedField:
    """A field whose value was taken out of the state: what it was, and where it is now.

    ``content`` is the compact JSON of the value, ``artifact_id`` the SHA-256 of its UTF-8 bytes
    and so its id in any artifact store, ``entry`` whether the state refers to it by an entry of
    its artifact index.
    """

    field: str
    step: StepName
    artifact_id: str
    size_bytes: int
    entry: bool = False
    content: str = dataclasses.field(default="", repr=False)

    @property
    def label(self) -> str:
        """The name under which the content is stored."""
        return f"{self.field}.json"


@dataclass(frozen=True, slots=True)
class DisciplineStep:
    """One step: whether it was tried, the tokens before and after, and what broke afterwards.

    ``moved`` is what this step takes out; it is stored only when the state it leads to is the
    one that is returned. A step that was not tried has the same tokens before and after, and
    ``skipped`` says why.
    """

    name: StepName
    tokens_before: int
    tokens_after: int
    violations: tuple[BudgetViolation, ...]
    moved: tuple[MovedField, ...] = ()
    skipped: str | None = None

    @property
    def tried(self) -> bool:
        """Whether the step was carried out."""
        return self.skipped is None

    @property
    def passed(self) -> bool:
        """Whether the state was within all limits after the step."""
        return self.tried and not self.violations


@dataclass(frozen=True, slots=True)
class FieldTokens:
    """Tokens of one field, with its key, in the given and in the returned state.

    A field takes its UTF-16 units / 4, rounded down; braces, commas and what the rounding leaves
    is overhead. ``after`` is 0 for a field that is out.
    """

    field: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class DisciplineReport:
    """The outcome for one hot state.

    ``hot_state``, ``json`` and ``tokens`` are None when it was rejected. ``violations`` are those
    of the given state when it was rejected, and those that remain when ``over_limit`` is set.
    ``moved`` names everything that is no longer in the state; it is in the registry by then.
    ``pointers`` are the last entries of the index, which lead to what compression took out.
    ``counted_tokens`` is the real count of ``json`` by ``counter``, beside the estimate.
    """

    type: DisciplineAction
    hot_state: HotState | None = dataclasses.field(repr=False)
    json: str | None = dataclasses.field(repr=False)
    tokens: int | None
    original_tokens: int | None
    referenced_fields: Sequence[str]
    ledger: Ledger = dataclasses.field(repr=False)
    violations: tuple[BudgetViolation, ...] = ()
    reason: str | None = None
    over_limit: bool = False
    steps: tuple[DisciplineStep, ...] = ()
    moved: tuple[MovedField, ...] = ()
    pointers: tuple[ArtifactIndexEntry, ...] = ()
    field_tokens: tuple[FieldTokens, ...] = ()
    problems: tuple[Problem, ...] = ()
    counter: str | None = None
    counted_tokens: int | None = None
