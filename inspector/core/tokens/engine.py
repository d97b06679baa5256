"""A loaded encoding. Importing this module imports tiktoken, so it waits for the first count."""

from __future__ import annotations

from functools import cached_property

import regex
import tiktoken

from inspector.core.tokens.byte_pairs import (
    LONG,
    PAYS_FROM,
    FastBatch,
    LongRunCounter,
    fast_batch,
    merge_piece,
)
from inspector.core.tokens.counter import TokenEncoding, UncountableTextError


class Engine:
    """Counts with one encoding. tiktoken gets everything from here, nothing from its registry.

    It is given no special tokens, so that their spellings are ordinary text wherever they occur.
    """

    def __init__(self, encoding: TokenEncoding, ranks: dict[bytes, int]) -> None:
        self._encoding = encoding
        self._ranks = ranks
        self._batched = 0  # characters that came in large batches
        self._whole = tiktoken.Encoding(
            encoding.name, pat_str=encoding.pattern, mergeable_ranks=ranks, special_tokens={}
        )

    def count(self, text: str) -> int:
        """Return the tokens of a text; ``UncountableTextError`` for lone surrogates."""
        _refuse_surrogates(text)
        return self._count_text(text) if len(text) < LONG else self._long_runs.count(text)

    def _count_text(self, text: str) -> int:
        try:
            return len(self._whole.encode_ordinary(text))
        except BaseException as error:
            # What a panic in Rust raises is no Exception, so that nothing catches it by accident.
            if type(error).__name__ != "PanicException":
                raise
            raise UncountableTextError("the tokenizer gave up on it") from error

    def fast_after(self, characters: int) -> FastBatch | None:
        """Return what counts batches faster, once there has been so much that it pays.

        ``characters`` is the size of the batch at hand. None where nothing is faster, or not yet.
        """
        self._batched += characters
        return self._fast if self._batched >= PAYS_FROM else None

    @cached_property
    def _fast(self) -> FastBatch | None:
        return fast_batch(self._encoding.name, self.count)

    @cached_property
    def _long_runs(self) -> LongRunCounter:
        return LongRunCounter(
            pattern=regex.compile(self._encoding.pattern),
            count_text=self._count_text,
            count_piece=lambda piece: len(merge_piece(piece, self._merging)),
        )

    @cached_property
    def _merging(self) -> tiktoken.Encoding:
        return tiktoken.Encoding(
            f"{self._encoding.name} without cuts",
            pat_str="(?s).+",
            mergeable_ranks=self._ranks,
            special_tokens={},
        )


def _refuse_surrogates(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        # From None: the error of the codec carries the text.
        raise UncountableTextError(
            f"a lone surrogate (half a character) at position {error.start}"
        ) from None
