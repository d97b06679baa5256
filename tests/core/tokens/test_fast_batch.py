"""The optional faster counter: never another number than tiktoken's, and never a needed one."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.core.tokens import byte_pairs, tiktoken_counter
from inspector.core.tokens.byte_pairs import PAYS_FROM, SETTLED, FastBatch, fast_batch
from inspector.core.tokens.counter import ENCODINGS
from inspector.core.tokens.engine import Engine
from inspector.core.tokens.exact import load_vocabulary
from tests.core.tokens.texts import MIXED_TEXT, MONOTONOUS_TEXT
from tests.shared.examples import examples

every_encoding = pytest.mark.parametrize("encoding", sorted(ENCODINGS))


@pytest.fixture
def stand_in() -> Iterator[ModuleType]:
    module = ModuleType("stand_in_for_toktok")
    module.__spec__ = sys.__spec__
    sys.modules[module.__name__] = module
    yield module
    del sys.modules[module.__name__]


def lengths(texts: list[str], _encoding: str) -> list[int]:
    return [len(text) for text in texts]


@every_encoding
@pytest.mark.parametrize("longest", [byte_pairs._LONGEST, 9])
def test_it_counts_as_tiktoken_does_also_in_parts(encoding: str, longest: int) -> None:
    exact = tiktoken_counter(encoding)
    fast = fast_batch(encoding, exact.count)
    assert fast is not None

    @examples(50)
    @given(st.lists(MIXED_TEXT | MONOTONOUS_TEXT, max_size=8))
    @example(["short words in lines\n  which are cut where each ends"])
    def agree(texts: list[str]) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(byte_pairs, "_LONGEST", longest)
            assert fast.count_many(texts, exact.count) == [exact.count(text) for text in texts]

    agree()


@given(st.lists(st.text(), max_size=12))
def test_every_count_comes_back_in_its_place_whoever_counted(texts: list[str]) -> None:
    fast = FastBatch(lengths, "any")
    assert fast.count_many(texts, lambda text: -len(text)) == [
        len(text) if SETTLED.fullmatch(text) else -len(text) for text in texts
    ]


@pytest.mark.parametrize("text", ["ſ", "a\u0cdc", "\U00032462'h", "\u1ae5.P", "😀", "é" * 60_000])
def test_what_the_two_may_disagree_on_is_left_to_tiktoken(text: str) -> None:
    fast = FastBatch(lambda texts, _encoding: [0 for _ in texts], "any")
    assert fast.count_many([text], lambda _text: 7) == [7]


@example(["  1111 "])
@given(st.lists(st.text("ab1 \n", max_size=30)))
def test_a_long_text_is_handed_over_in_parts_between_words(texts: list[str]) -> None:
    handed: list[str] = []

    def words(parts: list[str], _encoding: str) -> list[int]:
        handed.extend(parts)
        return [len(part.split()) for part in parts]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(byte_pairs, "_LONGEST", 6)
        counts = FastBatch(words, "any").count_many(texts, lambda _text: -1)
    assert all(len(part) <= 6 for part in handed)
    for text, count in zip(texts, counts, strict=True):
        assert count in (-1, len(text.split()))
        # Five in a row after which no word ends leave no place for a cut among six.
        assert count >= 0 or re.search(r"(?s)(?:(?![ab1]\s).){5}", text)


def test_a_package_that_is_not_there_is_not_missed() -> None:
    assert fast_batch("o200k_base", len, package="no_such_package_at_all") is None


def test_a_package_that_counts_otherwise_is_not_used(stand_in: ModuleType) -> None:
    stand_in.batch_count = lambda texts, _encoding: [len(text) + 1 for text in texts]
    assert fast_batch("any", len, package=stand_in.__name__) is None
    stand_in.batch_count = lengths
    assert fast_batch("any", len, package=stand_in.__name__) is not None


def test_a_package_that_fails_is_not_used(stand_in: ModuleType) -> None:
    assert fast_batch("any", len, package=stand_in.__name__) is None


def test_it_is_loaded_once_so_much_was_counted_that_it_pays() -> None:
    encoding = ENCODINGS["o200k_base"]
    engine = Engine(encoding, load_vocabulary(encoding).ranks())
    assert engine.fast_after(PAYS_FROM - 1) is None
    assert engine.fast_after(1) is not None
