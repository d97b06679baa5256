"""Two files of receipts side by side: what was decided otherwise, in which requests and why."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from inspector.core.model import Document
from inspector.core.problems import Place, Problem, Severity
from inspector.core.reasons import REASONS_BY_CODE, Verdict
from inspector.core.receipts.receipt import Receipt
from inspector.core.scalars import Natural, SchemaVersion
from inspector.files.findings import Findings
from inspector.files.source import read_source
from inspector.recorder import digest

_State = tuple[str | None, str]
"""The form that is in, None for none, and the reason."""

_NO_REASON = "none given"
_SHORT = 12  # characters of a fingerprint that a line shows
_NAMED = 5  # requests of one side alone that a line names


class ReceiptsSide(Document):
    """What the receipts of one file come to. Tokens are those of receipts that say them."""

    file: str
    """The file."""

    requests: Natural
    """Decisions that it holds."""

    not_written: Natural
    """Receipts that the recorder says it did not write."""

    used: int
    """Tokens that were injected."""

    total: int
    """Tokens that might have been injected."""

    verdicts: dict[str, Natural]
    """Candidates, files and backgrounds by verdict."""

    reasons: dict[str, Natural]
    """Candidates, files and backgrounds by reason."""

    policies: dict[str, Natural]
    """Requests by the fingerprint of their policy."""


class ReceiptsDifference(Document):
    """One value of the configuration that is another one, in so many requests."""

    field: str
    """Its name, such as ``policy.min_injection_tokens``."""

    before: Any
    """The value in A."""

    after: Any
    """The value in B."""

    requests: Natural
    """Requests that it differs in."""


class ReceiptsChange(Document):
    """A request that was decided otherwise."""

    trace_id: str
    """The request in A."""

    trace_id_after: str
    """The request in B; another one where they are paired in order."""

    used: tuple[int | None, int | None]
    """Tokens that were injected, before and after."""

    total: tuple[int | None, int | None]
    """Tokens that might have been injected, before and after."""

    lost: Natural
    """In before and not after."""

    gained: Natural
    """In after and not before."""

    reformed: Natural
    """In on both sides, in another form."""

    flips: Natural
    """On both sides, with another verdict."""

    reasons: Natural
    """On both sides, with another reason."""

    policy: bool
    """Whether the policy is another one."""


class ReceiptsComparison(Document):
    """What changed from one file of receipts to another."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    before: ReceiptsSide
    """A."""

    after: ReceiptsSide
    """B."""

    paired_by: Literal["trace_id", "order"]
    """``order`` where no request stands on both sides under one id."""

    pairs: Natural
    """Requests that stand on both sides."""

    differing: tuple[ReceiptsDifference, ...]
    """What differs in the configuration of these."""

    changes: tuple[ReceiptsChange, ...]
    """Of these, the requests that were decided otherwise, those that changed most first."""

    only_before: tuple[str, ...]
    """Requests that stand in A alone."""

    only_after: tuple[str, ...]
    """Requests that stand in B alone."""

    def has(self, what: str) -> bool:
        """Tell whether there is what a comparison can be asked to fail for."""
        match what:
            case "flip":
                return any(one.flips for one in self.changes)
            case "lost" | "gained":
                return any(getattr(one, what) for one in self.changes)
            case "more-tokens":
                return self.after.used > self.before.used
            case _:
                return bool(self.changes or self.differing or self.only_before or self.only_after)


@dataclass(frozen=True, slots=True)
class Decision:
    """What one receipt says: ``states`` by what was decided on, ``configuration`` by name."""

    trace_id: str
    used: int | None
    total: int | None
    policy: str
    configuration: Mapping[str, Any]
    states: Mapping[str, _State]


@dataclass(frozen=True, slots=True)
class Decisions:
    """The decisions of a file in order, and how many were not written."""

    file: str
    all: tuple[Decision, ...]
    not_written: int


