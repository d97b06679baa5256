"""What the steps before the injection take: one number, wherever a session is run (Injection §4).

Where a session has the steps 1 to 5 of a prompt, these are it, whatever its request says; else it
is the number, or the texts, that the request gives.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from inspector.core.candidates.request import Request
from inspector.core.model import Document
from inspector.core.problems import Problem
from inspector.core.tokens import TokenCounter
from inspector.session.audit_stage import STEPS
from inspector.session.session import Session

if TYPE_CHECKING:
    from inspector.core.assembly import AssemblyInputs

_LAST_STEP = 5
_KEPT = 8


@dataclass(frozen=True, slots=True)
class Before:
    """Tokens that are used before the injection, and what is to be said of that number.

    ``of_steps`` says that they are those of steps 1 to 5, and not what the request gives.
    """

    tokens: int
    of_steps: bool = False
    problems: tuple[Problem, ...] = ()


def has_steps(session: Session) -> bool:
    """Whether a session has pieces or a hot state for steps 1 to 5."""
    items = session.assembly.items if "assembly" in session.parts else ()
    if any(item.step <= _LAST_STEP for item in items):
        return True
    return "discipline" in session.parts and session.discipline.hot_state is not None


def parts_of_steps(session: Session) -> Mapping[str, Document]:
    """Return the parts that decide what is used before the injection; none where the request does.

    By the ids of their stages.
    """
    if not has_steps(session):
        return {}
    return {name: session.parts[name] for name in STEPS if name in session.parts}


def used_before(session: Session, request: Request, tokens: TokenCounter) -> Before:
    """Return what is used before the injection of a request.

    Raises ``UncountableTextError`` for a text of the request without a token count.
    """
    if has_steps(session):
        # Loaded where there are steps: most sessions have none.
        from inspector.core.assembly.surroundings import surroundings

        around = surroundings(assembly_inputs(session, request), tokens)
        own = tuple(one for one in around.problems if one.code == "request.tokens-before")
        return Before(around.tokens_before, of_steps=True, problems=own)
    return Before(request.used_before(tokens))


class StepsBefore:
    """Remembers what was used before the last requests that were run."""

    def __init__(self) -> None:
        self._known: list[tuple[tuple[object, ...], Before]] = []

    def of(self, session: Session | None, request: Request, tokens: TokenCounter) -> Before:
        """Return what ``used_before`` does, worked out once for the same values.

        Without a session it is what the request itself gives.
        """
        parts = {} if session is None else parts_of_steps(session)
        of = (request, tokens, *parts.values())
        for known, before in self._known:
            if len(known) == len(of) and all(a is b for a, b in zip(known, of, strict=True)):
                return before
        if session is None:
            before = Before(request.used_before(tokens))
        else:
            before = used_before(session, request, tokens)
        self._known = [(of, before), *self._known[: _KEPT - 1]]
        return before


def assembly_inputs(session: Session, request: Request) -> AssemblyInputs:
    """Return what a session gives to the assembly of a request."""
    from inspector.core.assembly import AssemblyInputs, HotStateInputs, NodeInputs

    nodes, state = session.relevance, session.discipline
    return AssemblyInputs(
        request=request,
        stage=session.assembly,
        nodes=NodeInputs(nodes.config, nodes.node_texts, nodes.token_budget_remaining),
        hot_state=HotStateInputs(
            state.hot_state,
            state.limits,
            state.enable_compression,
            state.enable_reference_extraction,
            state.reject_on_persistent_overflow,
            state.keep_pointers,
        ),
        candidates=session.candidates,
        policy=session.policy,
        strategy=session.strategy,
        settings=session.settings,
    )
