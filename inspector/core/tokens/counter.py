"""What a token counter is, the specifications' estimates by length, and the encodings that ship.

An estimator's name ends in its version (``discipline@1``): results record it, and a formula that
ever changes gets another. ``chars`` needs none. An encoding is fixed by its vocabulary and by the
pattern that cuts text into pieces before merging. Both are published with the models; neither ever
changes under the same name.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from inspector.core.arguments import require
from inspector.core.text import utf16_length


@runtime_checkable
class TokenCounter(Protocol):
    """Counts the tokens of texts. Counters are passed in, never looked up by the core.

    ``name`` says which encoding or estimator it is, with its version where it has one; it is
    recorded with every result.
    """

    @property
    def name(self) -> str:
        """The encoding or estimator, such as ``o200k_base`` or ``chars/4@1``."""
        ...

    def count(self, text: str) -> int:
        """Return the tokens of one text; raise ``UncountableTextError`` where there is none."""
        ...

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order."""
        ...


class UncountableTextError(ValueError):
    """A text has no token count in this encoding (such as text with a lone surrogate)."""


_TEXTS_TOGETHER, _CHARACTERS_TOGETHER = 4_096, 500_000  # counted in a twentieth of a second


def shares(texts: Iterable[str]) -> Iterator[list[str]]:
    """Split texts into batches that are large enough to be quick and counted within a moment."""
    share: list[str] = []
    characters = 0
    for text in texts:
        share.append(text)
        characters += len(text)
        if characters >= _CHARACTERS_TOGETHER or len(share) == _TEXTS_TOGETHER:
            yield share
            share, characters = [], 0
    if share:
        yield share


def count_each(tokens: TokenCounter, texts: Iterable[str]) -> Iterator[int | UncountableTextError]:
    """Give the tokens of each text, and in the place of one that has none the reason.

    They are counted together, which is quicker; one by one where one of them has no count.
    """
    for share in shares(texts):
        try:
            yield from tokens.count_many(share)
        except UncountableTextError:
            yield from (_count_or_reason(tokens, text) for text in share)


def _count_or_reason(tokens: TokenCounter, text: str) -> int | UncountableTextError:
    try:
        return tokens.count(text)
    except UncountableTextError as reason:
        return reason


@dataclass(frozen=True, slots=True)
class DensityEstimator:
    """Tokens are the length in UTF-16 units by ``density`` (units a token), rounded up."""

    name: str
    density: float

    def count(self, text: str) -> int:
        """Return the estimated tokens of a text; every text has an estimate."""
        return math.ceil(utf16_length(text) / self.density)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the estimated tokens of each text, in order."""
        return [self.count(text) for text in texts]


@dataclass(frozen=True, slots=True)
class CharacterCounter:
    """One code point is one token, so that numbers can be read off the page."""

    name: str = "chars"

    def count(self, text: str) -> int:
        """Return the code points of a text."""
        return len(text)

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the code points of each text, in order."""
        return [len(text) for text in texts]


_VERSION = "@1"

ESTIMATORS: Mapping[str, TokenCounter] = MappingProxyType(
    {
        "discipline": DensityEstimator(f"discipline{_VERSION}", 4.0),
        "business": DensityEstimator(f"business{_VERSION}", 4.2),
        "code": DensityEstimator(f"code{_VERSION}", 3.5),
        "general": DensityEstimator(f"general{_VERSION}", 3.8),
        "chars": CharacterCounter(),
    }
)


def estimator(name: str) -> TokenCounter:
    """Return an estimator by its name, with or without the version.

    ``discipline`` is Context Discipline's (4 UTF-16 units a token); ``business``, ``code`` and
    ``general`` are the Window's (4.2, 3.5, 3.8); ``chars`` counts code points. Raises
    ``ValueError``, naming those there are.
    """
    require(str, name=name)
    for short, found in ESTIMATORS.items():
        if name in {short, found.name}:
            return found
    raise ValueError(f"There is no estimator {name!r}; there are {', '.join(ESTIMATORS)}.")


def counter_version(name: str) -> str:
    """Return what counted with its version: ``o200k_base, tiktoken 0.13.0``, ``discipline@1``.

    An estimator's name ends in its version. An encoding never changes; what cuts texts by it may.
    """
    if name in ESTIMATORS or _VERSION in name:
        return name
    import tiktoken

    return f"{name}, tiktoken {tiktoken.__version__}"


# About 200 bytes each, whatever the length of the text.
DEFAULT_CAPACITY = 250_000


