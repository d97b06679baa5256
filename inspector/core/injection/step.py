"""The unified injection step: 6a to 6g in one pass (Injection §4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from inspector.core.arguments import require, validated
from inspector.core.candidates.candidate_set import CandidateSet, without_repeats
from inspector.core.candidates.counting import count_candidates
from inspector.core.candidates.linting import lint_candidates, lint_request
from inspector.core.candidates.request import Request
from inspector.core.injection.materialization import materialize, settle_backgrounds
from inspector.core.injection.outcome import FileOverlap
from inspector.core.injection.overrides import NO_OVERRIDES, Overrides, WhatIf, apply_overrides
from inspector.core.injection.policy import (
    DEFAULT_SETTINGS,
    InjectionBudget,
    InjectionSettings,
    Strategy,
    UnifiedContextBudgetPolicy,
    compute_unified_budget,
)
from inspector.core.injection.prepare import Prepared, prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.tiers import CardLimits, TierChoice, choose_tiers, contest_for
from inspector.core.problems import Problem, Severity
from inspector.core.selection.greedy import Contest
from inspector.core.tokens.counter import TokenCounter


def inject(
    request: Request | Mapping[str, Any],
    candidates: CandidateSet | Mapping[str, Any],
    policy: UnifiedContextBudgetPolicy | Mapping[str, Any],
    tokens: TokenCounter,
    *,
    strategy: Strategy | str = Strategy.COVERAGE,
    settings: InjectionSettings | Mapping[str, Any] = DEFAULT_SETTINGS,
    overrides: Overrides | Mapping[str, Any] = NO_OVERRIDES,
) -> InjectionReport:
    """Run the whole step for one request and return its report.

    What has a file format may also be given as a mapping of its fields. Of records with the same id
    the first is used and the rest are reported. Raises ``ValidationError`` for a mapping that is no
    such document,
    ``UncountableTextError`` when a text of ``request.tokens_used_before`` has no token count,
    ``SelectionTooLargeError`` when the strategy ``optimal`` has too much to weigh, ``TypeError``
    for an argument of another type and ``ValueError`` for an unknown strategy.
    """
    request = validated(Request, request, "request")
    candidates = validated(CandidateSet, candidates, "candidates")
    policy = validated(UnifiedContextBudgetPolicy, policy, "policy")
    require(TokenCounter, tokens=tokens)
    settings = validated(InjectionSettings, settings, "settings")
    overrides = validated(Overrides, overrides, "overrides")
    lints = lint_candidates(candidates)
    if request.candidates is not None:
        lints += lint_request(request, candidates)
    problems = tuple(problem for problem in lints if problem.severity is Severity.ERROR)
    used_before = request.used_before(tokens)
    counted = count_candidates(without_repeats(request.choices(candidates)), tokens)
    injector = Injector(prepare(request, counted, used_before), problems)
    return injector.run(policy, Strategy(strategy), settings, overrides)


@dataclass
class _Retained:
    """The cards that stay for one choice of inlined files, ready for any budget."""

    inlined: frozenset[str]
    strategy: Strategy
    what_if: WhatIf | None
    overlap: FileOverlap
    contest: Contest


class Injector:
    """Runs the step on prepared input for any number of policies.

    It keeps the cards retained by the last run: as long as the same files are inlined, a change of
    the policy costs no pass over all cards. Results never depend on earlier runs.
    """

    def __init__(self, prepared: Prepared, problems: tuple[Problem, ...] = ()) -> None:
        """Take the prepared input and the problems that were met on the way."""
        self.prepared = prepared
        self._problems = (*problems, *prepared.counted.problems)
        self._retained: _Retained | None = None
        self._what_if: WhatIf | None = None

    def budget(self, policy: UnifiedContextBudgetPolicy) -> InjectionBudget:
        """Return the budget that a policy gives this request (6a)."""
        prepared = self.prepared
        return compute_unified_budget(
            model_context_window=prepared.request.model.context_window,
            tokens_used_before=prepared.tokens_used_before,
            policy=policy,
            has_bucket_content=prepared.has_bucket_content,
            has_knowledge_cards=prepared.has_knowledge_cards,
            bucket_is_direct_target=prepared.bucket_is_direct_target,
        )

    def run(
        self,
        policy: UnifiedContextBudgetPolicy,
        strategy: Strategy = Strategy.COVERAGE,
        settings: InjectionSettings = DEFAULT_SETTINGS,
        overrides: Overrides = NO_OVERRIDES,
    ) -> InjectionReport:
        """Run 6a to 6f and return the report, from which 6g (the manifest) is made."""
        budget = self.budget(policy)
        what_if = self._applied(overrides)
        prepared = what_if.prepared if what_if else self.prepared
        files = materialize(prepared, budget.bucket_budget, settings.background_part, what_if)
        retained = self._retain(prepared, files.inlined_references, strategy, what_if)
        tiers = self._choose(prepared, retained, budget, strategy, settings)
        return InjectionReport(
            prepared=prepared,
            policy=policy,
            strategy=strategy,
            settings=settings,
            budget=budget,
            materialization=files,
            overlap=retained.overlap,
            tiers=tiers,
            backgrounds=settle_backgrounds(prepared, files, tiers, what_if),
            problems=self._problems,
            what_if=what_if,
        )

    def _applied(self, overrides: Overrides) -> WhatIf | None:
        """Return the overrides applied to the input; None where nothing is overridden."""
        if overrides is NO_OVERRIDES or not overrides:  # mostly none, known without a look
            return None
        if self._what_if is None or self._what_if.overrides != overrides:
            self._what_if = apply_overrides(overrides, self.prepared)
        return self._what_if

    def _retain(
        self,
        prepared: Prepared,
        inlined: frozenset[str],
        strategy: Strategy,
        what_if: WhatIf | None,
    ) -> _Retained:
        """Suppress the cards of inlined files (6d, Injection §3.3) and rank those that stay."""
        last = self._retained
        if (
            last
            and last.inlined == inlined
            and last.strategy is strategy
            and last.what_if is what_if
        ):
            return last
        cards = prepared.cards
        # The last place stands for cards that come from no file of the set.
        covered = np.zeros(len(prepared.files) + 1, dtype=np.bool_)
        for place, file in enumerate(prepared.files):
            covered[place] = file.counted.reference in inlined
        suppressed = covered[cards.source_file]
        stays = cards.usable
        if what_if is not None:
            suppressed &= ~(what_if.kept | what_if.excluded)
            stays = stays & ~what_if.excluded
        candidates = np.flatnonzero(~suppressed & stays)
        separator = prepared.counted.separators.card
        contest = contest_for(cards, candidates, separator, strategy)
        overlap = FileOverlap(cards, suppressed, candidates)
        self._retained = _Retained(inlined, strategy, what_if, overlap, contest)
        return self._retained

    @staticmethod
    def _choose(
        prepared: Prepared,
        retained: _Retained,
        budget: InjectionBudget,
        strategy: Strategy,
        settings: InjectionSettings,
    ) -> TierChoice:
        """Give the cards that stay their renderings (6e). The heading comes off the top."""
        separators = prepared.counted.separators
        limits = CardLimits(
            budget=max(0, budget.knowledge_card_budget - separators.knowledge_heading),
            caps=budget.ceilings,
        )
        return choose_tiers(
            prepared.cards,
            retained.overlap.contesting,
            retained.contest,
            limits,
            separators.card,
            strategy,
            settings.tier_weights,
            retained.what_if.pinned if retained.what_if else 0,
        )
