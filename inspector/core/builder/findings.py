"""What a scanner for secrets reports: places and kinds, never values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Confidence(StrEnum):
    """How sure a finding is, which decides what it leads to."""

    HIGH = "high"  # structure or checksum: the exact span is redacted
    UNCERTAIN = "uncertain"  # keyword or entropy alone: the whole block is out


@dataclass(frozen=True, slots=True, order=True)
class SecretFinding:
    """A span of a text that is, or may be, a secret. Never holds the value.

    ``start`` and ``end`` are code points of the scanned text (end not included); ``kind`` is a
    stable kebab-case word that stands in ``[REDACTED:kind]``; ``rule`` names the rule that found
    it.
    """

    start: int
    end: int
    kind: str
    rule: str
    confidence: Confidence


class SecretScanner(Protocol):
    """Finds secrets in a text. The same text gives the same findings, in order of place."""

    @property
    def name(self) -> str:
        """Name and version, which go into the bundle's notes."""
        ...

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of a text, sorted."""
        ...
