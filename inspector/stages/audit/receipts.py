"""Verifying a file of receipts: each line replayed from itself, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import ReceiptVerdict, verify_line
from inspector.core.model import Document
from inspector.core.scalars import Natural, SchemaVersion
from inspector.files.receipts import receipt_lines
from inspector.files.result_rows import ResultPart, made_of
from inspector.language import tr, tr_n


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
            made_of(
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
