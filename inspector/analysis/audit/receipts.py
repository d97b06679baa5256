"""Receipts replayed from themselves, and audited: run again with what was recorded.

A receipt holds what competed, its sizes and the policy, so the decision can be made again. What is
not there (a policy, of another engine's receipt) is said, and nothing is verified then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from pydantic import ValidationError

from inspector.analysis.audit.audit import Audit, Outcome
from inspector.analysis.audit.canonical import canonical
from inspector.analysis.audit.finding import Check, Finding
from inspector.analysis.audit.plain_inputs import PlainBudget
from inspector.analysis.audit.plain_step import PlainRun
from inspector.analysis.audit.replay import Replay, compared
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.receipts.decided import Totals, manifest_of, totals_of
from inspector.core.receipts.of_report import ENGINE, has_rows, receipt_of
from inspector.core.receipts.receipt import Receipt, policy_of, prepared_of, settings_of
from inspector.core.selection.optimal import SelectionTooLargeError
from inspector.plurals import count_of
from inspector.recorder import SUM, VERSION, encoded, print_of, sum_of
from inspector.session.session import Session

_GIVEN = ("receipt", "columns", "texts", "fingerprints", SUM)
"""Fields that are no part of the decision."""
_LISTS = ("cards", "buckets", "files")
_NEEDED = ("policy", "strategy", "settings", "tokenizer", "budget", "overheads", "cards")
_MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class ReceiptFinding:
    """One thing that is wrong with a receipt: ``field`` is its name, or its list and the id.

    ``altered`` tells what was changed after it was written from what is decided otherwise; a row
    has its ``place`` in the list.
    """

    field: str
    message: str
    altered: bool = False
    place: int | None = None


@dataclass(frozen=True, slots=True)
class ReceiptVerdict:
    """What replaying one line came to. ``missing`` is what there is not to replay it with.

    ``dropped`` is said by a line that is no decision: how many before it were not written.
    ``totals`` are what it says itself, None where that cannot be read.
    """

    line: int
    trace_id: str
    timestamp: str
    outcome: Outcome | None
    findings: tuple[ReceiptFinding, ...] = ()
    missing: tuple[str, ...] = ()
    dropped: int = 0
    totals: Totals | None = None

    @property
    def told(self) -> str:
        """The verdict in a sentence, with what led to it."""
        match self.outcome:
            case None:
                return f"{count_of(self.dropped, 'receipt')} before this line not written."
            case Outcome.VERIFIED:
                return "Verified: the replay makes the same decision."
            case Outcome.NOT_REPLAYED:
                return f"Not replayed: no {', '.join(self.missing)}."
        more = len(self.findings) - 1
        return f"Failed: {self.findings[0].message}" + (f" {more:,} more." if more else "")


def verify_line(line: int, text: str | bytes) -> ReceiptVerdict:
    """Replay one line of a file of receipts, from that line alone. Never raises for any text."""
    try:
        value = json.loads(text, object_pairs_hook=_members)
    except _RepeatedMemberError as error:
        told = f"It was altered after it was written: {error.args[0]!r} stands in it twice."
        return _failed(line, {}, ReceiptFinding("", told, altered=True))
    except (ValueError, RecursionError) as error:
        return _failed(
            line, {}, ReceiptFinding("", f"The line is no JSON: {type(error).__name__}.")
        )
    if not isinstance(value, dict):
        return _failed(line, {}, ReceiptFinding("", "The line is no object."))
    return verify_value(line, value)[0]


class _RepeatedMemberError(ValueError):
    """A member stands twice in an object, so that readers differ in what it is."""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise _RepeatedMemberError(next(one for one in names if names.count(one) > 1))
    return found


def verify_value(
    line: int, value: Mapping[str, Any]
) -> tuple[ReceiptVerdict, InjectionReport | None]:
    """Replay a receipt that was read; return the verdict, and the replay where there is one.

    Never raises for any value of JSON.
    """
    found = list(_own_checks(value))
    if "dropped" in value and "cards" not in value and not found:
        dropped = value["dropped"] if isinstance(value["dropped"], int) else 0
        return ReceiptVerdict(line, "", "", None, dropped=dropped), None
    missing = tuple(name for name in _NEEDED if value.get(name) is None)
    if not missing and value.get("engine") != ENGINE:
        missing = (f"engine of ours (it says {value.get('engine') or 'none'!r})",)
    if found:
        return _failed(line, value, *found), None
    if missing:
        return _verdict(line, value, Outcome.NOT_REPLAYED, missing=missing), None
    try:
        report = replayed(Receipt.model_validate(value))
        known = value["cards"] if has_rows(report, value["cards"]) else None
        again = receipt_of(report, rows=known)
    except SelectionTooLargeError as error:
        return _verdict(line, value, Outcome.NOT_REPLAYED, missing=(error.message,)), None
    except (ValidationError, ValueError, TypeError, LookupError, ArithmeticError) as error:
        told = f"It cannot be replayed as it is: {type(error).__name__}."
        return _failed(line, value, ReceiptFinding("", told)), None
    differing = tuple(_differences(value, again))
    if differing:
        return _failed(line, value, *differing), report
    return _verdict(line, value, Outcome.VERIFIED), report


def replayed(receipt: Receipt) -> InjectionReport:
    """Return what the engine makes of a receipt again.

    Raises ``ValidationError``, ``ValueError``, ``TypeError`` or ``LookupError`` for one whose
    fields are none, ``SelectionTooLargeError`` beyond the bound of the exact strategy.
    """
    strategy, settings, overrides = settings_of(receipt)
    return Injector(prepared_of(receipt)).run(policy_of(receipt), strategy, settings, overrides)


def _own_checks(value: Mapping[str, Any]) -> Iterator[ReceiptFinding]:
    """Hold a receipt against what it says of itself."""
    if value.get("receipt") != VERSION:
        yield ReceiptFinding("receipt", f"The version of the format is not {VERSION}.")
    said = value.get(SUM)
    try:
        fields = encoded(value)
    except (ValueError, TypeError):
        yield ReceiptFinding(SUM, "It holds a number that no JSON can carry.")
        return
    if said != sum_of(fields) and (others := _of_another_language(value)) is not None:
        fields = others
    elif said != sum_of(fields):
        what = (
            "It has no sum of its fields."
            if said is None
            else "It was altered after it was written: the sum of its fields is another one."
        )
        yield ReceiptFinding(SUM, what, altered=True)
    prints = value.get("fingerprints")
    if not isinstance(prints, Mapping):
        return
    competed = _LISTS if value.get("engine") == ENGINE else ("cards",)
    if prints.get("cards") not in (None, print_of(fields, *competed)):
        yield ReceiptFinding(
            "fingerprints", "What competed is not what its fingerprint was made of.", altered=True
        )
    if prints.get("policy") not in (None, print_of(fields, "policy")):
        yield ReceiptFinding(
            "policy", "The policy is not the one that its fingerprint was made of.", altered=True
        )


def _of_another_language(value: Mapping[str, Any]) -> dict[str, str] | None:
    """Return the fields as RFC 8785 writes them, None where the sum is not theirs either."""
    try:
        fields = {name: canonical(one) for name, one in value.items() if name != SUM}
    except RecursionError:
        return None
    return fields if value.get(SUM) == sum_of(fields) else None


def _differences(value: Mapping[str, Any], again: Mapping[str, Any]) -> Iterator[ReceiptFinding]:
    """Yield what the replay decides otherwise, fields first, then rows by their ids."""
    for name in again.keys() | value.keys():
        if name in (*_GIVEN, *_LISTS):
            continue
        given, due = value.get(name), again.get(name)
        if given != due:
            yield ReceiptFinding(name, f"{name} is {_shown(given)}, the replay has {_shown(due)}.")
    for name in _LISTS:
        rows, wanted = value.get(name, ()), again[name]
        both = enumerate(zip_longest(rows, wanted)) if rows != wanted else ()
        for place, (given, due) in both:
            if given == due:
                continue
            row = given if isinstance(given, list) else due
            about = row[1] if name == "files" else row[0]
            told = _row_told(name, about, given, due)
            yield ReceiptFinding(f"{name}:{about}", told, place=place)


def _row_told(name: str, about: object, given: Any, due: Any) -> str:
    if given is None or due is None:
        side = "is not in the receipt" if given is None else "is not in the replay"
        return f"{about} {side}."
    # The form and the reason stand last in rows of every kind.
    if list(given[-2:]) != list(due[-2:]):
        said, wanted = (f"{_shown(one[-2])} ({one[-1]})" for one in (given, due))
        return f"{about}: {said}, the replay has {wanted}."
    return f"{about}: its row in {name} is another one in the replay."


def _shown(value: Any) -> str:
    if value is None:
        return "out"
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else text[:117] + "…"


def _failed(line: int, value: Mapping[str, Any], *found: ReceiptFinding) -> ReceiptVerdict:
    return _verdict(line, value, Outcome.FAILED, findings=found[:_MOST_TOLD])


def _verdict(
    line: int,
    value: Mapping[str, Any],
    outcome: Outcome,
    findings: Sequence[ReceiptFinding] = (),
    missing: tuple[str, ...] = (),
) -> ReceiptVerdict:
    trace, time = value.get("trace_id"), value.get("timestamp")
    return ReceiptVerdict(
        line,
        trace if isinstance(trace, str) else "",
        time if isinstance(time, str) else "",
        outcome,
        tuple(findings),
        missing,
        totals=totals_of(value) if value else None,
    )


_LISTS_OF_MANIFESTS = {"cards": "knowledge_cards", "buckets": "bucket_cards"}
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
    missing = f"no {', '.join(verdict.missing)}" if verdict.missing else ""
    return Audit(manifest, findings, done, report=report, missing=missing, receipt=dict(value))


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
    return check.found(
        message, _LISTS_OF_MANIFESTS.get(name, name), one.place or 0, subject=subject
    )


def receipt_pointer(pointer: str | None) -> str | None:
    """Return where in the receipt something stands that findings have by its manifest's names."""
    for own, other in _LISTS_OF_MANIFESTS.items():
        if pointer is not None and pointer.startswith(f"/{other}/"):
            return f"/{own}/{pointer.removeprefix(f'/{other}/')}"
    return pointer
