"""A counter that remembers gives the counts of the counter it asks."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens import MemoCounter, UncountableTextError, estimator, tiktoken_counter
from tests.core.tokens.texts import ANY_TEXT


class Asked:
    """Counts characters, refuses "bad", and keeps what it was asked."""

    name = "asked"

    def __init__(self) -> None:
        self.texts: list[str] = []

    def count(self, text: str) -> int:
        return self.count_many([text])[0]

    def count_many(self, texts: Iterable[str]) -> list[int]:
        counts = []
        for text in texts:
            self.texts.append(text)
            if text == "bad":
                raise UncountableTextError(text)
            counts.append(len(text))
        return counts


def test_a_text_is_counted_once() -> None:
    asked = Asked()
    memo = MemoCounter(asked)
    assert [memo.count("abc"), memo.count("abc"), memo.count("de")] == [3, 3, 2]
    assert memo.count_many(["de", "abc", "f", "f"]) == [2, 3, 1, 1]
    assert asked.texts == ["abc", "de", "f"]


def test_new_texts_are_counted_in_one_batch_and_in_order() -> None:
    asked = Asked()
    memo = MemoCounter(asked)
    assert memo.count_many(["b", "aa", "b", "ccc"]) == [1, 2, 1, 3]
    assert asked.texts == ["b", "aa", "ccc"]


def test_the_name_is_that_of_the_counter() -> None:
    assert MemoCounter(estimator("discipline")).name == "discipline@1"


@given(texts=st.lists(ANY_TEXT, max_size=12), again=st.lists(ANY_TEXT, max_size=3))
def test_the_memory_never_changes_a_count(texts: list[str], again: list[str]) -> None:
    counter = tiktoken_counter("cl100k_base")
    memo = MemoCounter(counter, capacity=4)
    for batch in (texts, again + texts[:2], texts):
        assert memo.count_many(batch) == counter.count_many(batch)
        assert len(memo) <= 4


@given(batches=st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), max_size=9))
def test_the_capacity_is_never_exceeded(batches: list[list[str]]) -> None:
    memo = MemoCounter(Asked(), capacity=3)
    for batch in batches:
        assert memo.count_many(batch) == [1] * len(batch)
        assert len(memo) <= 3


def test_what_was_not_used_for_longest_is_forgotten() -> None:
    asked = Asked()
    memo = MemoCounter(asked, capacity=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        memo.count(text)
    assert asked.texts == ["a", "b", "c", "b"]


def test_a_text_without_a_count_is_not_remembered() -> None:
    asked = Asked()
    memo = MemoCounter(asked)
    for _ in range(2):
        with pytest.raises(UncountableTextError):
            memo.count("bad")
    assert asked.texts == ["bad", "bad"]
    assert len(memo) == 0


def test_a_lone_surrogate_is_for_the_counter_to_judge() -> None:
    assert MemoCounter(estimator("chars")).count("\ud800") == 1
    with pytest.raises(UncountableTextError):
        MemoCounter(tiktoken_counter("cl100k_base")).count("\ud800")


def test_threads_may_share_a_memory() -> None:
    memo = MemoCounter(Asked(), capacity=50)
    texts = ["x" * (number % 120) for number in range(4000)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(memo.count, texts)) == [len(text) for text in texts]
    assert len(memo) <= 50


def test_a_counter_that_loses_a_text_is_an_error_and_no_other_texts_count() -> None:
    class Loses(Asked):
        """Counts all texts but the last."""

        def count_many(self, texts: Iterable[str]) -> list[int]:
            return super().count_many(texts)[:-1]

    with pytest.raises(ValueError, match="shorter"):
        MemoCounter(Loses()).count_many(["a", "b"])


def test_a_memory_of_one_text_is_one() -> None:
    asked = Asked()
    memo = MemoCounter(asked, capacity=1)
    assert [memo.count(text) for text in ("a", "a", "bb", "a")] == [1, 1, 2, 1]
    assert asked.texts == ["a", "bb", "a"]


def test_a_memory_without_room_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        MemoCounter(estimator("chars"), capacity=0)
