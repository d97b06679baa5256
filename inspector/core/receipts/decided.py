"""What a receipt says became of each candidate, whatever engine wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from inspector.core.reasons import REASONS_BY_CODE, Verdict

NO_REASON = "none given"
"""Stands for the reason, or the policy, that a receipt does not tell."""

State = tuple[str | None, str]
"""The form that is in, None for none, and the reason."""


@dataclass(frozen=True, slots=True)
class Decided:
    """A candidate, and what became of it. ``name`` of a file is ``bucket:file``."""

    kind: Literal["card", "background", "file"]
    name: str
    state: State


def decided_in(receipt: Mapping[str, Any]) -> Iterator[Decided]:
    """Yield what became of each; form and reason stand last in rows of every kind.

    Raises ``TypeError`` or ``LookupError`` for a receipt whose rows are none.
    """
    for row in receipt.get("cards") or ():
        yield Decided("card", row[0], _state(row))
    buckets = receipt.get("buckets") or ()
    for row in buckets:
        if row[-1] is not None:  # one without a background has none
            yield Decided("background", row[0], _state(row))
    for row in receipt.get("files") or ():
        yield Decided("file", f"{buckets[row[0]][0]}:{row[1]}", _state(row))


def _state(row: Any) -> State:
    return _state_of(*row[-2:])


def _state_of(form: Any, reason: Any) -> State:
    return None if form is None else str(form), str(reason or NO_REASON)


def verdict_of(state: State) -> Verdict:
    """Return what a state comes to, also with a reason of another engine."""
    form, reason = state
    known = REASONS_BY_CODE.get(reason)
    if known is not None:
        return known.verdict
    return Verdict.DROPPED if form is None else Verdict.INCLUDED


@dataclass(frozen=True, slots=True)
class Totals:
    """What a receipt comes to: tokens that it had and used where it says so, and how many are in
    which state.
    """

    total: int | None
    used: int | None
    states: Mapping[State, int]

    @property
    def kept_out(self) -> Counter[str]:
        """How many are not in, by reason."""
        found: Counter[str] = Counter()
        for (form, reason), count in self.states.items():
            if form is None:
                found[reason] += count
        return found

    @property
    def dropped(self) -> int:
        """How many found no room."""
        return sum(
            count
            for state, count in self.states.items()
            if state[0] is None and verdict_of(state) is Verdict.DROPPED
        )


def totals_of(receipt: Mapping[str, Any]) -> Totals | None:
    """Return what a receipt comes to, None where its rows are none."""
    budget = receipt.get("budget")
    total, used = (
        (budget.get(name) if isinstance(budget, Mapping) else None) for name in ("total", "used")
    )
    try:
        states = _states(receipt)
    except (TypeError, LookupError, ValueError):
        return None
    return Totals(
        total if isinstance(total, int) else None, used if isinstance(used, int) else None, states
    )


def _states(receipt: Mapping[str, Any]) -> Counter[State]:
    """Count the states of ``decided_in`` without its names: states are few, and rows many."""
    rows = [
        *(receipt.get("cards") or ()),
        *(row for row in receipt.get("buckets") or () if row[-1] is not None),
        *(receipt.get("files") or ()),
    ]
    found: Counter[State] = Counter()
    for (form, reason), count in Counter([(row[-2], row[-1]) for row in rows]).items():
        found[_state_of(form, reason)] += count
    return found
