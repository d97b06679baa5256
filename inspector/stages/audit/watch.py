"""What receipts say while they are written: how full budgets are, and what is kept out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import ReceiptVerdict, verify_line
from inspector.core.receipts.decided import Totals
from inspector.language import localized, tr
from inspector.present.reason_text import code_in_few_words
from inspector.present.shares import shown_share

_MOST_REASONS = 6


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
            for code, count in batch.reasons.most_common(_MOST_REASONS)
        )
        told += tr(" · kept out: {kept}", kept=kept)
    if batch.dropped:
        told += tr(" · {dropped:,} were not written", dropped=batch.dropped)
    yield told
    for file, one in batch.wrong:
        yield f"  {file.name}:{one.line} {one.trace_id}: {one.told}"
