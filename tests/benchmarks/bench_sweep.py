"""How long a sweep of every budget takes, against a plain loop over the core in the same run.

``python -m tests.benchmarks.bench_sweep [CARDS …]`` (500, 5,000 and 100,000 by default). The loop
over the core is timed on every 50th budget and scaled up; the optimum is not found for 100,000.
"""

import sys
import time
from collections.abc import Callable

from inspector.analysis.tuning.axes import Axis, AxisRange
from inspector.analysis.tuning.lanes import SweepBasis
from inspector.analysis.tuning.runs import Item, Tuning
from inspector.analysis.tuning.sweep import optimum_curve, report_at, sweep
from inspector.analysis.tuning.thresholds import ItemKind
from inspector.core.candidates.counting import count_candidates
from inspector.core.injection.policy import DEFAULT_POLICY
from inspector.core.injection.prepare import prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.selection.optimal import best_selection
from tests.shared.injection_input import CHARACTERS, request
from tests.shared.large_sets import large_set

TOTAL = AxisRange(Axis.TOTAL, 0, 6_000)
_EVERY, _OPTIMUM_UP_TO = 50, 5_000


def milliseconds(work: Callable[[], object], times: int = 5) -> float:
    """Return the least time of a few; the machine is shared."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append((time.perf_counter() - start) * 1000)
    return min(spent)


def report_of(cards: int, *, buckets: bool = True) -> InjectionReport:
    candidates = large_set(cards)
    if not buckets:
        candidates = candidates.model_copy(update={"buckets": ()})
    asked = request(
        model={"name": "m", "context_window": 128_000, "encoding": "characters"},
        tokens_used_before=2_600,
    )
    prepared = prepare(asked, count_candidates(candidates, CHARACTERS), 2_600)
    return Injector(prepared).run(DEFAULT_POLICY)


def core_loop(report: InjectionReport) -> float:
    """Return how long the core takes for every total from 0 to 6,000, one by one."""
    injector = Injector(report.prepared)
    totals = range(0, 6_001, _EVERY)

    def work() -> None:
        for total in totals:
            policy = DEFAULT_POLICY.model_copy(update={Axis.TOTAL.field: total})
            injector.run(policy, report.strategy, report.settings)

    return milliseconds(work, 1) * 6_001 / len(totals)


def measure(cards: int) -> None:
    for label, buckets in (("cards alone", False), ("with 200 files", True)):
        report = report_of(cards, buckets=buckets)
        ground = SweepBasis.of(report)
        found = sweep(report, TOTAL, ground=ground)
        loop = core_loop(report)
        every = milliseconds(
            lambda report=report, ground=ground: sweep(report, TOTAL, ground=ground)
        )
        changes = len(found.breakpoints)
        print(
            f"\n{cards:,} {label}: 6,001 totals, {changes:,} breakpoints in {every:.1f} ms;"
            f" the core one by one {loop:,.0f} ms, × {loop / every:,.0f}"
        )
    tuning = Tuning(report)
    asked = [Item(ItemKind.CARD, rank) for rank in range(50)]
    start = time.perf_counter()
    tuning.thresholds(asked[0])
    first = (time.perf_counter() - start) * 1000
    start = time.perf_counter()
    for item in asked:
        tuning.thresholds(item)
    rest = (time.perf_counter() - start) * 1000
    print(f"  thresholds: every axis swept in {first:.0f} ms; then 50 cards in {rest:.1f} ms")
    if cards <= _OPTIMUM_UP_TO:
        alone = report_of(cards, buckets=False)
        whole = sweep(alone, TOTAL)
        best = milliseconds(lambda: optimum_curve(whole), 3)
        at = report_at(alone, Axis.TOTAL, 6_000)
        limits = at.tiers.limits
        one = milliseconds(
            lambda: best_selection(
                alone.prepared.cards,
                alone.overlap.contesting,
                limits.budget,
                limits.caps,
                alone.prepared.counted.separators.card,
                alone.settings.tier_weights,
            ),
            3,
        )
        print(
            f"  best value at all 6,001 totals {best:.0f} ms; best selection at one {one:.0f} ms,"
            f" × {one * 6_001 / best:,.0f}"
        )


if __name__ == "__main__":
    for size in [int(argument) for argument in sys.argv[1:]] or [500, 5_000, 100_000]:
        measure(size)
