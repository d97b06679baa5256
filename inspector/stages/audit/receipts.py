"""Receipts: verified from a file, as text and as JSON; and followed while they are written.

Of those that are followed it is said how full budgets are, and what is lost now, for which reason.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import ReceiptVerdict, verify_line
from inspector.core.model import Document
from inspector.core.receipts.decided import Totals
from inspector.core.scalars import Natural, SchemaVersion
from inspector.files.receipts import receipt_lines
from inspector.files.result_rows import ResultPart, result_from
from inspector.language import localized, tr, tr_n
from inspector.present.reason_text import code_in_few_words
from inspector.present.shares import shown_share


class ReceiptFindingRow(ResultPart):
    """One thing that is wrong with a receipt."""

    field: str
    """The field, or the list and the id of the row."""

    message: str
    """What was found."""


class ReceiptRow(ResultPart):
    """What replaying one receipt came to."""

    line: int
    """Its line, from 1."""

    trace_id: str
    """The request."""

    timestamp: str
    """When it was decided."""

    outcome: str
    """``verified``, ``failed`` or ``not replayed``."""

    findings: tuple[ReceiptFindingRow, ...]
    """What is wrong with it."""

    missing: tuple[str, ...]
    """What there is not to replay it with."""


class ReceiptsResult(Document):
    """What verifying a file of receipts comes to."""

    schema_version: SchemaVersion = 1
    """Version of the format; always 1."""

    file: str
    """The file."""

    counts: dict[str, Natural]
    """Receipts by verdict."""

    dropped: Natural = 0
    """Receipts that the recorder says it did not write."""

    cut: bool = False
    """Whether the last line was cut, and left out."""

    receipts: tuple[ReceiptRow, ...]
    """One for each line."""


def verdicts_of(data: bytes) -> Iterator[ReceiptVerdict]:
    """Yield the verdict on each line of a file of receipts; empty lines are passed over."""
    for number, line in receipt_lines(data):
        yield verify_line(number, line)


def receipts_result(file: str, verdicts: Sequence[ReceiptVerdict], *, cut: bool) -> dict[str, Any]:
    """Return the verdicts as JSON."""
    decided = [one for one in verdicts if one.outcome is not None]
    result = ReceiptsResult(
        file=file,
        counts=Counter(one.outcome.value for one in decided if one.outcome is not None),
        dropped=sum(one.dropped for one in verdicts),
        cut=cut,
        receipts=tuple(
            result_from(
                ReceiptRow,
                one,
                outcome="" if one.outcome is None else one.outcome.value,
                findings=tuple(map(ReceiptFindingRow.model_validate, one.findings)),
            )
            for one in decided
        ),
    )
    return result.model_dump(mode="json")


def verdict_lines(file: str, verdicts: Iterable[ReceiptVerdict]) -> Iterator[str]:
    """Yield a line for each receipt that was not verified, with its place, and a sum."""
    counts: Counter[Outcome] = Counter()
    dropped = 0
    for one in verdicts:
        dropped += one.dropped
        if one.outcome is None:
            continue
        counts[one.outcome] += 1
        if one.outcome is not Outcome.VERIFIED:
            yield f"{file}:{one.line} {one.trace_id}: {one.told}"
    yield tr(
        "{count:,} receipts: {verified:,} verified, {failed:,} failed, {missing:,} not replayed.",
        count=counts.total(),
        verified=counts[Outcome.VERIFIED],
        failed=counts[Outcome.FAILED],
        missing=counts[Outcome.NOT_REPLAYED],
    )
    if dropped:
        yield tr_n(
            "The recorder did not write {count:,} more.",
            "The recorder did not write {count:,} more.",
            dropped,
            count=dropped,
        )


NOW = 100
"""Receipts that count as now; also the failures that are kept. All else is counted alone."""
_REASONS_OF_A_LOOK = 6


@dataclass(slots=True)
class Batch:
    """What was new at one look. Tokens are those of receipts that say what they had and used."""

    receipts: int = 0
    dropped: int = 0
    used: int = 0
    total: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[Path, ReceiptVerdict]] = field(default_factory=list)
    totals: list[Totals] = field(default_factory=list)

    def fields(self) -> dict[str, Any]:
        """Return the batch as JSON."""
        return {
            "receipts": self.receipts,
            "dropped": self.dropped,
            "used": self.used,
            "total": self.total,
            "outcomes": {one.value: count for one, count in self.outcomes.items()},
            "kept_out": dict(self.reasons.most_common()),
            "not_verified": [
                {"file": str(file), "line": one.line, "trace_id": one.trace_id, "told": one.told}
                for file, one in self.wrong
            ],
        }


def batch_of(lines: Iterable[tuple[Path, int, bytes]]) -> Batch:
    """Return what new lines of receipts come to; each is replayed from itself."""
    batch = Batch()
    for file, number, line in lines:
        if not line.strip():
            continue
        verdict = verify_line(number, line)
        batch.dropped += verdict.dropped
        if verdict.outcome is None:
            continue
        batch.receipts += 1
        batch.outcomes[verdict.outcome] += 1
        if verdict.outcome is not Outcome.VERIFIED:
            batch.wrong.append((file, verdict))
        if verdict.outcome is not Outcome.FAILED and verdict.totals is not None:
            _add(batch, verdict.totals)
    return batch


def _add(batch: Batch, totals: Totals) -> None:
    if totals.used is not None and totals.total is not None:
        batch.used += totals.used
        batch.total += totals.total
    batch.reasons += totals.kept_out
    batch.totals.append(totals)


def batch_lines(batch: Batch) -> Iterator[str]:
    """Yield a batch as lines of text: a sum, then every receipt that was not verified."""
    told = tr(
        "{receipts:,} receipts: {verified:,} verified, {failed:,} failed, {missing:,} not replayed",
        receipts=batch.receipts,
        verified=batch.outcomes[Outcome.VERIFIED],
        failed=batch.outcomes[Outcome.FAILED],
        missing=batch.outcomes[Outcome.NOT_REPLAYED],
    )
    if batch.total:
        told += tr(" · {part:.1%} of the budgets used", part=shown_share(batch.used / batch.total))
    if batch.reasons:
        kept = ", ".join(
            f"{localized(count)} {code_in_few_words(code)}"
            for code, count in batch.reasons.most_common(_REASONS_OF_A_LOOK)
        )
        told += tr(" · kept out: {kept}", kept=kept)
    if batch.dropped:
        told += tr(" · {dropped:,} were not written", dropped=batch.dropped)
    yield told
    for file, one in batch.wrong:
        yield f"  {file.name}:{one.line} {one.trace_id}: {one.told}"


_MOST_REASONS = 5


@dataclass(slots=True)
class Following:
    """What a folder or a file of receipts came to since somebody follows it; bounded."""

    path: Path
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    dropped: int = 0
    recent: deque[Totals] = field(default_factory=lambda: deque(maxlen=NOW))
    failed: deque[tuple[Path, ReceiptVerdict]] = field(default_factory=lambda: deque(maxlen=NOW))

    def take(self, batch: Batch) -> None:
        """Take what is new."""
        self.outcomes += batch.outcomes
        self.dropped += batch.dropped
        self.recent.extend(batch.totals)
        self.failed.extend(batch.wrong)

    @property
    def receipts(self) -> int:
        """How many there were."""
        return self.outcomes.total()

    @property
    def kept_out(self) -> Counter[str]:
        """How many candidates are kept out now, by reason."""
        return sum((one.kept_out for one in self.recent), Counter[str]())

    @property
    def used(self) -> float | None:
        """The part of the budgets that is used now; None where none says so."""
        known = [
            (one.used, one.total)
            for one in self.recent
            if one.used is not None and one.total is not None
        ]
        total = sum(total for _, total in known)
        return sum(used for used, _ in known) / total if total else None

    def lines(self) -> Iterator[str]:
        """Yield what is followed, what is lost now, and the newest that was not verified."""
        counts = self.outcomes
        told = tr_n(
            "Following {name}: 1 receipt, {failed:,} failed, {missing:,} not replayed",
            "Following {name}: {receipts:,} receipts, {failed:,} failed, {missing:,} not replayed",
            self.receipts,
            name=self.path.name,
            receipts=self.receipts,
            failed=counts[Outcome.FAILED],
            missing=counts[Outcome.NOT_REPLAYED],
        )
        yield told + (tr(" · {count:,} not written", count=self.dropped) if self.dropped else "")
        if self.recent:
            yield self._now()
        elif not self.receipts:
            yield tr("Waiting for receipts …")
        if self.failed:
            file, one = self.failed[-1]
            yield f"{file.name}:{one.line} {one.trace_id}: {one.told}"

    def _now(self) -> str:
        told = tr("Last {count:,}", count=len(self.recent))
        if self.used is not None:
            told += tr(": {part:.1%} of the budgets used", part=shown_share(self.used))
        lost = ", ".join(
            f"{localized(count)} {code_in_few_words(code)}"
            for code, count in self.kept_out.most_common(_MOST_REASONS)
        )
        return told + (tr(" · kept out: {lost}", lost=lost) if lost else tr(" · nothing kept out"))
