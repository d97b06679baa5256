"""The model encodings that ship: their facts, and which model uses which.

An encoding is fixed by its vocabulary and by the pattern that cuts text into pieces before merging.
Both are published with the models; neither ever changes under the same name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Encoding:
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

ENCODINGS: Mapping[str, Encoding] = MappingProxyType(
    {
        encoding.name: encoding
        for encoding in (
            Encoding(
                name="o200k_base",
                pattern=_O200K_PATTERN,
                published="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
                sha256="2f451f31d7403017d0b0dc6319ded23a09f33f573b1635c001fc6b91a1c21302",
                places_sha256="eadf88bfb2e7a6692afaa811e3f3e1cda457bce33093923a40042603674aca38",
            ),
            Encoding(
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
