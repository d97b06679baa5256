"""Token counters: exact ones for model encodings, and the specifications' named estimators."""

from typing import TYPE_CHECKING

from inspector.lazy import load_when_asked

if TYPE_CHECKING:
    from inspector.core.tokens.catalogue import available_counters, counter_by_name
    from inspector.core.tokens.counter import TokenCounter, UncountableTextError
    from inspector.core.tokens.encodings import encoding_for_model, window_of_model
    from inspector.core.tokens.estimators import estimator
    from inspector.core.tokens.exact import tiktoken_counter
    from inspector.core.tokens.memo import MemoCounter
    from inspector.core.tokens.vocabulary import VocabularyError

__all__ = [
    "MemoCounter",
    "TokenCounter",
    "UncountableTextError",
    "VocabularyError",
    "available_counters",
    "counter_by_name",
    "encoding_for_model",
    "estimator",
    "tiktoken_counter",
    "window_of_model",
]

load_when_asked(
    __name__,
    {
        "catalogue": "available_counters counter_by_name",
        "counter": "TokenCounter UncountableTextError",
        "encodings": "encoding_for_model window_of_model",
        "estimators": "estimator",
        "exact": "tiktoken_counter",
        "memo": "MemoCounter",
        "vocabulary": "VocabularyError",
    },
)
