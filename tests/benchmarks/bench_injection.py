"""How long a change of a share takes, against a plain loop over all cards in the same run.

``python -m tests.benchmarks.bench_injection [CARDS …]`` (100,000 and 1,000,000 by default)
"""

import sys
import time
from collections.abc import Callable, Iterator

import numpy as np

from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY, Strategy, UnifiedContextBudgetPolicy
from inspector.core.injection.prepare import Prepared, prepare
from inspector.core.injection.step import Injector
from inspector.stages.injection.ledger_table import LedgerTables
from tests.shared.injection_input import CHARACTERS, request
from tests.shared.large_sets import large_set

SHARES = np.linspace(0.1, 0.9, 161)


def policy_at(share: float) -> UnifiedContextBudgetPolicy:
    update = {"knowledge_card_share_default": share, "bucket_content_share_default": 1 - share}
    return DEFAULT_POLICY.model_copy(update=update)


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def plain_coverage(prepared: Prepared, budget: int, inlined: frozenset[str]) -> int:
    """Do what a first implementation does: one Python loop over all cards."""
    cards = prepared.cards
    references, left, taken = cards.columns.references, budget, 0
    costs = cards.costs[:, 0].tolist()
    for rank, row in enumerate(cards.order.tolist()):
        if references[row] in inlined:
            continue
        if costs[rank] + 2 <= left:
            left -= costs[rank] + 2
            taken += 1
    return taken


def runs(injector: Injector, strategy: Strategy) -> Iterator[tuple[float, bool]]:
    """Yield the time of each change of the share, and whether other files were inlined."""
    before = injector.run(policy_at(SHARES[0]), strategy).materialization.inlined_references
    for share in SHARES[1:]:
        policy = policy_at(float(share))
        start = time.perf_counter()
        report = injector.run(policy, strategy)
        spent = (time.perf_counter() - start) * 1000
        inlined = report.materialization.inlined_references
        yield spent, inlined != before
        before = inlined


def measure(cards: int) -> None:
    candidates = large_set(cards)
    asked = request(
        model={"name": "m", "context_window": 128_000, "encoding": "characters"},
        tokens_used_before=2_600,
    )
    counted = count_candidates(candidates, CHARACTERS)
    ranking = milliseconds(lambda: prepare(asked, counted, 2_600))
    prepared = prepare(asked, counted, 2_600)
    injector = Injector(prepared)
    report = injector.run(DEFAULT_POLICY)
    plain = min(
        milliseconds(
            lambda: plain_coverage(prepared, 2_400, report.materialization.inlined_references)
        )
        for _ in range(3)
    )
    print(f"\n{cards:,} cards: ranking once {ranking:.0f} ms; plain loop {plain:.0f} ms")
    for strategy in (Strategy.COVERAGE, Strategy.DEPTH):
        times = list(runs(injector, strategy))
        for label, chosen in (("same files", False), ("other files", True)):
            spent = [one for one, changed in times if changed is chosen]
            if spent:
                middle, high = np.percentile(spent, [50, 95])
                print(
                    f"  {strategy:9} {label:11}  p50 {middle:8.2f} ms  p95 {high:8.2f} ms"
                    f"  ×{plain / middle:7.0f} of the plain loop  ({len(spent)} changes)"
                )
    report = injector.run(DEFAULT_POLICY)
    entries = milliseconds(lambda: [report.ledger.entries[row].sentence for row in range(50)])
    tables = LedgerTables(prepared)
    table = milliseconds(lambda: tables.table(report).take("verdict", np.arange(50, dtype=np.intp)))
    print(f"  fifty ledger rows {entries:.2f} ms; verdicts of a screenful {table:.2f} ms")


if __name__ == "__main__":
    for size in [int(argument) for argument in sys.argv[1:]] or [100_000, 1_000_000]:
        measure(size)
