"""tiktoken as its makers configure it, to compare with."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import tiktoken
from tiktoken_ext import openai_public

from inspector.core.tokens.counter import ENCODINGS
from inspector.core.tokens.exact import load_vocabulary

Count = Callable[[str], int]


@pytest.fixture(scope="session", params=list(ENCODINGS))
def encoding_name(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="session")
def ranks(encoding_name: str) -> dict[bytes, int]:
    return load_vocabulary(ENCODINGS[encoding_name]).ranks()


@pytest.fixture(scope="session")
def tiktoken_count(encoding_name: str, ranks: dict[bytes, int]) -> Count:
    """Count with tiktoken's own pattern and special tokens; only its download is left out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: ranks)
        encoding = tiktoken.Encoding(**openai_public.ENCODING_CONSTRUCTORS[encoding_name]())
    return lambda text: len(encoding.encode_ordinary(text))


@pytest.fixture(scope="session")
def merging(ranks: dict[bytes, int]) -> tiktoken.Encoding:
    """An encoding that never cuts a text into pieces."""
    return tiktoken.Encoding("merging", pat_str="(?s).+", mergeable_ranks=ranks, special_tokens={})
