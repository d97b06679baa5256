"""All counters by name, for whoever lets a person choose one."""

from __future__ import annotations

from inspector.core.tokens.counter import ESTIMATORS, TokenCounter, estimator
from inspector.core.tokens.encodings import ENCODINGS
from inspector.core.tokens.exact import tiktoken_counter


def available_counters() -> tuple[str, ...]:
    """Return the names of all counters as results record them: encodings, then estimators."""
    return (*ENCODINGS, *(found.name for found in ESTIMATORS.values()))


def counter_by_name(name: str) -> TokenCounter:
    """Return the counter of an encoding, or the estimator, of this name.

    The version of an estimator may be left out. Raises ``ValueError``, naming those there are.
    """
    if name in ENCODINGS:
        return tiktoken_counter(name)
    try:
        return estimator(name)
    except ValueError:
        raise ValueError(
            f"There is no token counter {name!r}; there are {', '.join(available_counters())}."
        ) from None
