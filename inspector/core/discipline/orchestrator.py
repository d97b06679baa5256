"""Compress, reference, reject: bringing a hot state within its limits (Discipline C6)."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.discipline.artifact_store import (
    ArtifactError,
    ArtifactStore,
    MemoryArtifactStore,
)
from inspector.core.discipline.budget_check import (
    UNKNOWN,
    BudgetViolation,
    hot_state_violations,
    limit_violations,
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
from inspector.core.discipline.plan import Plan, Switches, make_plan
from inspector.core.discipline.report import DisciplineAction, DisciplineReport, MovedField
from inspector.core.discipline.shrink import Shrunk
from inspector.core.problems import Problem, Severity
from inspector.core.tokens.counter import TokenCounter, UncountableTextError


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
        except (ArtifactError, OSError) as error:
            why = str(error) if isinstance(error, ArtifactError) else type(error).__name__
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
