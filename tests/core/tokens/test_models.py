"""Which encoding a model uses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

from inspector.core.tokens import encoding_for_model
from inspector.core.tokens.counter import ENCODINGS


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-mini", "o200k_base"),
        ("gpt-4o-2024-08-06", "o200k_base"),
        ("chatgpt-4o-latest", "o200k_base"),
        ("gpt-4.1-nano", "o200k_base"),
        ("gpt-4.5-preview", "o200k_base"),
        ("gpt-5", "o200k_base"),
        ("gpt-5.1-codex", "o200k_base"),
        ("o1", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("o4-mini-2025-04-16", "o200k_base"),
        ("gpt-oss-120b", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-32k", "cl100k_base"),
        ("gpt-4-turbo-2024-04-09", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("gpt-35-turbo-16k", "cl100k_base"),
        ("text-embedding-3-small", "cl100k_base"),
        ("text-embedding-ada-002", "cl100k_base"),
        ("davinci-002", "cl100k_base"),
        ("openai/gpt-4o", "o200k_base"),
        (" GPT-4o ", "o200k_base"),
        ("ft:gpt-4o-mini:org::id", "o200k_base"),
        ("ft:gpt-3.5-turbo:org", "cl100k_base"),
    ],
)
def test_known_models_have_their_encoding(model: str, encoding: str) -> None:
    assert encoding_for_model(model) == encoding


@pytest.mark.parametrize(
    "model",
    ["", "claude-3-opus", "llama-3", "gemini-pro", "gpt-4.7", "gpt-45", "gpt-2", "o10", "davinci"],
)
def test_other_models_have_none(model: str) -> None:
    assert encoding_for_model(model) is None


def test_what_tiktoken_knows_of_the_shipped_encodings_is_known_here() -> None:
    prefixes = {
        f"{prefix}x" if prefix.endswith("-") else prefix: encoding
        for prefix, encoding in MODEL_PREFIX_TO_ENCODING.items()
    }
    known = {
        model: encoding
        for model, encoding in (MODEL_TO_ENCODING | prefixes).items()
        if encoding in ENCODINGS
    }
    assert {model: encoding_for_model(model) for model in known} == known


@given(model=st.text(max_size=20))
def test_any_name_has_an_answer(model: str) -> None:
    assert encoding_for_model(model) in {None, *ENCODINGS}
