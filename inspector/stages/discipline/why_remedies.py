"""What would help a hot state or a prompt that breaks its limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inspector.core.discipline import (
    BudgetViolation,
    DisciplineAction,
    DisciplineLimits,
    DisciplineReport,
    discipline,
)
from inspector.core.ledger import LedgerEntry
from inspector.core.reasons import Reason, Verdict
from inspector.language import tr
from inspector.stages.discipline.runs import DisciplineResult
from inspector.stages.discipline.words import amount

LIMIT_FIELDS = {
    "hot_state_tokens": "max_hot_state_tokens",
    "artifact_index_entries": "max_artifact_index_entries",
    "total_prompt_tokens": "max_prompt_tokens",
    "rag_chunks": "max_rag_chunks",
}


def remedies(
    result: DisciplineResult, report: DisciplineReport, entry: LedgerEntry
) -> Iterator[str]:
    """Say what would keep a field that is not returned as it was given."""
    if entry.verdict is Verdict.INCLUDED or not report.steps:
        return
    yield from remedies_of(report.steps[0].violations)
    if entry.reason is Reason.FIELD_REFUSED:
        yield from _switches(result)


def _switches(result: DisciplineResult) -> Iterator[str]:
    """Say which steps would bring a rejected state through; each was tried."""
    stage = result.session.discipline
    tries: list[tuple[str, bool, bool]] = []
    if not stage.enable_compression:
        kept = stage.enable_reference_extraction
        tries.append((tr("Compression is switched on."), True, kept))
        if not kept:
            said = tr("Compression and reference extraction are switched on.")
            tries.append((said, True, True))
    elif not stage.enable_reference_extraction:
        tries.append((tr("Reference extraction is switched on."), True, True))
    for said, compression, reference in tries:
        tried = discipline(
            stage.hot_state,
            limits=stage.limits,
            enable_compression=compression,
            enable_reference_extraction=reference,
        )
        if tried.type is not DisciplineAction.REJECT:
            yield said
            break
    if stage.reject_on_persistent_overflow:
        yield tr("Rejection is switched off: then the minimal state is returned.")


def remedies_of(violations: Sequence[BudgetViolation]) -> tuple[str, ...]:
    """Return what would keep each broken limit, the same thing once."""
    return tuple(dict.fromkeys(map(_remedy, violations)))


def _remedy(violation: BudgetViolation) -> str:
    limit = LIMIT_FIELDS.get(violation.field, "its limit")
    if violation.ambiguous:
        if violation.field in DisciplineLimits.model_fields:
            return tr("The limit is a number.")
        if violation.field == "artifact_registry":
            return tr("The registry can write, or artifacts are kept in memory.")
        return tr("The state is one that validates; Problems says where it does not.")
    over = violation.actual - violation.limit
    if violation.field.startswith("inline_artifact"):
        return tr(
            "The artifact is given as a reference, or is {amount} characters shorter.",
            amount=amount(over),
        )
    said = {"amount": amount(over), "limit": limit, "actual": amount(violation.actual)}
    if violation.field == "artifact_index_entries":
        return tr("{amount} entries less, or {limit} is {actual} or more.", **said)
    if violation.field == "rag_chunks":
        return tr("{amount} chunks less, or {limit} is {actual} or more.", **said)
    return tr("{amount} tokens less, or {limit} is {actual} or more.", **said)
