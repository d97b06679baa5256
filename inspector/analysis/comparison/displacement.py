"""Who took the room of a subject that fell out, established by runs without them.

Only subjects that take more than before, and had their turn earlier, can have taken it. Each is
kept out by an override in a run of its own; who brings the subject back by being out, took its
room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from inspector.analysis.comparison.compare import Comparison
from inspector.analysis.comparison.outcomes import ReportOutcomes, Subject
from inspector.core.injection.overrides import Forced
from inspector.core.injection.prepare import CEILINGS
from inspector.core.injection.report import InjectionReport
from inspector.core.reasons import Reason, Verdict
from inspector.session.edits import force
from inspector.session.session import Session

MOST_TRIED = 60  # subjects that are tried one by one


class TakenHow(StrEnum):
    """How others came to stand in a subject's place."""

    ALONE = "alone"  # without any one of them it would be in
    TOGETHER = "together"  # without all of them it would be in
    COVERED = "covered"  # the file is in as a whole, which makes the card redundant


@dataclass(frozen=True, slots=True)
class Displacement:
    """The subjects that stand in the place of another one in B, and did not in A."""

    how: TakenHow
    subjects: tuple[Subject, ...]


def displacement(
    comparison: Comparison, index: int, b: Session, run: Callable[[Session], InjectionReport]
) -> Displacement | None:
    """Return who displaced a subject that B suppresses or drops; None where nobody did.

    Nobody did where the subject is in, was out before, or where the room itself shrank. ``b`` is
    the session of the second side.
    """
    change = comparison.change(index)
    if not isinstance(comparison.b, ReportOutcomes) or not change.before.tokens:
        return None
    if change.after.verdict is Verdict.SUPPRESSED and change.subject.kind == "card":
        return _covered(comparison, index)
    if change.after.verdict is not Verdict.DROPPED:
        return None
    rivals = [comparison.subject(one) for one in _rivals(comparison, comparison.b, index)]
    kind, subject = change.subject.kind, change.subject.id

    def back_without(others: Sequence[Subject]) -> bool:
        report = run(force([one.id for one in others], Forced.EXCLUDED)(b))
        return _takes_tokens(report, kind, subject)

    alone = tuple(one for one in rivals[:MOST_TRIED] if back_without([one]))
    if alone:
        return Displacement(TakenHow.ALONE, alone)
    if not rivals or not back_without(rivals):
        return None
    low, high = 1, len(rivals)  # so many of them, in turn, are enough
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if back_without(rivals[:middle]) else (middle + 1, high)
    return Displacement(TakenHow.TOGETHER, tuple(rivals[:high]))


def _covered(comparison: Comparison, index: int) -> Displacement | None:
    outcomes = comparison.b
    if not isinstance(outcomes, ReportOutcomes):
        return None
    entry = outcomes.card_entry(int(comparison.after.rows[index]))
    if entry.reason is not Reason.BUCKET_FILE_OVERLAP:
        return None
    place = comparison.index_of("file", str(entry.detail["reference"]))
    if place is None:
        return None
    return Displacement(TakenHow.COVERED, (comparison.subject(place),))


def _rivals(comparison: Comparison, outcomes: ReportOutcomes, index: int) -> Iterator[int]:
    """Yield the subjects that take more than before and came earlier, in the order of turns."""
    gained = np.flatnonzero(comparison.after.tokens > comparison.before.tokens)
    if index >= comparison.card_count:
        earlier = gained[gained >= comparison.card_count]
        turn = int(comparison.after.rows[index])
        rows = comparison.after.rows[earlier]
        backgrounds = np.array(
            [outcomes.content(row).kind == "background" for row in rows.tolist()], dtype=np.bool_
        )
        yield from earlier[(rows < turn) | backgrounds].tolist()
        return
    cards = outcomes.report.prepared.cards
    entry = outcomes.card_entry(int(comparison.after.rows[index]))
    rank = int(cards.rank_of_row[comparison.after.rows[index]])
    gainers = gained[gained < comparison.card_count]
    ranks = cards.rank_of_row[comparison.after.rows[gainers]]
    before = ranks < rank if outcomes.report.tiers.passes else np.ones(len(ranks), dtype=np.bool_)
    ceiling = next((cap for cap in CEILINGS if cap.label == entry.cap), None)
    if ceiling is not None:
        before &= cards.caps[ranks] == ceiling
    order = np.argsort(ranks[before], kind="stable")
    yield from gainers[before][order].tolist()


def _takes_tokens(report: InjectionReport, kind: str, subject: str) -> bool:
    if kind == "card":
        cards = report.prepared.cards
        row = cards.columns.row_of.get(subject)
        return row is not None and bool(report.tier_by_rank[cards.rank_of_row[row]] >= 0)
    entries = (entry for part in report.ledger.parts[1:3] for entry in part)
    return any(
        entry.tokens > 0 for entry in entries if (entry.kind, entry.subject) == (kind, subject)
    )
