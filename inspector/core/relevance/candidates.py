"""The values of a signal that matter: one for every way its predicates can come out.

Between two neighbouring thresholds all predicates of a signal stay as they are, so one value in
each gap, each threshold itself, and one value beyond either end stand for all there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise

from inspector.core.relevance.config import Compiled
from inspector.core.relevance.predicates import Operator, Predicate

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