def read_decisions(file: str, found: Findings) -> Decisions | None:
    """Return the decisions of a file of receipts, None where it cannot be read.

    A line that is no receipt is reported, and left out.
    """
    source = read_source(file, found)
    if source is None:
        return None
    decisions, not_written = [], 0
    for number, line in enumerate(source.data.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            receipt = Receipt.model_validate_json(line)
            not_written += receipt.dropped
            if receipt.cards or receipt.files or receipt.buckets or not receipt.dropped:
                decisions.append(_decision(receipt))
        except (ValidationError, ValueError, TypeError, LookupError) as error:
            told = f"The receipt cannot be used: {type(error).__name__}. It is left out."
            fix = "inspector verify says what is wrong with it."
            place = Place(file=file, line=number)
            found.add(Problem(Severity.WARNING, "compare.receipt", told, fix, place))
    return Decisions(file, tuple(decisions), not_written)


def _decision(receipt: Receipt) -> Decision:
    given = receipt.model_dump(
        include={"policy", "strategy", "settings", "overrides", "tokenizer", "model"}
    )
    policy = receipt.fingerprints.get("policy")
    return Decision(
        receipt.trace_id,
        receipt.budget.used,
        receipt.budget.total,
        policy or ("" if receipt.policy is None else digest(receipt.policy)),
        dict(_flat(given, "")),
        dict(_states(receipt)),
    )


def _flat(value: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, one in value.items():
        if isinstance(one, Mapping):
            yield from _flat(one, f"{above}{name}.")
        elif one is not None:
            yield above + name, one


def _states(receipt: Receipt) -> Iterator[tuple[str, _State]]:
    """Yield what became of each; form and reason stand last in rows of every kind."""
    for row in receipt.cards:
        yield f"card {row[0]}", _state(row)
    for row in receipt.buckets:
        if row[-1] is not None:  # one without a background has none
            yield f"background {row[0]}", _state(row)
    seen: Counter[str] = Counter()
    for row in receipt.files:
        name = f"file {receipt.buckets[row[0]][0]}/{row[1]}"
        seen[name] += 1
        yield f"{name} {seen[name]}", _state(row)


def _state(row: Sequence[Any]) -> _State:
    form, reason = row[-2:]
    state = (None if form is None else str(form), str(reason or _NO_REASON))
    return _KNOWN.setdefault(state, state)


_KNOWN: dict[_State, _State] = {}
"""One object of each state: there are few, and each is that of many candidates."""


def _verdict(state: _State) -> Verdict:
    """Return what a state comes to, also with a reason of another engine."""
    form, reason = state
    known = REASONS_BY_CODE.get(reason)
    if known is not None:
        return known.verdict
    return Verdict.DROPPED if form is None else Verdict.INCLUDED


def compare_receipts(before: Decisions, after: Decisions) -> ReceiptsComparison:
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


_Pair = tuple[Decision, Decision]


def _by_id(
    before: Sequence[Decision], after: Sequence[Decision]
) -> tuple[list[_Pair], Sequence[Decision], Sequence[Decision]]:
    waiting: dict[str, deque[Decision]] = {}
    for one in after:
        waiting.setdefault(one.trace_id, deque()).append(one)
    pairs, alone = [], []
    for one in before:
        if found := waiting.get(one.trace_id):
            pairs.append((one, found.popleft()))
        else:
            alone.append(one)
    return pairs, alone, [one for rest in waiting.values() for one in rest]


def _side(decisions: Decisions) -> ReceiptsSide:
    states = Counter(state for one in decisions.all for state in one.states.values())
    verdicts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for state, count in states.items():
        verdicts[_verdict(state).value] += count
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


def _change(a: Decision, b: Decision) -> ReceiptsChange | None:
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
            flips += _verdict(was) is not _verdict(now)
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


def comparison_lines(found: ReceiptsComparison, most: int) -> Iterator[str]:
    """Yield the comparison as text: sides, what differs, counts, and up to ``most`` requests."""
    before, after = found.before, found.after
    for name, side in (("A", before), ("B", after)):
        told = f"{name}  {side.file}  {_count(side.requests, 'request')}, "
        told += f"{side.used:,} of {side.total:,} tokens used"
        yield told + (f", {side.not_written:,} more not written" if side.not_written else "")
    yield ""
    by_id = "by their ids" if found.paired_by == "trace_id" else "in order, as no id is on both"
    yield f"{_count(found.pairs, 'request')} on both sides, {by_id}"
    for name, alone in (("A", found.only_before), ("B", found.only_after)):
        if alone:
            shown = ", ".join(alone[:_NAMED]) + (", …" if len(alone) > _NAMED else "")
            yield f"{len(alone):,} in {name} alone: {shown}"
    if found.differing:
        yield ""
        yield "What differs in the configuration"
    for one in found.differing[:most]:
        was, now = (json.dumps(value, ensure_ascii=False) for value in (one.before, one.after))
        yield f"  {one.field}: {was} → {now} in {_count(one.requests, 'request')}"
    yield from _rest(len(found.differing) - most)
    for title, a, b in (
        ("verdicts", before.verdicts, after.verdicts),
        ("reasons", before.reasons, after.reasons),
        ("requests by policy", _short(before.policies), _short(after.policies)),
    ):
        yield ""
        yield from _count_lines(title, a, b)
    yield ""
    yield f"{len(found.changes):,} of {_count(found.pairs, 'request')} decided otherwise"
    yield from map(_change_line, found.changes[:most])
    yield from _rest(len(found.changes) - most)


def _count_lines(title: str, before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[str]:
    yield f"{title:<34}{'A':>12}{'B':>12}{'change':>12}"
    for name in dict.fromkeys((*before, *after)):
        a, b = before.get(name, 0), after.get(name, 0)
        change = f"{b - a:+,}" if a != b else "·"
        yield f"  {name.replace('_', ' '):<32}{a:>12,}{b:>12,}{change:>12}"


def _change_line(one: ReceiptsChange) -> str:
    other = f" → {one.trace_id_after}" if one.trace_id_after != one.trace_id else ""
    used = " → ".join("?" if size is None else f"{size:,}" for size in one.used)
    counts = {
        "lost": one.lost,
        "gained": one.gained,
        "in another form": one.reformed,
        "for another reason": one.reasons,
    }
    told = "".join(f", {count:,} {what}" for what, count in counts.items() if count)
    return f"  {one.trace_id}{other}: {used} tokens{told}"


def _count(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _rest(count: int) -> Iterator[str]:
    if count > 0:
        yield f"  and {count:,} more; --json lists all of them"


def _short(policies: Mapping[str, int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for name, count in policies.items():
        counts[name[:_SHORT] or _NO_REASON] += count
    return dict(counts)
