"""What would change if one fact of a run were another: found by running again, so exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import floor

from inspector.core.relevance.candidates import values_that_matter
from inspector.core.relevance.config import RelevanceConfig
from inspector.core.relevance.report import RelevanceReport
from inspector.core.relevance.run import URGENT, relevance


class FactKind(StrEnum):
    """The facts of a run that can be varied."""

    SIGNAL = "signal"
    MODE = "mode"
    URGENCY = "urgency"
    SILENCE = "returning_from_silence"
    BUDGET = "token_budget_remaining"


@dataclass(frozen=True, slots=True)
class Flip:
    """One fact at another value, and the nodes that would then come in or fall out.

    ``signal`` is the signal's name, or that of the fact. ``value`` None means that the signal, or
    the urgency, is missing.
    """

    kind: FactKind
    signal: str
    value: object
    nodes_in: tuple[str, ...]
    nodes_out: tuple[str, ...]


@dataclass(frozen=True)
class _Question:
    """The run whose facts are varied."""

    config: RelevanceConfig
    mode: str
    signals: Mapping[str, object]
    classification: Mapping[str, object]
    returning_from_silence: bool
    token_budget_remaining: int
    node_tokens: Mapping[str, int] | None

    def ask(self, **changed: object) -> RelevanceReport:
        """Run with some facts changed."""
        facts = {name: value for name, value in vars(self).items() if name != "config"}
        return relevance(self.config, **{**facts, **changed})


def flips(
    config: RelevanceConfig | None,
    *,
    mode: str,
    signals: Mapping[str, object] | None = None,
    classification: Mapping[str, object] | None = None,
    returning_from_silence: bool = False,
    token_budget_remaining: int = 4000,
    node_tokens: Mapping[str, int] | None = None,
) -> tuple[Flip, ...]:
    """Return every change of a single fact that brings a node in or puts one out.

    Signals take every value that matters to the rules, modes those with a mask, urgency and silence
    their other value, and the remaining budget (tokens) the one value on the far side of the
    recovery threshold that is nearest. Where no layer acts, nothing flips.
    """
    if config is None or not config.enabled:
        return ()
    question = _Question(
        config,
        mode,
        dict(signals or {}),
        dict(classification or {}),
        returning_from_silence,
        token_budget_remaining,
        node_tokens,
    )
    now = question.ask()
    found = []
    for kind, name, value, facts in _variations(question, now):
        then = question.ask(**facts)
        nodes_in = _gained(now.inclusion_map, then.inclusion_map)
        nodes_out = _gained(then.inclusion_map, now.inclusion_map)
        if nodes_in or nodes_out:
            found.append(Flip(kind, name, value, nodes_in, nodes_out))
    return tuple(found)


_Variation = tuple[FactKind, str, object, dict[str, object]]


def _variations(question: _Question, now: RelevanceReport) -> Iterator[_Variation]:
    tables, signals = question.config.compiled, question.signals
    for signal, values in values_that_matter(tables, signals).items():
        for value in values:
            if value != signals.get(signal):
                changed = {**signals, signal: value}
                yield FactKind.SIGNAL, signal, value, {"signals": changed}
    for mode in tables.masks:
        if mode != question.mode:
            yield FactKind.MODE, FactKind.MODE.value, mode, {"mode": mode}
    urgency = None if now.facts.urgent else URGENT
    classification = {**question.classification, "urgency": urgency}
    yield FactKind.URGENCY, FactKind.URGENCY.value, urgency, {"classification": classification}
    silence = not question.returning_from_silence
    yield FactKind.SILENCE, FactKind.SILENCE.value, silence, {"returning_from_silence": silence}
    if now.headroom is not None:
        # The smallest budget that lifts soft exclusions, or the largest that does not.
        included = question.token_budget_remaining - now.headroom.tokens
        enough = floor(included + now.headroom.threshold) + 1
        budget = enough - 1 if now.headroom.suffices else enough
        yield FactKind.BUDGET, FactKind.BUDGET.value, budget, {"token_budget_remaining": budget}


def _gained(before: Mapping[str, bool], after: Mapping[str, bool]) -> tuple[str, ...]:
    return tuple(node for node, is_in in after.items() if is_in and not before.get(node, False))
