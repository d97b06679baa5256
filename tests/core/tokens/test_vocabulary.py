"""A shipped vocabulary is the published one, or it is refused."""

from __future__ import annotations

import hashlib
import zlib
from binascii import b2a_base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.tokens.counter import ENCODINGS
from inspector.core.tokens.exact import (
    TokenVocabulary,
    VocabularyError,
    load_vocabulary,
    pack_places,
    pack_vocabulary,
)
from inspector.resources import MissingResourceError, read_bytes

CL100K = ENCODINGS["cl100k_base"]


def test_the_vocabularies_have_the_published_hashes() -> None:
    found = {}
    for name, encoding in ENCODINGS.items():
        ranks = load_vocabulary(encoding).ranks()
        lines = [b"%b %d\n" % (b2a_base64(token, newline=False), ranks[token]) for token in ranks]
        found[name] = hashlib.sha256(b"".join(lines)).hexdigest()
    assert found == {
        "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
        "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    }


def test_a_packed_vocabulary_is_how_many_how_long_and_what() -> None:
    assert pack_vocabulary([b"a", b"bcd"]) == b"\0\0\0\2" + b"\1\3" + b"abcd"


@given(tokens=st.lists(st.binary(min_size=1, max_size=5), min_size=1, max_size=40, unique=True))
def test_the_tokens_of_any_vocabulary_are_found_and_nothing_else(tokens: list[bytes]) -> None:
    vocabulary = TokenVocabulary(pack_vocabulary(tokens), pack_places(tokens))
    ranks = {token: rank for rank, token in enumerate(tokens)}
    assert vocabulary.ranks() == ranks
    for known in tokens:
        for token in (known, known[:-1], known + b"\0", known[::-1]):
            assert vocabulary.rank(token) == ranks.get(token)


def test_every_rank_occurs_once(ranks: dict[bytes, int], encoding_name: str) -> None:
    assert sorted(ranks.values()) == list(range(len(ranks)))
    assert len(ranks) == {"o200k_base": 199_998, "cl100k_base": 100_256}[encoding_name]


def test_every_byte_is_a_token(ranks: dict[bytes, int]) -> None:
    assert all(bytes([byte]) in ranks for byte in range(256))


def test_a_changed_vocabulary_is_refused_with_both_hashes() -> None:
    data = bytearray(zlib.decompress(read_bytes(CL100K.vocabulary)))
    data[-2] ^= 1
    changed = zlib.compress(bytes(data), 0)
    with pytest.raises(VocabularyError, match="Install the program again") as caught:
        load_vocabulary(CL100K, lambda _: changed)
    assert CL100K.sha256 in str(caught.value)
    assert hashlib.sha256(data).hexdigest() in str(caught.value)


def test_the_vocabulary_of_another_encoding_is_refused() -> None:
    other = read_bytes(ENCODINGS["o200k_base"].vocabulary)
    with pytest.raises(VocabularyError):
        load_vocabulary(CL100K, lambda _: other)


@pytest.mark.parametrize("kept", [0, 5, 1000, -1])
def test_a_vocabulary_that_was_cut_off_is_refused(kept: int) -> None:
    packed = read_bytes(CL100K.vocabulary)[:kept]
    with pytest.raises(VocabularyError, match="does not unpack"):
        load_vocabulary(CL100K, lambda _: packed)


def test_a_changed_index_is_refused() -> None:
    def changed(name: str) -> bytes:
        data = read_bytes(name)
        return data if name == CL100K.vocabulary else data[:-1] + bytes([data[-1] ^ 1])

    with pytest.raises(VocabularyError, match=r"cl100k_base\.places is damaged"):
        load_vocabulary(CL100K, changed)


def test_the_index_is_that_of_the_tokens(ranks: dict[bytes, int], encoding_name: str) -> None:
    places = read_bytes(ENCODINGS[encoding_name].places)
    assert pack_places(sorted(ranks, key=ranks.__getitem__)) == places


def test_every_token_is_found_and_nothing_else(ranks: dict[bytes, int], encoding_name: str) -> None:
    vocabulary = load_vocabulary(ENCODINGS[encoding_name])
    assert all(vocabulary.rank(token) == rank for token, rank in ranks.items())
    for token in ranks:
        assert vocabulary.rank(token + b"\xff") == ranks.get(token + b"\xff")
    assert vocabulary.rank(b"") is None


def test_a_missing_vocabulary_is_an_error_of_the_installation() -> None:
    def missing(name: str) -> bytes:
        raise MissingResourceError(name)

    with pytest.raises(MissingResourceError):
        load_vocabulary(CL100K, missing)