class MemoCounter:
    """Another counter with a memory of its last ``capacity`` different texts.

    Texts are remembered by a hash of 128 bits of their contents, not kept. Counts, errors and the
    name are the other counter's; a text that cannot be counted is tried again each time. Threads
    may share it.
    """

    def __init__(self, counter: TokenCounter, capacity: int = DEFAULT_CAPACITY) -> None:
        if capacity < 1:
            raise ValueError(f"The capacity is at least 1, not {capacity}.")
        self._counter = counter
        self._capacity = capacity
        self._counts: OrderedDict[bytes, int] = OrderedDict()  # the longest unused first
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._counts)

    @property
    def name(self) -> str:
        """The name of the counter that counts."""
        return self._counter.name

    def count(self, text: str) -> int:
        """Return the tokens of a text, from memory where it is there."""
        return self.count_many((text,))[0]

    def count_many(self, texts: Iterable[str]) -> list[int]:
        """Return the tokens of each text, in order; each different new one is counted once."""
        batch = list(texts)
        keys = [_key(text) for text in batch]
        known = self._recall(keys)
        new = {key: text for key, text in zip(keys, batch, strict=True) if key not in known}
        if new:
            counted = dict(zip(new, self._counter.count_many(new.values()), strict=True))
            self._remember(counted)
            known |= counted
        return [known[key] for key in keys]

    def _recall(self, keys: list[bytes]) -> dict[bytes, int]:
        known = {}
        with self._lock:
            for key in keys:
                if key in self._counts:
                    known[key] = self._counts[key]
                    self._counts.move_to_end(key)
        return known

    def _remember(self, counted: dict[bytes, int]) -> None:
        with self._lock:
            for key, count in counted.items():
                self._counts[key] = count
                if len(self._counts) > self._capacity:
                    self._counts.popitem(last=False)


def _key(text: str) -> bytes:
    # A lone surrogate has a key as well: it is for the counter to say what it makes of one.
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class TokenEncoding:
    """An encoding.

    ``published`` is the SHA-256 of its vocabulary as its publisher has it, ``sha256`` that of the
    same tokens as they ship: how many, the length of each in the order of their ranks, all of them.
    ``places_sha256`` is that of the index in which a token is found.
    """

    name: str
    pattern: str
    published: str
    sha256: str
    places_sha256: str

    @property
    def vocabulary(self) -> str:
        """The name of the resource that holds the vocabulary, packed with zlib."""
        return f"vocabularies/{self.name}.tokens.zz"

    @property
    def places(self) -> str:
        """The name of the resource that holds the index of the vocabulary."""
        return f"vocabularies/{self.name}.places"


# Pieces of the patterns. A word may take one character that is neither letter, digit nor line end
# in front of it; o200k also splits words where lower case ends, and keeps marks with letters.
_LEAD = r"[^\r\n\p{L}\p{N}]?"
_CAPITALS = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_SMALL = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_ENDING = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"

_O200K_PATTERN = "|".join(
    (
        f"{_LEAD}{_CAPITALS}*{_SMALL}+{_ENDING}",
        f"{_LEAD}{_CAPITALS}+{_SMALL}*{_ENDING}",
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)

_CL100K_PATTERN = "|".join(
    (
        "'(?i:[sdmt]|ll|ve|re)",
        rf"{_LEAD}+\p{{L}}++",
        r"\p{N}{1,3}+",
        r" ?[^\s\p{L}\p{N}]++[\r\n]*+",
        r"\s++$",
        r"\s*[\r\n]",
        r"\s+(?!\S)",
        r"\s",
    )
)

ENCODINGS: Mapping[str, TokenEncoding] = MappingProxyType(
    {
        encoding.name: encoding
        for encoding in (
            TokenEncoding(
                name="o200k_base",
                pattern=_O200K_PATTERN,
                published="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
                sha256="2f451f31d7403017d0b0dc6319ded23a09f33f573b1635c001fc6b91a1c21302",
                places_sha256="eadf88bfb2e7a6692afaa811e3f3e1cda457bce33093923a40042603674aca38",
            ),
            TokenEncoding(
                name="cl100k_base",
                pattern=_CL100K_PATTERN,
                published="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
                sha256="9ef8402c916638b4e5896df1b798958e6377ae5ee9ecce199388d117f2a44973",
                places_sha256="fb6941696023cd66501a1515127ea30bab9e947203182695b9b02f2c55305fad",
            ),
        )
    }
)

# Families of model names, each with its encoding. A name belongs to a family when it is the family
# or goes on after "-", ":" or "@" (a date, a size, an owner).
_FAMILIES = (
    # The open-weight models differ from o200k_base in special tokens only, which are never
    # counted as such.
    (r"gpt-5(\.\d+)?|gpt-4\.[15]|(chat)?gpt-4o|gpt-oss|o[134]", "o200k_base"),
    (r"gpt-4|gpt-3\.5|gpt-35|text-embedding-3|text-embedding-ada-002", "cl100k_base"),
    (r"(davinci|babbage)-002", "cl100k_base"),
)


def encoding_for_model(model: str) -> str | None:
    """Return the name of the encoding a model uses, or None where that is not known.

    Case, a provider in front (``openai/``) and the mark of a fine-tuned model (``ft:``) make no
    difference. Models whose vocabulary does not ship have no encoding here.
    """
    plain = model.strip().lower().rpartition("/")[2].removeprefix("ft:")
    for family, encoding in _FAMILIES:
        if re.fullmatch(f"(?:{family})(?:[-:@].*)?", plain):
            return encoding
    return None
