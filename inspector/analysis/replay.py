"""Running a replay: every case built at every budget, and every signal's order looked at.

What a replay comes to: shares with their intervals.

Weights of signals chosen on one part of a history and judged on the other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from inspector.analysis.replay_cases import ReplayCase, ReplayTask
from inspector.core.builder.build import build_bundle
from inspector.core.builder.inputs import (
    BuilderConfig,
    BuildRequest,
    ModelLimits,
    PlanStep,
    SignalWeights,
)
from inspector.core.builder.report import BundleReport, FateKind, FileFate
from inspector.core.builder.signals import SignalKind, fused, orders_of
from inspector.core.builder.targets import find_targets
from inspector.core.tokens import TokenCounter
from inspector.project.code.slices import SliceLevel
from inspector.project.findings import RememberingScanner, SecretScanner

_RESAMPLES = 1_000
_SEED = 20_240_229
_LOW, _HIGH = 0.025, 0.975


@dataclass(frozen=True, slots=True)
class Share:
    """A mean over commits, 0 to 1, with its 95 % interval from resampling the commits."""

    mean: float
    low: float
    high: float


def share_of(values: Sequence[float]) -> Share:
    """The mean of values with a bootstrap interval; the same values give the same one."""
    if not values:
        return Share(0.0, 0.0, 0.0)
    chance = random.Random(_SEED)  # noqa: S311  # resampling, not a secret
    means = sorted(
        sum(chance.choices(values, k=len(values))) / len(values) for _ in range(_RESAMPLES)
    )
    return Share(
        sum(values) / len(values), means[int(_RESAMPLES * _LOW)], means[int(_RESAMPLES * _HIGH) - 1]
    )


DOCUMENT = "document"
"""Name of the order that the document's scoring makes."""

FUSED = "fused"
"""Name of the order of all signals together."""

DEPTHS = (5, 10, 20)
"""How many files of an order are looked at."""

_THERE = frozenset({FateKind.INCLUDED, FateKind.SLICED, FateKind.REDACTED})

Watch = Callable[[int], bool]
"""Told how many cases are done; returning False ends the replay there."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A wanted file that is not in a bundle, and why."""

    path: str
    why: str


@dataclass(frozen=True, slots=True)
class ReplayedBuild:
    """One task at one budget. ``found`` are wanted files that are there, ``whole`` those uncut.

    ``code`` is why the call was refused, "" where it was not; a refused one found nothing.
    """

    case: ReplayTask = field(repr=False)
    budget: int
    code: str
    used: int
    found: tuple[str, ...]
    whole: tuple[str, ...]
    missed: tuple[Missed, ...]

    @property
    def recall(self) -> float:
        """The share of wanted files that are there whole, by region or as signatures."""
        return len(self.found) / len(self.case.wanted)

    @property
    def recall_whole(self) -> float:
        """The share of wanted files that are there uncut."""
        return len(self.whole) / len(self.case.wanted)


@dataclass(frozen=True, slots=True)
class Budgeted:
    """All builds at one budget. ``used`` is the mean share of the budget, refused ones apart."""

    budget: int
    builds: int
    refused: int
    recall: Share
    recall_whole: Share
    used: float


@dataclass(frozen=True, slots=True)
class SignalFigures:
    """How well one order alone finds wanted files among its first few."""

    name: str
    recall_at: Mapping[int, Share]


@dataclass(frozen=True, slots=True)
class CommitReplay:
    """Everything that a replay led to."""

    cases: tuple[ReplayTask, ...] = field(repr=False)
    builds: tuple[ReplayedBuild, ...] = field(repr=False)
    budgets: tuple[Budgeted, ...]
    signals: tuple[SignalFigures, ...]


def request_for(case: ReplayCase, budget: int) -> BuildRequest:
    """The call for a case: its target, the subject as intent, and all of the budget to fill."""
    return BuildRequest(
        intent=case.subject,
        plan_step=PlanStep(target_files=(case.target,)),
        model=ModelLimits(max_input_tokens=budget, response_token_reserve=0),
    )


@dataclass(frozen=True, slots=True)
class ReplayedCase:
    """One task built at every budget, and the files in the order of each signal."""

    task: ReplayTask
    builds: tuple[ReplayedBuild, ...]
    orders: Mapping[str, Sequence[str]]


def replay(
    cases: Iterable[ReplayCase],
    budgets: Sequence[int],
    config: BuilderConfig,
    tokens: TokenCounter,
    scanner: SecretScanner,
    watch: Watch = lambda _done: True,
) -> CommitReplay:
    """Build every case at every budget, by the rules of a project. Secrets are looked for as ever.

    Where ``watch`` ends it, what was done until then is the result.
    """
    remembering = RememberingScanner(scanner)
    done: list[ReplayedCase] = []
    for case in cases:
        done.append(replayed(case, budgets, config, tokens, remembering))
        if not watch(len(done)):
            break
    return replay_of(done, budgets)


