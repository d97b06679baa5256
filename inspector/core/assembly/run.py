"""The eight steps in order, one result (Injection §4)."""

from __future__ import annotations

from collections.abc import Callable

from inspector.core.arguments import require
from inspector.core.assembly.injected import injected_pieces
from inspector.core.assembly.inputs import AssemblyInputs
from inspector.core.assembly.report import Assembly
from inspector.core.assembly.steps import Step
from inspector.core.assembly.surroundings import surroundings
from inspector.core.assembly.verdicts import Limits, judge
from inspector.core.candidates.candidate_set import without_repeats
from inspector.core.candidates.linting import lint_candidates
from inspector.core.injection.counting import count_candidates
from inspector.core.injection.prepare import prepare
from inspector.core.injection.report import InjectionReport
from inspector.core.injection.step import Injector
from inspector.core.problems import Severity
from inspector.core.tokens.counter import TokenCounter

Inject = Callable[[int], InjectionReport]
"""Runs the injection after so many tokens of the steps before it."""


def assemble(
    inputs: AssemblyInputs, tokens: TokenCounter, *, injection: Inject | None = None
) -> Assembly:
    """Go through the eight steps and lay them out in the model's window.

    Relevance decides about the pieces that are context nodes, discipline about the hot state. What
    steps 1 to 5 take is used before the injection; steps 7 and 8 follow it. A prompt over the hard
    limit, one whose hot state is refused and one that cannot be measured are refused; nothing is
    cut. ``injection`` is for whoever keeps counted candidates; without it they are counted here.
    Raises ``TypeError`` for an argument of another type.
    """
    require(AssemblyInputs, inputs=inputs)
    require(TokenCounter, tokens=tokens)
    require(Callable | None, injection=injection)
    around = surroundings(inputs, tokens)
    injected = (injection or _injection(inputs, tokens))(around.tokens_before)
    pieces = (
        *(piece for piece in around.pieces if piece.step.before_injection),
        *injected_pieces(injected),
        *(piece for piece in around.pieces if piece.step > Step.INJECTION),
    )
    limits = Limits(
        window=inputs.request.model.context_window,
        reserve=inputs.stage.response_token_reserve,
        soft_pct=inputs.stage.soft_limit_threshold_pct,
    )
    used = sum(piece.size for piece in pieces)
    return Assembly(
        inputs=inputs,
        around=around,
        injection=injected,
        pieces=pieces,
        limits=limits,
        judgements=judge(limits, used, around),
    )


def _injection(inputs: AssemblyInputs, tokens: TokenCounter) -> Inject:
    def inject_after(tokens_before: int) -> InjectionReport:
        chosen = inputs.request.choices(inputs.candidates)
        found = lint_candidates(chosen)
        errors = tuple(problem for problem in found if problem.severity is Severity.ERROR)
        counted = count_candidates(without_repeats(chosen), tokens)
        injector = Injector(prepare(inputs.request, counted, tokens_before), errors)
        return injector.run(inputs.policy, inputs.strategy, inputs.settings)

    return inject_after
