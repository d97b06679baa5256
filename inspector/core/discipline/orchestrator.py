"""Compress, reference, reject: bringing a hot state within its limits (Discipline C6).

Trying the steps one after another until a state keeps its limits (Discipline C6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from inspector.core.discipline.artifact_store import (
    ArtifactError,
    ArtifactStore,
    MemoryArtifactStore,
)
from inspector.core.discipline.field_ledger import (
    accepted_ledger,
    binding_cap,
    field_tokens,
    refused_ledger,
    whole_tokens,
)
from inspector.core.discipline.hot_state import HotState, hot_state_tokens, read_hot_state
from inspector.core.discipline.limits import LimitsInput, ReadLimits, read_limits
from inspector.core.discipline.report import (
    UNKNOWN,
    BudgetViolation,
    DisciplineAction,
    DisciplineReport,
    DisciplineStep,
    MovedField,
    StepName,
    hot_state_violations,
    limit_violations,
)
from inspector.core.discipline.shrink import Shrunk, compressed, minimal, referenced, with_pointers
from inspector.core.problems import Problem, Severity
from inspector.core.text import visible
from inspector.core.tokens.counter import TokenCounter, UncountableTextError

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


def discipline(
    hot_state: object,
    *,
    limits: LimitsInput | None = None,
    enable_compression: bool = True,
    enable_reference_extraction: bool = True,
    reject_on_persistent_overflow: bool = True,
    keep_pointers: bool = False,
    registry: ArtifactStore | None = None,
    counter: TokenCounter | None = None,
) -> DisciplineReport:
    """Bring a hot state (a ``HotState`` or its JSON value) within its limits, and report all of it.

    The state is returned as it is when it keeps the limits. Otherwise it is compressed; if that
    is not enough, a too long artifact index of the compressed state is moved behind a reference;
    if that is not enough either, the state is rejected, or with rejection off reduced to the
    minimal state. Whatever a returned state lost was stored in ``registry`` before (without one
    it is in the report). A state that does not validate, a limit that is not a number and a
    registry that fails are rejected whatever the switches say. Never raises on a JSON value; raises
    TypeError for a registry or a counter that is none.

    With ``keep_pointers`` the artifact index leads to what compression took out: by one entry for
    each field, by one for all of them where those break a limit, or by none, which is a problem of
    the report.

    ``counter`` counts the returned JSON for real; limits use the estimate of UTF-16 units / 4.
    """
    for name, given_part, method in (
        ("registry", registry, "store_text"),
        ("counter", counter, "count_many"),
    ):
        if given_part is not None and not callable(getattr(given_part, method, None)):
            raise TypeError(f"{name} has to have {method}, as {type(given_part).__name__} has not")
    known = read_limits(limits)
    reading = read_hot_state(hot_state)
    given = reading.hot_state
    if given is None or known.problems:
        violations = limit_violations(known)
        if given is None:
            violations += hot_state_violations(None, known)
        problems = (*known.problems, *reading.problems)
        return _rejected(given, known, None, violations, _messages(violations), problems)
    plan = make_plan(
        given,
        known,
        Switches(
            enable_compression,
            enable_reference_extraction,
            reject_on_persistent_overflow,
            keep_pointers,
        ),
    )
    if plan.accepted is None:
        return _rejected(given, known, plan, plan.steps[0].violations, plan.overflow)
    store = MemoryArtifactStore() if registry is None else registry
    bundle = plan.accepted.bundle
    lost = _store((*plan.accepted.moved, *([] if bundle is None else [bundle])), store)
    if lost is not None:
        return _rejected(given, known, plan, (lost,), lost.message)
    problems = (_NO_REGISTRY,) if plan.accepted.moved and registry is None else ()
    unreferenced = any(not moved.entry for moved in plan.accepted.moved)
    if keep_pointers and unreferenced and not plan.accepted.pointers:
        problems = (*problems, _NO_POINTERS)
    return _accepted(given, known, plan, plan.accepted, problems, counter)


_NO_REGISTRY = Problem(
    Severity.WARNING,
    "discipline.no-registry",
    "no artifact registry was given: what was taken out is only in this report",
    "Give an artifact registry, or keep the report.",
)


_NO_POINTERS = Problem(
    Severity.WARNING,
    "discipline.no-pointers",
    "the state has no room for an entry that leads to what was taken out of it",
    "Raise the limit of the working state or of its index.",
)


def _store(moved: Sequence[MovedField], store: ArtifactStore) -> BudgetViolation | None:
    """Store what is taken out. Returns what went wrong: then nothing may be taken out."""
    for field in moved:
        try:
            meta = store.store_text(field.content, mime="application/json", label=field.label)
        except ArtifactError as error:
            why = str(error)
        except OSError as error:
            why = error.strerror or type(error).__name__
            if error.filename:
                why = f"{visible(str(error.filename))}: {why}"
        else:
            if meta.id == field.artifact_id:
                continue
            why = "it keeps the content under another id than its hash"
        message = f"Artifact registry could not keep {field.field}: {why} (fail closed)"
        return BudgetViolation("artifact_registry", UNKNOWN, UNKNOWN, message, ambiguous=True)
    return None


def _accepted(
    given: HotState,
    limits: ReadLimits,
    plan: Plan,
    accepted: Shrunk,
    problems: tuple[Problem, ...],
    counter: TokenCounter | None,
) -> DisciplineReport:
    json = accepted.hot_state.to_json()
    counted = None
    if counter is not None:
        try:
            counted = counter.count(json)
        except UncountableTextError:
            problems = (*problems, _UNCOUNTABLE)
    remaining = plan.steps[-1].violations
    return DisciplineReport(
        type=plan.action,
        hot_state=accepted.hot_state,
        json=json,
        tokens=hot_state_tokens(json),
        original_tokens=plan.steps[0].tokens_after,
        ledger=accepted_ledger(
            given,
            accepted.hot_state,
            accepted.moved,
            plan.steps[0].violations,
            _budget(limits),
        ),
        referenced_fields=accepted.referenced_fields,
        violations=remaining,
        over_limit=bool(remaining),
        steps=plan.steps,
        moved=accepted.moved,
        pointers=accepted.pointers,
        field_tokens=field_tokens(given, accepted.hot_state),
        problems=problems,
        counter=None if counter is None else counter.name,
        counted_tokens=counted,
    )


_UNCOUNTABLE = Problem(
    Severity.WARNING,
    "discipline.uncountable",
    "the tokens of the hot state could not be counted in this encoding; the estimate stands",
)


def _rejected(
    given: HotState | None,
    limits: ReadLimits,
    plan: Plan | None,
    violations: tuple[BudgetViolation, ...],
    reason: str,
    problems: tuple[Problem, ...] = (),
) -> DisciplineReport:
    return DisciplineReport(
        type=DisciplineAction.REJECT,
        hot_state=None,
        json=None,
        tokens=None,
        original_tokens=None if given is None else hot_state_tokens(given.to_json()),
        referenced_fields=[],
        ledger=refused_ledger(
            given, _messages(violations), binding_cap(violations), _budget(limits)
        ),
        violations=violations,
        reason=reason,
        steps=() if plan is None else plan.steps,
        field_tokens=() if given is None else field_tokens(given, None),
        problems=problems,
    )


def _messages(violations: Sequence[BudgetViolation]) -> str:
    return "; ".join(violation.message for violation in violations)


def _budget(limits: ReadLimits) -> int:
    return whole_tokens(limits.get("max_hot_state_tokens"))