def replayed(
    case: ReplayCase,
    budgets: Sequence[int],
    config: BuilderConfig,
    tokens: TokenCounter,
    scanner: RememberingScanner,
) -> ReplayedCase:
    """Build one case at every budget."""
    report: BundleReport | None = None
    builds = []
    for budget in sorted(budgets):
        report = build_bundle(
            request_for(case, budget),
            case.snapshot.index,
            config=config,
            tokens=tokens,
            scanner=scanner,
            reader=case.snapshot,
            history=case.history,
        )
        builds.append(_replayed(case.task, budget, report))
    ranked = [one.path for one in report.ranking if one.hops != 0] if report else []
    orders = signal_orders(case, config.signals or SignalWeights())
    return ReplayedCase(case.task, tuple(builds), {DOCUMENT: ranked} | orders)


def replay_of(done: Sequence[ReplayedCase], budgets: Sequence[int]) -> CommitReplay:
    """Return the figures of the cases that are done."""
    builds = tuple(build for one in done for build in one.builds)
    return CommitReplay(
        tuple(one.task for one in done),
        builds,
        tuple(_budgeted(budget, builds) for budget in sorted(budgets)),
        tuple(_figures(name, done) for name in (DOCUMENT, *SignalKind, FUSED)),
    )


def signal_orders(case: ReplayCase, weights: SignalWeights) -> dict[str, Sequence[str]]:
    """Every signal's order for a case, and the one of all together."""
    request = request_for(case, 0)
    index = case.snapshot.index
    orders = orders_of(index, find_targets(request, index).found, request, case.history)
    return {kind.value: found for kind, found in orders.items()} | {
        FUSED: tuple(fused(orders, weights))
    }


def recall_at(depth: int, wanted: Sequence[str], order: Sequence[str]) -> float:
    """The share of wanted files among the first of an order."""
    return len(set(wanted) & set(order[:depth])) / len(wanted)


def _replayed(case: ReplayTask, budget: int, report: BundleReport) -> ReplayedBuild:
    fates = {path: report.fates[path] for path in case.wanted}
    found = tuple(path for path, fate in fates.items() if _is_there(fate))
    return ReplayedBuild(
        case,
        budget,
        report.refusal.code.value if report.refusal else "",
        0 if report.refused else report.budget.estimated_input_tokens,
        found,
        tuple(path for path in found if fates[path].level is SliceLevel.FULL_FILE),
        tuple(
            Missed(fate.path, fate.sentence) for path, fate in fates.items() if path not in found
        ),
    )


def _is_there(fate: FileFate) -> bool:
    """A line with a name does not count."""
    return fate.kind in _THERE and fate.level is not SliceLevel.SUMMARY_ONLY


def _budgeted(budget: int, builds: Sequence[ReplayedBuild]) -> Budgeted:
    here = [one for one in builds if one.budget == budget]
    passed = [one for one in here if not one.code]
    used = sum(one.used / budget for one in passed) / len(passed) if passed and budget else 0.0
    return Budgeted(
        budget,
        len(here),
        len(here) - len(passed),
        share_of([one.recall for one in here]),
        share_of([one.recall_whole for one in here]),
        used,
    )


def _figures(name: str, done: Sequence[ReplayedCase]) -> SignalFigures:
    return SignalFigures(
        name,
        {
            depth: share_of([recall_at(depth, one.task.wanted, one.orders[name]) for one in done])
            for depth in DEPTHS
        },
    )


_STEPS = (0, 1, 2, 4, 8)
_ROUNDS = 3

Orders = Mapping[SignalKind, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best weights found, and what they and the ones before reach on commits kept apart.

    Shares are the mean of the recall among the first 5, 10 and 20 files.
    """

    weights: SignalWeights
    tuned_on: int
    held_out: int
    before: Share
    after: Share


def tuned(cases: Sequence[ReplayCase], start: SignalWeights) -> Tuned:
    """Choose weights on the older half of the cases; the newer half only judges.

    One weight after the other takes the value that serves best, for a few rounds; of equals the
    one that is there stays.
    """
    half = len(cases) // 2
    held, chosen = cases[:half], cases[half:]
    learned = [(one, _orders(one)) for one in chosen]
    best, reached = start, _mean(learned, start)
    for _ in range(_ROUNDS):
        before = best
        for kind in SignalKind:
            for step in _STEPS:
                weights = best.model_copy(update={kind.value: step})
                mean = _mean(learned, weights)
                if mean > reached:
                    best, reached = weights, mean
        if best == before:
            break
    judged = [(one, _orders(one)) for one in held]
    return Tuned(
        best,
        len(chosen),
        len(held),
        share_of(_recalls(judged, start)),
        share_of(_recalls(judged, best)),
    )


def _orders(case: ReplayCase) -> Orders:
    request = request_for(case, 0)
    index = case.snapshot.index
    return orders_of(index, find_targets(request, index).found, request, case.history)


def _mean(pairs: Sequence[tuple[ReplayCase, Orders]], weights: SignalWeights) -> float:
    values = _recalls(pairs, weights)
    return sum(values) / len(values) if values else 0.0


def _recalls(pairs: Sequence[tuple[ReplayCase, Orders]], weights: SignalWeights) -> list[float]:
    recalls = []
    for case, orders in pairs:
        order = tuple(fused(orders, weights))
        recalls.append(sum(recall_at(n, case.wanted, order) for n in DEPTHS) / len(DEPTHS))
    return recalls
