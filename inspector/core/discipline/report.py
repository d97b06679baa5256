"""What context discipline did to a hot state, step by step (Discipline C6).

Checking a hot state, or a whole prompt, against the limits (Discipline C6).

Every violation is reported, not only the first. What cannot be checked is a violation too.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.core.arguments import require
from inspector.core.discipline.artifact_store import number_text
from inspector.core.discipline.hot_state import (
    UNITS_PER_TOKEN,
    ArtifactIndexEntry,
    HotState,
    hot_state_tokens,
    read_hot_state,
)
from inspector.core.discipline.limits import LimitsInput, ReadLimits, finite_number, read_limits
from inspector.core.ledger import Ledger
from inspector.core.problems import Problem
from inspector.core.text import utf16_length

UNKNOWN = -1  # the limit or the actual number of a check that could not be made


@dataclass(frozen=True, slots=True)
class BudgetViolation:
    """One limit that is broken, or one check that could not be made (``ambiguous``)."""

    field: str
    limit: int | float
    actual: int | float
    message: str
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class BudgetCheck:
    """What a check found. ``ambiguous`` says that a check could not be made: that fails, too."""

    violations: tuple[BudgetViolation, ...]

    @property
    def passed(self) -> bool:
        """Whether every check was made and every limit kept."""
        return not self.violations

    @property
    def ambiguous(self) -> bool:
        """Whether a check could not be made."""
        return any(violation.ambiguous for violation in self.violations)


def check_hot_state_budget(
    hot_state: HotState | Mapping[str, object], limits: LimitsInput | None = None
) -> BudgetCheck:
    """Check a hot state against the limits of tokens and of index entries."""
    known = read_limits(limits)
    state = read_hot_state(hot_state).hot_state
    return BudgetCheck((*limit_violations(known), *hot_state_violations(state, known)))


def check_prompt_budget(
    *,
    system_prompt_chars: float,
    user_content_chars: float,
    hot_state: HotState | Mapping[str, object],
    rag_chunk_count: float = 0,
    inline_artifact_chars: Sequence[float] = (),
    limits: LimitsInput | None = None,
) -> BudgetCheck:
    """Check a prompt against all limits. Sizes are in characters (UTF-16 units).

    The prompt's tokens are estimated as all its units / 4, rounded up. A size that is not a
    number fails the check it belongs to. Raises TypeError for artifacts that are no sequence.
    """
    require(Sequence, inline_artifact_chars=inline_artifact_chars)
    known = read_limits(limits)
    state = read_hot_state(hot_state).hot_state
    violations = [*limit_violations(known), *hot_state_violations(state, known)]
    violations += _over(
        known, "max_rag_chunks", "rag_chunks", rag_chunk_count,
        "RAG chunk count {actual} exceeds limit {limit}",
    )  # fmt: skip
    for place, chars in enumerate(inline_artifact_chars):
        violations += _over(
            known, "max_inline_artifact_chars", f"inline_artifact[{place}]", chars,
            f"Inline artifact #{place} is {{actual}} chars (max {{limit}}; should be a reference)",
        )  # fmt: skip
    violations += _over(
        known, "max_prompt_tokens", "total_prompt_tokens",
        estimated_prompt_tokens(system_prompt_chars, user_content_chars, state),
        "Estimated total prompt tokens {actual} exceeds budget {limit}",
    )  # fmt: skip
    return BudgetCheck(tuple(violations))


def estimated_prompt_tokens(
    system_prompt_chars: float, user_content_chars: float, hot_state: HotState | None
) -> int | None:
    """Return the estimated tokens of a prompt, None when one of its parts has no size.

    Raises TypeError for what is no ``HotState``.
    """
    require(HotState | None, hot_state=hot_state)
    parts = (finite_number(system_prompt_chars), finite_number(user_content_chars))
    if hot_state is None or parts[0] is None or parts[1] is None:
        return None
    return math.ceil((parts[0] + parts[1] + utf16_length(hot_state.to_json())) / UNITS_PER_TOKEN)


def limit_violations(limits: ReadLimits) -> tuple[BudgetViolation, ...]:
    """Return one violation for each limit that cannot be used (fail closed)."""
    return tuple(
        BudgetViolation(
            (problem.place.pointer or "").rpartition("/")[2],
            UNKNOWN,
            UNKNOWN,
            f"Limit cannot be used: {problem.message} (fail closed)",
            ambiguous=True,
        )
        for problem in limits.problems
    )


def hot_state_violations(
    hot_state: HotState | None, limits: ReadLimits
) -> tuple[BudgetViolation, ...]:
    """Return what a hot state breaks; None stands for a state that does not validate."""
    if hot_state is None:
        limit = limits.get("max_hot_state_tokens")
        return (
            BudgetViolation(
                "hot_state_tokens",
                UNKNOWN if limit is None else limit,
                UNKNOWN,
                "Hot state does not validate, so its tokens cannot be estimated (fail closed)",
                ambiguous=True,
            ),
        )
    return (
        *_over(
            limits, "max_hot_state_tokens", "hot_state_tokens",
            hot_state_tokens(hot_state.to_json()),
            "Hot state is {actual} tokens (max {limit})",
        ),
        *_over(
            limits, "max_artifact_index_entries", "artifact_index_entries",
            len(hot_state.artifact_index or ()),
            "Artifact index has {actual} entries (max {limit})",
        ),
    )  # fmt: skip


def _over(
    limits: ReadLimits, limit_name: str, field: str, value: object, message: str
) -> tuple[BudgetViolation, ...]:
    """Compare one number with its limit. An unusable limit has its violation already."""
    limit, actual = limits.get(limit_name), finite_number(value)
    if limit is None:
        return ()
    if actual is None:
        text = f"{field} cannot be estimated (fail closed)"
        return (BudgetViolation(field, limit, UNKNOWN, text, ambiguous=True),)
    if actual <= limit:
        return ()
    text = message.format(actual=number_text(actual), limit=number_text(limit))
    return (BudgetViolation(field, limit, actual, text),)


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
    entry: bool
    content: str = dataclasses.field(repr=False)

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
