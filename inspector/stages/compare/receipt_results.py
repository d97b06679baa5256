"""What comparing two files of receipts comes to, as a result and as lines of text."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from inspector.core.model import Document
from inspector.core.receipts.decided import NO_REASON
from inspector.core.scalars import Natural, SchemaVersion
from inspector.plurals import count_of

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


def comparison_lines(found: ReceiptsComparison, most: int) -> Iterator[str]:
    """Yield the comparison as text: sides, what differs, counts, and up to ``most`` requests."""
    before, after = found.before, found.after
    for name, side in (("A", before), ("B", after)):
        told = f"{name}  {side.file}  {count_of(side.requests, 'request')}, "
        told += f"{side.used:,} of {count_of(side.total, 'token')} used"
        yield told + (f", {side.not_written:,} more not written" if side.not_written else "")
    yield ""
    by_id = "by their ids" if found.paired_by == "trace_id" else "in order, as no id is on both"
    yield f"{count_of(found.pairs, 'request')} on both sides, {by_id}"
    for name, alone in (("A", found.only_before), ("B", found.only_after)):
        if alone:
            shown = ", ".join(alone[:_NAMED]) + (", …" if len(alone) > _NAMED else "")
            yield f"{len(alone):,} in {name} alone: {shown}"
    if found.differing:
        yield ""
        yield "What differs in the configuration"
    for one in found.differing[:most]:
        was, now = (json.dumps(value, ensure_ascii=False) for value in (one.before, one.after))
        yield f"  {one.field}: {was} → {now} in {count_of(one.requests, 'request')}"
    yield from _rest(len(found.differing) - most)
    for title, a, b in (
        ("verdicts", before.verdicts, after.verdicts),
        ("reasons", before.reasons, after.reasons),
        ("requests by policy", _short(before.policies), _short(after.policies)),
    ):
        yield ""
        yield from _count_lines(title, a, b)
    yield ""
    yield f"{len(found.changes):,} of {count_of(found.pairs, 'request')} decided otherwise"
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
    unit = "token" if one.used[-1] == 1 else "tokens"
    counts = {
        "lost": one.lost,
        "gained": one.gained,
        "in another form": one.reformed,
        "for another reason": one.reasons,
    }
    told = "".join(f", {count:,} {what}" for what, count in counts.items() if count)
    return f"  {one.trace_id}{other}: {used} {unit}{told}"


def _rest(count: int) -> Iterator[str]:
    if count > 0:
        yield f"  and {count:,} more; --json lists all of them"


def _short(policies: Mapping[str, int]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for name, count in policies.items():
        counts[name[:_SHORT] or NO_REASON] += count
    return dict(counts)
