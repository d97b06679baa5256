"""Sizes of one turn's prompt, for the log and for seeing it grow (Discipline C6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field

from inspector.core.arguments import require
from inspector.core.discipline.limits import finite_number
from inspector.core.model import BOTH_SPELLINGS, Document
from inspector.core.scalars import SAFE_INTEGER

if TYPE_CHECKING:
    from inspector.core.discipline.hot_state import HotState
    from inspector.core.discipline.report import DisciplineReport


def _size(value: Any) -> Any:
    number = finite_number(value)
    return value if number is None else number


Chars = Annotated[int | float, BeforeValidator(_size), Field(allow_inf_nan=False)]


class PromptMetrics(Document):
    """What one turn's prompt was made of. Sizes in characters are UTF-16 units."""

    model_config = ConfigDict(strict=True, extra="forbid", alias_generator=BOTH_SPELLINGS)

    timestamp: str
    """When the turn was, as the caller said."""

    session_id: Annotated[str, Field(min_length=1)]
    """The session of the turn."""

    run_id: str | None = None
    """The run, or turn; None when it was not given."""

    hot_state_tokens: int
    """Estimated tokens of the hot state's JSON."""

    hot_state_bytes: int
    """Bytes of the hot state's JSON in UTF-8."""

    hot_state_truncated: bool
    """Whether fields were taken out of the hot state to make it fit."""

    artifact_index_count: int
    """References in the hot state's artifact index."""

    artifact_types: list[str]
    """The types in the artifact index, sorted, each once."""

    system_prompt_chars: Chars
    """Characters of the system prompt."""

    user_content_chars: Chars
    """Characters of the user's content."""

    estimated_prompt_tokens: int
    """All characters / 4, rounded up."""

    artifact_ref_bootstrap_files: int
    """Files given as references instead of inline when the session began."""

    budget_violation_count: int
    """How many limits were broken."""

    budget_passed: bool
    """Whether the turn kept its budget."""

    def log_line(self) -> str:
        """Return the metrics as one line of compact JSON, with the short names of the log."""
        values = self.model_dump(mode="json")
        line = {short: values[name] for short, name in LOG_NAMES if values[name] is not None}
        from inspector.core.discipline.hot_state import compact_json

        return compact_json({"type": "prompt_metrics"} | line)


LOG_NAMES = (
    ("ts", "timestamp"),
    ("session", "session_id"),
    ("run", "run_id"),
    ("hs_tokens", "hot_state_tokens"),
    ("hs_bytes", "hot_state_bytes"),
    ("hs_truncated", "hot_state_truncated"),
    ("artifacts", "artifact_index_count"),
    ("artifact_types", "artifact_types"),
    ("sys_chars", "system_prompt_chars"),
    ("user_chars", "user_content_chars"),
    ("est_tokens", "estimated_prompt_tokens"),
    ("ref_files", "artifact_ref_bootstrap_files"),
    ("budget_violations", "budget_violation_count"),
    ("budget_ok", "budget_passed"),
)


def capture_prompt_metrics(
    *,
    now: str,
    session_id: str,
    hot_state: HotState | Mapping[str, Any],
    hot_state_truncated: bool,
    system_prompt_chars: float,
    user_content_chars: float,
    run_id: str | None = None,
    artifact_ref_bootstrap_files: int = 0,
    budget_violation_count: int = 0,
    budget_passed: bool = True,
) -> PromptMetrics:
    """Measure one turn. ``now`` is the caller's time, as it shall stand in the log.

    Raises ``ValueError`` (pydantic's) for a hot state that does not validate and for sizes that
    are not numbers or beyond all texts, ``TypeError`` for a hot state that is no mapping.
    """
    from inspector.core.discipline.hot_state import HotState, hot_state_tokens
    from inspector.core.discipline.report import estimated_prompt_tokens

    require(HotState | Mapping, hot_state=hot_state)
    for name, size in (("system", system_prompt_chars), ("user", user_content_chars)):
        if isinstance(size, int) and abs(size) > SAFE_INTEGER:
            raise ValueError(f"the characters of the {name} prompt have to be within 2^53 - 1")
    given = hot_state if isinstance(hot_state, HotState) else dict(hot_state)
    state = HotState.model_validate(given)
    json = state.to_json()
    index = state.artifact_index or ()
    tokens = estimated_prompt_tokens(system_prompt_chars, user_content_chars, state)
    return PromptMetrics.model_validate(
        {
            "timestamp": now,
            "session_id": session_id,
            "run_id": run_id,
            "hot_state_tokens": hot_state_tokens(json),
            "hot_state_bytes": len(json.encode("utf-8")),
            "hot_state_truncated": hot_state_truncated,
            "artifact_index_count": len(index),
            "artifact_types": sorted({entry.type for entry in index}),
            "system_prompt_chars": system_prompt_chars,
            "user_content_chars": user_content_chars,
            "estimated_prompt_tokens": tokens,
            "artifact_ref_bootstrap_files": artifact_ref_bootstrap_files,
            "budget_violation_count": budget_violation_count,
            "budget_passed": budget_passed,
        }
    )


def capture_discipline_metrics(
    *,
    now: str,
    session_id: str,
    report: DisciplineReport,
    run_id: str | None = None,
    system_prompt_chars: float = 0,
    user_content_chars: float = 0,
) -> PromptMetrics:
    """Measure the turn that a discipline report belongs to.

    A rejection counts its violations, and measures the smallest state there is: the session alone.
    A state that was let through over its limit, because rejecting is off, counts as passed, as in
    the specification's implementation; its size gives it away. Raises ``TypeError`` for what is no
    report.
    """
    from inspector.core.discipline.hot_state import HotState
    from inspector.core.discipline.report import DisciplineAction, DisciplineReport

    require(DisciplineReport, report=report)
    rejected = report.type is DisciplineAction.REJECT
    state = report.hot_state or HotState(session_id=session_id)
    return capture_prompt_metrics(
        now=now,
        session_id=session_id,
        run_id=run_id,
        hot_state=state,
        hot_state_truncated=report.type is not DisciplineAction.PASS,
        system_prompt_chars=system_prompt_chars,
        user_content_chars=user_content_chars,
        budget_violation_count=len(report.violations) if rejected else 0,
        budget_passed=not rejected,
    )
