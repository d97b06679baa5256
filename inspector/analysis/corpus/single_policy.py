"""One policy over a whole corpus: a line of numbers for each request.

The candidate set is counted once; each request only ranks and runs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from inspector.analysis import quantities as q
from inspector.analysis.expectations import check_expectations, evidence_recall
from inspector.analysis.steps_before import used_before
from inspector.analysis.watched_counter import counted_for
from inspector.core.candidates.counting import CountedCandidates
from inspector.core.candidates.request import Request
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides
from inspector.core.injection.policy import InjectionSettings, Strategy, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.tokens.counter import TokenCounter
from inspector.session.session import Session


@dataclass(frozen=True, slots=True)
class CorpusRow:
    """The result of one request in numbers. Sizes are tokens.

    ``cards``, ``injected``, ``suppressed`` and ``dropped`` count cards; the rest are the quantities
    of a run by their keys. ``recall`` is the share of ``must_include`` that is in, None where
    nothing is asked for; ``expectations_failed`` counts all kinds of expectations.
    """

    trace_id: str
    total_budget: int
    knowledge_budget: int
    bucket_budget: int
    used: int
    cards: int
    injected: int
    suppressed: int
    dropped: int
    files_inlined: int
    files_listed: int
    recall: float | None
    expectations_failed: int
    balances: bool
    degraded_state: str
    backgrounds_suppressed: int
    tokens_freed: int

    def values(self) -> dict[str, Any]:
        """Return the row as plain values, by field."""
        return asdict(self)


def run_corpus(
    requests: Iterable[Request],
    counted: CountedCandidates,
    tokens: TokenCounter,
    policy: UnifiedContextBudgetPolicy,
    strategy: Strategy,
    settings: InjectionSettings,
    overrides: Overrides = NO_OVERRIDES,
    session: Session | None = None,
) -> Iterator[tuple[CorpusRow, InjectionReport]]:
    """Run every request and yield its numbers with its report, in order.

    ``session`` is the one that they stand in, where its steps 1 to 5 are used before.
    """
    for request in requests:
        before = used_before(session or Session(), request, tokens).tokens
        prepared = prepare(request, counted_for(request, counted, tokens), before)
        report = Injector(prepared).run(policy, strategy, settings, overrides)
        yield corpus_row(report), report


def corpus_row(report: InjectionReport) -> CorpusRow:
    """Return the numbers of one report."""
    outcomes, _ = check_expectations(report)
    return CorpusRow(
        trace_id=report.prepared.request.trace_id,
        total_budget=q.TOTAL_BUDGET.of(report),
        knowledge_budget=q.KNOWLEDGE_BUDGET.of(report),
        bucket_budget=q.FILE_BUDGET.of(report),
        used=q.TOKENS_USED.of(report),
        cards=q.CARDS.of(report),
        injected=q.CARDS_INJECTED.of(report),
        suppressed=q.CARDS_SUPPRESSED.of(report),
        dropped=q.CARDS_DROPPED.of(report),
        files_inlined=q.FILES_INLINED.of(report),
        files_listed=q.FILES_LISTED.of(report),
        recall=evidence_recall(report),
        expectations_failed=sum(not outcome.met for outcome in outcomes),
        balances=report.ledger.balances,
        degraded_state=report.degraded_state,
        backgrounds_suppressed=q.SUMMARIES_SUPPRESSED.of(report),
        tokens_freed=q.TOKENS_FREED.of(report),
    )
