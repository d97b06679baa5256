"""Two files of receipts side by side: what was decided otherwise, in which requests and why."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from inspector.core.problems import Place
from inspector.core.receipts.decided import State, decided_in, verdict_of
from inspector.core.receipts.receipt import Receipt
from inspector.files.findings import Findings
from inspector.files.receipts import receipt_lines, unusable_receipt
from inspector.files.source import read_source
from inspector.recorder import digest
from inspector.stages.compare.receipt_results import (
    ReceiptsChange,
    ReceiptsComparison,
    ReceiptsDifference,
    ReceiptsSide,
)


@dataclass(frozen=True, slots=True)
class ReceiptDecision:
    """What one receipt says: ``states`` by what was decided on, ``configuration`` by name."""

    trace_id: str
    used: int | None
    total: int | None
    policy: str
    configuration: Mapping[str, Any]
    states: Mapping[str, State]


@dataclass(frozen=True, slots=True)
class ReceiptDecisions:
    """The decisions of a file in order, and how many were not written."""

    file: str
    all: tuple[ReceiptDecision, ...]
    not_written: int


def read_decisions(file: str, found: Findings) -> ReceiptDecisions | None:
    """Return the decisions of a file of receipts, None where it cannot be read.

    A line that is no receipt is reported, and left out.
    """
    source = read_source(file, found)
    if source is None:
        return None
    decisions, not_written = [], 0
    for number, line in receipt_lines(source.data):
        try:
            receipt = Receipt.model_validate_json(line)
            not_written += receipt.dropped
            if receipt.cards or receipt.files or receipt.buckets or not receipt.dropped:
                decisions.append(_decision(receipt))
        except (ValidationError, ValueError, TypeError, LookupError) as error:
            found.add(unusable_receipt(line, error, Place(file=file, line=number)))
    return ReceiptDecisions(file, tuple(decisions), not_written)


def _decision(receipt: Receipt) -> ReceiptDecision:
    given = receipt.model_dump(
        include={"policy", "strategy", "settings", "overrides", "tokenizer", "model"}
    )
    policy = receipt.fingerprints.get("policy")
    return ReceiptDecision(
        receipt.trace_id,
        receipt.budget.used,
        receipt.budget.total,
        policy or ("" if receipt.policy is None else digest(receipt.policy)),
        dict(_flat(given, "")),
        dict(_states({name: getattr(receipt, name) for name in ("cards", "buckets", "files")})),
    )


def _flat(value: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, one in value.items():
        if isinstance(one, Mapping):
            yield from _flat(one, f"{above}{name}.")
        elif one is not None:
            yield above + name, one


def _states(receipt: Mapping[str, Any]) -> Iterator[tuple[str, State]]:
    """Yield what became of each; files of one name in one bucket are told apart by number."""
    seen: Counter[str] = Counter()
    for one in decided_in(receipt):
        name = f"{one.kind} {one.name}"
        if one.kind == "file":
            seen[name] += 1
            name += f" {seen[name]}"
        yield name, _KNOWN.setdefault(one.state, one.state)


_KNOWN: dict[State, State] = {}
"""One object of each state: there are few, and each is that of many candidates."""


def compare_receipts(before: ReceiptDecisions, after: ReceiptDecisions) -> ReceiptsComparison:
    """Compare two files of receipts, request by request.

    Requests are paired by their ids, several of one id in order; where no id stands on both sides,
    all are paired in order.
    """
    pairs, only_before, only_after = _by_id(before.all, after.all)
    by_id = bool(pairs) or not (only_before and only_after)
    if not by_id:
        pairs = list(zip(before.all, after.all, strict=False))
        only_before, only_after = before.all[len(pairs) :], after.all[len(pairs) :]
    changes = [one for a, b in pairs if (one := _change(a, b)) is not None]
    changes.sort(key=_how_much, reverse=True)
    return ReceiptsComparison(
        before=_side(before),
        after=_side(after),
        paired_by="trace_id" if by_id else "order",
        pairs=len(pairs),
        differing=tuple(_differing(pairs)),
        changes=tuple(changes),
        only_before=tuple(one.trace_id for one in only_before),
        only_after=tuple(one.trace_id for one in only_after),
    )


_Pair = tuple[ReceiptDecision, ReceiptDecision]


def _by_id(
    before: Sequence[ReceiptDecision], after: Sequence[ReceiptDecision]
) -> tuple[list[_Pair], Sequence[ReceiptDecision], Sequence[ReceiptDecision]]:
    waiting: dict[str, deque[ReceiptDecision]] = {}
    for one in after:
        waiting.setdefault(one.trace_id, deque()).append(one)
    pairs, alone = [], []
    for one in before:
        if found := waiting.get(one.trace_id):
            pairs.append((one, found.popleft()))
        else:
            alone.append(one)
    return pairs, alone, [one for rest in waiting.values() for one in rest]


def _side(decisions: ReceiptDecisions) -> ReceiptsSide:
    states = Counter(state for one in decisions.all for state in one.states.values())
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for state, count in states.items():
        verdicts[verdict_of(state).value] += count
        reasons[state[1]] += count
    told = [one for one in decisions.all if one.used is not None and one.total is not None]
    return ReceiptsSide(
        file=decisions.file,
        requests=len(decisions.all),
        not_written=decisions.not_written,
        used=sum(one.used or 0 for one in told),
        total=sum(one.total or 0 for one in told),
        verdicts=dict(verdicts.most_common()),
        reasons=dict(reasons.most_common()),
        policies=dict(Counter(one.policy for one in decisions.all).most_common()),
    )


def _change(a: ReceiptDecision, b: ReceiptDecision) -> ReceiptsChange | None:
    """Return how a request was decided otherwise, None where it was not."""
    lost = gained = reformed = flips = reasons = 0
    for name in a.states.keys() | b.states.keys():
        was, now = a.states.get(name), b.states.get(name)
        if was == now:
            continue
        form_was, form_now = was and was[0], now and now[0]
        lost += form_was is not None and form_now is None
        gained += form_was is None and form_now is not None
        reformed += None not in (form_was, form_now) and form_was != form_now
        if was is not None and now is not None:
            flips += verdict_of(was) is not verdict_of(now)
            reasons += was[1] != now[1]
    if a.used == b.used and not (lost or gained or reformed or reasons):
        return None
    return ReceiptsChange(
        trace_id=a.trace_id,
        trace_id_after=b.trace_id,
        used=(a.used, b.used),
        total=(a.total, b.total),
        lost=lost,
        gained=gained,
        reformed=reformed,
        flips=flips,
        reasons=reasons,
        policy=a.policy != b.policy,
    )


def _how_much(one: ReceiptsChange) -> tuple[int, int]:
    return one.lost + one.gained + one.reformed, abs((one.used[1] or 0) - (one.used[0] or 0))


def _differing(pairs: Sequence[_Pair]) -> Iterator[ReceiptsDifference]:
    """Yield what differs in the configurations of pairs, what differs in most requests first."""
    found: Counter[tuple[str, str, str]] = Counter()
    for a, b in pairs:
        if a.configuration == b.configuration:
            continue
        for name in a.configuration.keys() | b.configuration.keys():
            was, now = a.configuration.get(name), b.configuration.get(name)
            if was != now:
                found[name, json.dumps(was), json.dumps(now)] += 1
    for (name, was, now), count in sorted(found.items(), key=lambda one: (-one[1], one[0])):
        yield ReceiptsDifference(
            field=name, before=json.loads(was), after=json.loads(now), requests=count
        )
