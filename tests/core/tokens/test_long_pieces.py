"""Merging by blocks gives the tokens of merging the whole."""

from __future__ import annotations

from itertools import pairwise

import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens.byte_pairs import BLOCK, merge_piece
from tests.core.tokens.texts import MONOTONOUS_TEXT, TELLING
from tests.shared.examples import examples

SMALL_BLOCKS = st.sampled_from([129, 160, 257])

PERIODS = st.builds(
    lambda parts, length: ("".join(parts) * length)[:length],
    st.lists(st.sampled_from(TELLING), min_size=1, max_size=5),
    st.integers(200, 1500),
)


@st.composite
def token_text(draw: st.DrawFn, spellings: list[str]) -> str:
    """Text made of spellings of tokens, which joins at other places than they do."""
    numbers = draw(st.lists(st.integers(0, len(spellings) - 1), min_size=40, max_size=150))
    return "".join(spellings[number] for number in numbers)


@pytest.fixture(scope="module")
def spellings(ranks: dict[bytes, int]) -> list[str]:
    return [token.decode() for token in ranks if token.isascii()]


@examples(100)
@given(data=st.data(), block=SMALL_BLOCKS)
def test_blocks_never_change_the_tokens_of_a_piece(
    data: st.DataObject, block: int, merging: tiktoken.Encoding, spellings: list[str]
) -> None:
    piece = data.draw(PERIODS | MONOTONOUS_TEXT | token_text(spellings))
    assert merge_piece(piece, merging, block) == merging.encode_ordinary(piece)


def vocabulary(*tokens: str) -> tiktoken.Encoding:
    """An encoding that never cuts, of all bytes and these tokens, the first of lowest rank."""
    spelled = [*(bytes([byte]) for byte in range(256)), *(token.encode() for token in tokens)]
    ranks = {token: rank for rank, token in enumerate(spelled)}
    return tiktoken.Encoding("made up", pat_str="(?s).+", mergeable_ranks=ranks, special_tokens={})


@given(
    tokens=st.lists(st.text("abc", min_size=2, max_size=5), min_size=1, max_size=25, unique=True),
    parts=st.lists(st.text("abc", min_size=1, max_size=4), min_size=5, max_size=40),
    times=st.integers(1, 6),
    block=st.integers(6, 40),
)
def test_blocks_never_change_the_tokens_in_any_vocabulary(
    tokens: list[str], parts: list[str], times: int, block: int
) -> None:
    merging = vocabulary(*tokens)
    piece = "".join(parts) * times
    assert merge_piece(piece, merging, block) == merging.encode_ordinary(piece)


def test_a_joint_that_changes_everything_before_it_is_repaired() -> None:
    """Pairs merge from the right, so the one character more shifts all pairs to its left."""
    letters = "".join(map(chr, range(0x100, 0x180)))
    merging = vocabulary(*letters, *("".join(pair) for pair in reversed([*pairwise(letters)])))
    first = merging.encode_ordinary(letters[:101])
    assert first[0] != merging.encode_ordinary(letters[:102])[0]
    for length in range(102, len(letters) + 1):
        piece = letters[:length]
        assert merge_piece(piece, merging, 51) == merging.encode_ordinary(piece)


def test_a_joint_where_nothing_fits_at_once_is_repaired(merging: tiktoken.Encoding) -> None:
    """Threes do not divide a block, so the run's tokens lie differently in each."""
    for piece in ("abc" * 30_000, "-=-" * 30_000, "😀é" * 30_000):
        assert merge_piece(piece, merging) == merging.encode_ordinary(piece)


@pytest.mark.parametrize("length", [1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 2 * BLOCK])
def test_any_length_is_merged(length: int, merging: tiktoken.Encoding) -> None:
    piece = "ab" * length
    assert merge_piece(piece, merging) == merging.encode_ordinary(piece)


def test_neighbours_in_a_result_are_the_result_for_their_own_text(
    merging: tiktoken.Encoding,
) -> None:
    """What repairing joints rests on."""
    tokens = merging.encode_ordinary(
        "Donaudampfschifffahrtsgesellschaft, getHTTPResponse() != 0;" * 3
    )
    for pair in pairwise(tokens):
        assert merging.encode_ordinary(merging.decode(list(pair))) == list(pair)


def test_no_token_is_as_long_as_the_smallest_block_in_these_tests(
    ranks: dict[bytes, int],
) -> None:
    assert max(map(len, ranks)) <= 128
