"""Long runs count as in tiktoken, and also where tiktoken gives up."""

from __future__ import annotations

import base64
import random

import pytest
import regex
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens import TokenCounter, UncountableTextError, tiktoken_counter
from inspector.core.tokens.byte_pairs import LONG, LongRunCounter
from inspector.core.tokens.counter import ENCODINGS
from inspector.core.tokens.engine import Engine
from tests.core.tokens.conftest import Count
from tests.core.tokens.texts import MIXED_TEXT, MONOTONOUS_TEXT
from tests.shared.examples import examples

RUNS = {
    "letter": "a",
    "capital": "A",
    "sign": "-",
    "digit": "7",
    "ideograph": "中",
    "emoji": "😀",
    "mark": "\u0301",
    "space": " ",
    "tab": "\t",
    "line feed": "\n",
    "line feed and space": "\n ",
    "three letters": "abc",
    "letter and mark": "ก็",
    "both cases": "aA",
    "no-break space": "\u00a0 ",
}


@pytest.fixture(scope="module")
def counter(encoding_name: str) -> TokenCounter:
    return tiktoken_counter(encoding_name)


@examples(100)
@given(
    text=MIXED_TEXT | MONOTONOUS_TEXT,
    long=st.sampled_from([4, 6, 16, 32]),
    share=st.integers(1, 40),
)
def test_taking_runs_out_and_counting_in_shares_never_changes_a_count(
    text: str,
    long: int,
    share: int,
    encoding_name: str,
    tiktoken_count: Count,
    merging: tiktoken.Encoding,
) -> None:
    pattern = regex.compile(ENCODINGS[encoding_name].pattern)
    pieces = LongRunCounter(
        pattern, tiktoken_count, lambda piece: len(merging.encode_ordinary(piece)), long, share
    )
    assert pieces.count(text) == tiktoken_count(text)


@pytest.mark.parametrize("run", ["a", "-", " "])
def test_no_long_run_is_left_in_what_tiktoken_gets(run: str, encoding_name: str) -> None:
    handed_over: list[str] = []

    def count_text(text: str) -> int:
        handed_over.append(text)
        return 0

    pattern = regex.compile(ENCODINGS[encoding_name].pattern)
    counter = LongRunCounter(pattern, count_text, len, long=16)
    for before in range(40):
        # One more, because the last space goes with the word after it.
        assert counter.count("1" * before + run * 17 + "11") >= 16
    assert not any(run * 16 in text for text in handed_over)


def test_a_large_text_is_counted_in_shares() -> None:
    lengths: list[int] = []

    def count_text(text: str) -> int:
        lengths.append(len(text))
        return 0

    LongRunCounter(regex.compile(r"\S+|\s"), count_text, len, share=100).count("word, word " * 999)
    assert sum(lengths) == len("word, word ") * 999
    assert max(lengths) <= 100


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
@pytest.mark.parametrize(
    ("before", "after"),
    [("", ""), ("x", "x"), ("say: ", " and 'S"), ("!\n", "\t/!"), ("a\n\u00a0", "\n\n ")],
)
def test_long_runs_count_as_in_tiktoken_whatever_is_around(
    run: str, before: str, after: str, counter: TokenCounter, tiktoken_count: Count
) -> None:
    for length in (LONG - 1, LONG, 3 * LONG + 1234):
        text = before + run * (length // len(run)) + after
        assert counter.count(text) == tiktoken_count(text)


def test_many_long_runs_in_one_text_count_as_in_tiktoken(
    counter: TokenCounter, tiktoken_count: Count
) -> None:
    choose = random.Random(7)
    parts = [run * choose.randrange(1, 3 * LONG) for run in RUNS.values()]
    parts += ["Some words of prose, and one more sentence. " * 300] * 5
    choose.shuffle(parts)
    text = "".join(parts)
    assert counter.count(text) == tiktoken_count(text)


LONG_TEXTS = pytest.mark.parametrize(
    "length", [200_000, pytest.param(1_000_000, marks=pytest.mark.trial)]
)


@LONG_TEXTS
def test_a_long_text_of_base64_counts_as_in_tiktoken(
    length: int, counter: TokenCounter, tiktoken_count: Count
) -> None:
    text = base64.b64encode(random.Random(1).randbytes(length * 3 // 4)).decode()
    assert counter.count(text) == tiktoken_count(text)


@LONG_TEXTS
def test_a_long_text_of_random_letters_counts_as_in_tiktoken(
    length: int, counter: TokenCounter, tiktoken_count: Count
) -> None:
    text = "".join(random.Random(2).choices("abcdefghijklmnopqrstuvwxyzéß", k=length))
    assert counter.count(text) == tiktoken_count(text)


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
@pytest.mark.parametrize("length", [100_000, pytest.param(1_000_000, marks=pytest.mark.trial)])
def test_very_many_characters_of_a_kind_are_counted_soon(
    run: str, length: int, counter: TokenCounter
) -> None:
    text = run * (length // len(run))
    # What the square of a million would take is minutes for each.
    assert 0 < counter.count(text) <= 3 * length


def test_whitespace_that_tiktoken_gives_up_on_is_counted(counter: TokenCounter) -> None:
    """The longest tokens of spaces are 128 long; each fills up before the next begins."""
    spaces = 128 * 10_000
    assert counter.count(" " * spaces) == 10_000
    # The last space goes with the word after the run.
    assert counter.count("x" + " " * (spaces + 1) + "y") == 10_000 + 2


class PanicException(BaseException):
    """The name that Rust's binding gives it."""


@pytest.mark.parametrize(
    ("ends", "told", "words"),
    [
        (PanicException, UncountableTextError, "gave up"),
        (KeyboardInterrupt, KeyboardInterrupt, None),
    ],
    ids=["panic", "interrupt"],
)
def test_a_panic_of_the_tokenizer_is_an_uncountable_text_and_an_interrupt_stays_one(
    ends: type[BaseException],
    told: type[BaseException],
    words: str | None,
    ranks: dict[bytes, int],
    encoding_name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def end(*_: object) -> list[int]:
        raise ends

    monkeypatch.setattr(tiktoken.Encoding, "encode_ordinary", end)
    with pytest.raises(told, match=words):
        Engine(ENCODINGS[encoding_name], ranks).count("a")
