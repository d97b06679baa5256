"""Token counters: exact ones for model encodings, and the specifications' named estimators."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.tokens.counter import (
        MemoCounter,
        TokenCounter,
        UncountableTextError,
        counter_version,
        encoding_for_model,
        estimator,
    )
    from inspector.core.tokens.exact import (
        VocabularyError,
        available_counters,
        counter_by_name,
        tiktoken_counter,
    )

__all__ = [
    "MemoCounter",
    "TokenCounter",
    "UncountableTextError",
    "VocabularyError",
    "available_counters",
    "counter_by_name",
    "counter_version",
    "encoding_for_model",
    "estimator",
    "tiktoken_counter",
]

load_when_asked(
    __name__,
    {
        "counter": (
            "MemoCounter TokenCounter UncountableTextError counter_version encoding_for_model "
            "estimator"
        ),
        "exact": "VocabularyError available_counters counter_by_name tiktoken_counter",
    },
)
