"""What a scanner for secrets reports: places and kinds, never values."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable


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


@dataclass(frozen=True, slots=True, order=True)
class NamedFinding:
    """A finding as a person may speak of it. ``path`` is a file's, or the title of a text.

    ``id`` is a keyed hash of path, kind and value: whoever has not the key can neither guess the
    value nor tell that two are the same. ``reason`` is why a person allowed it, "" where nobody
    did.
    """

    path: str
    line: int
    kind: str
    id: str
    reason: str = ""


def finding_id(key: bytes, path: str, kind: str, value: str) -> str:
    """Return the id of a finding under a user's key, as 16 hex digits."""
    told = "\0".join((path, kind, value)).encode("utf-8", "surrogatepass")
    return hmac.new(key, told, hashlib.sha256).hexdigest()[:16]


@runtime_checkable
class SecretScanner(Protocol):
    """Finds secrets in a text. The same text gives the same findings, in order of place."""

    @property
    def name(self) -> str:
        """Name and version, which go into the bundle's notes."""
        ...

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of a text, sorted."""
        ...


class RememberingScanner:
    """Scans as another scanner does, and each text once: what was found is kept by its hash.

    No text is kept and no value, only places and kinds of the ``most`` texts that were asked for
    last.
    """

    def __init__(self, scanner: SecretScanner, most: int = 50_000) -> None:
        self._scanner = scanner
        self._most = most
        self._known: OrderedDict[bytes, tuple[SecretFinding, ...]] = OrderedDict()

    @property
    def name(self) -> str:
        """The scanner's name."""
        return self._scanner.name

    def scan(self, text: str) -> tuple[SecretFinding, ...]:
        """Return every finding of a text."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._scanner.scan(text)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        else:
            self._known.move_to_end(key)
        return found
