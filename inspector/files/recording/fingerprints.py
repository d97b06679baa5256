"""What a run was made from, as SHA-256 by part; what stays the same is hashed once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from inspector.core.candidates.candidate_set import CandidateSet
from inspector.core.candidates.card import COLUMNS
from inspector.core.candidates.columns import CardColumns
from inspector.core.canonical import fingerprint

_TEXTS_AT_ONCE = 8_192
_ALWAYS_HASHED = (
    "node_id",
    "canonical_name",
    "node_kind",
    "matter_id",
    "provenance_source",
    "provenance_source_ref",
)
_NO_TEXT = -1  # stands for the length of a text that is not there


class InputFingerprints:
    """Keeps the last fingerprint of each part, known by the identity of what it was made from."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, str]] = {}

    def of(self, part: str, value: Any, plain: Callable[[Any], Any] = lambda value: value) -> str:
        """Return the fingerprint of a part; ``plain`` turns its value into JSON values."""
        return self._keep(part, value, lambda: _fingerprint(plain(value)))

    def of_candidates(self, candidates: CandidateSet) -> str:
        """Return the fingerprint of a candidate set."""
        return self._keep("candidates", candidates, lambda: candidates_fingerprint(candidates))

    def _keep(self, part: str, value: object, make: Callable[[], str]) -> str:
        known = self._kept.get(part)
        if known is None or known[0] is not value:
            known = (value, make())
            self._kept[part] = known
        return known[1]


def candidates_fingerprint(candidates: CandidateSet) -> str:
    """Return the SHA-256 of everything in a set, however its texts are held.

    It goes column by column, because a set may have a million cards and no object for any.
    """
    cards = candidates.knowledge_cards
    rest = candidates.model_dump(mode="json", exclude={"knowledge_cards"})
    digest = hashlib.sha256(_fingerprint(rest).encode())
    digest.update(np.asarray(cards.relevance, dtype="<f8").tobytes())
    digest.update(np.asarray(cards.declared, dtype="<i4").tobytes())
    rows = range(len(cards))
    columns: list[Iterable[str | None]] = [_values(cards, name) for name in _ALWAYS_HASHED]
    columns.append(cards.texts.get(row, tier) for row in rows for tier in range(3))
    columns.append(_rarely_there(cards))
    for texts in columns:
        for piece in _pieces(iter(texts)):
            digest.update(piece)
    return digest.hexdigest()


def _values(cards: CardColumns, name: str) -> Iterator[Any]:
    return map(cards.columns[name].__getitem__, range(len(cards)))


def _rarely_there(cards: CardColumns) -> Iterator[str]:
    """Yield what most cards do not have: a field that is new changes no older fingerprint."""
    for row in range(len(cards)):
        found = cards.attribution(row)
        if found.model_fields_set:
            yield f"{row} {json.dumps(found.model_dump(exclude_defaults=True), sort_keys=True)}"
    for field in COLUMNS:
        if field.name not in (*_ALWAYS_HASHED, "relevance_score"):
            for row, value in enumerate(_values(cards, field.name)):
                if value != field.default:
                    yield f"{row} {json.dumps({field.name: value})}"


def _pieces(texts: Iterable[str | None]) -> Iterator[bytes]:
    """Yield texts as bytes: the lengths of many, so that no two lists look alike, then the many."""
    source = iter(texts)
    while batch := list(islice(source, _TEXTS_AT_ONCE)):
        lengths = [_NO_TEXT if text is None else len(text) for text in batch]
        yield np.array(lengths, dtype="<i8").tobytes()
        yield "".join(text or "" for text in batch).encode("utf-8", "surrogatepass")


def _fingerprint(value: Any) -> str:
    try:
        return fingerprint(value)
    except ValueError:
        # An input that has no canonical JSON, such as half of a surrogate pair, may still run.
        return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
