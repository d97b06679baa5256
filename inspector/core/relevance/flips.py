"""What would change if one fact of a run were another: found by running again, so exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import floor

from inspector.core.relevance.config import Compiled, RelevanceConfig
from inspector.core.relevance.report import RelevanceReport
from inspector.core.relevance.run import URGENT, relevance, too_many_flips
from inspector.core.relevance.vocabulary import Operator, Predicate

_DECIMALS = 17  # more than a double has


def values_that_matter(tables: Compiled, signals: Mapping[str, object]) -> dict[str, list[object]]:
    """Return, for every signal that a rule looks at, the values to try; None stands for missing.

    Where thresholds and the present value are whole numbers, gaps are tried at whole numbers only.
    """
    asked: dict[str, list[Predicate]] = {}
    for _, rules in (*tables.signal_rules, *tables.safety):
        for rule in rules:
            for predicate in rule.predicates:
                if predicate.operator is not Operator.SILENCE:
                    asked.setdefault(predicate.signal, []).append(predicate)
    return {
        signal: _representatives(predicates, signals.get(signal))
        for signal, predicates in asked.items()
    }


def _representatives(predicates: list[Predicate], present: object) -> list[object]:
    expected = [predicate.expected for predicate in predicates]
    ordered = [p.expected for p in predicates if p.compare is not None]
    found: list[object] = [None]
    if any(isinstance(value, bool) for value in expected):
        found += [True, False]
    # As a threshold true is 1; as an exact value it stands for itself.
    numbers = {int(v) if isinstance(v, bool) else v for v in ordered if isinstance(v, int | float)}
    numbers |= {v for v in expected if isinstance(v, int | float) and not isinstance(v, bool)}
    whole = not any(isinstance(value, float) for value in (*numbers, present))
    found += _around_numbers(sorted(numbers), whole=whole)
    texts = sorted({value for value in expected if isinstance(value, str)})
    found += _around_texts(texts, ordered=any(isinstance(value, str) for value in ordered))
    found += [value for value in expected if isinstance(value, list | Mapping)]
    if len(found) == 1:  # all the rules ask is whether there is a value
        found.append(True)
    return _distinct(found)


def _around_numbers(thresholds: list[int | float], *, whole: bool) -> list[object]:
    if not thresholds:
        return []
    lowest, highest = thresholds[0], thresholds[-1]
    # Most signals are counts or run from 0 to 1, so these two say more than any other value.
    found: list[object] = [0 if lowest > 0 else lowest - 1]
    for low, high in pairwise(thresholds):
        found.append(low)
        if not whole:
            found.append(_between(low, high))
        elif high - low > 1:
            found.append(low + 1)
    return [*found, highest, 1 if highest < 1 else highest + 1]


def _between(low: int | float, high: int | float) -> int | float:
    """Return a number between two others, with as few decimals as it can have."""
    try:
        middle = low / 2 + high / 2
    except OverflowError:  # an integer beyond every float
        return low + 1
    rounded = (round(middle, digits) for digits in range(1, _DECIMALS))
    return next((number for number in rounded if low < number < high), middle)


def _around_texts(thresholds: list[str], *, ordered: bool) -> list[object]:
    """Return each text and the empty text; where order counts, one text right after each too."""
    if not thresholds:
        return []
    if not ordered:
        return ["", *thresholds]
    found: list[object] = [""]
    for text, following in zip(thresholds, [*thresholds[1:], None], strict=True):
        readable = f"{text} "
        found += [text, readable if following is None or readable < following else f"{text}\0"]
    return found


def _distinct(values: Iterable[object]) -> list[object]:
    found: list[object] = []
    for value in values:
        if not any(value == other for other in found):
            found.append(value)
    return found


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
    recovery threshold that is nearest. Where no layer acts, nothing flips; where there are
    ``too_many_flips``, nothing is tried and a run says so.
    """
    if config is None or not config.enabled or too_many_flips(config.compiled):
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
