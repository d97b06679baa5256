"""Counts with an encoding are tiktoken's own."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens import TokenCounter, UncountableTextError, tiktoken_counter
from inspector.core.tokens.byte_pairs import ENOUGH, SETTLED, ShortTexts
from inspector.core.tokens.counter import ENCODINGS
from inspector.core.tokens.exact import TiktokenCounter, VocabularyError, load_vocabulary
from inspector.resources import read_bytes
from tests.core.tokens.conftest import Count
from tests.core.tokens.texts import ANY_TEXT, MIXED_TEXT
from tests.shared.examples import examples

GOLDEN = json.loads((Path(__file__).parent / "golden_counts.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def counter(encoding_name: str) -> TokenCounter:
    return tiktoken_counter(encoding_name)


@pytest.fixture(scope="module")
def short_texts(encoding_name: str) -> ShortTexts:
    """Without an end, so that all of a test is counted by it."""
    encoding = ENCODINGS[encoding_name]
    return ShortTexts(encoding.pattern, load_vocabulary(encoding).rank, 10**9)


@pytest.mark.parametrize("case", GOLDEN, ids=[case["tag"] for case in GOLDEN])
def test_counts_are_those_that_tiktoken_gave(case: dict, counter: TokenCounter) -> None:
    assert counter.count(case["text"] * case["times"]) == case[counter.name]


@examples(75)
@given(text=MIXED_TEXT)
def test_every_text_counts_as_in_tiktoken(
    text: str, counter: TokenCounter, tiktoken_count: Count
) -> None:
    assert counter.count(text) == tiktoken_count(text)


EVERY = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.trial)])


@EVERY
def test_characters_of_all_kinds_count_as_in_tiktoken(
    every: bool, counter: TokenCounter, tiktoken_count: Count
) -> None:
    """In neighbourhoods that depend on whether it is a letter, a mark, a digit or a space.

    Every character below the ideographs; above them kinds come in long rows.
    """
    rows = (*range(0x3400, 0xD800, 7), *range(0xE000, 0x32000, 7), *range(0x32000, 0x110000, 101))
    if every:
        rows = (*range(0x3400, 0xD800), *range(0xE000, 0x110000, 7))
    points = (*range(0x3400), *rows)
    texts = [
        "".join(f"he{c}Llo  {c}  {c}{c}!!{c}\n12{c}'s {c}" for c in map(chr, points[at : at + 50]))
        for at in range(0, len(points), 50)
    ]
    assert counter.count_many(texts) == [tiktoken_count(text) for text in texts]


@pytest.mark.parametrize("left_to_tiktoken", ["ſ", "a😀", "x" * 201, "word " * 20_000])
def test_what_short_texts_leave_to_tiktoken(left_to_tiktoken: str, encoding_name: str) -> None:
    encoding = ENCODINGS[encoding_name]
    assert (
        ShortTexts(encoding.pattern, load_vocabulary(encoding).rank).count(left_to_tiktoken) is None
    )


@examples(75)
@given(text=st.lists(MIXED_TEXT | st.text(st.characters(max_codepoint=0x24F))).map("".join))
def test_short_texts_count_as_in_tiktoken(
    text: str, short_texts: ShortTexts, tiktoken_count: Count
) -> None:
    assert short_texts.count(text) in (None, tiktoken_count(text))


IDEOGRAPHS, SYLLABLES = range(0x4E00, 0x9FA6), range(0xAC00, 0xD7A4)


def test_settled_ideographs_and_syllables_are_letters_of_one_kind() -> None:
    """So a part of them tells how all of them are counted."""
    for row in (IDEOGRAPHS, SYLLABLES):
        assert regex.fullmatch(r"\p{Lo}+", "".join(map(chr, row)))
        assert SETTLED.fullmatch("".join(map(chr, row)))


@EVERY
def test_settled_characters_count_as_in_tiktoken(
    every: bool, short_texts: ShortTexts, tiktoken_count: Count
) -> None:
    letters = {*IDEOGRAPHS, *SYLLABLES} - {*IDEOGRAPHS[::11], *SYLLABLES[::11]}
    passed_over = set() if every else letters
    settled = [
        c for c in map(chr, range(0x10000)) if SETTLED.fullmatch(c) and ord(c) not in passed_over
    ]
    assert len(settled) > 4_000
    for c in settled:
        text = f"he{c}Llo  {c}  {c}{c}!!{c}\n12{c}'s {c}"
        assert short_texts.count(text) == tiktoken_count(text)


def test_short_texts_end_where_tiktoken_pays(encoding_name: str) -> None:
    encoding = ENCODINGS[encoding_name]
    short = ShortTexts(encoding.pattern, load_vocabulary(encoding).rank)
    texts = [f"{number:05} {'word ' * 80}" for number in range(ENOUGH // 406 + 1)]
    counts = [short.count(text) for text in texts]
    assert None not in counts[:-1]
    assert counts[-1] is None
    assert short.count(texts[0]) is None


def test_a_text_that_comes_again_does_not_bring_tiktoken_nearer(
    encoding_name: str, tiktoken_count: Count
) -> None:
    encoding = ENCODINGS[encoding_name]
    short = ShortTexts(encoding.pattern, load_vocabulary(encoding).rank, enough=12)
    counts = [short.count("one more") for _ in range(3)]
    assert counts == [tiktoken_count("one more")] * 3
    assert short.count("four") == tiktoken_count("four")
    assert short.count("x") is None


def test_the_name_is_the_encoding(counter: TokenCounter, encoding_name: str) -> None:
    assert counter.name == encoding_name


def test_the_spelling_of_a_special_token_is_ordinary_text(counter: TokenCounter) -> None:
    assert counter.count("<|endoftext|>") == counter.count("<|") + counter.count(
        "endoftext"
    ) + counter.count("|>")


@pytest.mark.parametrize(
    "text", ["\ud800", "text \udfff text", "\ud83d\ude00", "é" * 9000 + "\udc80"]
)
def test_a_text_with_a_surrogate_has_no_count(counter: TokenCounter, text: str) -> None:
    with pytest.raises(UncountableTextError, match="surrogate"):
        counter.count(text)


def test_the_error_of_an_uncountable_text_tells_nothing_of_its_contents(
    counter: TokenCounter,
) -> None:
    with pytest.raises(UncountableTextError) as caught:
        counter.count("confidential\ud800")
    assert caught.value.__cause__ is None
    assert "confidential" not in str(caught.value)
    assert "position 12" in str(caught.value)


@given(texts=st.lists(ANY_TEXT, max_size=20))
def test_counting_many_gives_the_counts_of_each(texts: list[str], counter: TokenCounter) -> None:
    assert counter.count_many(texts) == [counter.count(text) for text in texts]


def test_counting_very_many_in_threads_keeps_their_order(counter: TokenCounter) -> None:
    texts = [f"{'word ' * (number % 90)}{number}" for number in range(3000)]
    assert sum(map(len, texts)) > 500_000
    assert counter.count_many(iter(texts)) == [counter.count(text) for text in texts]


@pytest.mark.parametrize("length", [3, 3000])
def test_counting_many_raises_for_one_that_has_no_count(counter: TokenCounter, length: int) -> None:
    texts = ["word " * 40] * length
    texts[length // 2] = "\ud800"
    with pytest.raises(UncountableTextError):
        counter.count_many(texts)


def test_threads_that_count_first_load_the_vocabulary_once() -> None:
    read: list[str] = []
    everyone_is_here = threading.Barrier(4)

    def recording_read(name: str) -> bytes:
        read.append(name)
        return read_bytes(name)

    counter = TiktokenCounter(ENCODINGS["cl100k_base"], recording_read)

    def count(_: int) -> int:
        everyone_is_here.wait(timeout=30)
        return counter.count("The budget closes.")

    with ThreadPoolExecutor(4) as threads:
        counts = list(threads.map(count, range(4)))
    assert read == ["vocabularies/cl100k_base.tokens.zz", "vocabularies/cl100k_base.places"]
    assert counts == [4, 4, 4, 4]


def test_a_counter_reads_nothing_before_it_counts() -> None:
    def fail(name: str) -> bytes:
        raise AssertionError(name)

    counter = TiktokenCounter(ENCODINGS["o200k_base"], fail)
    assert counter.name == "o200k_base"
    assert counter.count_many([]) == []
    with pytest.raises(AssertionError):
        counter.count("")


def test_a_damaged_vocabulary_counts_nothing() -> None:
    counter = TiktokenCounter(ENCODINGS["o200k_base"], lambda _: b"\xfd7zXZ\x00 cut off")
    for attempt in (counter.prepare, lambda: counter.count("a"), lambda: counter.count_many(["a"])):
        with pytest.raises(VocabularyError):
            attempt()


def test_the_same_encoding_is_the_same_counter() -> None:
    assert tiktoken_counter("o200k_base") is tiktoken_counter("o200k_base")


def test_an_unknown_encoding_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"'p50k_base'.*o200k_base, cl100k_base"):
        tiktoken_counter("p50k_base")


NO_TOKENIZER = """
import sys, inspector.core.tokens as tokens
tokens.tiktoken_counter("o200k_base").name, tokens.available_counters()
sys.exit(bool({"tiktoken", "regex"} & set(sys.modules)))
"""
NOTHING_OF_TIKTOKENS = """
import sys; from inspector.core.tokens import tiktoken_counter
import tiktoken.registry as registry, tiktoken.load as load
load.read_file = registry.get_encoding = None
tiktoken_counter("cl100k_base").count("\u017f")
sys.exit(bool(registry.ENCODINGS or registry.ENCODING_CONSTRUCTORS))
"""


@pytest.mark.parametrize(
    "code",
    [NO_TOKENIZER, NOTHING_OF_TIKTOKENS],
    ids=["importing loads no tokenizer", "counting leaves registry and cache of tiktoken alone"],
)
def test_a_fresh_process_loads_and_changes_no_more_than_it_must(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True)
