"""What a scanner for secrets reports: places and kinds, never values."""

from __future__ import annotations

import hashlib
import hmac
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, runtime_checkable

OPEN_KEY = "private-key-without-end"
"""Rule of a private key whose end is not in the text: nothing else makes it certain."""


class Confidence(StrEnum):
    """How sure a finding is, which decides what it leads to."""

    HIGH = "high"  # structure or checksum: the exact span is redacted
    UNCERTAIN = "uncertain"  # keyword or entropy alone: the whole block is out


@dataclass(frozen=True, slots=True, order=True)
class SecretFinding:
    """A span of a text that is, or may be, a secret. Never holds the value.

    ``start`` and ``end`` are code points of the scanned text (end not included); ``kind`` is a
    stable kebab-case word that stands in ``[REDACTED:kind]``; ``rule`` names the rule that found
    it, and ``names`` says how which name of the text led to it, "" where its own shape did.
    """

    start: int
    end: int
    kind: str
    rule: str
    confidence: Confidence
    names: str = ""


@dataclass(frozen=True, slots=True, order=True)
class NamedFinding:
    """A finding as a person may speak of it. ``path`` is a file's, or the title of a text.

    ``id`` is a keyed hash of path, kind and value: whoever has not the key can neither guess the
    value nor tell that two are the same. ``reason`` is why a person allowed it, "" where nobody
    did. ``names`` says which name led to it, "" where its own shape did.
    """

    path: str
    line: int
    kind: str
    id: str
    reason: str = ""
    names: str = ""


def finding_id(key: bytes, path: str, kind: str, value: str) -> str:
    """Return the id of a finding under a user's key, as 16 hex digits."""
    told = "\0".join((path, kind, value)).encode("utf-8", "surrogatepass")
    return hmac.new(key, told, hashlib.sha256).hexdigest()[:16]


def merged_findings(findings: Iterable[SecretFinding]) -> tuple[SecretFinding, ...]:
    """Join findings that overlap, and return the rest as they are, in order of place.

    What is joined spans all its members. The surest of them gives kind and rule; of equally sure
    ones the longest, then the first by place and by name.
    """
    groups: list[list[SecretFinding]] = []
    reach = -1
    for finding in sorted(findings):
        if groups and finding.start < reach:
            groups[-1].append(finding)
        else:
            groups.append([finding])
        reach = max(reach, finding.end)
    return tuple(_joined(group) for group in groups)


def _joined(group: list[SecretFinding]) -> SecretFinding:
    teller = min(group, key=_telling)
    start, end = group[0].start, max(finding.end for finding in group)
    return SecretFinding(start, end, teller.kind, teller.rule, teller.confidence, teller.names)


def _telling(finding: SecretFinding) -> tuple[bool, bool, int, SecretFinding]:
    unsure = finding.confidence is not Confidence.HIGH
    return (finding.rule != OPEN_KEY, unsure, finding.start - finding.end, finding)


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
