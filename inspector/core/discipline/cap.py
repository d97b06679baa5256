"""Fitting a hot state under a token cap in one step (Discipline C1)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspector.core.arguments import require
from inspector.core.discipline.hot_state import HotState, hot_state_tokens
from inspector.core.discipline.limits import finite_number

MINIMAL_FIELDS = ("session_id", "session_key", "run_id", "risk_level")


@dataclass(frozen=True, slots=True)
class CappedHotState:
    """A hot state under a cap, or the minimal one that is as near as it gets.

    ``removed`` names the fields of the input that are not in ``hot_state``; ``over_limit`` says
    that even the minimal state has more than the cap.
    """

    hot_state: HotState
    json: str
    tokens: int
    was_truncated: bool
    removed: tuple[str, ...]
    over_limit: bool


def cap_hot_state(hot_state: HotState, max_tokens: float = 1000) -> CappedHotState:
    """Return the state as it is when it has at most ``max_tokens``, else the minimal state.

    The cap is rounded down to a whole number of tokens, at least 1; a cap that is not a number
    is 1 (fail closed). Raises TypeError for what is no ``HotState``.
    """
    require(HotState, hot_state=hot_state)
    number = finite_number(max_tokens)
    cap = 1 if number is None else max(1, math.floor(number))
    fits = hot_state_tokens(hot_state.to_json()) <= cap
    kept = hot_state if fits else keep_only(hot_state, MINIMAL_FIELDS)
    json = kept.to_json()
    tokens = hot_state_tokens(json)
    return CappedHotState(
        hot_state=kept,
        json=json,
        tokens=tokens,
        was_truncated=not fits,
        removed=removed_fields(hot_state, kept),
        over_limit=tokens > cap,
    )


def keep_only(hot_state: HotState, fields: tuple[str, ...]) -> HotState:
    """Return a hot state with the given fields of another one, those that it has."""
    return HotState.model_validate(
        {name: value for name, value in hot_state.model_dump().items() if name in fields}
    )


def removed_fields(before: HotState, after: HotState) -> tuple[str, ...]:
    """Return the fields that ``before`` has and ``after`` lacks, in schema order."""
    had, kept = before.model_dump(), after.model_dump()
    return tuple(name for name in had if name not in kept)
