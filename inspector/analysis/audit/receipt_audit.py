"""The audit of one receipt: the manifest that it stands for, beside what its replay comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.finding import Check, Finding
from inspector.analysis.audit.plain_inputs import PlainBudget
from inspector.analysis.audit.plain_manifest import PlainRun
from inspector.analysis.audit.receipts import ReceiptFinding, ReceiptVerdict, verify_value
from inspector.analysis.audit.replay import Replay, compared
from inspector.core.injection.report import InjectionReport
from inspector.core.receipts.decided import manifest_of
from inspector.core.receipts.receipt import Receipt
from inspector.session.session import Session

_LISTS = {"cards": "knowledge_cards", "buckets": "bucket_cards"}
"""Lists of a receipt by the names that a manifest has for them."""


def is_receipt(value: Any) -> bool:
    """Whether a JSON value is a receipt, and no manifest."""
    return isinstance(value, dict) and "receipt" in value and "cards" in value


def audit_receipt(value: Mapping[str, Any]) -> Audit:
    """Audit the JSON value of a receipt: as ``inspector verify`` does, with its rows to look at."""
    verdict, report = verify_value(1, value)
    replayed = None if report is None else report.manifest.model_dump(mode="json")
    manifest = _manifest(value, replayed)
    done = None if report is None else _replay(manifest, report, replayed or {})
    findings = tuple(map(_finding, verdict.findings))
    if verdict.outcome is Outcome.NOT_REPLAYED:
        findings = (Check.NOT_REPLAYABLE.found(verdict.told),)
    missing = _missing(verdict)
    return Audit(manifest, findings, done, report=report, missing=missing, receipt=dict(value))


def _missing(verdict: ReceiptVerdict) -> str:
    return f"no {', '.join(verdict.missing)}" if verdict.missing else ""


def _manifest(value: Mapping[str, Any], replayed: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the manifest of a receipt; of one that cannot be read, what it calls itself."""
    try:
        return manifest_of(Receipt.model_validate(value), replayed)
    except (ValidationError, TypeError, ValueError, LookupError):
        return {name: value[name] for name in ("trace_id", "timestamp") if name in value}


def _replay(
    manifest: Mapping[str, Any], report: InjectionReport, replayed: dict[str, Any]
) -> Replay:
    """Return the replay beside the manifest; the rows of what differs say the engine's rule."""
    budget = report.budget
    plain = PlainRun(
        PlainBudget(
            budget.remaining,
            budget.total_budget,
            budget.knowledge_card_budget,
            budget.bucket_budget,
            {},
        ),
        replayed,
        {},
    )
    request = report.given.request
    session = Session(
        policy=report.policy, request=request, strategy=report.strategy, settings=report.settings
    )
    done = compared(manifest, session, report.given.counted.counter_name, plain)
    if done.reproduces:
        return done
    rows = {row.subject: row for row in report.ledger.rows if row.kind == "card"}
    told = tuple(
        replace(one, rule=rows[one.subject].rule, sentence=rows[one.subject].sentence)
        if one.subject in rows
        else one
        for one in done.differences
    )
    return replace(done, differences=told)


def _finding(one: ReceiptFinding) -> Finding:
    check = Check.RECEIPT_ALTERED if one.altered else Check.RECEIPT_DIFFERS
    name, _, subject = one.field.partition(":")
    if not subject:
        return check.found(one.message, *([name] if name else []))
    message = one.message.removeprefix(f"{subject}: ")
    return check.found(message, _LISTS.get(name, name), one.place or 0, subject=subject)


def receipt_pointer(pointer: str | None) -> str | None:
    """Return where in the receipt something stands that findings have by its manifest's names."""
    for own, other in _LISTS.items():
        if pointer is not None and pointer.startswith(f"/{other}/"):
            return f"/{own}/{pointer.removeprefix(f'/{other}/')}"
    return pointer
