"""Receipts that are followed while they are written: what is lost now, and for which reason."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from inspector.analysis.audit.audit import Outcome
from inspector.analysis.audit.receipts import ReceiptVerdict
from inspector.core.reasons import REASONS_BY_CODE
from inspector.core.receipts.decided import Totals
from inspector.language import localized, tr, tr_n
from inspector.stages.audit.watch import Batch
from inspector.stages.injection.item_table import why_in_few_words

NOW = 100
"""Receipts that count as now; also the failures that are kept. All else is counted alone."""
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
            told += tr(": {part:.1%} of the budgets used", part=self.used)
        lost = ", ".join(
            f"{localized(count)} {_words(code)}"
            for code, count in self.kept_out.most_common(_MOST_REASONS)
        )
        return told + (tr(" · kept out: {lost}", lost=lost) if lost else tr(" · nothing kept out"))


def _words(code: str) -> str:
    known = REASONS_BY_CODE.get(code)
    return code.replace("_", " ") if known is None else why_in_few_words(known)
