"""Overlap by provenance (Injection §3.2): cards extracted from a file whose whole text is in.

A reference is compared exactly: case-sensitive, the whole string ``{bucket_id}:{file_id}``. Two
pairs that spell the same reference are the same reference; ids with a colon are linted on load.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.arguments import require
from inspector.core.candidates.candidate_set import BUCKET_FILE, file_reference


@dataclass(frozen=True, slots=True)
class Overlap:
    """Ids of the cards that are redundant and of those that stay, each in input order."""

    redundant_card_ids: list[str]
    retained_card_ids: list[str]


def _field(record: Any, name: str) -> Any:
    return record.get(name) if isinstance(record, Mapping) else getattr(record, name, None)


def _id(record: Any, name: str) -> str:
    value = _field(record, name)
    if not isinstance(value, str):
        raise ValueError(f"a record has no {name}, or one that is no text")
    return value


def detect_bucket_overlap(
    bucket_files_to_inline: Iterable[Any], knowledge_card_candidates: Iterable[Any]
) -> Overlap:
    """Split the candidates into redundant and retained ones (Injection §3.2).

    Files have ``bucket_id`` and ``file_id``; cards have ``node_id`` and may have
    ``provenance_source`` and ``provenance_source_ref``; both as mappings or as objects. Only a card
    from a bucket file that is inlined is redundant. Duplicate ids are kept. Raises ``TypeError``
    for what is no series, and ``ValueError`` for a record without its ids.
    """
    require(
        Iterable,
        bucket_files_to_inline=bucket_files_to_inline,
        knowledge_card_candidates=knowledge_card_candidates,
    )
    inlined = {
        file_reference(_id(file, "bucket_id"), _id(file, "file_id"))
        for file in bucket_files_to_inline
    }
    redundant: list[str] = []
    retained: list[str] = []
    for card in knowledge_card_candidates:
        reference = _field(card, "provenance_source_ref")
        covered = (
            _field(card, "provenance_source") == BUCKET_FILE
            and isinstance(reference, str)
            and reference != ""
            and reference in inlined
        )
        (redundant if covered else retained).append(_id(card, "node_id"))
    return Overlap(redundant, retained)
