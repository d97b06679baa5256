"""Trying the steps one after another until a state keeps its limits (Discipline C6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.core.discipline.budget_check import hot_state_violations
from inspector.core.discipline.hot_state import HotState, hot_state_tokens
from inspector.core.discipline.limits import ReadLimits
from inspector.core.discipline.report import DisciplineAction, DisciplineStep, StepName
from inspector.core.discipline.shrink import Shrunk, compressed, minimal, referenced, with_pointers

_ACTIONS = {
    StepName.CHECK: DisciplineAction.PASS,
    StepName.COMPRESS: DisciplineAction.COMPRESS,
    StepName.REFERENCE: DisciplineAction.REFERENCE,
    StepName.MINIMAL: DisciplineAction.COMPRESS,
}


@dataclass(frozen=True, slots=True)
class Switches:
    """Which steps may be tried. Reference works on the compressed state, so it needs both."""

    compression: bool
    reference: bool
    rejection: bool
    pointers: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps that were tried or skipped, and the state to return; None is a rejection."""

    steps: tuple[DisciplineStep, ...]
    accepted: Shrunk | None

    @property
    def action(self) -> DisciplineAction:
        """What the last step amounts to."""
        return DisciplineAction.REJECT if self.accepted is None else _ACTIONS[self.steps[-1].name]

    @property
    def overflow(self) -> str:
        """Say in words that the state does not fit, and which steps were tried."""
        given = self.steps[0]
        skipped = [step.skipped for step in self.steps if step.skipped]
        tried = [_WORDS[step.name] for step in self.steps[1:] if step.tried]
        how = f" even after {' and '.join(tried)}" if tried else ""
        note = f" ({'; '.join(skipped)})" if skipped else ""
        broken = "; ".join(violation.message for violation in given.violations)
        return (
            f"Hot state exceeds budget{how}{note}. Initial: {given.tokens_after} tokens. "
            f"Violations: {broken}"
        )


_WORDS = {StepName.COMPRESS: "compression", StepName.REFERENCE: "reference extraction"}


def make_plan(given: HotState, limits: ReadLimits, switches: Switches) -> Plan:
    """Try the steps in order; the first state that keeps the limits is accepted.

    The minimal state is accepted as it is. Without it, a state that no step makes fit is not.
    """
    steps: list[DisciplineStep] = []
    current = given
    for name, shrunk, skipped in _candidates(given, limits, switches):
        after = current if skipped else shrunk.hot_state
        step = DisciplineStep(
            name=name,
            tokens_before=hot_state_tokens(current.to_json()),
            tokens_after=hot_state_tokens(after.to_json()),
            violations=hot_state_violations(after, limits),
            moved=() if skipped else tuple(m for m in shrunk.moved if m.step is name),
            skipped=skipped,
        )
        steps.append(step)
        if step.passed and switches.pointers:
            pointed = _pointed(shrunk, limits)
            size = hot_state_tokens(pointed.hot_state.to_json())
            return Plan((*steps[:-1], replace(step, tokens_after=size)), pointed)
        if step.passed or name is StepName.MINIMAL:
            return Plan(tuple(steps), shrunk)
        current = after
    return Plan(tuple(steps), None)


def _pointed(shrunk: Shrunk, limits: ReadLimits) -> Shrunk:
    """Add the pointers that keep the limits: one a field, else one for all, else none."""
    if not any(moved.step is StepName.COMPRESS for moved in shrunk.moved):
        return shrunk
    for together in (False, True):
        pointed = with_pointers(shrunk, together=together)
        if not hot_state_violations(pointed.hot_state, limits):
            return pointed
    return shrunk


def _candidates(
    given: HotState, limits: ReadLimits, switches: Switches
) -> Iterator[tuple[StepName, Shrunk, str | None]]:
    """Yield each step with the state it leads to, and why it is skipped where it is."""
    whole = Shrunk(given, ())
    yield StepName.CHECK, whole, None
    small = whole
    if switches.compression:
        small = compressed(given)
        yield StepName.COMPRESS, small, None
    else:
        yield StepName.COMPRESS, whole, "compression is off"
    if not switches.reference:
        yield StepName.REFERENCE, small, "reference extraction is off"
    elif not switches.compression:
        yield StepName.REFERENCE, small, "reference extraction needs the compressed state"
    else:
        entries = limits.values["max_artifact_index_entries"]
        yield StepName.REFERENCE, referenced(small, entries), None
    if not switches.rejection:
        yield StepName.MINIMAL, minimal(given), None
